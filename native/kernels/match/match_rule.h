// The arithmetic of other libraries' resizes, sample by sample: what the CPU's loops and the GPU's kernels share. Sums
// run in the order and the precision of the library, so that results are its results.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/host_device.h"

namespace penstock::match {

// The library whose numbers a resize gives, in the order of the argument `match`. torchvision: as on a CPU with
// AVX2. torchvision_float: the path through float32, as on CPUs without AVX2. pillow_12: Pillow up to 12.
enum class Profile : int32_t { dali, pillow, pillow_12, torchvision, torchvision_float, opencv };

// Filters of these libraries.
enum class Filter : int32_t { nearest, linear, cubic, lanczos3, box, hamming, area, lanczos4, nearest_exact };

struct Rule {
  Profile profile = Profile::dali;
  Filter filter = Filter::linear;
  bool antialias = true;

  bool given() const { return profile != Profile::dali; }
  bool operator==(const Rule& o) const {
    return profile == o.profile && filter == o.filter && antialias == o.antialias;
  }
};

// How the samples of an axis become one sample of the result.
enum class Sum : int32_t {
  copy,       // one sample, as it is
  fixed,      // uint8 > uint8: whole weights, one rounding shift
  doubles,    // float32 > float32: sums in double
  doubles16,  // uint16 > uint16: sums in double, rounded
};

PENSTOCK_HD uint8_t clip_u8(int32_t v) { return static_cast<uint8_t>(v < 0 ? 0 : v > 255 ? 255 : v); }

// Sums wrap around as the library's do.
PENSTOCK_HD uint8_t sum_fixed(const uint8_t* in, ptrdiff_t step, const int32_t* weight, int taps, int shift) {
  uint32_t sum = uint32_t{1} << (shift - 1);
  for (int k = 0; k < taps; ++k) sum += static_cast<uint32_t>(weight[k]) * in[k * step];
  return clip_u8(static_cast<int32_t>(sum) >> shift);
}

template <class In>
PENSTOCK_HD double sum_doubles(const In* in, ptrdiff_t step, const double* weight, int taps) {
  double sum = 0;
  for (int k = 0; k < taps; ++k) sum += static_cast<double>(in[k * step]) * weight[k];
  return sum;
}

// Sums of List's passes, in the order of the library: sample(k) is tap k.
template <class Weight, class Sample>
PENSTOCK_HD Weight sum_list(const Weight* weight, int taps, const Sample& sample) {
  Weight sum = weight[0] * sample(0);
  for (int k = 1; k < taps; ++k) sum += weight[k] * sample(k);
  return sum;
}

// As torch's code for AVX2 and AVX-512 sums floats: behind the first product come groups of four, each rounded and
// added in its turn, and the rest are added without being rounded.
template <class Sample>
PENSTOCK_HD float sum_fused(const float* weight, int taps, const Sample& sample) {
  float sum = weight[0] * sample(0);
  int k = 1;
  for (; k + 4 <= taps; k += 4) {
    for (int j = k; j < k + 4; ++j) sum += weight[j] * sample(j);
  }
  for (; k < taps; ++k) sum = fmaf(weight[k], sample(k), sum);
  return sum;
}

// Rounds halves to even.
PENSTOCK_HD uint8_t round_u8(float v) {
  const int32_t whole = static_cast<int32_t>(rintf(v));
  return clip_u8(whole);
}

// OpenCV's linear: halves of a product are dropped one by one.
PENSTOCK_HD uint8_t linear_u8(int32_t a, int32_t b) { return clip_u8(((a >> 16) + (b >> 16) + 2) >> 2); }

// OpenCV's vector code rounds the mean of 2 x 2 samples halves up; it is there for these channels alone.
PENSTOCK_HD bool rounds_up(int rows, int columns, int channels) {
  return rows == 2 && columns == 2 && (channels == 1 || channels == 3 || channels == 4);
}
PENSTOCK_HD uint8_t mean_u8(int32_t sum, int count, bool up) {
  if (up) return static_cast<uint8_t>((sum + 2) >> 2);
  return round_u8(static_cast<float>(sum) * (1.0f / static_cast<float>(count)));
}

// Rounds halves away from 0.
PENSTOCK_HD uint16_t round_u16(double sum) {
  const int32_t v = static_cast<int32_t>(sum >= 0 ? std::floor(sum + 0.5) : -std::floor(-sum + 0.5));
  return static_cast<uint16_t>(v < 0 ? 0 : v > 65535 ? 65535 : v);
}

}  // namespace penstock::match
