// random.uniform on a GPU. A choice of values takes a second kernel: where a word is rejected, which is rare, the
// draws after it move by one word, and one thread makes the draws of that sample in turn.
#include "kernels/draw/draw_gpu.h"
#include "ops/random_uniform/random_uniform.h"

namespace penstock::ops {
namespace {

using namespace gpu;

struct Floats : DrawSample {
  using Value = float;
  static constexpr int kPerBlock = 4;
  UniformRange range;

  PENSTOCK_HD void draw(const PhiloxBlock& words, Value* out) const {
    for (int k = 0; k < 4; ++k) out[k] = uniform_float(range, unit24(words[k]));
  }
};

struct Doubles : DrawSample {
  using Value = double;
  static constexpr int kPerBlock = 2;
  UniformRange range;

  PENSTOCK_HD void draw(const PhiloxBlock& words, Value* out) const {
    for (int k = 0; k < 2; ++k) out[k] = uniform_double(range, unit53(words[2 * k], words[2 * k + 1]));
  }
};

struct Choices : DrawSample {
  using Value = float;
  static constexpr int kPerBlock = 4;
  const float* values = nullptr;
  uint32_t count = 1;
  int32_t* rejected = nullptr;  // not 0 once a word of the sample was rejected

  PENSTOCK_HD void draw(const PhiloxBlock& words, Value* out) const {
    for (int k = 0; k < 4; ++k) {
      uint32_t at;
      if (!word_below(words[k], count, at)) *rejected = 1;
      out[k] = values[at];
    }
  }
};

// --- kernels ---

__global__ void draw_again(const Choices* samples, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count || !*samples[i].rejected) return;
  const Choices& s = samples[i];
  Rng rng = s.rng;
  for (int64_t k = 0; k < s.volume; ++k) store_as(s.out, k, s.dtype, s.values[rng.below(s.count)]);
}

// --- launchers ---

void choose(Run& r) {
  auto* rejected = r.ctx.scratch<int32_t>(static_cast<size_t>(r.count));
  check(cudaMemsetAsync(rejected, 0, r.count * sizeof(int32_t), r.ctx.stream()), "clearing flags");
  const Choices* samples = draw<Choices>(r, [&](Choices& s, int i) {
    const ArgList<float>& values = r.arg<RandomUniformArgs>(i).values;
    s.values = r.ctx.upload(values.data, static_cast<size_t>(values.size));
    s.count = static_cast<uint32_t>(values.size);
    s.rejected = rejected + i;
  });
  launch(draw_again, dim3(static_cast<unsigned>((r.count + 63) / 64)), dim3(64), r.ctx.stream(), samples, r.count);
}

void run(Run& r) {
  if (!r.count) return;
  const auto range = [&](auto& s, int i) { s.range = uniform_range(r.arg<RandomUniformArgs>(i), s.dtype); };
  if (r.arg<RandomUniformArgs>(0).has(RandomUniformArgs::kValues)) return choose(r);
  if (r.out[0][0].dtype == DType::float32) {
    draw<Floats>(r, range);
  } else {
    draw<Doubles>(r, range);
  }
}

}  // namespace

PENSTOCK_GPU_OP(random_uniform, RandomUniformArgs, run)

}  // namespace penstock::ops
