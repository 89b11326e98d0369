// paste: the image's position on its canvas, and one element of the canvas. Sizes are float32 products, as in DALI.
#pragma once
#include <cstdint>

#include "core/host_device.h"

namespace penstock::ops {

struct PasteState {
  int64_t height = 0, width = 0, channels = 0;  // of the image
  int64_t canvas_height = 0, canvas_width = 0;
  int64_t y = 0, x = 0;  // position of the image's first pixel on the canvas
};

// The canvas' extent along one axis. The caller must check that a tensor can have it.
PENSTOCK_HD float paste_canvas(float ratio, int64_t extent) { return ratio * static_cast<float>(extent); }
PENSTOCK_HD int64_t paste_position(float share, int64_t room) {
  return static_cast<int64_t>(share * static_cast<float>(room));
}

// Byte `column` of the canvas' row y; it belongs to channel c. `fill` has one value for all channels, or one for each.
PENSTOCK_HD uint8_t paste_value(const PasteState& s, const uint8_t* in, const uint8_t* fill, int fills, int64_t y,
                                int64_t column, int64_t c) {
  const int64_t row = s.width * s.channels, iy = y - s.y, at = column - s.x * s.channels;
  if (iy < 0 || iy >= s.height || at < 0 || at >= row) return fill[fills == 1 ? 0 : c];
  return in[iy * row + at];
}

}  // namespace penstock::ops
