// The weights of 33 phases lie in rows, so that those of any position are two neighbouring rows and a fraction. The
// sums have eight lanes at every SIMD level, and so the same bytes.
#include "kernels/audio/sinc.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/cpu.h"

namespace penstock::audio {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kLanes = 8;
constexpr int kMaxReach = 1 << 15;
constexpr size_t kMaxFilters = 8;

double sinc(double x) { return x == 0 ? 1 : std::sin(x * kPi) / (x * kPi); }
// From -1 to 1.
double hann(double x) { return 0.5 * (1 + std::cos(x * kPi)); }

#define PENSTOCK_INLINE [[gnu::always_inline]] inline
using Lanes = float __attribute__((vector_size(4 * kLanes)));

PENSTOCK_INLINE void load(const float* p, Lanes& v) { std::memcpy(&v, p, sizeof v); }

// The weights between two rows, `share` of the way.
PENSTOCK_INLINE void mix_rows(const float* a, const float* b, float share, int n, float* out) {
  for (int k = 0; k < n; ++k) out[k] = a[k] + share * (b[k] - a[k]);
}

PENSTOCK_INLINE float weighted_sum(const float* x, const float* w, int n) {
  Lanes even = {}, odd = {};
  int k = 0;
  for (; k + 2 * kLanes <= n; k += 2 * kLanes) {
    Lanes x0, x1, w0, w1;
    load(x + k, x0);
    load(w + k, w0);
    load(x + k + kLanes, x1);
    load(w + k + kLanes, w1);
    even += x0 * w0;
    odd += x1 * w1;
  }
  if (k < n) {
    Lanes x0, w0;
    load(x + k, x0);
    load(w + k, w0);
    even += x0 * w0;
  }
  even += odd;
  return ((even[0] + even[4]) + (even[2] + even[6])) + ((even[1] + even[5]) + (even[3] + even[7]));
}

struct Rows {
  const float* rows;
  int per_element, stride, reach;
};

PENSTOCK_INLINE void block_of(const Rows& r, const float* x, int64_t last, float at, float step, int count, float* w,
                              float* out) {
  float phase = -1;
  for (int i = 0; i < count; ++i, at += step) {
    const float up = std::ceil(at), behind = up - at;
    if (behind != phase) {
      phase = behind;
      const float row = behind * static_cast<float>(r.per_element);
      const int whole = static_cast<int>(row);
      const float* a = r.rows + static_cast<int64_t>(whole) * r.stride;
      mix_rows(a, a + r.stride, row - static_cast<float>(whole), r.stride, w);
    }
    // Sums of float32 may pass the end by a little.
    const int64_t centre = std::min(static_cast<int64_t>(up), last);
    out[i] = weighted_sum(x + centre - r.reach, w, r.stride);
  }
}

using Block = void (*)(const Rows&, const float*, int64_t, float, float, int, float*, float*);

void baseline_block(const Rows& r, const float* x, int64_t last, float at, float step, int count, float* w,
                    float* out) {
  block_of(r, x, last, at, step, count, w, out);
}
#if defined(__x86_64__)
__attribute__((target("avx2"))) void avx2_block(const Rows& r, const float* x, int64_t last, float at, float step,
                                                int count, float* w, float* out) {
  block_of(r, x, last, at, step, count, w, out);
}
#endif

Block block_of_level([[maybe_unused]] SimdLevel level) {
#if defined(__x86_64__)
  if (level >= SimdLevel::avx2) return avx2_block;
#endif
  return baseline_block;
}

}  // namespace

int lobes_of(float quality) {
  const double q = quality;
  return static_cast<int>(std::round(0.007 * q * q - 0.09 * q + 3));
}

int64_t resampled_length(int64_t n, double in_rate, double out_rate) {
  const double length = std::ceil(static_cast<double>(n) * out_rate / in_rate);
  // Too long for any tensor, which the program says.
  return length < 4e18 ? static_cast<int64_t>(length) : INT64_MAX;
}

void check_stretch(int lobes, double stretch, ErrorCode code) {
  if (lobes * stretch <= kMaxReach) return;
  fail(code, "Expected a rate of at least 1/%d of the input's, with antialias and this quality, but received 1/%g",
       kMaxReach / lobes, stretch);
}

SincFilter::SincFilter(int lobes, double stretch, SimdLevel level)
    : level_(level),
      reach_(static_cast<int>(std::ceil(lobes * stretch))),
      stride_((2 * reach_ + kLanes - 1) / kLanes * kLanes),
      rows_(static_cast<size_t>(kRows + 1) * stride_) {
  // DALI's table has an odd number of entries, and its window reaches half an entry further than the sinc.
  const double entries = 64 * lobes + 1;
  for (int row = 0; row <= kRows; ++row) {
    for (int k = 0; k < 2 * reach_; ++k) {
      const double x = (static_cast<double>(row) / kRows + k - reach_) / stretch;
      const double envelope = x * kRows * (2 / entries);
      const bool inside = std::abs(envelope) < 1;
      rows_[static_cast<size_t>(row) * stride_ + k] =
          inside ? static_cast<float>(sinc(x) * hann(envelope) / stretch) : 0.f;
    }
  }
}

std::vector<float> SincFilter::columns() const {
  std::vector<float> made(rows_.size());
  for (int row = 0; row <= kRows; ++row) {
    for (int k = 0; k < stride_; ++k) made[static_cast<size_t>(k) * (kRows + 1) + row] = rows_[row * stride_ + k];
  }
  return made;
}

void SincFilter::block(const float* x, int64_t n, double begin, float step, int count, float* weights,
                       float* out) const {
  const auto whole = static_cast<int64_t>(std::floor(begin));
  const Rows rows{rows_.data(), kRows, stride_, reach_};
  block_of_level(level_)(rows, x + whole, n - whole, static_cast<float>(begin - static_cast<double>(whole)), step,
                         count, weights, out);
}

const SincFilter& SincFilters::get(int lobes, double stretch) {
  for (const Entry& e : entries_) {
    if (e.lobes == lobes && e.stretch == stretch) return *e.filter;
  }
  if (entries_.size() == kMaxFilters) entries_.erase(entries_.begin());
  entries_.push_back({lobes, stretch, std::make_unique<SincFilter>(lobes, stretch)});
  return *entries_.back().filter;
}

}  // namespace penstock::audio
