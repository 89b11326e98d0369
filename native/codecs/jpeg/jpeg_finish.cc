// Completes libjpeg's rows: CMYK, orientation, and the colour models and dtypes that libjpeg does not have.
#include "codecs/convert.h"
#include "codecs/jpeg/jpeg_decode.h"
#include "codecs/orient.h"

namespace penstock::codecs {
namespace {

// CMYK to RGB in place; rows are packed from 4 to 3 bytes per pixel. Adobe's files store the complement.
void cmyk_to_rgb(uint8_t* p, size_t pixels, bool complement) {
  uint8_t* to = p;
  for (size_t i = 0; i < pixels; ++i, p += 4, to += 3) {
    const int k = complement ? p[3] : 255 - p[3];
    for (int c = 0; c < 3; ++c) to[c] = static_cast<uint8_t>(k * (complement ? p[c] : 255 - p[c]) / 255);
  }
}

// RGB to grey in place. The fraction is dropped, as DALI does for CMYK files only.
void rgb_to_grey(uint8_t* p, size_t pixels) {
  for (size_t i = 0; i < pixels; ++i) {
    p[i] = static_cast<uint8_t>(0.299f * p[3 * i] + 0.587f * p[3 * i + 1] + 0.114f * p[3 * i + 2]);
  }
}

}  // namespace

// Converts libjpeg's rows in the scratch memory to the requested output.
void JpegDecoder::finish(Job& job, const DecodeSpec& spec, Window window, void* out) const {
  const Header& header = *job.seen;
  const Window& w = job.window;
  if (header.cmyk) {
    const size_t pixels = static_cast<size_t>(w.w) * w.h;
    cmyk_to_rgb(job.out, pixels, info_.saw_Adobe_marker);
    if (spec.type == ImageType::gray) rgb_to_grey(job.out, pixels);
    job.channels = spec.type == ImageType::gray ? 1 : 3;
  }
  const size_t stride = static_cast<size_t>(w.w) * job.channels;
  if (job.converted) {
    const int orientation = orientation_of(header, spec);
    orient_pixels(job.out, stride, w.w, w.h, job.channels, orientation, static_cast<uint8_t*>(out));
    return;
  }
  RawImage raw;
  raw.x = w.x, raw.y = w.y, raw.w = w.w, raw.h = w.h;
  raw.channels = job.channels;
  raw.data = job.out;
  raw.stride = stride;
  // The type "any" treats CMYK as RGB.
  DecodeSpec rest = spec;
  if (header.cmyk && spec.type == ImageType::any) rest.type = ImageType::rgb;
  convert_window(raw, reduced_header(header, spec), rest, window, out);
}

}  // namespace penstock::codecs
