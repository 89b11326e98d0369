// experimental.warpPerspective on the CPU: setup() makes the matrix, run_remap() computes the pixels.
#include "generated/ops/experimental_warp_perspective.h"
#include "kernels/remap/remap_setup.h"
#include "ops/experimental_warp_perspective/perspective.h"

namespace penstock::ops {
namespace {

void set_matrix(const ExperimentalWarpPerspectiveArgs& a, const TensorView* input, PerspectiveMap& map) {
  const float* from = a.matrix.data;
  if (input) {
    if (input->dtype != DType::float32 || input->shape.ndim != 2 || input->shape[0] != 3 || input->shape[1] != 3) {
      fail(ErrorCode::INVALID_INPUT, "Expected float32 [3, 3] for the matrix input but received %s with %lld values",
           dtype_name(input->dtype), static_cast<long long>(input->shape.volume()));
    }
    if (!input->data) fail(ErrorCode::INTERNAL, "the matrix input has no data at setup");
    from = input->as<const float>();
  } else if (a.matrix.size != 9) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 9 values (3 x 3) for matrix but received %d", a.matrix.size);
  }
  if (a.inverse_map) {
    std::copy_n(from, 9, map.m);
  } else if (!invert_3x3(from, map.m)) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected a matrix with an inverse (inverseMap is false) but received a singular one");
  }
}

void setup(const ExperimentalWarpPerspectiveArgs& a, SampleSetup& s, PerspectiveState& st) {
  remap_setup({"HW", "HWC", "CHW", "FHWC", "FCHW"}, {DType::uint8, DType::uint16, DType::int16, DType::float32}, s,
              st.remap);
  set_remap_fill(a.fill_value.data, a.fill_value.size, s.in[0].dtype, st.remap);
  if (a.has(ExperimentalWarpPerspectiveArgs::kSize)) set_remap_size(a.size, s, st.remap);
  check_remap(s);
  st.remap.interp = a.interp_type;
  st.remap.border = border_of(a.border_mode);
  st.map.origin = a.pixel_origin == ExperimentalWarpPerspectiveArgs::PixelOrigin::corner ? 0.5f : 0;
  st.map.to_nearest = a.interp_type == Interp::nn;
  set_matrix(a, s.num_inputs == 2 ? &s.in[1] : nullptr, st.map);
}

void run(const ExperimentalWarpPerspectiveArgs&, SampleRun& s, PerspectiveState& st) {
  run_remap(st.remap, st.map, s.in[0], s.out[0]);
}

}  // namespace

// The flag says that setup() reads the value of the matrix input.
PENSTOCK_CPU_OP(experimental_warp_perspective, ExperimentalWarpPerspectiveArgs, PerspectiveState, setup, run,
                kReadsOthers)

}  // namespace penstock::ops
