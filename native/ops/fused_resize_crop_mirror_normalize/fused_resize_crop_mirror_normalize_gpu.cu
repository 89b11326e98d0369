// resize > cropMirrorNormalize on the GPU. For 8-bit RGB whose normalisation is a straight line per channel, one kernel
// resizes and normalises. All other inputs run the two operators one after the other.
#include "kernels/normalize/normalize_row.h"
#include "kernels/normalize/normalize_window.h"
#include "kernels/resample/resample_gpu.h"
#include "ops/fused_resize_crop_mirror_normalize/fused_resize_crop_mirror_normalize.h"

namespace penstock::ops {

extern const gpu::Op crop_mirror_normalize_gpu;

namespace {

using Args = FusedResizeCropMirrorNormalizeArgs;
using State = FusedResizeState;

// Fills the item and returns true where one kernel can do all of it.
bool in_one(const Args& a, const State& state, const TensorView& in, const TensorView& out, ResizeState& mirrored,
            gpu::Resample& item) {
  if (!state.fast || state.resize.layout.channels != 3 || a.pad_output) return false;
  if (a.dtype != DType::float32 && a.dtype != DType::float16) return false;
  const NormalizeSpec n = normalize_spec(a, 3, out.layout == Layout("CHW"));
  check_lengths(n);
  mirrored = state.resize;
  mirrored.part[1].mirror = n.mirror;
  item = {&mirrored, in, out, true, n.planar, {}};
  for (int c = 0; c < 3; ++c) {
    item.line[c] = normalize_line(n.mean.at(c), n.std.at(c), n.scale, n.shift);
    if (!is_line(item.line[c])) return false;
  }
  return gpu::takes_rgb(item);
}

// Resizes the samples of `which` to scratch memory, and normalises them from there.
void in_two(gpu::Run& r, const std::vector<int>& which) {
  const size_t count = which.size();
  std::vector<ResizeState> states(count);
  std::vector<gpu::Resample> items(count);
  std::vector<CropMirrorNormalizeArgs> args(count);
  std::vector<const void*> arg_list(count), state_list(count);
  std::vector<TensorView> resized(count), out(count);
  int64_t total = 0;
  const auto room = [](const TensorView& t) { return (t.bytes() + 255) / 256 * 256; };
  for (size_t k = 0; k < count; ++k) {
    const State& state = r.state<State>(which[k]);
    static_cast<OutSpec&>(resized[k]) = state.resized;
    total += room(resized[k]);
  }
  auto* at = r.ctx.scratch<uint8_t>(static_cast<size_t>(std::max<int64_t>(total, 1)));
  for (size_t k = 0; k < count; ++k) {
    const State& state = r.state<State>(which[k]);
    resized[k].data = at;
    at += room(resized[k]);
    out[k] = r.out[0][which[k]];
    states[k] = state.resize;
    for (int d = 0; d < 3; ++d) states[k].part[d] = {0, states[k].axis[d].out, false};
    items[k] = {&states[k], r.in[0][which[k]], resized[k]};
    args[k] = normalize_args(r.arg<Args>(which[k]));
    arg_list[k] = &args[k];
    state_list[k] = state.normalize;
  }
  gpu::resample_batch(r.ctx, items);
  const TensorView *in_list[] = {resized.data()}, *out_list[] = {out.data()};
  gpu::OpRun second;
  second.count = static_cast<int>(count);
  second.num_inputs = second.num_outputs = 1;
  second.args = arg_list.data();
  second.states = state_list.data();
  second.in = in_list;
  second.out = out_list;
  gpu::Run run(second, r.ctx);
  crop_mirror_normalize_gpu.run(run);
}

void run(gpu::Run& r) {
  std::vector<ResizeState> states(r.count);
  std::vector<gpu::Resample> items;
  std::vector<int> others;
  for (int i = 0; i < r.count; ++i) {
    if (!r.out[0][i].shape.volume()) continue;
    gpu::Resample item;
    if (in_one(r.arg<Args>(i), r.state<State>(i), r.in[0][i], r.out[0][i], states[i], item)) {
      items.push_back(item);
    } else {
      others.push_back(i);
    }
  }
  gpu::resample_batch(r.ctx, items);
  if (!others.empty()) in_two(r, others);
}

}  // namespace

PENSTOCK_GPU_OP(fused_resize_crop_mirror_normalize, FusedResizeCropMirrorNormalizeArgs, run)

}  // namespace penstock::ops
