// brightnessContrast, brightness and contrast: output = input * scale + shift, in single precision; the two numbers are
// computed from all arguments. This file has the arithmetic of one element, for all devices.
#pragma once
#include "core/host_device.h"
#include "core/pixel_cast.h"
#include "core/tensor.h"

namespace penstock::ops {

struct ScaleShift {
  float scale = 1, shift = 0;
};

template <class Out, class In>
PENSTOCK_HD Out scale_shift(In v, const ScaleShift& s) {
  const float product = pixel_to_float(v) * s.scale;
  return float_to_pixel<Out>(product + s.shift);
}

// The brightest value of a dtype: a shift of 1 adds it, and half of it is the middle grey. It is 1 for floats.
constexpr float brightest(DType t) {
  return t == DType::uint8 ? 255.0f : t == DType::int16 ? 32767.0f : t == DType::int32 ? 2147483647.0f : 1.0f;
}
constexpr float middle(DType t) {
  return t == DType::uint8 ? 128.0f : t == DType::int16 ? 16384.0f : t == DType::int32 ? 1073741824.0f : 0.5f;
}

// Scale and shift of shift * range + brightness * (center + contrast * (input - center)).
inline ScaleShift make_scale_shift(DType out, float brightness, float brightness_shift, float contrast, float center) {
  const float lost = contrast * center;
  const float grey = brightness * (center - lost);
  const float added = brightness_shift * brightest(out);
  return {brightness * contrast, added + grey};
}

}  // namespace penstock::ops
