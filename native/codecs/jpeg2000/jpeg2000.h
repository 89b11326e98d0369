// JPEG 2000 Part 1 (ISO/IEC 15444-1): the headers are read here, pixels come from OpenJPEG. An image is a codestream,
// bare or in a JP2 file, whose boxes say what the components of the codestream mean.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

enum class Jpeg2000Colors { grey, rgb, sycc, cmyk };

// What the headers say.
struct Jpeg2000Header {
  Header header;  // channels are those after the palette is applied
  Jpeg2000Colors colors = Jpeg2000Colors::grey;
  bool alpha = false;
  bool bare = false;        // a codestream without a file around it
  uint32_t x0 = 0, y0 = 0;  // position of the image on the codestream's reference grid
  int index = 0;            // the component that holds the palette's indices
  int levels = 0;           // resolution levels that all tiles and components can leave out

  int color_channels() const { return colors == Jpeg2000Colors::grey ? 1 : colors == Jpeg2000Colors::cmyk ? 4 : 3; }
};

Jpeg2000Header read_jpeg2000_header(Bytes);
RawImage decode_jpeg2000(const DecodeTask&);

}  // namespace penstock::codecs
