// sharpness on the CPU: row by row, with loops that vectorise.
#include <algorithm>

#include "core/cpu.h"
#include "generated/ops/sharpness.h"
#include "kernels/color/pointwise.h"
#include "ops/sharpness/sharpness.h"

namespace penstock::ops {
namespace {

void setup(const SharpnessArgs& a, SampleSetup& s, SharpnessState& st) {
  s.out[0] = s.in[0];
  check_pixel_dtype(s.in[0].dtype);
  st.runs = channel_runs(s.out[0]);
  st.rest = static_cast<float>(1.0 - static_cast<double>(a.factor));
}

// The elements of a row that have neighbours.
template <class T>
[[gnu::always_inline]] inline void sharpen_row_body(const T* in, T* __restrict out, int64_t n, int64_t pixel,
                                                    int64_t row, float rest) {
  for (int64_t i = 0; i < n; ++i) out[i] = sharpened(in + i, pixel, row, rest);
}
template <class T>
void sharpen_row(const T* in, T* out, int64_t n, int64_t pixel, int64_t row, float rest) {
  sharpen_row_body(in, out, n, pixel, row, rest);
}
#if defined(__x86_64__)
template <class T>
__attribute__((target("avx2"))) void sharpen_row_avx2(const T* in, T* out, int64_t n, int64_t pixel, int64_t row,
                                                      float rest) {
  sharpen_row_body(in, out, n, pixel, row, rest);
}
#endif

template <class T>
void copy_border(const T* in, T* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = bordering(in[i]);
}

template <class T>
void sharpen_run(const T* in, T* out, const SharpnessState& st) {
  const ChannelRuns& r = st.runs;
  if (!sharpens(r.height, r.width)) {
    std::copy_n(in, r.elements(), out);
    return;
  }
  auto loop = sharpen_row<T>;
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) loop = sharpen_row_avx2<T>;
#endif
  const int64_t pixel = r.channels, row = r.width * pixel;
  copy_border(in, out, row);
  for (int64_t y = 1; y + 1 < r.height; ++y) {
    const T* from = in + y * row;
    T* to = out + y * row;
    copy_border(from, to, pixel);
    loop(from + pixel, to + pixel, row - 2 * pixel, pixel, row, st.rest);
    copy_border(from + row - pixel, to + row - pixel, pixel);
  }
  copy_border(in + (r.height - 1) * row, out + (r.height - 1) * row, row);
}

void run(const SharpnessArgs&, SampleRun& s, SharpnessState& st) {
  const int64_t n = st.runs.elements();
  if (!n) return;
  dispatch_pixel(s.in[0].dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < st.runs.runs; ++i) sharpen_run(s.in[0].as<T>() + i * n, s.out[0].as<T>() + i * n, st);
  });
}

}  // namespace

PENSTOCK_CPU_OP(sharpness, SharpnessArgs, SharpnessState, setup, run, kNone)

}  // namespace penstock::ops
