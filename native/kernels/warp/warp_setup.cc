// See warp_setup.h.
#include "kernels/warp/warp_setup.h"

#include <cmath>

namespace penstock::ops {
namespace {

constexpr int64_t kMaxExtent = 1 << 23;  // below this, float32 represents half pixels exactly

Layout warp_layout(const OutSpec& in) {
  static constexpr const char* kLayouts[] = {"HWC", "FHWC", "FDHWC", "DHWC"};
  for (const char* name : kLayouts) {
    const Layout layout(name);
    if (static_cast<int>(layout.view().size()) == in.shape.ndim && (in.layout.empty() || layout == in.layout))
      return layout;
  }
  fail(ErrorCode::INVALID_INPUT,
       "Expected layout HWC, FHWC, DHWC or FDHWC for the input but received '%s' with %d dimensions", in.layout.name,
       in.shape.ndim);
}

bool is_warp_dtype(DType dtype) {
  return dtype == DType::uint8 || dtype == DType::int16 || dtype == DType::int32 || dtype == DType::float32;
}

}  // namespace

void warp_setup(const WarpOptions& o, const OutSpec& in, WarpState& st) {
  const Layout layout = warp_layout(in);
  if (!is_warp_dtype(in.dtype)) {
    fail(ErrorCode::INVALID_INPUT, "Expected uint8, int16, int32 or float32 for the input but received %s",
         dtype_name(in.dtype));
  }
  const int last = in.shape.ndim - 1;
  st.spatial = layout.find('D') >= 0 ? 3 : 2;
  st.channels = static_cast<int32_t>(in.shape[last]);
  st.frames = layout.find('F') >= 0 ? in.shape[0] : 1;
  for (int d = 0; d < st.spatial; ++d) {
    const int64_t extent = in.shape[last - 1 - d];
    if (extent > kMaxExtent)
      fail(ErrorCode::INVALID_INPUT, "Expected extents up to %d for the input but received %lld",
           static_cast<int>(kMaxExtent), static_cast<long long>(extent));
    st.in[d] = st.out[d] = static_cast<int32_t>(extent);
  }
  if (o.size) {
    if (o.size->size != st.spatial) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected %d values (the extents without channels) for size but received %d",
           st.spatial, o.size->size);
    }
    for (int d = 0; d < st.spatial; ++d) {
      const float extent = std::round((*o.size)[st.spatial - 1 - d]);
      if (!(extent >= 1 && extent <= static_cast<float>(kMaxExtent))) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 to %d for size but received %g", static_cast<int>(kMaxExtent),
             static_cast<double>((*o.size)[st.spatial - 1 - d]));
      }
      st.out[d] = static_cast<int32_t>(extent);
    }
  }
  st.linear = o.interp != Interp::nn;
  st.filled = o.fill != nullptr;
  if (o.fill) {
    // Interpolation is between values of the input's dtype; a nearest pixel is one or the other, as in DALI.
    st.fill = st.linear
                  ? dispatch(in.dtype, [&](auto zero) { return static_cast<float>(convert<decltype(zero)>(*o.fill)); })
                  : *o.fill;
  }
}

void warp_output(const WarpOptions& o, const OutSpec& in, const WarpState& st, SampleSetup& s) {
  OutSpec& out = s.out[0];
  out.layout = warp_layout(in);
  out.dtype = o.dtype ? *o.dtype : in.dtype;
  const bool from_float = in.dtype == DType::float32;
  if (out.dtype != in.dtype && out.dtype != DType::float32 && !(from_float && is_warp_dtype(out.dtype))) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %s for dtype of %s data but received %s",
         from_float ? "uint8, int16, int32 or float32" : "the input's dtype or float32", dtype_name(in.dtype),
         dtype_name(out.dtype));
  }
  out.shape = in.shape;
  const int last = in.shape.ndim - 1;
  for (int d = 0; d < st.spatial; ++d) out.shape[last - 1 - d] = st.out[d];
  if (out.shape.volume() && !in.shape.volume()) {
    fail(ErrorCode::INVALID_INPUT, "Expected an input with pixels but received an extent of 0");
  }
  s.cost = static_cast<double>(out.shape.volume());
}

}  // namespace penstock::ops
