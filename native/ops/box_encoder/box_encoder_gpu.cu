// boxEncoder on a GPU: first a block for each box finds the anchor that it is given to, then a thread for each anchor
// finds its box and encodes it.
#include "generated/ops/box_encoder.h"
#include "gpu_plugin/launch.h"
#include "ops/box_encoder/box_encoder.h"

namespace penstock::ops {
namespace {

constexpr int kThreads = 128;

struct Sample {
  const float* boxes;
  const int32_t* labels;
  int32_t count;
  int32_t* given;  // by box: the anchor that it is given to
  float* out;
  int32_t* out_labels;
};

// ---- kernels ----

__global__ void give_boxes(const Sample* samples, const float* anchors, int32_t num_anchors) {
  const Sample s = samples[blockIdx.y];
  auto* found = gpu::shared_memory<BestOverlap>();
  const auto me = static_cast<int32_t>(threadIdx.x);
  for (int32_t i = static_cast<int32_t>(blockIdx.x); i < s.count; i += static_cast<int32_t>(gridDim.x)) {
    const Box box = box_at(s.boxes, i);
    BestOverlap best;
    for (int32_t j = me; j < num_anchors; j += kThreads) best.see(box_overlap(box, box_at(anchors, j)), j);
    found[me] = best;
    for (int32_t half = kThreads / 2; half > 0; half /= 2) {
      __syncthreads();
      if (me < half) found[me].see(found[me + half].overlap, found[me + half].index);
    }
    __syncthreads();
    if (me == 0) s.given[i] = found[0].index;
    __syncthreads();
  }
}

__global__ void encode_anchors(const Sample* samples, const float* anchors, int32_t num_anchors, BoxEncoding encoding) {
  const Sample s = samples[blockIdx.y];
  for (int32_t j = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x); j < num_anchors;
       j += static_cast<int32_t>(gridDim.x * blockDim.x)) {
    const Box anchor = box_at(anchors, j);
    BestOverlap best;
    for (int32_t i = 0; i < s.count; ++i) {
      best.see(s.given[i] == j ? kGivenOverlap : box_overlap(box_at(s.boxes, i), anchor), i);
    }
    const bool matches = best.overlap > encoding.criteria;
    const Box box = matches ? box_at(s.boxes, best.index) : Box{};
    encode_box(encoding, anchor, matches ? &box : nullptr, s.out + 4 * j);
    s.out_labels[j] = matches ? s.labels[best.index] : 0;
  }
}

// ---- launcher ----

void run(gpu::Run& r) {
  const BoxEncoderArgs& a = r.arg<BoxEncoderArgs>(0);
  const int32_t anchors = a.anchors.size / 4;
  int32_t most = 0;
  int64_t total = 0;
  for (int i = 0; i < r.count; ++i) {
    const auto count = static_cast<int32_t>(r.in[0][i].shape[0]);
    most = std::max(most, count);
    total += count;
  }
  int32_t* given = r.ctx.scratch<int32_t>(static_cast<size_t>(std::max<int64_t>(total, 1)));
  std::vector<Sample> samples;
  for (int i = 0; i < r.count; ++i) {
    const auto count = static_cast<int32_t>(r.in[0][i].shape[0]);
    samples.push_back({r.in[0][i].as<const float>(), r.in[1][i].as<const int32_t>(), count, given,
                       r.out[0][i].as<float>(), r.out[1][i].as<int32_t>()});
    given += count;
  }
  const Sample* uploaded = r.ctx.upload(samples);
  const float* on_device = r.ctx.upload(a.anchors.data, static_cast<size_t>(a.anchors.size));
  const cudaStream_t stream = r.ctx.stream();
  gpu::launch_synced(give_boxes, gpu::ragged_grid(r.count, most, 1), dim3(kThreads), kThreads * sizeof(BestOverlap),
                     stream, uploaded, on_device, anchors);
  gpu::launch(encode_anchors, gpu::ragged_grid(r.count, anchors, kThreads), dim3(kThreads), stream, uploaded, on_device,
              anchors, box_encoding(a));
}

}  // namespace

PENSTOCK_GPU_OP(box_encoder, BoxEncoderArgs, run)

}  // namespace penstock::ops
