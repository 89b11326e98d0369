// jpegCompressionDistortion: what both devices share.
#pragma once
#include <algorithm>
#include <cinttypes>

#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/jpeg_compression_distortion.h"

namespace penstock::ops {

// The frames of a sample: all of one size and quality.
struct DistortState {
  int64_t frames = 0;
  int height = 0, width = 0;
  int quality = 0;
};

inline constexpr int64_t kMostJpegExtent = 65500;  // libjpeg's limit

inline void distort_setup(const JpegCompressionDistortionArgs& a, SampleSetup& s, DistortState& st) {
  const TensorView& in = s.in[0];
  const bool sequence = in.layout.view() == "FHWC" || (in.layout.empty() && in.shape.ndim == 4);
  if (in.dtype != DType::uint8) {
    fail(ErrorCode::INVALID_INPUT, "Expected uint8 but received %s", dtype_name(in.dtype));
  }
  if (in.shape.ndim != 3 + sequence || !(in.layout.empty() || sequence || in.layout.view() == "HWC")) {
    fail(ErrorCode::INVALID_INPUT, "Expected an image of layout HWC or FHWC but received '%s' with shape %s",
         in.layout.name, extents_text(in).c_str());
  }
  const int64_t* shape = in.shape.dim + sequence;
  if (shape[2] != 3) {
    fail(ErrorCode::INVALID_INPUT, "Expected 3 channels (RGB) but received shape %s", extents_text(in).c_str());
  }
  if (std::max(shape[0], shape[1]) > kMostJpegExtent) {
    fail(ErrorCode::INVALID_INPUT, "Expected at most %" PRId64 " pixels along each axis but received shape %s",
         kMostJpegExtent, extents_text(in).c_str());
  }
  st.frames = sequence ? in.shape[0] : 1;
  st.height = static_cast<int>(shape[0]);
  st.width = static_cast<int>(shape[1]);
  st.quality = std::clamp(a.quality, 1, 100);
  s.out[0] = in;
}

}  // namespace penstock::ops
