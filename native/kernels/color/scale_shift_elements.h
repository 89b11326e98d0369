// The CPU code that brightnessContrast, brightness and contrast share.
#pragma once
#include "core/op.h"
#include "core/pixel_dtypes.h"
#include "kernels/color/scale_shift.h"

namespace penstock::ops {

// Computes all elements of `out` from those of `in`. Both are dense and of dtypes that pixel_dtypes() takes.
void scale_shift_elements(const TensorView& in, const TensorView& out, const ScaleShift&);

// Accepts any shape and layout; a missing layout becomes HWC or FHWC. Returns the output's dtype.
template <class Args>
DType setup_elementwise(const Args& a, SampleSetup& s) {
  OutSpec& out = s.out[0];
  out = s.in[0];
  out.dtype = pixel_dtypes(a, out.dtype, a.has(Args::kDtype));
  if (out.layout.empty() && out.shape.ndim == 3) out.layout = "HWC";
  if (out.layout.empty() && out.shape.ndim == 4) out.layout = "FHWC";
  return out.dtype;
}

}  // namespace penstock::ops
