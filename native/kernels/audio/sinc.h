// Resampling by a windowed sinc: an element of the output is a sum of the 2 * reach elements of the input around its
// position, with the weights of sinc(x) under a Hann window. Without a stretch the numbers are DALI's: the weights come
// from a table of 64 entries a lobe, and positions are sums of float32 in blocks of 256 elements.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "core/cpu.h"
#include "core/op.h"
#include "core/scratch.h"
#include "kernels/audio/elements.h"

namespace penstock::audio {

// Lobes of the sinc on either side, for a quality from 0 to 100: 3, 16 for 50, and 64 for 100.
int lobes_of(float quality);

// The length that n elements have at another rate.
int64_t resampled_length(int64_t n, double in_rate, double out_rate);

// The weights of one quality and stretch. A stretch above 1 makes the filter so much longer, with a cut-off that is as
// much lower, so that an output of fewer elements has no frequencies folded down.
class SincFilter {
 public:
  // `level`: of the instructions that are used. Every level gives the same bytes.
  SincFilter(int lobes, double stretch, SimdLevel level = simd_level());

  // Elements of the input on either side that count.
  int reach() const { return reach_; }
  // Elements that must be readable before the input and after it, all of which are 0.
  int64_t margin() const { return reach_ + 16; }

  // The weights as columns, for kernels: weight k of row r is at k * (kRows + 1) + r, so that threads with different
  // phases read neighbours.
  std::vector<float> columns() const;

  // Outputs whose positions are sums of the step, from one that is computed.
  static constexpr int kBlock = 256;
  // Rows per element of the input; a row between two of them is interpolated.
  static constexpr int kRows = 32;

  // The numbers of memory that resample() takes, and of weights of an output: a multiple of 8, the last ones are 0.
  size_t weights() const { return static_cast<size_t>(stride_); }

  // x: n elements within margins. Writes `count` elements, `stride` apart, `step` elements of the input each.
  template <class T>
  void resample(const float* x, int64_t n, double step, int64_t count, float* weights, T* out, int stride) const {
    float made[kBlock];
    for (int64_t at = 0; at < count; at += kBlock) {
      const int some = static_cast<int>(count - at < kBlock ? count - at : kBlock);
      block(x, n, at * step, static_cast<float>(step), some, weights, made);
      for (int i = 0; i < some; ++i) out[(at + i) * stride] = from_float<T>(made[i]);
    }
  }

 private:
  void block(const float* x, int64_t n, double begin, float step, int count, float* weights, float* out) const;

  SimdLevel level_;
  int reach_;
  int stride_;  // of a row of weights, a multiple of 8
  std::vector<float> rows_;
};

// Resamples channels of n elements one after the other, each of which lies within margins of zeros.
class ChannelResampler {
 public:
  ChannelResampler(const SincFilter& filter, int64_t n, Scratch& scratch)
      : filter_(filter),
        n_(n),
        x_(scratch.get<float>(static_cast<size_t>(n + 2 * filter.margin())) + filter.margin()),
        weights_(scratch.get<float>(filter.weights())) {
    for (int64_t i = 0; i < filter.margin(); ++i) x_[i - filter.margin()] = x_[n + i] = 0;
  }
  // Where the elements of a channel are put, before run().
  float* input() const { return x_; }
  // Writes `count` elements, `stride` apart, `step` elements of the input each.
  template <class T>
  void run(double step, int64_t count, T* out, int stride) const {
    filter_.resample(x_, n_, step, count, weights_, out, stride);
  }

 private:
  const SincFilter& filter_;
  const int64_t n_;
  float *const x_, *const weights_;
};

// The filters that a thread has used last.
class SincFilters {
 public:
  const SincFilter& get(int lobes, double stretch);

 private:
  struct Entry {
    int lobes;
    double stretch;
    std::unique_ptr<SincFilter> filter;
  };
  std::vector<Entry> entries_;
};

// The stretch for a step, which is the input's rate by the output's.
inline double stretch_of(double step, bool antialias) { return antialias && step > 1 ? step : 1; }

// Throws `code` for a filter of too many weights.
void check_stretch(int lobes, double stretch, ErrorCode code);

}  // namespace penstock::audio
