// bBoxRotate on the CPU. setup() counts the boxes that remain, which gives the outputs' shapes; run() writes them.
#include <algorithm>
#include <cmath>

#include "generated/ops/b_box_rotate.h"
#include "kernels/boxes/boxes.h"
#include "kernels/warp/rotation.h"

namespace penstock::ops {
namespace {

struct RotateState {
  Rotation rotation;     // its transpose maps input to output
  double in[2], out[2];  // extents of image and canvas: width, height
  int64_t kept = 0;
};

// The extent of the image along H or W.
int32_t extent_of(const BBoxRotateArgs& a, char axis) {
  const int at = a.shape_layout.find(axis);
  if (at < 0) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected H and W in shapeLayout but received '%s'", a.shape_layout.name);
  }
  if (at >= a.input_shape.size) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected %d values or more for inputShape, for shapeLayout '%s', but received %d", at + 1,
         a.shape_layout.name, a.input_shape.size);
  }
  return a.input_shape[at];
}

void set_canvas(const BBoxRotateArgs& a, RotateState& st) {
  check_angle(a.angle);
  st.rotation = rotation_2d(a.angle);
  const int32_t in[2] = {extent_of(a, 'W'), extent_of(a, 'H')};
  std::copy_n(in, 2, st.in);
  if (!a.size.empty()) {
    if (a.size.size != 2) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected 2 values (height, width) for size but received %d", a.size.size);
    }
    for (int d = 0; d < 2; ++d) {
      st.out[d] = std::trunc(a.size[1 - d]);
      if (st.out[d] >= 1 && std::isfinite(st.out[d])) continue;
      fail(ErrorCode::INVALID_ARGUMENT, "Expected at least 1 for size but received %g",
           static_cast<double>(a.size[1 - d]));
    }
  } else if (a.keep_size) {
    std::copy_n(st.in, 2, st.out);
  } else {
    rotated_extents(st.rotation, 2, in, st.out);
  }
}

struct Corners {
  double low[2], high[2];  // x, y
};

// The rotated box in pixels of the canvas, by `mode`.
Corners rotated(const BBoxRotateArgs& a, const RotateState& st, const Corners& b) {
  double center[2], reach[2];  // of the smallest box around the rotated one: centre, and half of the sides
  const auto& m = st.rotation.m;
  for (int d = 0; d < 2; ++d) {
    center[d] = st.out[d] / 2;
    reach[d] = 0;
    for (int e = 0; e < 2; ++e) {
      center[d] += m[e][d] * ((b.low[e] + b.high[e]) / 2 - st.in[e] / 2);
      reach[d] += std::fabs(m[e][d] * (b.high[e] - b.low[e]) / 2);
    }
  }
  // A box that keeps its sides lies down or stands up where the angle is nearer to a right one.
  // At 45 degrees sine and cosine differ only by rounding: a box is turned beyond it.
  const bool turned = std::fabs(m[0][1]) > std::fabs(m[0][0]) * (1 + 1e-6F);
  Corners out;
  for (int d = 0; d < 2; ++d) {
    const int e = turned ? 1 - d : d;
    const double own = (b.high[e] - b.low[e]) / 2;
    const double half = a.mode == BBoxRotateArgs::Mode::expand  ? reach[d]
                        : a.mode == BBoxRotateArgs::Mode::fixed ? own
                                                                : (reach[d] + own) / 2;
    out.low[d] = center[d] - half;
    out.high[d] = center[d] + half;
  }
  return out;
}

double area(const Corners& b) { return (b.high[0] - b.low[0]) * (b.high[1] - b.low[1]); }

// Rotates one box. Returns false if too little of it remains.
bool rotate_box(const BBoxRotateArgs& a, const RotateState& st, const float* in, float* out) {
  const bool corners = a.bbox_layout == BBoxRotateArgs::BboxLayout::xyXY;
  Corners b;
  for (int d = 0; d < 2; ++d) {
    const double unit = a.bbox_normalized ? st.in[d] : 1, low = in[d];
    b.low[d] = low * unit;
    b.high[d] = (corners ? in[2 + d] : low + in[2 + d]) * unit;
  }
  const Corners whole = rotated(a, st, b);
  Corners rest;
  for (int d = 0; d < 2; ++d) {
    rest.low[d] = std::clamp(whole.low[d], 0.0, st.out[d]);
    rest.high[d] = std::clamp(whole.high[d], 0.0, st.out[d]);
  }
  if (!(area(rest) / area(whole) >= a.remove_threshold)) return false;
  if (!out) return true;
  for (int d = 0; d < 2; ++d) {
    const double unit = a.bbox_normalized ? st.out[d] : 1, low = rest.low[d] / unit, high = rest.high[d] / unit;
    out[d] = static_cast<float>(low);
    out[2 + d] = static_cast<float>(corners ? high : high - low);
  }
  return true;
}

void setup(const BBoxRotateArgs& a, SampleSetup& s, RotateState& st) {
  const TensorView& boxes = s.in[0];
  const int64_t count = check_box_list(boxes);
  if (s.num_inputs > 1) check_labels(s.in[1], count);
  if (!(a.remove_threshold < 1)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a number below 1 for removeThreshold but received %g",
         static_cast<double>(a.remove_threshold));
  }
  set_canvas(a, st);
  if (count && !boxes.data) fail(ErrorCode::INTERNAL, "the boxes have no data at setup");
  const float* box = boxes.as<const float>();
  check_finite_boxes(box, count);
  for (int64_t i = 0; i < count; ++i) st.kept += rotate_box(a, st, box + 4 * i, nullptr);
  s.out[0] = boxes;
  s.out[0].shape[0] = st.kept;
  if (s.num_inputs < 2) return;
  s.out[1] = s.in[1];
  s.out[1].shape[0] = st.kept;
}

void run(const BBoxRotateArgs& a, SampleRun& s, RotateState& st) {
  const float* in = s.in[0].as<const float>();
  int64_t kept = 0;
  for (int64_t i = 0; kept < st.kept; ++i) {
    if (!rotate_box(a, st, in + 4 * i, s.out[0].as<float>() + 4 * kept)) continue;
    if (s.num_inputs > 1) s.out[1].as<int32_t>()[kept] = s.in[1].as<const int32_t>()[i];
    ++kept;
  }
}

}  // namespace

// The flag says that setup() reads the boxes, because the outputs' shapes depend on them.
PENSTOCK_CPU_OP(b_box_rotate, BBoxRotateArgs, RotateState, setup, run, kReadsInput)

}  // namespace penstock::ops
