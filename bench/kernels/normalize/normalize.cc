// Lab bench: 224x224 RGB bytes to normalised float32 planes, in numbered versions. Validates, then times.
//   g++ -std=c++17 -O3 -ffp-contract=off -Inative bench/kernels/normalize/normalize.cc native/core/cpu.cc -lpthread \
//       -o /tmp/normalize && /tmp/normalize [arena MB, default 115] [1: a second thread reads the arena]
// Results and what was tried: README.md.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

#include "kernels/normalize/row_kernels.h"

namespace penstock::ops {
namespace {

constexpr int kSide = 224, kPixels = kSide * kSide;
const float kMean[3] = {123.675f, 116.28f, 103.53f}, kStd[3] = {58.395f, 57.12f, 57.375f};

float g_table[3 * 256];
alignas(64) float g_lanes8[96], g_lanes16[192];
double g_line[6];  // slope, offset

void prepare() {
  Line lines[3];
  for (int c = 0; c < 3; ++c) {
    for (int v = 0; v < 256; ++v) g_table[256 * c + v] = static_cast<float>((v - double{kMean[c]}) / double{kStd[c]});
    g_line[2 * c] = 1 / double{kStd[c]};
    g_line[2 * c + 1] = -double{kMean[c]} * g_line[2 * c];
    lines[c] = make_line(g_line[2 * c], kMean[c]);
  }
  fill_lanes(lines, 8, true, g_lanes8);
  fill_lanes(lines, 16, true, g_lanes16);
}

using Row = void (*)(const uint8_t* in, float* out, bool mirror);

void v1_table(const uint8_t* in, float* out, bool mirror) { table_rgb(g_table, in, kSide, out, kPixels, 1, mirror); }
// Single precision, one rounding per operation: what most code does; not within 1 ulp.
void v2_naive(const uint8_t* in, float* out, bool mirror) {
  for (int x = 0; x < kSide; ++x) {
    const int o = mirror ? kSide - 1 - x : x;
    for (int c = 0; c < 3; ++c) out[c * kPixels + o] = (in[3 * x + c] - kMean[c]) * (1 / kStd[c]);
  }
}
PENSTOCK_AVX512 void v3_double_avx512(const uint8_t* in, float* out, bool mirror) {
  __m512i pick[3];
  for (int c = 0; c < 3; ++c) {
    alignas(64) uint8_t index[64];
    for (int i = 0; i < 64; ++i) index[i] = static_cast<uint8_t>(3 * (mirror ? 15 - i / 4 : i / 4) + c);
    pick[c] = _mm512_load_si512(index);
  }
  for (int x = 0; x < kSide; x += 16) {
    const __m512i px = _mm512_maskz_loadu_epi8(0xffffffffffff, in + 3 * x);
    float* o = out + (mirror ? kSide - 16 - x : x);
    for (int c = 0; c < 3; ++c) {
      const __m512i wide = _mm512_maskz_permutexvar_epi8(0x1111111111111111, pick[c], px);
      const __m512d a = _mm512_set1_pd(g_line[2 * c]), b = _mm512_set1_pd(g_line[2 * c + 1]);
      const __m512d lo = _mm512_fmadd_pd(_mm512_cvtepi32_pd(_mm512_castsi512_si256(wide)), a, b);
      const __m512d hi = _mm512_fmadd_pd(_mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(wide, 1)), a, b);
      _mm256_storeu_ps(o + c * kPixels, _mm512_cvtpd_ps(lo));
      _mm256_storeu_ps(o + c * kPixels + 8, _mm512_cvtpd_ps(hi));
    }
  }
}
void v4_avx2(const uint8_t* in, float* out, bool mirror) {
  rgb_avx2<float, false>(g_lanes8, in, kSide, out, kPixels, true, mirror);
}
void v5_avx2_stream(const uint8_t* in, float* out, bool mirror) {
  rgb_avx2<float, true>(g_lanes8, in, kSide, out, kPixels, true, mirror);
}
void v6_avx512(const uint8_t* in, float* out, bool mirror) {
  rgb_avx512<float, false>(g_lanes16, in, kSide, out, kPixels, true, mirror);
}
void v7_avx512_stream(const uint8_t* in, float* out, bool mirror) {
  rgb_avx512<float, true>(g_lanes16, in, kSide, out, kPixels, true, mirror);
}

void image(Row row, const uint8_t* in, float* out, bool mirror) {
  for (int y = 0; y < kSide; ++y) row(in + y * 3 * kSide, out + y * kSide, mirror);
}

// CPU time of this thread, so that a shared machine's other work counts less.
double cpu_us() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

}  // namespace
}  // namespace penstock::ops

int main(int argc, char** argv) {
  using namespace penstock::ops;
  prepare();
  const size_t mb = argc > 1 ? std::atoi(argv[1]) : 115;
  const bool reader = argc > 2 && std::atoi(argv[2]);
  const int slots = std::max<int>(1, static_cast<int>((mb << 20) / (12 * kPixels)));
  auto* arena = static_cast<float*>(std::aligned_alloc(64, size_t{12} * kPixels * slots));
  std::fill(arena, arena + size_t{3} * kPixels * slots, 0.0f);
  std::vector<uint8_t> in(3 * kPixels + 64);
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<uint8_t>(i * 2654435761u >> 13);

  struct Version {
    const char* name;
    Row row;
    bool exact;
  };
  std::vector<Version> versions = {{"v1 table", v1_table, true}, {"v2 naive float", v2_naive, false}};
  if (penstock::simd_level() >= penstock::SimdLevel::avx2) {
    versions.push_back({"v4 two-float avx2", v4_avx2, true});
    versions.push_back({"v5 + stream", v5_avx2_stream, true});
  }
  if (penstock::simd_level() >= penstock::SimdLevel::avx512) {
    versions.push_back({"v3 double avx512", v3_double_avx512, true});
    versions.push_back({"v6 two-float avx512", v6_avx512, true});
    versions.push_back({"v7 + stream", v7_avx512_stream, true});
  }
  for (const Version& v : versions) {
    for (bool mirror : {false, true}) {
      image(v.row, in.data(), arena, mirror);
      int wrong = 0;
      for (int c = 0; c < 3; ++c) {
        for (int i = 0; i < kPixels; ++i) {
          const int y = i / kSide, x = i % kSide, from = y * kSide + (mirror ? kSide - 1 - x : x);
          wrong += arena[c * kPixels + i] != g_table[256 * c + in[3 * from + c]];
        }
      }
      if (wrong && v.exact) std::printf("%s%s: %d values differ\n", v.name, mirror ? " mirrored" : "", wrong);
    }
  }

  // As in a pipeline: images go to one slot after another, and another thread reads them later.
  std::atomic<int> written{0};
  std::atomic<bool> stop{false};
  std::atomic<float> sink{0};
  std::thread consumer([&] {
    int next = 0;
    while (reader && !stop.load()) {
      if (written.load() <= next) continue;
      float sum = 0;
      const float* p = arena + size_t(3) * kPixels * (next++ % slots);
      for (int i = 0; i < 3 * kPixels; i += 16) sum += p[i];
      sink = sum;
    }
  });
  std::vector<std::vector<double>> times(versions.size());
  for (int round = 0; round < 7; ++round) {
    for (size_t v = 0; v < versions.size(); ++v) {
      const double start = cpu_us();
      for (int i = 0; i < 2 * slots; ++i) {
        image(versions[v].row, in.data(), arena + size_t(3) * kPixels * (i % slots), i & 1);
        written.store(written.load() + 1);
      }
      times[v].push_back((cpu_us() - start) / (2 * slots));
    }
  }
  stop = true;
  consumer.join();
  for (size_t v = 0; v < versions.size(); ++v) {
    std::sort(times[v].begin(), times[v].end());
    std::printf("%-20s median %6.1f us  best %6.1f us  %5.1f GB/s written\n", versions[v].name, times[v][3],
                times[v][0], 12e-3 * kPixels / times[v][0]);
  }
}
