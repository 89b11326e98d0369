// The float32 passes of the resampler, for any input type; for uint8 only where a filter has too many taps for fixed
// point. Vertical first, one output row at a time. Sums run in tap order without contraction, so every SIMD level gives
// the same bytes.
#include <algorithm>

#include "core/dispatch.h"
#include "kernels/resample/resample.h"

#if defined(__x86_64__)
// The target has no FMA, because its single rounding would change bytes.
#define RESAMPLE_FLOAT_AVX2 __attribute__((target("avx2")))
#endif

namespace penstock::resample {
namespace {

template <class In>
[[gnu::always_inline]] inline void vertical_body(const In* const* rows, const float* weight, int taps, int64_t n,
                                                 float* __restrict out) {
  constexpr int64_t kStrip = 256;  // the sums of a strip stay in L1
  for (int64_t at = 0; at < n; at += kStrip) {
    const int64_t m = std::min(kStrip, n - at);
    float* o = out + at;
    const In* row = rows[0] + at;
    for (int64_t i = 0; i < m; ++i) o[i] = weight[0] * static_cast<float>(row[i]);
    for (int k = 1; k < taps; ++k) {
      row = rows[k] + at;
      const float w = weight[k];
      for (int64_t i = 0; i < m; ++i) o[i] += w * static_cast<float>(row[i]);
    }
  }
}

template <int kChannels>
[[gnu::always_inline]] inline void horizontal_body(const Taps& x, int channels_given, const float* in,
                                                   float* __restrict out) {
  const int channels = kChannels ? kChannels : channels_given;
  for (int i = 0; i < x.count; ++i) {
    const float* p = in + static_cast<ptrdiff_t>(x.index[i] - x.begin) * channels;
    const float* w = x.weight.data() + static_cast<ptrdiff_t>(i) * x.taps;
    for (int c = 0; c < channels; ++c) out[c] = w[0] * p[c];
    for (int k = 1; k < x.taps; ++k) {
      p += channels;
      for (int c = 0; c < channels; ++c) out[c] += w[k] * p[c];
    }
    out += channels;
  }
}

[[gnu::always_inline]] inline void horizontal_any(const Taps& x, int channels, const float* in, float* out) {
  if (channels == 1) return horizontal_body<1>(x, channels, in, out);
  if (channels == 3) return horizontal_body<3>(x, channels, in, out);
  if (channels == 4) return horizontal_body<4>(x, channels, in, out);
  horizontal_body<0>(x, channels, in, out);
}

#if defined(__x86_64__)
template <class In>
RESAMPLE_FLOAT_AVX2 void vertical_avx2(const In* const* rows, const float* weight, int taps, int64_t n, float* out) {
  vertical_body(rows, weight, taps, n, out);
}
RESAMPLE_FLOAT_AVX2 void horizontal_avx2(const Taps& x, int channels, const float* in, float* out) {
  horizontal_any(x, channels, in, out);
}
#endif

}  // namespace

template <class In>
void vertical_float(const In* const* rows, const float* weight, int taps, int64_t n, float* out) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return vertical_avx2(rows, weight, taps, n, out);
#endif
  vertical_body(rows, weight, taps, n, out);
}

void horizontal_float(const Taps& x, int channels, const float* in, float* out) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return horizontal_avx2(x, channels, in, out);
#endif
  horizontal_any(x, channels, in, out);
}

template <class In, class Out>
void Resampler::image_float(const In* in, ptrdiff_t pitch, int channels, Out* out, Scratch& scratch) const {
  const Scratch::Mark mark = scratch.mark();
  const int64_t n = static_cast<int64_t>(x_->end - x_->begin) * channels;
  const int64_t out_n = static_cast<int64_t>(x_->count) * channels;
  float* sums = scratch.get<float>(n);
  float* result = scratch.get<float>(out_n);
  const In** rows = scratch.get<const In*>(y_->taps);
  in += static_cast<ptrdiff_t>(x_->begin) * channels;
  for (int y = 0; y < y_->count; ++y, out += out_n) {
    const float* weight = y_->weight.data() + static_cast<ptrdiff_t>(y) * y_->taps;
    int first = 0, last = y_->taps;
    while (first < last - 1 && weight[first] == 0) ++first;
    while (last > first + 1 && weight[last - 1] == 0) --last;
    for (int k = first; k < last; ++k) rows[k] = in + (y_->index[y] + k) * pitch;
    vertical_float(rows + first, weight + first, last - first, n, sums);
    if constexpr (std::is_same_v<Out, float>) {
      horizontal_float(*x_, channels, sums, out);
    } else {
      horizontal_float(*x_, channels, sums, result);
      for (int64_t i = 0; i < out_n; ++i) out[i] = convert<Out>(result[i]);
    }
  }
  scratch.rewind(mark);
}

void Resampler::rows_float_u8(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink, Scratch& scratch) {
  const int width = x_->count, height = y_->count;
  uint8_t* image = scratch.get<uint8_t>(static_cast<size_t>(width) * height * channels);
  image_float<uint8_t, uint8_t>(in, pitch, channels, image, scratch);
  const ptrdiff_t stride = width + kPlanePad;
  uint8_t* planes = scratch.get<uint8_t>(stride * channels);
  for (int y = 0; y < height; ++y, image += static_cast<ptrdiff_t>(width) * channels) {
    for (int c = 0; c < channels; ++c) {
      for (int x = 0; x < width; ++x) planes[c * stride + x] = image[static_cast<ptrdiff_t>(x) * channels + c];
    }
    sink.row(sink.self, y, planes, stride);
  }
}

#define PENSTOCK_FLOAT_IMAGE(In, Out) \
  template void Resampler::image_float<In, Out>(const In*, ptrdiff_t, int, Out*, Scratch&) const;
PENSTOCK_FLOAT_IMAGE(uint8_t, uint8_t)
PENSTOCK_FLOAT_IMAGE(uint8_t, float)
PENSTOCK_FLOAT_IMAGE(uint16_t, uint16_t)
PENSTOCK_FLOAT_IMAGE(uint16_t, float)
PENSTOCK_FLOAT_IMAGE(int16_t, int16_t)
PENSTOCK_FLOAT_IMAGE(int16_t, float)
PENSTOCK_FLOAT_IMAGE(float, float)
PENSTOCK_FLOAT_IMAGE(float, uint8_t)
PENSTOCK_FLOAT_IMAGE(float, uint16_t)
PENSTOCK_FLOAT_IMAGE(float, int16_t)
#undef PENSTOCK_FLOAT_IMAGE

template void vertical_float<uint8_t>(const uint8_t* const*, const float*, int, int64_t, float*);
template void vertical_float<uint16_t>(const uint16_t* const*, const float*, int, int64_t, float*);
template void vertical_float<int16_t>(const int16_t* const*, const float*, int, int64_t, float*);
template void vertical_float<float>(const float* const*, const float*, int, int64_t, float*);

}  // namespace penstock::resample
