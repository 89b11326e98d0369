// Times the kernels that decode JPEG, without Node.js: batches of a folder's files in page-locked memory, several in
// flight.
//   jpeg_kernels PLUGIN FOLDER [batch] [seconds for each row] [CUBLAS]
// With the path of libcublas: beside a loop of 8192 x 8192 x 8192 bf16 matrix products in another stream, with shares
// of the GPU for decoding; how much the products slow down. Rows: whole images and random windows (8 to 100 % of the
// area), repeated and interpolated colour, and 1, 2 and 4 batches in flight, each in a stream of its own. `doubtful`
// counts images that the CPU would have to decode.
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "gpu_host/plugin_loader.h"

using namespace penstock;
using namespace penstock::gpu;

namespace {

using Clock = std::chrono::steady_clock;
using KernelsOwner = Owner<JpegKernels, &Table::jpeg_kernels_close>;

struct File {
  uint8_t* data;
  int64_t size;
  JpegPlan plan;
};

// All files, one after the other in page-locked memory, as a slot holds them.
std::vector<File> load(const char* folder) {
  std::vector<std::vector<char>> contents;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  size_t total = 0;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    contents.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    total += (contents.back().size() + 63) / 64 * 64;
  }
  auto* memory = static_cast<uint8_t*>(std::aligned_alloc(4096, (total + 4095) / 4096 * 4096));
  must(plugin().pin(memory, static_cast<int64_t>((total + 4095) / 4096 * 4096)));
  std::vector<File> files;
  size_t at = 0;
  for (const auto& c : contents) {
    File f = {memory + at, static_cast<int64_t>(c.size()), {}};
    std::memcpy(f.data, c.data(), c.size());
    at += (c.size() + 63) / 64 * 64;
    if (const char* why = plugin().jpeg_plan(f.data, f.size, &f.plan)) {
      std::printf("left out: %s\n", why);
    } else {
      files.push_back(f);
    }
  }
  return files;
}

// One batch in flight.
struct Lane {
  StreamOwner stream;
  KernelsOwner kernels;
  std::vector<JpegKernelImage> images;
  void* out = nullptr;
  bool busy = false;

  Lane(Device* device, const std::vector<File>& files, int batch, int first, bool windows) {
    const Table& t = plugin();
    must(t.stream_open(device, stream.out()));
    must(t.jpeg_kernels_open(
        device, stream, 0, [](void*, int64_t) { return true; }, nullptr, kernels.out()));
    std::mt19937 random(static_cast<unsigned>(first) + 1);
    std::uniform_real_distribution<double> unit(0, 1);
    int64_t bytes = 0;
    std::vector<int64_t> places;
    for (int i = 0; i < batch; ++i) {
      const File& f = files[static_cast<size_t>(first + i) % files.size()];
      DecodeWindow w = {};
      w.width = w.w = f.plan.width;
      w.height = w.h = f.plan.height;
      if (windows) {
        const double side = std::sqrt(0.08 + 0.92 * unit(random));
        w.w = std::max(1, static_cast<int>(w.width * side));
        w.h = std::max(1, static_cast<int>(w.height * side));
        w.x = static_cast<int>((w.width - w.w) * unit(random));
        w.y = static_cast<int>((w.height - w.h) * unit(random));
      }
      w.orientation = 1;
      w.channels = 3;
      w.dtype = DType::uint8;
      images.push_back({f.data, f.size, &f.plan, w});
      places.push_back(bytes);
      bytes += int64_t{3} * w.w * w.h;
    }
    must(t.alloc(device, stream, bytes, &out));
    must(t.stream_sync(stream));
    for (int i = 0; i < batch; ++i)
      images[static_cast<size_t>(i)].window.to = static_cast<uint8_t*>(out) + places[static_cast<size_t>(i)];
  }
  int wait() {
    const uint32_t* doubts = nullptr;
    double seconds = 0;
    must(plugin().jpeg_kernels_wait(kernels, &doubts, &seconds));
    busy = false;
    return static_cast<int>(images.size() - static_cast<size_t>(std::count(doubts, doubts + images.size(), 0u)));
  }
  void decode(bool fancy, float share = 1) {
    must(plugin().jpeg_kernels_decode(kernels, images.data(), static_cast<int>(images.size()), fancy, share));
    busy = true;
  }
};

void row(Device* device, const std::vector<File>& files, int batch, int lanes, bool windows, bool fancy,
         double seconds) {
  std::vector<std::unique_ptr<Lane>> all;
  for (int i = 0; i < lanes; ++i) all.push_back(std::make_unique<Lane>(device, files, batch, i * batch, windows));
  int doubtful = 0;
  for (int i = 0; i < 3; ++i) {
    for (auto& l : all) l->decode(fancy);
    for (auto& l : all) doubtful += l->wait();
  }
  std::vector<double> rates;
  double queueing = 0;
  int64_t queued = 0;
  for (int round = 0; round < 5; ++round) {
    const auto begin = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    int64_t done = 0;
    for (size_t turn = 0; elapsed() < seconds / 5; ++turn) {
      Lane& l = *all[turn % all.size()];
      if (l.busy) l.wait();
      const double at = elapsed();
      l.decode(fancy);
      queueing += elapsed() - at;
      ++queued;
      done += batch;
    }
    for (auto& l : all) {
      if (l->busy) l->wait();
    }
    rates.push_back(static_cast<double>(done) / elapsed());
  }
  std::sort(rates.begin(), rates.end());
  std::printf(
      "batch %4d, %s, %s colour, %d in flight: %7.1fk images/s (%.1f to %.1f), queueing %.0f us a batch, %d doubtful\n",
      batch, windows ? "windows" : "whole  ", fancy ? "interpolated" : "repeated    ", lanes, rates[2] / 1e3,
      rates[0] / 1e3, rates[4] / 1e3, 1e6 * queueing / static_cast<double>(queued), doubtful);
  std::fflush(stdout);
}

// Matrix products, one after the other, as a training job has.
class Products {
 public:
  Products(Device* device, const char* cublas) {
    void* library = dlopen(cublas, RTLD_NOW);
    if (!library) {
      std::fprintf(stderr, "%s\n", dlerror());
      std::exit(1);
    }
    const auto create = reinterpret_cast<int (*)(void**)>(dlsym(library, "cublasCreate_v2"));
    const auto set_stream = reinterpret_cast<int (*)(void*, void*)>(dlsym(library, "cublasSetStream_v2"));
    gemm_ = reinterpret_cast<Gemm>(dlsym(library, "cublasGemmEx"));
    must(plugin().stream_open(device, stream_.out()));
    for (void*& m : matrices_) {
      must(plugin().alloc(device, stream_, 2 * kSide * kSide, &m));
      must(plugin().fill(stream_, m, 0x3c, 2 * kSide * kSide));
    }
    if (create(&handle_) || set_stream(handle_, plugin().stream_raw(stream_))) std::exit(1);
  }
  // Products a second while `work` runs.
  template <class F>
  double rate(double seconds, F&& work) {
    std::atomic<bool> stop{false};
    std::thread other([&] { work(stop); });
    for (int i = 0; i < 20; ++i) multiply();
    must(plugin().stream_sync(stream_));
    const auto begin = Clock::now();
    int count = 0;
    for (; std::chrono::duration<double>(Clock::now() - begin).count() < seconds; count += 5) {
      for (int i = 0; i < 5; ++i) multiply();
      must(plugin().stream_sync(stream_));
    }
    const double took = std::chrono::duration<double>(Clock::now() - begin).count();
    stop = true;
    other.join();
    return count / took;
  }

 private:
  static constexpr int64_t kSide = 8192;
  using Gemm = int (*)(void*, int, int, int, int, int, const void*, const void*, int, int, const void*, int, int,
                       const void*, void*, int, int, int, int);
  void multiply() {
    const float one = 1, zero = 0;
    constexpr int n = kSide, bf16 = 14, compute32 = 68;
    if (gemm_(handle_, 0, 0, n, n, n, &one, matrices_[0], bf16, n, matrices_[1], bf16, n, &zero, matrices_[2], bf16, n,
              compute32, -1)) {
      std::exit(1);
    }
  }
  StreamOwner stream_;
  void* handle_ = nullptr;
  Gemm gemm_;
  void* matrices_[3] = {};
};

void beside(Device* device, const std::vector<File>& files, int batch, double seconds, const char* cublas) {
  Products products(device, cublas);
  const double alone = products.rate(seconds, [](const std::atomic<bool>&) {});
  std::printf("matrix products alone: %.1f a second\n", alone);
  for (const float share : {1.0f, 0.5f, 0.25f, 0.1f, 0.05f}) {
    Lane lanes[2] = {{device, files, batch, 0, true}, {device, files, batch, batch, true}};
    int64_t images = 0;
    double took = 0;
    const double rate = products.rate(seconds, [&](const std::atomic<bool>& stop) {
      const auto begin = Clock::now();
      for (size_t turn = 0; !stop; ++turn) {
        Lane& l = lanes[turn % 2];
        if (l.busy) l.wait();
        l.decode(false, share);
        images += batch;
      }
      for (Lane& l : lanes) {
        if (l.busy) l.wait();
      }
      took = std::chrono::duration<double>(Clock::now() - begin).count();
    });
    std::printf("share %.2f: %.1f products a second, %.2f of alone; %.1fk images/s\n", static_cast<double>(share), rate,
                rate / alone, static_cast<double>(images) / took / 1e3);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: jpeg_kernels PLUGIN FOLDER [batch] [seconds]\n");
    return 2;
  }
  set_plugin_path(argv[1]);
  Device* device = open_gpu(0);
  const std::vector<File> files = load(argv[2]);
  const int batch = argc > 3 ? std::atoi(argv[3]) : 256;
  const double seconds = argc > 4 ? std::atof(argv[4]) : 1;
  double bytes = 0, pixels = 0;
  for (const File& f : files) {
    bytes += static_cast<double>(f.size);
    pixels += static_cast<double>(f.plan.width) * f.plan.height;
  }
  std::printf("%zu files, %.0f KB and %.0f kpx each\n", files.size(), bytes / 1e3 / static_cast<double>(files.size()),
              pixels / 1e3 / static_cast<double>(files.size()));
  if (argc > 5) {
    beside(device, files, batch, seconds, argv[5]);
    return 0;
  }
  if (seconds <= 0) {  // for profilers: one batch, twice
    row(device, files, batch, 1, true, false, 1e-9);
    return 0;
  }
  for (const bool windows : {false, true}) {
    for (const bool fancy : {false, true}) {
      for (const int lanes : {1, 2, 4}) row(device, files, batch, lanes, windows, fancy, seconds);
    }
  }
}
