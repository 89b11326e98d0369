// noise.shot on the CPU. An image of bytes has few different means, whose cumulative probabilities are summed up once.
#include <cstring>

#include "generated/ops/noise_shot.h"
#include "kernels/noise/noise_setup.h"
#include "kernels/noise/tables.h"
#include "kernels/noise/words.h"
#include "ops/noise_shot/noise_shot.h"

namespace penstock::ops {
namespace {

// The elements of an image from which on it has tables.
constexpr int64_t kLeastForTables = 16384;
// The parts that words are cut in, by their highest bits.
constexpr int kParts = 64;

// For each byte whose mean is summed up: how the number of events follows from the word.
struct ByteTables {
  int bytes;                           // such bytes: 0 to bytes - 1
  uint32_t last[256][kPoissonCounts];  // the last word that gives k events or fewer
  uint8_t first[256][kParts];          // the events at the first word of a part
  uint8_t value[kPoissonCounts];       // the element for k events
};

// The same comparisons as in poisson_summed(), for all words: u >= sum is word >= sum * 2^32 - 0.5.
void sum_up(double mean, uint32_t (&last)[kPoissonCounts], uint8_t (&first)[kParts]) {
  double p = exp_minus(mean, kNoiseTables), sum = p;
  int part = 0;
  for (int k = 0; k < kPoissonCounts; ++k) {
    if (k) {
      p *= mean * kNoiseTables.inverse[k];
      sum += p;
    }
    const double next = std::ceil(sum * 0x1p32 - 0.5);
    last[k] = next >= 0x1p32 || k == kPoissonCounts - 1 ? UINT32_MAX : static_cast<uint32_t>(next - 1);
    for (; part < kParts && static_cast<uint32_t>(part) * (UINT32_MAX / kParts + 1) <= last[k]; ++part) {
      first[part] = static_cast<uint8_t>(k);
    }
  }
}

void make_tables(float factor, ByteTables& t) {
  for (int k = 0; k < kPoissonCounts; ++k) t.value[k] = shot_value<uint8_t>(static_cast<float>(k), factor);
  t.bytes = 1;
  std::memset(t.last[0], 0xff, sizeof t.last[0]);
  std::memset(t.first[0], 0, sizeof t.first[0]);
  for (; t.bytes < 256; ++t.bytes) {
    const float mean = shot_mean(static_cast<uint8_t>(t.bytes), factor);
    if (!(mean < kPoissonSummed)) break;
    sum_up(mean, t.last[t.bytes], t.first[t.bytes]);
  }
}

void byte_image(const SampleRun& s, const Rng& rng, float factor) {
  auto& t = *s.scratch->get<ByteTables>(1);
  make_tables(factor, t);
  const uint8_t* in = s.in[0].as<const uint8_t>();
  uint8_t* out = s.out[0].as<uint8_t>();
  each_words(rng, s.in[0].shape.volume(), [&](int64_t at, int count, const uint32_t* words) {
    for (int i = 0; i < count; ++i) {
      const uint8_t v = in[at + i];
      const uint32_t word = words[i];
      if (v < t.bytes) {
        int k = t.first[v][word / (UINT32_MAX / kParts + 1)];
        while (word > t.last[v][k]) ++k;
        out[at + i] = t.value[k];
      } else {
        out[at + i] = shot_element(v, factor, word, kNoiseTables);
      }
    }
  });
}

void setup(const NoiseShotArgs&, SampleSetup& s, Rng& rng) { noise_setup(s, rng); }

void run(const NoiseShotArgs& a, SampleRun& s, Rng& rng) {
  const float factor = a.factor;
  const int64_t n = s.in[0].shape.volume();
  if (factor == 0) {
    if (n) std::memcpy(s.out[0].data, s.in[0].data, s.in[0].bytes());
    return;
  }
  if (s.in[0].dtype == DType::uint8 && n >= kLeastForTables) return byte_image(s, rng, factor);
  dispatch(s.in[0].dtype, [&](auto zero) {
    using T = decltype(zero);
    const T* in = s.in[0].as<const T>();
    T* out = s.out[0].as<T>();
    each_words(rng, n, [&](int64_t at, int count, const uint32_t* words) {
      for (int i = 0; i < count; ++i) out[at + i] = shot_element(in[at + i], factor, words[i], kNoiseTables);
    });
  });
}

}  // namespace

PENSTOCK_CPU_OP(noise_shot, NoiseShotArgs, Rng, setup, run, kNone)

}  // namespace penstock::ops
