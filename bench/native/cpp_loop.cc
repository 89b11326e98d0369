// The plan that JavaScript runs, run by the C++ API (penstock/pipeline.h) in a plain loop: the difference between the
// two is what JavaScript costs, or saves. Speaks the rivals' protocol (bench/rivals/README.md).
//   cpp_loop --plan FILE [--threads 2] [--depth 2]
// FILE is the text of graph(), as bench/contenders/penstock.mjs dumps it. `depth` is that of the pipeline.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>

#include "penstock/pipeline.h"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

// CPU seconds of the whole process.
double cpu_seconds(const rusage& u) {
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(u.ru_utime) + seconds(u.ru_stime);
}

rusage usage() {
  rusage now;
  getrusage(RUSAGE_SELF, &now);
  return now;
}

// Takes one batch, looks at its first output as a consumer does, and gives it back; returns the number of images.
int one(penstock::Pipeline& pipe) {
  pipe.Run();
  const penstock::Outputs out = pipe.ShareOutputs();
  if (out[0][0].raw_data() == nullptr) std::abort();
  const int images = out.batch_size();
  pipe.ReleaseOutputs();
  return images;
}

}  // namespace

int main(int argc, char** argv) {
  std::string plan_file;
  int threads = 2, depth = 2;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--plan")) plan_file = argv[i + 1];
    if (!std::strcmp(argv[i], "--threads")) threads = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "--depth")) depth = std::atoi(argv[i + 1]);
  }
  std::ifstream file(plan_file, std::ios::binary);
  const std::string plan{std::istreambuf_iterator<char>(file), {}};
  penstock::PipelineOptions options;
  options.num_threads = threads;
  penstock::Pipeline pipe = penstock::Pipeline::FromJson(plan, options);
  pipe.Build();

  // Batches that were made while idle are taken before the clock starts.
  const auto prime = [&] {
    for (int i = 0; i < 2 * depth + 2; ++i) one(pipe);
  };
  prime();
  std::puts("{\"ready\":\"cpp_loop\"}");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "quit") break;
    const double limit = std::atof(line.c_str() + 3);
    prime();
    const rusage before = usage();
    const auto t0 = Clock::now();
    long long images = 0;
    double elapsed = 0;
    while ((elapsed = seconds_since(t0)) < limit) images += one(pipe);
    const rusage after = usage();
    std::printf(
        "{\"rival\":\"cpp_loop\",\"job\":\"main\",\"images\":%lld,\"seconds\":%.6f,\"imagesPerSecond\":%.2f,"
        "\"cpuMsPerImage\":%.5f,\"peakRssBytes\":%lld}\n",
        images, elapsed, static_cast<double>(images) / elapsed,
        1e3 * (cpu_seconds(after) - cpu_seconds(before)) / static_cast<double>(images),
        static_cast<long long>(after.ru_maxrss) * 1024);
    std::fflush(stdout);
    // Waits until all stages are full and all threads are idle again.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
}
