// Converts Y, Cb and Cr that a TIFF stores without JPEG to colours, with the coefficients and the reference values of
// the file, as libtiff's interface for RGBA does, bit for bit. libvips does so only where chroma is subsampled.
#include <algorithm>
#include <cmath>

#include "codecs/tiff/tiff.h"
#include "codecs/tiff/tiff_tags.h"

namespace penstock::codecs {
namespace {

constexpr uint32_t kOldJpeg = 6, kJpeg = 7, kYcbcr = 6;

// What the standard takes for tags that are not there.
struct Rules {
  float luma[3] = {0.299f, 0.587f, 0.114f};
  float reference[6] = {0, 255, 128, 255, 128, 255};  // black and white of each component
};

Rules read_rules(const ByteReader& r, uint64_t directory) {
  Rules rules;
  each_tag_of(r, directory, [&](const TiffField& f) {
    if (f.tag() == kTiffYcbcrCoefficients && f.count() == 3) {
      for (uint64_t i = 0; i < 3; ++i) rules.luma[i] = f.real(i);
    } else if (f.tag() == kTiffReferenceBlackWhite && f.count() == 6) {
      for (uint64_t i = 0; i < 6; ++i) rules.reference[i] = f.real(i);
    }
  });
  const auto finite = [](float v) { return std::isfinite(v); };
  if (!std::all_of(rules.luma, rules.luma + 3, finite) || rules.luma[1] == 0 ||
      !std::all_of(rules.reference, rules.reference + 6, finite))
    fail(ErrorCode::BAD_SAMPLE,
         "Expected finite YCbCrCoefficients and ReferenceBlackWhite in a TIFF, with green above 0");
  return rules;
}

// libtiff's arithmetic: 16 bits after the point.
constexpr int kShift = 16;
constexpr int32_t kHalf = 1 << (kShift - 1);

int32_t fixed(float v) {
  return static_cast<int32_t>(static_cast<double>(std::clamp(v, 0.0f, 2.0f)) * (1 << kShift) + 0.5);
}

// A code between the references of black and white, as a value up to `range`.
int32_t value_of(int code, float black, float white, float range) {
  const float width = white - black;
  const float v = (static_cast<float>(code - static_cast<int32_t>(black)) * range) / (width != 0 ? width : 1);
  return static_cast<int32_t>(std::clamp(v, -128.0f * 32, 128.0f * 32));
}

struct Tables {
  int32_t y[256], red_cr[256], green_cr[256], green_cb[256], blue_cb[256];

  explicit Tables(const Rules& rules) {
    const float* luma = rules.luma;
    const float* ref = rules.reference;
    const float to_red = 2 - 2 * luma[0], to_blue = 2 - 2 * luma[2];
    const int32_t d1 = fixed(to_red), d2 = -fixed(luma[0] * to_red / luma[1]);
    const int32_t d3 = fixed(to_blue), d4 = -fixed(luma[2] * to_blue / luma[1]);
    for (int i = 0; i < 256; ++i) {
      const int32_t cr = value_of(i - 128, ref[4] - 128.0f, ref[5] - 128.0f, 127);
      const int32_t cb = value_of(i - 128, ref[2] - 128.0f, ref[3] - 128.0f, 127);
      red_cr[i] = (d1 * cr + kHalf) >> kShift;
      blue_cb[i] = (d3 * cb + kHalf) >> kShift;
      green_cr[i] = d2 * cr;
      green_cb[i] = d4 * cb + kHalf;
      y[i] = value_of(i, ref[0], ref[1], 255);
    }
  }
};

uint8_t store(int32_t v) { return static_cast<uint8_t>(std::clamp(v, 0, 255)); }

}  // namespace

bool has_raw_ycbcr(Bytes file, uint64_t directory) {
  const ByteReader r{file, file.data[0] == 'M', "TIFF"};
  uint32_t photometric = 1, compression = 1, across = 2, down = 2;
  each_tag_of(r, directory, [&](const TiffField& f) {
    if (f.tag() == kTiffPhotometric) photometric = f.value(0);
    if (f.tag() == kTiffCompression) compression = f.value(0);
    if (f.tag() == kTiffYcbcrSubsampling && f.count() == 2) across = f.value(0), down = f.value(1);
  });
  return photometric == kYcbcr && compression != kOldJpeg && compression != kJpeg && across == 1 && down == 1;
}

void convert_tiff_ycbcr(Bytes file, uint64_t directory, const RawImage& raw) {
  const ByteReader r{file, file.data[0] == 'M', "TIFF"};
  if (raw.channels != 3 || raw.bits != 8) fail(ErrorCode::INTERNAL, "YCbCr of %d channels", raw.channels);
  const Tables t(read_rules(r, directory));
  auto* p = const_cast<uint8_t*>(static_cast<const uint8_t*>(raw.data));
  for (size_t n = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.h); n--; p += 3) {
    const int32_t y = t.y[p[0]];
    const uint8_t cb = p[1], cr = p[2];
    p[0] = store(y + t.red_cr[cr]);
    p[1] = store(y + ((t.green_cb[cb] + t.green_cr[cr]) >> kShift));
    p[2] = store(y + t.blue_cb[cb]);
  }
}

}  // namespace penstock::codecs
