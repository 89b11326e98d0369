// Normalising rows of 8-bit pixels. A NormalizePlan holds tables and coefficients; normalize_row() applies them to one
// row. cropMirrorNormalize and the operators fused with it share these, so they give the same bytes. A plan belongs to
// the NormalizeCache that made it, and the cache to one thread.
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
  // operator's bytes; vector code is used only where it was proven equal on all 256 values. Null for more than
  // kMaxTables channels: 8-bit inputs are then computed from `linear`, with the same bytes.
  const void* table;
  const void* fill;      // [out_channels] of dtype
  const double* linear;  // [channels][2]: mean and std, used with scale and shift for inputs that are not 8-bit
  double scale, shift;
  // Coefficients of the vector kernels (row_kernels.h); null where these are not proven equal to the table.
  const float* lanes;
};

// Most channels with a table. A thread keeps its last table, at most 512 KB, which the memory account does not count.
inline constexpr int kMaxTables = 256;

class NormalizeCache {
 public:
  // Returns the plan, computed anew only when the numbers changed since the last call. It is valid until the next call.
  // Throws when a list's length is neither 1 nor the number of channels.
  const NormalizePlan& get(const NormalizeSpec& spec);

 private:
  std::vector<float> key_;
  std::vector<uint64_t> table_, fill_;  // 8-byte units, so that every dtype is aligned
  std::vector<double> linear_;
  std::vector<float> lanes_;
  NormalizePlan plan_{};
};

// The number of output channels: the next power of 2 with padOutput.
constexpr int padded_channels(int channels, bool pad_output) {
  int n = 1;
  while (n < channels) n *= 2;
  return pad_output ? n : channels;
}

// Throws when a list's length is neither 1 nor the number of channels.
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

// Calls f(U{}) with the unsigned integer type of a dtype's size, because tables and fill values are copied as bits.
template <class F>
void with_bits(DType dtype, F&& f) {
  const int64_t size = dtype_size(dtype);
  if (size == 1) return f(uint8_t{});
  if (size == 2) return f(uint16_t{});
  if (size == 4) return f(uint32_t{});
  f(uint64_t{});
}

// The fill value of an output channel. For integer dtypes its fraction is dropped.
inline float fill_value(const NormalizeSpec& s, int channel) {
  const float v = s.fill.size == 1 ? s.fill[0] : channel < s.fill.size ? s.fill[channel] : 0.0f;
  return s.dtype == DType::float16 || s.dtype == DType::float32 || s.dtype == DType::float64 ? v : std::trunc(v);
}

// Makes a NormalizeSpec of the arguments of cropMirrorNormalize, or of any arguments that include them.
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
// Rows on 64-byte boundaries are written past the caches, so normalize_done() must be called before another thread
// reads them.
void normalize_row(const NormalizePlan& plan, const uint8_t* row, int64_t width, void* out, int64_t plane_stride);

void normalize_done();

// Normalises the bytes of one channel, which are `in_step` apart, to elements that are `out_step` apart.
void normalize_channel(const NormalizePlan& plan, int channel, const uint8_t* in, int64_t in_step, int64_t width,
                       void* out, int64_t out_step);

}  // namespace penstock::ops
