// noise.gaussian on the CPU: words, normal numbers of them, and their sum with the elements, a piece at a time.
#include "core/cpu.h"
#include "generated/ops/noise_gaussian.h"
#include "kernels/noise/noise_setup.h"
#include "kernels/noise/words.h"
#include "ops/noise_gaussian/noise_gaussian.h"

namespace penstock::ops {
namespace {

// Plain code, which the compiler vectorises for each level. Computed without contraction, so bytes are the same.
template <class T>
__attribute__((always_inline)) inline void add_all(const T* in, const NoiseGaussianArgs& a, const float* normal, int n,
                                                   T* out) {
  const float mean = a.mean, stddev = a.stddev;
  for (int i = 0; i < n; ++i) out[i] = add_normal(in[i], mean, stddev, normal[i]);
}
#if defined(__x86_64__)
template <class T>
__attribute__((target("avx2"))) void add_avx2(const T* in, const NoiseGaussianArgs& a, const float* normal, int n,
                                              T* out) {
  add_all(in, a, normal, n, out);
}
#endif

template <class T>
void add_level(const T* in, const NoiseGaussianArgs& a, const float* normal, int n, T* out) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return add_avx2(in, a, normal, n, out);
#endif
  add_all(in, a, normal, n, out);
}

void setup(const NoiseGaussianArgs&, SampleSetup& s, Rng& rng) { noise_setup(s, rng); }

void run(const NoiseGaussianArgs& a, SampleRun& s, Rng& rng) {
  dispatch(s.in[0].dtype, [&](auto zero) {
    using T = decltype(zero);
    const T* in = s.in[0].as<const T>();
    T* out = s.out[0].as<T>();
    each_words(rng, s.in[0].shape.volume(), [&](int64_t at, int count, const uint32_t* words) {
      alignas(64) float normal[kNoiseChunk];
      normals_of(words, count, normal);
      add_level(in + at, a, normal, count, out + at);
    });
  });
}

}  // namespace

PENSTOCK_CPU_OP(noise_gaussian, NoiseGaussianArgs, Rng, setup, run, kNone)

}  // namespace penstock::ops
