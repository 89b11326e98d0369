// The baseline level: plain loops that the compiler vectorises with the instructions that every CPU of the target has.
#include "kernels/resample/scalar.h"

namespace penstock::resample {
namespace {

void vertical_u8(const uint8_t* const* rows, const int16_t* coef, int taps, int n, int shift, int16_t* out) {
  vertical_scalar(rows, coef, taps, 0, n, shift, out);
}

void vertical_i16(const int16_t* const* rows, const int16_t* coef, int taps, int n, int shift, uint8_t* out) {
  vertical_scalar(rows, coef, taps, 0, n, shift, out);
}

template <class Out>
void horizontal(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, Out* out,
                ptrdiff_t out_stride) {
  for (int c = 0; c < channels; ++c) horizontal_scalar(t, in + c * in_stride, shift, out + c * out_stride);
}

template <class T>
void split(const T* in, int width, int channels, int16_t* out, ptrdiff_t stride) {
  // A constant channel count lets the compiler use strided vector loads.
  if (channels == 1) return split_scalar(in, 0, width, 1, out, stride);
  if (channels == 3) return split_scalar(in, 0, width, 3, out, stride);
  if (channels == 4) return split_scalar(in, 0, width, 4, out, stride);
  split_scalar(in, 0, width, channels, out, stride);
}

void join(const uint8_t* in, ptrdiff_t stride, int width, int channels, uint8_t* out) {
  if (channels == 1) {
    std::memcpy(out, in, width);
  } else if (channels == 3) {
    join_scalar(in, stride, 0, width, 3, out);
  } else {
    join_scalar(in, stride, 0, width, channels, out);
  }
}

void pack(HTaps& t, int32_t*, int16_t*) { t.form = HTaps::dot; }

}  // namespace

const Kernels kBaseline = {
    SimdLevel::baseline, vertical_u8, vertical_i16, horizontal<int16_t>, horizontal<uint8_t>, split<uint8_t>,
    split<int16_t>,      join,        pack};

const Kernels& kernels(SimdLevel level) {
#if defined(__x86_64__)
  if (level > simd_level()) level = simd_level();
  if (level == SimdLevel::avx512) return kAvx512;
  if (level == SimdLevel::avx2) return kAvx2;
#elif defined(__aarch64__)
  if (level >= SimdLevel::neon) return kNeon;
#endif
  (void)level;
  return kBaseline;
}

}  // namespace penstock::resample
