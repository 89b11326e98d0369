// Lab of the fixed-point resampler: checks every SIMD level against a double-precision reference, then times them on
// random windows of photo size, and times variants of single kernels that were tried (README.md has the numbers).
//   g++ -std=c++17 -O3 -ffp-contract=off -Inative -I. bench/kernels/resample/resample_lab.cc native/core/cpu.cc \
//     native/kernels/resample/*.cc -o /tmp/resample_lab
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>

#include "bench/kernels/resample/variants.h"
#include "kernels/resample/geometry.h"
#include "kernels/resample/resample.h"

using namespace penstock;
using namespace penstock::resample;

namespace {

constexpr int kOut = 224;

// CPU time: the machine may be shared.
double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

struct Window {
  int h, w;
};

// What RandomResizedCrop draws in a 500x375 photo: area 0.08 to 1, ratio 3/4 to 4/3.
std::vector<Window> windows(int count) {
  std::mt19937 g(7);
  std::uniform_real_distribution<double> u(0, 1);
  std::vector<Window> out;
  while (static_cast<int>(out.size()) < count) {
    const double area = 500 * 375 * (0.08 + 0.92 * u(g)), ratio = std::exp((2 * u(g) - 1) * std::log(4 / 3.));
    const int w = static_cast<int>(std::lround(std::sqrt(area * ratio)));
    const int h = static_cast<int>(std::lround(std::sqrt(area / ratio)));
    if (w <= 500 && h <= 375) out.push_back({h, w});
  }
  return out;
}

void plan(Resampler& r, Window win) {
  const ops::ResizeFilters filters;
  r.plan(ops::resize_axis(win.h, kOut, 0, static_cast<float>(win.h), filters),
         ops::resize_axis(win.w, kOut, 0, static_cast<float>(win.w), filters), {0, kOut}, {0, kOut});
}

double triangle(int in, int out, int i, int k) {
  const double scale = static_cast<double>(in) / out, stretch = std::max(1.0, scale);
  return std::max(0.0, 1 - std::fabs((k + 0.5 - (i + 0.5) * scale) / stretch));
}

// Weighted sum over one axis, border samples repeated.
template <class F>
double weighted(int in, int out, int i, F&& sample) {
  const int reach = static_cast<int>(std::max(1.0, static_cast<double>(in) / out)) + 2;
  const int center = static_cast<int>((i + 0.5) * in / out);
  double sum = 0, total = 0;
  for (int k = center - reach; k <= center + reach; ++k) {
    const double w = triangle(in, out, i, k);
    if (w == 0) continue;
    sum += w * sample(std::clamp(k, 0, in - 1));
    total += w;
  }
  return sum / total;
}

int worst_difference(const std::vector<uint8_t>& src, Window win, const uint8_t* out) {
  int worst = 0;
  for (int y = 0; y < kOut; y += 3) {
    for (int x = 0; x < kOut; x += 5) {
      for (int c = 0; c < 3; ++c) {
        const double v = weighted(win.h, kOut, y, [&](int sy) {
          return weighted(win.w, kOut, x, [&](int sx) { return double{src[(sy * size_t(win.w) + sx) * 3 + c]}; });
        });
        worst = std::max(worst, std::abs(static_cast<int>(std::lround(v)) - out[(y * kOut + x) * 3 + c]));
      }
    }
  }
  return worst;
}

template <class F>
void time_it(const char* name, int per_round, F&& body) {
  std::vector<double> rounds;
  for (int i = 0; i < 15; ++i) {
    const double start = now();
    body();
    rounds.push_back((now() - start) / per_round);
  }
  std::sort(rounds.begin(), rounds.end());
  std::printf("%-34s min %8.3f  median %8.3f us\n", name, rounds[0], rounds[rounds.size() / 2]);
}

void kernel_variants(const std::vector<uint8_t>& src) {
#if defined(__x86_64__)
  if (simd_level() < SimdLevel::avx512) return;
  const Kernels& k = kernels();
  std::vector<int16_t> a(1400), b(1400);
  const uint8_t* rows[4] = {src.data(), src.data() + 960, src.data() + 1920, src.data() + 2880};
  const int16_t coef[4] = {3000, 9000, 4000, 384};
  k.vertical_u8(rows, coef, 4, 960, 7, a.data());
  lab::vertical_u8_permute(rows, coef, 4, 960, 7, b.data());
  std::printf("vertical variants agree: %s\n", std::equal(a.begin(), a.begin() + 960, b.begin()) ? "yes" : "NO");
  time_it("vertical 960 B x 2 taps: unpack", 2000, [&] {
    for (int i = 0; i < 2000; ++i) k.vertical_u8(rows, coef, 2, 960, 7, a.data());
  });
  time_it("vertical 960 B x 2 taps: permute", 2000, [&] {
    for (int i = 0; i < 2000; ++i) lab::vertical_u8_permute(rows, coef, 2, 960, 7, b.data());
  });

  // 320 > 224 samples, 3 planes.
  std::vector<int32_t> index(kOut), bases(64);
  std::vector<int16_t> weights(kOut * 8, 0);
  for (int i = 0; i < kOut; ++i) {
    index[i] = static_cast<int>(i * 320.0 / kOut);
    weights[8 * i] = 4000, weights[8 * i + 1] = 8000, weights[8 * i + 2] = 4384;
  }
  alignas(64) static int16_t space[16 * 200];
  HTaps taps;
  taps.out = kOut;
  taps.taps = 3;
  taps.stride = 8;
  taps.index = index.data();
  taps.coef = weights.data();
  k.pack(taps, bases.data(), space);
  std::vector<int16_t> planes(3 * 416);
  for (size_t i = 0; i < planes.size(); ++i) planes[i] = static_cast<int16_t>(src[i] << 7);
  std::vector<uint8_t> x(3 * 320), z(3 * 320);
  k.horizontal_u8(taps, planes.data(), 416, 3, 21, x.data(), 320);
  lab::horizontal_u8_reload(taps, planes.data(), 416, 3, 21, z.data(), 320);
  std::printf("horizontal variants agree: %s\n", x == z ? "yes" : "NO");
  time_it("horizontal 3 x 224: one load", 2000, [&] {
    for (int i = 0; i < 2000; ++i) k.horizontal_u8(taps, planes.data(), 416, 3, 21, x.data(), 320);
  });
  time_it("horizontal 3 x 224: load per pair", 2000, [&] {
    for (int i = 0; i < 2000; ++i) lab::horizontal_u8_reload(taps, planes.data(), 416, 3, 21, z.data(), 320);
  });
#else
  (void)src;
#endif
}

}  // namespace

int main() {
  std::mt19937 g(1);
  std::vector<uint8_t> src(500 * 376 * 3), out(kOut * kOut * 3);
  for (auto& v : src) v = static_cast<uint8_t>(g());
  const std::vector<Window> list = windows(200);
  Scratch scratch;
  for (int level = static_cast<int>(simd_level()); level >= 0; --level) {
    Resampler r(static_cast<SimdLevel>(level));
    int worst = 0;
    for (int i = 0; i < 10; ++i) {
      plan(r, list[i]);
      r.image_u8(src.data(), list[i].w * 3, 3, out.data(), scratch);
      worst = std::max(worst, worst_difference(src, list[i], out.data()));
    }
    std::printf("%s: largest difference from the exact result %d\n", simd_level_name(static_cast<SimdLevel>(level)),
                worst);
    time_it("  window > 224 x 224 RGB", static_cast<int>(list.size()), [&] {
      for (const Window& win : list) {
        plan(r, win);
        r.image_u8(src.data(), win.w * 3, 3, out.data(), scratch);
        scratch.reset();
      }
    });
  }
  Resampler r;
  time_it("tables only", static_cast<int>(list.size()), [&] {
    for (const Window& win : list) plan(r, win);
  });
  kernel_variants(src);
}
