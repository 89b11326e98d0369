// The CPU code that hsv, hue, saturation, colorTwist and colorSpaceConversion share.
#pragma once
#include "core/op.h"
#include "core/pixel_dtypes.h"
#include "kernels/color/color_matrix.h"

namespace penstock::ops {

// Multiplies the 3-channel pixels of `in` by the matrix. Both tensors are dense, of dtypes that pixel_dtypes() takes.
void color_pixels(const TensorView& in, const TensorView& out, const ColorMatrix&);

// Throws unless the innermost dimension has `channels` channels; sets the layout where it is missing.
inline void setup_channels_last(OutSpec& image, int channels) {
  static constexpr const char* kLayouts[] = {"HWC", "FHWC", "DHWC", "FDHWC"};
  const Layout given = image.layout;
  bool known = false;
  for (const char* name : kLayouts) {
    if (known) break;
    const Layout layout(name);
    known = given.empty() ? static_cast<int>(layout.view().size()) == image.shape.ndim : layout == given;
    if (known) image.layout = layout;
  }
  if (!known) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected layout HWC, FHWC, DHWC or FDHWC for the input but received '%s' with %d "
         "dimensions",
         given.name, image.shape.ndim);
  }
  const int64_t count = image.shape[image.shape.ndim - 1];
  if (count != channels) {
    fail(ErrorCode::INVALID_INPUT, "Expected %d channel%s for the input but received %lld", channels,
         channels == 1 ? "" : "s", static_cast<long long>(count));
  }
}

inline void setup_color(SampleSetup& s, DType out) {
  s.out[0] = s.in[0];
  s.out[0].dtype = out;
  setup_channels_last(s.out[0], 3);
}

}  // namespace penstock::ops
