// noise.saltAndPepper on the CPU: the input is copied, and then pixels are changed.
#include <cstring>

#include "generated/ops/noise_salt_and_pepper.h"
#include "kernels/noise/noise_setup.h"
#include "kernels/noise/words.h"
#include "ops/noise_salt_and_pepper/noise_salt_and_pepper.h"

namespace penstock::ops {
namespace {

void setup(const NoiseSaltAndPepperArgs& a, SampleSetup& s, SaltState& st) {
  noise_setup(s, st.rng);
  const TensorView& in = s.in[0];
  const double prob = a.prob;
  st.any = static_cast<uint64_t>(std::ceil(prob * 0x1p32));
  st.salt = static_cast<uint64_t>(std::ceil(prob * static_cast<double>(a.salt_vs_pepper) * 0x1p32));
  st.default_salt = !a.has(NoiseSaltAndPepperArgs::kSaltVal);
  st.default_pepper = !a.has(NoiseSaltAndPepperArgs::kPepperVal);
  st.salt_value = a.salt_val;
  st.pepper_value = a.pepper_val;
  const int channel = in.layout.empty() ? in.shape.ndim - 1 : in.layout.find('C');
  st.pixels = in.shape.volume();
  if (a.per_channel || channel < 0 || !st.pixels) return;
  st.channels = in.shape[channel];
  st.pixels /= st.channels;
  for (int d = channel + 1; d < in.shape.ndim; ++d) st.inner *= in.shape[d];
}

void run(const NoiseSaltAndPepperArgs&, SampleRun& s, SaltState& st) {
  if (!st.pixels) return;
  std::memcpy(s.out[0].data, s.in[0].data, s.in[0].bytes());
  dispatch(s.in[0].dtype, [&](auto zero) {
    using T = decltype(zero);
    const T salt = salt_of<T>(st), pepper = pepper_of<T>(st);
    T* out = s.out[0].as<T>();
    each_words(st.rng, st.pixels, [&](int64_t at, int count, const uint32_t* words) {
      for (int i = 0; i < count; ++i) {
        if (words[i] >= st.any) continue;
        T* to = out + first_of_pixel(st, at + i);
        const T value = words[i] < st.salt ? salt : pepper;
        for (int64_t c = 0; c < st.channels; ++c) to[c * st.inner] = value;
      }
    });
  });
}

}  // namespace

PENSTOCK_CPU_OP(noise_salt_and_pepper, NoiseSaltAndPepperArgs, SaltState, setup, run, kNone)

}  // namespace penstock::ops
