// EXIF orientation: where the pixels of the stored image lie in the image that the user sees.
#pragma once
#include <cstddef>
#include <cstdint>

#include "codecs/codec.h"

namespace penstock::codecs {

inline bool swaps_axes(int orientation) { return orientation >= 5; }

// Pixel (i, j) of a stored w x h window becomes pixel origin + i * dx + j * dy of the dense oriented window.
struct Placement {
  ptrdiff_t origin, dx, dy;
};
Placement placement(int orientation, int w, int h);

// Copies a stored window (rows `stride` bytes apart) to the dense oriented window.
void orient_pixels(const uint8_t* stored, size_t stride, int w, int h, size_t pixel_bytes, int orientation,
                   uint8_t* out);

}  // namespace penstock::codecs
