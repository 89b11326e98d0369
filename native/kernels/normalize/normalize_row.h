// Normalising rows of 8-bit pixels. A NormalizePlan holds what the numbers depend on; normalize_row() applies it to one
// row. cropMirrorNormalize and the operators fused with it share these, so their bytes are the same.
// A plan belongs to the NormalizeCache that made it, and that to one thread.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/args.h"
#include "core/error.h"
#include "core/op.h"
#include "core/tensor.h"

namespace penstock::ops {

struct NormalizeSpec {
  ArgList<float> mean, std;  // one value or one per channel
  ArgList<float> fill;       // values of padding; empty: 0
  float scale = 1, shift = 0;
  DType dtype = DType::float32;
  int channels = 3;         // of the input
  bool pad_output = false;  // the output's channels are a power of 2
  bool planar = true;       // output rows of one channel (CHW), not of pixels (HWC)
  bool mirror = false;
};

struct NormalizePlan {
  DType dtype;
  int channels, out_channels;
  bool planar, mirror;
  // [channels][256] of dtype: the result for every 8-bit value, computed in double and rounded once. It defines the
  // bytes; vector code may compute them instead only where it was proven equal on all 256 values. Null for more than
  // kMostTables channels: `linear` then serves 8-bit inputs too, with the same bytes.
  const void* table;
  const void* fill;      // [out_channels] of dtype
  const double* linear;  // [channels][2]: mean, std; with scale and shift for inputs that are not 8-bit
  double scale, shift;
  const float* lanes;  // coefficients of the vector kernels (row_kernels.h); null when not proven equal
};

// A thread keeps the table of its last numbers, which the memory account does not count: 512 KB at most.
inline constexpr int kMostTables = 256;

class NormalizeCache {
 public:
  // Computed anew only when the numbers changed since the last call. Valid until the next call. Throws when a list's
  // length fits neither 1 nor the channels.
  const NormalizePlan& get(const NormalizeSpec& spec);

 private:
  std::vector<float> key_;
  std::vector<uint64_t> table_, fill_;  // 8-byte units keep any dtype aligned
  std::vector<double> linear_;
  std::vector<float> lanes_;
  NormalizePlan plan_{};
};

// Power of 2 for padOutput.
constexpr int padded_channels(int channels, bool pad_output) {
  int n = 1;
  while (n < channels) n *= 2;
  return pad_output ? n : channels;
}

// Throws when a list's length fits neither 1 nor the channels.
inline void check_lengths(const NormalizeSpec& s) {
  const int out_channels = padded_channels(s.channels, s.pad_output);
  const auto check = [&](const char* name, const ArgList<float>& list) {
    if (list.size == 1 || list.size == s.channels || list.size == out_channels) return;
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or %d values (one per channel) for %s but received %d", s.channels,
         name, list.size);
  };
  check("mean", s.mean);
  check("std", s.std);
  if (!s.fill.empty()) check("fillValues", s.fill);
}

// f(U{}) with the unsigned integer of a dtype's size: tables and fills are copied as bits.
template <class F>
void with_bits(DType dtype, F&& f) {
  const int64_t size = dtype_size(dtype);
  if (size == 1) return f(uint8_t{});
  if (size == 2) return f(uint16_t{});
  if (size == 4) return f(uint32_t{});
  f(uint64_t{});
}

// What padding holds in an output channel; integers take it without its fraction.
inline float fill_value(const NormalizeSpec& s, int channel) {
  const float v = s.fill.size == 1 ? s.fill[0] : channel < s.fill.size ? s.fill[channel] : 0.0f;
  return s.dtype == DType::float16 || s.dtype == DType::float32 || s.dtype == DType::float64 ? v : std::trunc(v);
}

// For the arguments of cropMirrorNormalize, or any that include them.
template <class Args>
NormalizeSpec normalize_spec(const Args& a, int channels, bool planar) {
  NormalizeSpec s;
  s.mean = a.mean;
  s.std = a.std;
  using Policy = typename Args::OutOfBoundsPolicy;
  if (a.out_of_bounds_policy == Policy::pad || a.out_of_bounds_policy == Policy::constant) s.fill = a.fill_values;
  s.scale = a.scale;
  s.shift = a.shift;
  s.dtype = a.dtype;
  s.channels = channels;
  s.pad_output = a.pad_output;
  s.planar = planar;
  s.mirror = a.mirror != 0;
  return s;
}

// Normalises `width` pixels of plan.channels interleaved bytes. Reads only those bytes.
//   planar:      out is the first element of channel 0's row; channel c's row starts c * plane_stride elements later
//   interleaved: out is the row's first pixel, of plan.out_channels elements; plane_stride is not used
// A mirrored row is written back to front. The channels that padOutput adds are filled too.
// Rows on 64-byte boundaries are written past the caches: call normalize_done() before another thread may read them.
void normalize_row(const NormalizePlan& plan, const uint8_t* row, int64_t width, void* out, int64_t plane_stride);

void normalize_done();

// The same for one channel's bytes, `in_step` apart, to elements `out_step` apart.
void normalize_channel(const NormalizePlan& plan, int channel, const uint8_t* in, int64_t in_step, int64_t width,
                       void* out, int64_t out_step);

}  // namespace penstock::ops
