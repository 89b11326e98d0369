// random.normal on a GPU. Its logarithms and cosines are the GPU's, so numbers may differ from the CPU's in the last
// place of a double.
#include "generated/ops/random_normal.h"
#include "kernels/draw/draw_gpu.h"

namespace penstock::ops {
namespace {

struct Normals : gpu::DrawSample {
  using Value = double;
  static constexpr int kPerBlock = 2;
  double mean = 0, stddev = 1;

  PENSTOCK_HD void draw(const PhiloxBlock& words, Value* out) const {
    const NormalPair pair = normal_pair(unit53(words[0], words[1]), unit53(words[2], words[3]));
    out[0] = mean + stddev * pair.first;
    out[1] = mean + stddev * pair.second;
  }
};

void run(gpu::Run& r) {
  gpu::draw<Normals>(r, [&](Normals& s, int i) {
    const auto& a = r.arg<RandomNormalArgs>(i);
    s.mean = a.mean;
    s.stddev = a.stddev;
  });
}

}  // namespace

PENSTOCK_GPU_OP(random_normal, RandomNormalArgs, run)

}  // namespace penstock::ops
