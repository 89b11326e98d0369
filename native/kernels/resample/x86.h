// The code that the AVX2 and AVX-512 levels share: the horizontal pass by dot products, for results with many samples
// or with samples that are far apart.
#pragma once
#if defined(__x86_64__)
#include "kernels/resample/kernels.h"

#define RESAMPLE_AVX2 __attribute__((target("avx2,fma,bmi2")))
#define RESAMPLE_AVX512 \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vnni,avx2,fma,bmi2")))

namespace penstock::resample {

void horizontal_dot(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, int16_t* out,
                    ptrdiff_t out_stride);
void horizontal_dot(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, uint8_t* out,
                    ptrdiff_t out_stride);

}  // namespace penstock::resample
#endif
