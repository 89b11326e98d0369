// What opticalFlow does on the CPU: it finds out the shapes. The vectors are the work of the GPU's engine alone.
#include "core/extents.h"
#include "ops/optical_flow/optical_flow.h"

namespace penstock::ops {
namespace {

constexpr int64_t kLeastWidth = 32, kLeastHeight = 16, kMost = 8192;  // of the engine

bool is_grid(int32_t pixels, int32_t most) {
  return pixels == 1 || pixels == 2 || pixels == 4 || (pixels == 8 && most == 8);
}

void check_arguments(const OpticalFlowArgs& a, int inputs) {
  if (!is_grid(a.output_grid, 4)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1, 2 or 4 for outputGrid but received %d", a.output_grid);
  }
  if (!is_grid(a.hint_grid, 8)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1, 2, 4 or 8 for hintGrid but received %d", a.hint_grid);
  }
  if (a.enable_external_hints != (inputs == 2)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %s for enableExternalHints %s but received %d inputs",
         a.enable_external_hints ? "two inputs, of sequences and hints," : "one input",
         a.enable_external_hints ? "true" : "false", inputs);
  }
  if (a.enable_external_hints && a.hint_grid < a.output_grid) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected hintGrid of at least outputGrid, %d, but received %d", a.output_grid,
         a.hint_grid);
  }
}

Shape vectors_of(const OpticalFlowState& st, int64_t grid) {
  return {st.frames - 1, (st.height + grid - 1) / grid, (st.width + grid - 1) / grid, 2};
}

void setup(const OpticalFlowArgs& a, SampleSetup& s, OpticalFlowState& st) {
  check_arguments(a, s.num_inputs);
  const TensorView& in = s.in[0];
  const int64_t channels = a.image_type == ImageType::gray ? 1 : 3;
  const std::string_view layout = in.layout.view();
  const bool fits =
      in.dtype == DType::uint8 && in.shape.ndim == 4 && (layout.empty() || layout == "FHWC") && in.shape[3] == channels;
  if (!fits) {
    fail(ErrorCode::INVALID_INPUT, "Expected frames as uint8, layout FHWC, with %d channels, but received %s '%s', %s",
         static_cast<int>(channels), dtype_name(in.dtype), in.layout.name, extents_text(in).c_str());
  }
  if (in.shape[0] < 2) {
    fail(ErrorCode::INVALID_INPUT, "Expected at least two frames but received shape %s", extents_text(in).c_str());
  }
  const int64_t h = in.shape[1], w = in.shape[2];
  if (w < kLeastWidth || h < kLeastHeight || w > kMost || h > kMost) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected frames of %d x %d to %d x %d pixels, which the engine takes, but received %s",
         static_cast<int>(kLeastHeight), static_cast<int>(kLeastWidth), static_cast<int>(kMost),
         static_cast<int>(kMost), extents_text(in).c_str());
  }
  st = {static_cast<int32_t>(in.shape[0]), static_cast<int32_t>(h), static_cast<int32_t>(w),
        static_cast<int32_t>(channels)};
  if (s.num_inputs == 2) {
    const TensorView& hints = s.in[1];
    const Shape wanted = vectors_of(st, a.hint_grid);
    if (hints.dtype != DType::float32 || hints.shape != wanted) {
      TensorView expected = hints;
      expected.shape = wanted;
      fail(ErrorCode::INVALID_INPUT, "Expected hints as float32 of shape %s but received %s of shape %s",
           extents_text(expected).c_str(), dtype_name(hints.dtype), extents_text(hints).c_str());
    }
  }
  s.out[0].dtype = DType::float32;
  s.out[0].layout = "FHWC";
  s.out[0].shape = vectors_of(st, a.output_grid);
}

// A pipeline without a GPU refuses the operator before.
void run(const OpticalFlowArgs&, SampleRun&, OpticalFlowState&) {
  fail(ErrorCode::UNSUPPORTED, "Optical flow is made by an engine of the GPU");
}

}  // namespace

PENSTOCK_CPU_OP(optical_flow, OpticalFlowArgs, OpticalFlowState, setup, run, kNone)

}  // namespace penstock::ops
