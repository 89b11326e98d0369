// experimental.remap on the CPU: a resampling along the positions of two inputs.
#include "generated/ops/experimental_remap.h"
#include "kernels/remap/remap_setup.h"
#include "ops/experimental_remap/position_map.h"

namespace penstock::ops {
namespace {

// Whether axis `first` of a map and those after it are an image of the extents, with one channel or without.
bool is_image(const TensorView& map, int first, const RemapState& s) {
  const int ndim = map.shape.ndim - first;
  return (ndim == 2 || (ndim == 3 && map.shape[first + 2] == 1)) && map.shape[first] == s.out[1] &&
         map.shape[first + 1] == s.out[0];
}

// Finds out whether a map has an image of positions for each frame. Throws INVALID_INPUT for a map of other extents.
bool has_frames(const char* name, const TensorView& map, bool sequence, const PositionMapState& st) {
  if (map.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for %s but received %s", name, dtype_name(map.dtype));
  }
  if (map.layout.find('F') != 0 && is_image(map, 0, st.remap)) return false;
  if (sequence && map.shape.ndim > 0 && map.shape[0] == st.frames && is_image(map, 1, st.remap)) return true;
  fail(ErrorCode::INVALID_INPUT,
       "Expected the input's extents [%d, %d]%s for %s but received %d dimensions with %lld values", st.remap.out[1],
       st.remap.out[0], sequence ? ", or these for each of its frames," : "", name, map.shape.ndim,
       static_cast<long long>(map.shape.volume()));
}

void setup(const ExperimentalRemapArgs& a, SampleSetup& s, PositionMapState& st) {
  remap_setup({"HWC", "FHWC"}, {DType::uint8, DType::uint16, DType::int16, DType::float32}, s, st.remap);
  st.frames = st.remap.images;
  st.remap.images = 1;
  st.remap.interp = a.interp;
  st.origin = a.pixel_origin == ExperimentalRemapArgs::PixelOrigin::corner ? 0.5f : 0;
  const bool sequence = s.out[0].layout.find('F') == 0;
  st.per_frame = has_frames("mapx", s.in[1], sequence, st);
  if (has_frames("mapy", s.in[2], sequence, st) != st.per_frame) {
    fail(ErrorCode::INVALID_INPUT, "Expected mapx and mapy of one shape but received one of them for each frame");
  }
}

void run(const ExperimentalRemapArgs&, SampleRun& s, PositionMapState& st) {
  const DType dtype = s.in[0].dtype;
  each_frame(
      st, dtype, s.in[1].data, s.in[2].data, s.in[0].data, s.out[0].data,
      [&](const PositionMap& map, const uint8_t* in, uint8_t* out) { run_remap(st.remap, map, dtype, in, out); });
}

}  // namespace

PENSTOCK_CPU_OP(experimental_remap, ExperimentalRemapArgs, PositionMapState, setup, run, kNone)

}  // namespace penstock::ops
