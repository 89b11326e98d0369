// Lab of JPEG decoding on CPUs: whole photos of a folder to RGB, by the project's decoder at each SIMD level and by a
// bare loop of libjpeg-turbo. The contenders alternate file by file, and the least CPU time of each file counts, as the
// machine may be shared. README.md has the numbers.
//   g++ -std=c++17 -O3 -Inative bench/kernels/jpeg_cpu/jpeg_lab.cc build/libpenstock_core.a -l:libjpeg.a -lpthread -ldl
//     -o /tmp/jpeg_lab && /tmp/jpeg_lab FOLDER [rounds] [threads] [contender]
// With the number of a contender only that one decodes, so that an emulator can count its instructions.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "codecs/jpeg/jpeg_decode.h"
#include "codecs/jpeg/jpeg_header.h"
#include "core/cpu.h"

using namespace penstock;
using namespace penstock::codecs;

namespace {

using File = std::vector<uint8_t>;

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

class Bare {
 public:
  Bare() {
    errors_.init();
    info_.err = &errors_.base;
    jpeg_create_decompress(&info_);
  }
  ~Bare() { jpeg_destroy_decompress(&info_); }

  void decode(const File& file, std::vector<uint8_t>& out) {
    if (setjmp(errors_.escape)) {
      jpeg_abort_decompress(&info_);
      return;
    }
    jpeg_mem_src(&info_, file.data(), static_cast<unsigned long>(file.size()));
    jpeg_read_header(&info_, TRUE);
    info_.out_color_space = info_.num_components == 4 ? JCS_CMYK : JCS_RGB;
    jpeg_start_decompress(&info_);
    const size_t stride = static_cast<size_t>(info_.output_width) * static_cast<size_t>(info_.output_components);
    while (info_.output_scanline < info_.output_height) {
      JSAMPROW rows[16];
      for (size_t i = 0; i < 16; ++i) rows[i] = out.data() + (info_.output_scanline + i) * stride;
      jpeg_read_scanlines(&info_, rows, std::min<JDIMENSION>(16, info_.output_height - info_.output_scanline));
    }
    jpeg_finish_decompress(&info_);
  }

 private:
  jpeg_decompress_struct info_;
  JpegErrors errors_;
};

struct Own {
  JpegDecoder decoder;
  Scratch scratch;
  void decode(const File& file, std::vector<uint8_t>& out) {
    const Header h = peek_jpeg({file.data(), file.size()});
    DecodeSpec spec;
    spec.adjust_orientation = false;
    decoder.decode({file.data(), file.size()}, h, spec, {0, 0, h.width, h.height}, out.data(), scratch);
    scratch.reset();
  }
};

constexpr SimdLevel kLevels[] = {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512};
constexpr int kContenders = 4;
constexpr int kAll = -1;

void compare(const std::vector<File>& files, int rounds, int only, double* sums) {
  Bare bare;
  Own own[3];
  for (int i = 0; i < 3; ++i) own[i].decoder.pixels().use(kLevels[i]);
  std::vector<uint8_t> out;
  for (const File& file : files) {
    const Header h = peek_jpeg({file.data(), file.size()});
    out.resize(static_cast<size_t>(h.width) * static_cast<size_t>(h.height + 16) * 4 + 64);
    double least[kContenders];
    std::fill_n(least, kContenders, 1e30);
    for (int r = 0; r < rounds; ++r) {
      for (int i = 0; i < kContenders; ++i) {
        if (only != kAll && i != only) continue;
        const double start = now();
        if (i == 0) {
          bare.decode(file, out);
        } else {
          own[i - 1].decode(file, out);
        }
        least[i] = std::min(least[i], now() - start);
      }
    }
    for (int i = 0; i < kContenders; ++i) sums[i] += least[i];
  }
}

}  // namespace

int main(int argc, char** argv) {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  if (argc < 2) return std::fprintf(stderr, "usage: jpeg_lab FOLDER [rounds] [threads] [contender]\n"), 2;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<File> files;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    File file((std::istreambuf_iterator<char>(in)), {});
    if (file.size() > 3 && file[0] == 0xff && file[1] == 0xd8) files.push_back(std::move(file));
  }
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  const size_t threads = argc > 3 ? static_cast<size_t>(std::atoi(argv[3])) : 1;
  const int only = argc > 4 ? std::atoi(argv[4]) : kAll;
  std::vector<std::vector<double>> sums(threads, std::vector<double>(kContenders));
  std::vector<std::thread> all;
  for (size_t t = 0; t < threads; ++t) all.emplace_back([&, t] { compare(files, rounds, only, sums[t].data()); });
  for (auto& t : all) t.join();
  const char* const names[] = {"libjpeg-turbo", "baseline", "avx2", "avx512"};
  for (int i = 0; i < kContenders; ++i) {
    double us = 0, base = 0;
    for (size_t t = 0; t < threads; ++t) us += sums[t][static_cast<size_t>(i)], base += sums[t][0];
    std::printf("%-14s %8.1f us a file, %.3f of libjpeg-turbo's rate\n", names[i],
                us / static_cast<double>(files.size() * threads), base / us);
  }
}
