// paste: where the image lies on its canvas, and one element of the canvas. Sizes are float32 products, as DALI's.
#pragma once
#include <cstdint>

#include "cuda/host_device.h"

namespace penstock::ops {

struct PasteState {
  int64_t height = 0, width = 0, channels = 0;  // of the image
  int64_t canvas_height = 0, canvas_width = 0;
  int64_t y = 0, x = 0;  // of the image's first pixel on the canvas
};

// Along one axis; the result must still be checked against the extents that can be addressed.
PENSTOCK_HD float paste_canvas(float ratio, int64_t extent) { return ratio * static_cast<float>(extent); }
PENSTOCK_HD int64_t paste_position(float share, int64_t room) {
  return static_cast<int64_t>(share * static_cast<float>(room));
}

// Element (y, x, c) of the canvas; `fill` has one value per channel.
PENSTOCK_HD uint8_t paste_value(const PasteState& s, const uint8_t* in, const uint8_t* fill, int64_t y, int64_t x,
                                int64_t c) {
  const int64_t iy = y - s.y, ix = x - s.x;
  if (iy < 0 || iy >= s.height || ix < 0 || ix >= s.width) return fill[c];
  return in[(iy * s.width + ix) * s.channels + c];
}

}  // namespace penstock::ops
