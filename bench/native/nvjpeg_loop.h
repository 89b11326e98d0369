// What the parts of nvjpeg_loop.cu share: photos, streams, device memory, and rows of measurements.
#pragma once
#include <cuda_runtime.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "cuda/jpeg_markers.h"
#include "cuda/runtime.h"

namespace penstock::gpu {
const char* last_error();
}

namespace penstock::bench {

using namespace penstock::gpu;
using Clock = std::chrono::steady_clock;

inline constexpr int kRounds = 5;
inline constexpr double kSeconds = 0.35;  // of one measurement
inline constexpr double kBudget = 48;     // of the whole program, after which no measurement starts
inline constexpr unsigned kLimit = 58;    // after which it is killed

inline double seconds_since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }
inline double cpu_seconds() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}
inline void must(int result) {
  if (result) throw Error(static_cast<ErrorCode>(result - 1), last_error());
}

struct Photo {
  std::string name;
  const uint8_t* pinned;
  std::vector<uint8_t> pageable;
  JpegMarkers markers;
  bool hardware;
  int64_t bytes() const { return int64_t{3} * markers.width * markers.height; }
};

struct LoopStream {
  Stream s;
  explicit LoopStream(Device* d) : s{d, nullptr, true} {
    d->enter();
    check(cudaStreamCreateWithFlags(&s.raw, cudaStreamNonBlocking), "making a stream");
  }
  LoopStream(const LoopStream&) = delete;
  ~LoopStream() { cudaStreamDestroy(s.raw); }
  operator Stream*() { return &s; }
  void sync() { check(cudaStreamSynchronize(s.raw), "waiting for a stream"); }
};

struct DeviceBlock {
  uint8_t* p = nullptr;
  explicit DeviceBlock(int64_t n) {
    void* v = nullptr;
    check(cudaMalloc(&v, static_cast<size_t>(n)), "allocating device memory");
    p = static_cast<uint8_t*>(v);
  }
  DeviceBlock(const DeviceBlock&) = delete;
  ~DeviceBlock() { cudaFree(p); }
};

struct Bench {
  Device* device;
  std::vector<Photo> photos;
  std::vector<int> hard;   // those that the hardware takes
  std::vector<int> order;  // a long shuffled sequence of those
  Jpeg* plain = nullptr;
  Jpeg* fancy = nullptr;
  JpegInfo info{}, fancy_info{};
};

struct Rate {
  double images = 0, seconds = 0, in_call = 0, cpu = 0;
};
struct Row {
  std::string name;
  std::function<Rate()> run;
  std::vector<Rate> rates;
  std::string error;
};

inline Rate measure(const std::function<void(Rate&)>& f) {
  Rate r;
  const double cpu = cpu_seconds();
  const auto begin = Clock::now();
  f(r);
  r.seconds = seconds_since(begin);
  r.cpu = cpu_seconds() - cpu;
  return r;
}

inline void print_row(const Row& row) {
  if (row.rates.empty()) {
    std::printf("%-42s failed: %s\n", row.name.c_str(), row.error.empty() ? "no time left" : row.error.c_str());
    return;
  }
  auto median = [&](auto&& of) {
    std::vector<double> v;
    for (const Rate& r : row.rates) v.push_back(of(r));
    std::sort(v.begin(), v.end());
    return std::array<double, 3>{v[v.size() / 2], v.front(), v.back()};
  };
  const auto rate = median([](const Rate& r) { return r.images / r.seconds; });
  const auto call = median([](const Rate& r) { return 100 * r.in_call / r.seconds; });
  const auto cpu = median([](const Rate& r) { return 1000 * r.cpu / r.images; });
  std::printf("%-42s %8.0f (%.0f-%.0f) img/s  calls %5.1f %% of time  cpu %6.3f s/1000%s%s%s\n", row.name.c_str(),
              rate[0], rate[1], rate[2], call[0], cpu[0], row.rates.size() < kRounds ? "  fewer rounds" : "",
              row.error.empty() ? "" : "  but: ", row.error.c_str());
}

}  // namespace penstock::bench
