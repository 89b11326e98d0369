// JPEG in the table of formats: libjpeg-turbo with the project's Huffman decoder. It is the only format whose decoder
// decodes windows.
#include <stdio.h>

#include <algorithm>
// jpeglib.h needs stdio.h before it.
#include <jpeglib.h>

#include "codecs/format.h"
#include "codecs/jpeg/jpeg_decode.h"
#include "codecs/jpeg/jpeg_header.h"
#include "codecs/signature.h"

#define PENSTOCK_TEXT_OF(x) #x
#define PENSTOCK_TEXT(x) PENSTOCK_TEXT_OF(x)

namespace penstock::codecs {
namespace {

bool sniff_jpeg(Bytes b) { return has_signature(b, "\xff\xd8\xff"sv); }

std::unique_ptr<WindowDecoder> decoder() { return std::make_unique<JpegDecoder>(); }

// libjpeg-turbo has vectorised transforms to a half, a quarter and an eighth, which give the means of the full
// transform's pixels. Those to other eighths are plain C and slower than the full one with the larger resize.
constexpr int kEighths[] = {1, 2, 4};

// The pixels that libjpeg makes of a component's block along each axis when it makes `n` of the others': twice as many,
// or more, where both axes are stored smaller.
int pixels_of_block(const SamplingFactors& s, int component, int n) {
  int pixels = n;
  while (pixels < DCTSIZE && s.most_h * n % (s.h[component] * pixels * 2) == 0 &&
         s.most_v * n % (s.v[component] * pixels * 2) == 0) {
    pixels *= 2;
  }
  return pixels;
}

// Whether every component keeps as many samples as the target has, or all that the file has.
bool suffices(const SamplingFactors& s, int components, int n, double least) {
  for (int c = 0; c < components; ++c) {
    const double left = pixels_of_block(s, c, n) / 8.0;
    const double stored = std::min(static_cast<double>(s.h[c]) / s.most_h, static_cast<double>(s.v[c]) / s.most_v);
    // Eighths are exact in binary, so a target of exactly an eighth is met.
    if (left < 1 && left * stored < least) return false;
  }
  return true;
}

Reduction reduce_jpeg(const Header& h, const DecodeSpec& spec, Bytes b, double least) {
  const SamplingFactors sampling = read_jpeg_header(b).sampling;
  // The colours of a grey image are not decoded.
  const int components = spec.type == ImageType::gray && !h.cmyk ? 1 : h.channels;
  for (const int n : kEighths) {
    // Where no component is stored with the most samples along both axes, a smaller image may have all of them: it
    // has too few pixels all the same.
    if (n / 8.0 < least || !suffices(sampling, components, n, least)) continue;
    Reduction r;
    r.level = n;
    r.width = (h.width * n + 7) / 8;
    r.height = (h.height * n + 7) / 8;
    r.scale_x = r.scale_y = n / 8.0;
    return r;
  }
  return {};
}

// Linked into the addon, so it is always available.
Support support_jpeg() { return {PENSTOCK_TEXT(LIBJPEG_TURBO_VERSION), {}}; }

}  // namespace

PENSTOCK_CODEC(jpeg, {sniff_jpeg, peek_jpeg, nullptr, decoder, support_jpeg, reduce_jpeg})

}  // namespace penstock::codecs
