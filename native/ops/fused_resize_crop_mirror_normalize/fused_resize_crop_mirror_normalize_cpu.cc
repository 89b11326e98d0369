// resize > cropMirrorNormalize as one operator. 8-bit HWC images take the fast path: only the cropped part is resized,
// and each finished row goes straight to the row kernels of cropMirrorNormalize. All other inputs run the two operators
// one after the other through scratch memory. Both paths give the same bytes.
#include "core/extents.h"
#include "kernels/normalize/normalize_row.h"
#include "kernels/resample/resize.h"
#include "kernels/resample/resize_match.h"
#include "kernels/window/crop_window.h"
#include "ops/fused_resize_crop_mirror_normalize/fused_resize_crop_mirror_normalize.h"

namespace penstock::ops {

extern const CpuOp crop_mirror_normalize_cpu;

namespace {

struct FusedResizeLocal : ThreadLocalState {
  ResizeLocal resize;
  NormalizeCache cache;
  LocalSlot normalize;
};

void setup(const FusedResizeCropMirrorNormalizeArgs& a, SampleSetup& s, FusedResizeState& state) {
  const TensorView& in = s.in[0];
  ResizeState& resize = state.resize;
  resize.layout = resize_layout(in);
  resolve_resize(resize_request(a, resize.layout.spatial), resize_filters(a), in.shape, resize);
  shrink_input(s, resize);
  state.resized = resize_output(in, resize, false, in.dtype);
  check_extents(state.resized, ErrorCode::INVALID_ARGUMENT, "the resized image");
  TensorView resized;
  static_cast<OutSpec&>(resized) = state.resized;
  SampleSetup second = s;
  second.in = &resized;
  const CropMirrorNormalizeArgs normalize = normalize_args(a);
  if (crop_mirror_normalize_cpu.state_bytes > sizeof state.normalize) {
    fail(ErrorCode::INTERNAL, "cropMirrorNormalize's state has outgrown %zu bytes", sizeof state.normalize);
  }
  crop_mirror_normalize_cpu.setup(&normalize, second, state.normalize);

  const Layout from = state.resized.layout, to = s.out[0].layout;
  state.fast = false;
  if (in.dtype == DType::uint8 && from == Layout("HWC") && (to == Layout("CHW") || to == Layout("HWC"))) {
    Window window = crop_window(a, state.resized.shape, from);
    apply_bounds(bounds_of(a), state.resized.shape, window);
    state.fast = window.inside(state.resized.shape) && resize.layout.channels <= kMaxTables;
    for (int d = 0; d < 2 && state.fast; ++d) resize.part[d] = {window.anchor[d], window.shape[d], false};
  }
  s.cost = resize_cost(resize);
}

void run_rows(const FusedResizeCropMirrorNormalizeArgs& a, SampleRun& s, const FusedResizeState& state,
              FusedResizeLocal& local) {
  const ResizeState& r = state.resize;
  const int channels = r.layout.channels;
  const bool planar = s.out[0].layout == Layout("CHW");
  struct Rows {
    const NormalizePlan* plan;
    const resample::Kernels* kernels;
    uint8_t *pixels, *out;
    int width, channels;
    int64_t row_bytes, plane;
  } rows;
  rows.plan = &local.cache.get(normalize_spec(a, channels, planar));
  rows.kernels = &resample::kernels();
  rows.width = static_cast<int>(r.part[1].count);
  rows.channels = channels;
  rows.pixels = s.scratch->get<uint8_t>(static_cast<size_t>(rows.width) * channels);
  rows.out = s.out[0].as<uint8_t>();
  rows.plane = rows.width * r.part[0].count;
  rows.row_bytes = rows.width * (planar ? 1 : rows.plan->out_channels) * dtype_size(s.out[0].dtype);
  const resample::RowSink sink{[](void* self, int y, const uint8_t* planes, ptrdiff_t stride) {
                                 const Rows& t = *static_cast<const Rows*>(self);
                                 t.kernels->join_u8(planes, stride, t.width, t.channels, t.pixels);
                                 normalize_row(*t.plan, t.pixels, t.width, t.out + y * t.row_bytes, t.plane);
                               },
                               &rows};
  const auto* in = s.in[0].as<const uint8_t>();
  const ptrdiff_t pitch = static_cast<ptrdiff_t>(r.axis[1].in) * channels;
  if (r.match.given()) {
    const MatchSide y = match_side(r, 0), x = match_side(r, 1);
    local.resize.matcher.plan(r.match, DType::uint8, y.side, x.side);
    local.resize.matcher.rows_u8(in + y.begin * pitch + x.begin * channels, pitch, channels,
                                 {[](void* self, int y, const uint8_t* pixels) {
                                    const Rows& t = *static_cast<const Rows*>(self);
                                    normalize_row(*t.plan, pixels, t.width, t.out + y * t.row_bytes, t.plane);
                                  },
                                  &rows},
                                 *s.scratch);
  } else {
    resample::Resampler& resampler = local.resize.plane;
    resampler.plan(r.axis[0], r.axis[1], r.part[0], r.part[1]);
    resampler.rows_u8(in, pitch, channels, sink, *s.scratch);
  }
  normalize_done();
}

void run(const FusedResizeCropMirrorNormalizeArgs& a, SampleRun& s, FusedResizeState& state) {
  if (s.out[0].shape.volume() == 0) return;
  FusedResizeLocal& local = s.local<FusedResizeLocal>();
  if (state.fast) return run_rows(a, s, state, local);
  TensorView resized;
  static_cast<OutSpec&>(resized) = state.resized;
  resized.data = s.scratch->bytes(resized.bytes());
  run_resize(state.resize, s.in[0], resized, local.resize, *s.scratch);
  SampleRun second = s;
  second.in = &resized;
  second.local_slot = &local.normalize;
  const CropMirrorNormalizeArgs normalize = normalize_args(a);
  crop_mirror_normalize_cpu.run(&normalize, second, state.normalize);
}

}  // namespace

PENSTOCK_CPU_OP(fused_resize_crop_mirror_normalize, FusedResizeCropMirrorNormalizeArgs, FusedResizeState, setup, run,
                kNone)

}  // namespace penstock::ops
