// Image codecs, as operators see them: what a file is is told by its bytes, never by its name. Each format is a folder
// under codecs/, and format.h is what it provides.
// Windows are in the coordinates of the image the user sees (after EXIF orientation when adjust_orientation is set).
#pragma once
#include <cstdint>
#include <memory>

#include "core/op.h"
#include "generated/formats.h"

namespace penstock::codecs {

// As messages say it, e.g. "JPEG 2000".
const char* format_name(Format);

struct Bytes {
  const uint8_t* data;
  size_t size;
};

struct Header {
  Format format = Format::unknown;
  int width = 0, height = 0;  // as stored in the file, before orientation
  int channels = 0;           // as stored: 1 grey, 2 grey+alpha, 3 colour, 4 colour+alpha or CMYK
  int bits = 8;               // per channel
  int orientation = 1;        // EXIF, 1..8
  bool cmyk = false;
  bool palette = false;      // pixels are stored as numbers of a palette's colours
  uint64_t least_bytes = 0;  // no file of this kind and size can be smaller; 0: the codec sees to it itself
};

struct Window {
  int x = 0, y = 0, w = 0, h = 0;
};

struct DecodeSpec {
  ImageType type = ImageType::rgb;
  DType dtype = DType::uint8;
  bool adjust_orientation = true;
  bool fancy_upsampling = true;
  bool fast_idct = false;
  double max_seconds = 0;  // of the thread's CPU time; 0: no limit
};

// From the first bytes.
Format sniff(Bytes);

// Throws BAD_SAMPLE saying what the bytes are instead of an image.
[[noreturn]] void fail_not_an_image(Bytes);

// Reads the header only; allocates nothing that depends on the size it claims. Throws BAD_SAMPLE or UNSUPPORTED.
Header peek(Bytes);

// Throws BAD_SAMPLE when the file is too small to hold an image of the size that its header claims. To be called
// before memory for the pixels is had.
void check_plausible(const Header&, Bytes);

// The orientation that decoding obeys: 1..8.
inline int orientation_of(const Header& h, const DecodeSpec& spec) {
  return spec.adjust_orientation ? h.orientation : 1;
}

// Throws BAD_SAMPLE when the image has more pixels than `max_pixels`; 0: no limit.
void check_pixels(const Header&, int64_t max_pixels);

// Height, width, channels of the decoded image under `spec`. Throws BAD_SAMPLE when there are no indices to give.
Shape decoded_shape(const Header&, const DecodeSpec&);

// An estimate of decode()'s time in nanoseconds, for scheduling.
double decode_cost(const Header&, const DecodeSpec&, Bytes, Window);

// One thread's decoders: handles are kept between images.
class Decoders : public ThreadLocalState {
 public:
  Decoders();
  ~Decoders() override;
  // Writes window.h x window.w x channels of spec.dtype to `out`, bit for bit the crop of the full decode.
  // `scratch` is the caller's. Returns the number of warnings of a decoder that reached the window's end.
  int decode(Bytes, const Header&, const DecodeSpec&, Window, void* out, Scratch& scratch);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock::codecs
