// Converts a RawImage to the output that the user requested: crop in oriented coordinates, EXIF orientation, colour
// model, alpha, dtype.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

// Writes window.h x window.w x channels of spec.dtype to `out`, densely. `window` is in the coordinates of the image
// the user sees; `raw` must hold at least its stored_window(). Channels are those of decoded_shape(header, spec).
void convert_window(const RawImage& raw, const Header& header, const DecodeSpec& spec, Window window, void* out);

}  // namespace penstock::codecs
