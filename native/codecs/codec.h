// Image codecs, as operators see them. The bytes of a file determine its format, never its name. Each format is a
// folder under codecs/ that provides what format.h describes.
// Windows are in the coordinates of the image that the user sees (after EXIF orientation when adjust_orientation is
// set).
#pragma once
#include <cstdint>
#include <memory>

#include "core/op.h"
#include "generated/formats.h"

namespace penstock::codecs {

// The name that messages use, e.g. "JPEG 2000".
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
  bool palette = false;      // pixels are stored as indices into a palette
  uint64_t least_bytes = 0;  // every file of this kind and size has at least so many bytes; 0: the codec checks this
                             // itself
};

struct Window {
  int x = 0, y = 0, w = 0, h = 0;
};

// A smaller version of an image, which its codec decodes in less time.
struct Reduction {
  int width = 0, height = 0;        // of the stored image; 0: there is none, all pixels are decoded
  double scale_x = 1, scale_y = 1;  // its pixels per pixel of the whole stored image
  int level = 0;                    // for the codec, which knows what it means
  explicit operator bool() const { return width > 0; }
};

struct DecodeSpec {
  ImageType type = ImageType::rgb;
  DType dtype = DType::uint8;
  bool adjust_orientation = true;
  bool fancy_upsampling = true;
  bool fast_idct = false;
  double max_seconds = 0;  // of the thread's CPU time; 0: no limit
  Reduction reduction;     // decode this version; windows are then in its coordinates
};

// Finds the format by the first bytes.
Format sniff(Bytes);

// Throws BAD_SAMPLE for bytes that are not an image; the message says what they look like.
[[noreturn]] void fail_not_an_image(Bytes);

// Reads the header only, and allocates no memory in proportion to the size that the header claims. Throws BAD_SAMPLE or
// UNSUPPORTED.
Header peek(Bytes);

// Throws BAD_SAMPLE when the file is too small to hold an image of the size that its header claims. It is called before
// memory for the pixels is allocated.
void check_plausible(const Header&, Bytes);

// The orientation that decoding applies: 1..8.
inline int orientation_of(const Header& h, const DecodeSpec& spec) {
  return spec.adjust_orientation ? h.orientation : 1;
}

// Throws BAD_SAMPLE when the image has more pixels than `max_pixels`; 0: no limit.
void check_pixels(const Header&, int64_t max_pixels);

// Height, width and channels of the decoded image under `spec`. Throws BAD_SAMPLE when palette indices are requested
// and the image has none.
Shape decoded_shape(const Header&, const DecodeSpec&);

// The smallest version that has at least `least` pixels per pixel of the image along each axis, if decoding it saves
// time.
Reduction reduce(const Header&, const DecodeSpec&, Bytes, double least);

// The header as the decoder's pixels have it: with the extents of the reduction.
Header reduced_header(const Header&, const DecodeSpec&);

// An estimate of decode()'s time in nanoseconds, for scheduling.
double decode_cost(const Header&, const DecodeSpec&, Bytes, Window);

// The decoders of one thread, which keep their handles between images.
class Decoders : public ThreadLocalState {
 public:
  Decoders();
  ~Decoders() override;
  // Writes window.h x window.w x channels of spec.dtype to `out`, bit for bit the crop of the full decode. `scratch` is
  // the caller's. Returns the number of warnings; the decoder has still reached the window's end.
  int decode(Bytes, const Header&, const DecodeSpec&, Window, void* out, Scratch& scratch);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock::codecs
