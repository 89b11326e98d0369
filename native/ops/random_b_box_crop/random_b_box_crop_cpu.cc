// randomBBoxCrop on the CPU. setup() draws the window, because the outputs' shapes depend on the boxes that remain in
// it; run() writes them.
#include "kernels/boxes/boxes.h"
#include "ops/random_b_box_crop/random_b_box_crop.h"

namespace penstock::ops {
namespace {

using Args = RandomBBoxCropArgs;

struct CropState {
  CropRules rules;
  BoxND window;
  int64_t kept = 0;
};

void check_bounds(const CropRules& r, const float* boxes, int64_t count) {
  // Sums of a corner and a side may round above 1.
  constexpr float most = 1 + 1e-5f;
  for (int64_t i = 0; i < count; ++i) {
    const BoxND b = read_box(r, boxes + 2 * r.n * i);
    for (int d = 0; d < r.n; ++d) {
      // Written as a negation so that NaN is refused.
      if (b.start[d] >= 0 && b.end[d] <= most && b.start[d] <= b.end[d]) continue;
      fail(ErrorCode::INVALID_INPUT,
           "Expected boxes within [0, 1] and starts before ends but received [%g, %g] along %c in box %lld",
           static_cast<double>(b.start[d]), static_cast<double>(b.end[d]), "xyz"[d], static_cast<long long>(i));
    }
  }
}

void setup(const Args& a, SampleSetup& s, CropState& st) {
  const TensorView& boxes = s.in[0];
  st.rules = crop_rules(a, boxes);
  const int64_t count = boxes.shape[0];
  const bool labels = s.num_inputs > 1;
  if (labels) check_labels(s.in[1], count);
  if (count && !boxes.data) fail(ErrorCode::INTERNAL, "the boxes have no data at setup");
  const float* numbers = boxes.as<const float>();
  check_bounds(st.rules, numbers, count);
  Rng rng = s.rng();
  st.window = draw_window(a, st.rules, numbers, count, rng);
  const int width = 2 * st.rules.n;
  for (int64_t i = 0; i < count; ++i) {
    st.kept += remains(a, st.rules, read_box(st.rules, numbers + width * i), st.window);
  }
  for (int o = 0; o < 3; ++o) s.out[o].dtype = DType::float32;
  s.out[0].shape = s.out[1].shape = {st.rules.n};
  s.out[2].shape = {st.kept, width};
  s.out[2].layout = boxes.layout;
  if (labels) {
    s.out[3] = s.in[1];
    s.out[3].shape[0] = st.kept;
  }
  if (!a.output_bbox_indices) return;
  s.out[3 + labels].dtype = DType::int32;
  s.out[3 + labels].shape = {st.kept};
}

void run(const Args& a, SampleRun& s, CropState& st) {
  const CropRules& r = st.rules;
  for (int d = 0; d < r.n; ++d) {
    const float unit = r.fixed ? r.input[d] : 1;
    s.out[0].as<float>()[d] = r.fixed ? std::round(st.window.start[d] * unit) : st.window.start[d];
    s.out[1].as<float>()[d] = r.fixed ? r.crop[d] : st.window.end[d] - st.window.start[d];
  }
  const bool labels = s.num_inputs > 1;
  const float* in = s.in[0].as<const float>();
  const int width = 2 * r.n;
  int64_t kept = 0;
  for (int64_t i = 0; kept < st.kept; ++i) {
    const BoxND box = read_box(r, in + width * i);
    if (!remains(a, r, box, st.window)) continue;
    write_box(r, box_in_window(r, box, st.window), s.out[2].as<float>() + width * kept);
    if (labels) s.out[3].as<int32_t>()[kept] = s.in[1].as<const int32_t>()[i];
    if (a.output_bbox_indices) s.out[3 + labels].as<int32_t>()[kept] = static_cast<int32_t>(i);
    ++kept;
  }
}

}  // namespace

// The flag says that setup() reads the boxes.
PENSTOCK_CPU_OP(random_b_box_crop, RandomBBoxCropArgs, CropState, setup, run, kReadsInput)

}  // namespace penstock::ops
