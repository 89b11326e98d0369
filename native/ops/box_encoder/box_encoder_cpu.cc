// boxEncoder on the CPU: one pass over all pairs of boxes and anchors, then each anchor's box is encoded.
#include <algorithm>

#include "generated/ops/box_encoder.h"
#include "ops/box_encoder/box_encoder.h"

namespace penstock::ops {
namespace {

void check_arguments(const BoxEncoderArgs& a) {
  if (a.anchors.empty() || a.anchors.size % 4) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected anchors of 4 numbers but received %d numbers", a.anchors.size);
  }
  if (a.means.size != 4 || a.stds.size != 4) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 4 values for means and stds but received %d and %d", a.means.size,
         a.stds.size);
  }
  for (float std : a.stds) {
    if (std == 0) fail(ErrorCode::INVALID_ARGUMENT, "Expected values other than 0 for stds but received 0");
  }
}

void setup(const BoxEncoderArgs& a, SampleSetup& s, NoState&) {
  check_arguments(a);
  check_labels(s.in[1], check_box_list(s.in[0]));
  const int64_t anchors = a.anchors.size / 4;
  s.out[0].dtype = DType::float32;
  s.out[0].shape = {anchors, 4};
  s.out[1].dtype = DType::int32;
  s.out[1].shape = {anchors};
  s.cost = static_cast<double>(anchors) * static_cast<double>(s.in[0].shape[0] + 1);
}

void run(const BoxEncoderArgs& a, SampleRun& s, NoState&) {
  const float* boxes = s.in[0].as<const float>();
  const int32_t* labels = s.in[1].as<const int32_t>();
  const auto count = static_cast<int32_t>(s.in[0].shape[0]);
  const int32_t anchors = a.anchors.size / 4;
  auto* best = s.scratch->get<BestOverlap>(anchors);
  std::fill_n(best, anchors, BestOverlap());
  for (int32_t i = 0; i < count; ++i) {
    const Box box = box_at(boxes, i);
    BestOverlap own;
    for (int32_t j = 0; j < anchors; ++j) {
      const float overlap = box_overlap(box, box_at(a.anchors.data, j));
      own.see(overlap, j);
      best[j].see(overlap, i);
    }
    best[own.index].see(kGivenOverlap, i);
  }
  const BoxEncoding encoding = box_encoding(a);
  for (int32_t j = 0; j < anchors; ++j) {
    const bool matches = best[j].overlap > a.criteria;
    const Box box = matches ? box_at(boxes, best[j].index) : Box{};
    encode_box(encoding, box_at(a.anchors.data, j), matches ? &box : nullptr, s.out[0].as<float>() + 4 * j);
    s.out[1].as<int32_t>()[j] = matches ? labels[best[j].index] : 0;
  }
}

}  // namespace

PENSTOCK_CPU_OP(box_encoder, BoxEncoderArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
