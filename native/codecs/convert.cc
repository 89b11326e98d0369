// One pass over the window: gathers the pixels along an oriented row, then applies colour model and dtype. The
// arithmetic of grey and YCbCr is DALI's: grey is rounded at the source's depth, and YCbCr is computed straight in the
// output's range.
#include "codecs/convert.h"

#include <cstring>
#include <type_traits>

#include "core/dispatch.h"

namespace penstock::codecs {
namespace {

constexpr int kChunk = 256;  // pixels gathered on the stack at a time

template <class T>
inline constexpr float kTop = std::is_same_v<T, uint8_t>    ? 255.0f
                              : std::is_same_v<T, uint16_t> ? 65535.0f
                                                            : 1.0f;

// Scales the full range of one type to the full range of the other.
template <class Out, class In>
inline Out rescale(In v) {
  if constexpr (std::is_same_v<Out, In>) {
    return v;
  } else if constexpr (std::is_same_v<Out, float>) {
    return static_cast<float>(v) * (1.0f / kTop<In>);
  } else if constexpr (std::is_same_v<Out, uint16_t>) {
    return static_cast<uint16_t>(v * 257);
  } else {
    return static_cast<uint8_t>((v + 128) / 257);  // no ties: 257 is odd
  }
}

// Rounds 0 <= v < 2^22 to nearest even. Unlike nearbyint() it vectorises without SSE4.1.
inline int round_small(float v) { return static_cast<int>((v + 12582912.0f) - 12582912.0f); }

template <class In>
inline In luma(In r, In g, In b) {
  return static_cast<In>(round_small((0.299f * r + 0.587f * g) + 0.114f * b));
}

// ITU-R BT.601 in studio range (Y 16..235, Cb and Cr 16..240 of 256), by rows: coefficients of R, G, B and the offset.
constexpr float kYcc[3][4] = {{0.25678823529f, 0.50412941176f, 0.09790588235f, 16},
                              {-0.14822289945f, -0.29099278682f, 0.43921568627f, 128},
                              {0.43921568627f, -0.36778831435f, -0.07142737192f, 128}};

template <class In, class Out>
inline void to_ycc(float r, float g, float b, Out* out) {
  constexpr float scale = kTop<Out> / kTop<In>;
  constexpr float step = std::is_same_v<Out, float> ? 1.0f / 256 : std::is_same_v<Out, uint16_t> ? 256.0f : 1.0f;
  for (int k = 0; k < 3; ++k) {
    const float* c = kYcc[k];
    const float v = ((c[0] * scale * r + c[1] * scale * g) + c[2] * scale * b) + c[3] * step;
    if constexpr (std::is_same_v<Out, float>)
      out[k] = v;
    else
      out[k] = static_cast<Out>(round_small(v));
  }
}

// `n` packed pixels of Channels values. `any` is the number of channels for ImageType::any.
template <int Channels, class In, class Out>
void convert_pixels(const In* s, Out* d, int n, ImageType type, int any) {
  constexpr int kGreen = Channels >= 3 ? 1 : 0, kBlue = Channels >= 3 ? 2 : 0;
  constexpr bool kAlpha = Channels == 2 || Channels == 4;
  const bool bgr = type == ImageType::bgr;
  if (type == ImageType::ycbcr) {
    for (; n--; s += Channels, d += 3) to_ycc<In>(s[0], s[kGreen], s[kBlue], d);
  } else if (type == ImageType::gray || (type == ImageType::any && any < 3)) {
    const bool alpha = type == ImageType::any && any == 2;
    for (; n--; s += Channels) {
      *d++ = rescale<Out>(Channels >= 3 ? luma(s[0], s[kGreen], s[kBlue]) : s[0]);
      if (alpha) *d++ = rescale<Out>(kAlpha ? s[Channels - 1] : static_cast<In>(kTop<In>));
    }
  } else if (type == ImageType::any && any == 4) {
    for (; n--; s += Channels, d += 4) {
      d[0] = rescale<Out>(s[0]);
      d[1] = rescale<Out>(s[kGreen]);
      d[2] = rescale<Out>(s[kBlue]);
      d[3] = rescale<Out>(kAlpha ? s[Channels - 1] : static_cast<In>(kTop<In>));
    }
  } else {
    const int first = bgr ? kBlue : 0, last = bgr ? 0 : kBlue;
    for (; n--; s += Channels, d += 3) {
      d[0] = rescale<Out>(s[first]);
      d[1] = rescale<Out>(s[kGreen]);
      d[2] = rescale<Out>(s[last]);
    }
  }
}

// The addresses of the oriented window's pixels: the first pixel, and the bytes to the next pixel of a row and to the
// next row.
struct Walk {
  const uint8_t* first;
  ptrdiff_t pixel, row;
};

Walk walk_of(const RawImage& raw, const Header& h, int orientation, Window window) {
  const Window v = stored_window(window, h.width, h.height, orientation);
  if (v.x < raw.x || v.y < raw.y || v.x + v.w > raw.x + raw.w || v.y + v.h > raw.y + raw.h)
    fail(ErrorCode::INTERNAL, "Expected pixels of %dx%d at %d,%d but received %dx%d at %d,%d", v.w, v.h, v.x, v.y,
         raw.w, raw.h, raw.x, raw.y);
  const auto right = static_cast<ptrdiff_t>(raw.channels) * (raw.bits / 8), down = static_cast<ptrdiff_t>(raw.stride);
  const bool mirror_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool mirror_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  const int x = v.x - raw.x + (mirror_x ? v.w - 1 : 0), y = v.y - raw.y + (mirror_y ? v.h - 1 : 0);
  const ptrdiff_t along_x = mirror_x ? -right : right, along_y = mirror_y ? -down : down;
  const uint8_t* first = static_cast<const uint8_t*>(raw.data) + x * right + y * down;
  return orientation >= 5 ? Walk{first, along_y, along_x} : Walk{first, along_x, along_y};
}

template <class In, class Out>
void convert_chunk(const In* s, int channels, Out* d, int n, ImageType type, int any) {
  switch (channels) {
    case 1: return convert_pixels<1>(s, d, n, type, any);
    case 2: return convert_pixels<2>(s, d, n, type, any);
    case 3: return convert_pixels<3>(s, d, n, type, any);
    default: return convert_pixels<4>(s, d, n, type, any);
  }
}

template <class In, class Out>
void convert_all(const RawImage& raw, const Walk& walk, const DecodeSpec& spec, int any, Window window, Out* out) {
  const int channels = raw.channels;
  const int out_channels = spec.type == ImageType::gray ? 1 : spec.type == ImageType::any ? any : 3;
  const auto packed = static_cast<ptrdiff_t>(channels * sizeof(In));
  const bool same = std::is_same_v<In, Out> && channels == out_channels &&
                    (spec.type == ImageType::any || spec.type == ImageType::rgb || spec.type == ImageType::gray);
  for (int y = 0; y < window.h; ++y) {
    const uint8_t* p = walk.first + y * walk.row;
    Out* d = out + static_cast<size_t>(y) * window.w * out_channels;
    if (walk.pixel == packed) {
      if (same)
        std::memcpy(d, p, static_cast<size_t>(window.w) * packed);
      else
        convert_chunk(reinterpret_cast<const In*>(p), channels, d, window.w, spec.type, any);
      continue;
    }
    In chunk[kChunk * 4];
    for (int x = 0; x < window.w; x += kChunk) {
      const int n = window.w - x < kChunk ? window.w - x : kChunk;
      for (int i = 0; i < n; ++i, p += walk.pixel) std::memcpy(chunk + i * channels, p, packed);
      convert_chunk(chunk, channels, d + static_cast<size_t>(x) * out_channels, n, spec.type, any);
    }
  }
}

}  // namespace

void convert_window(const RawImage& raw, const Header& header, const DecodeSpec& spec, Window window, void* out) {
  const Walk walk = walk_of(raw, header, spec.adjust_orientation ? header.orientation : 1, window);
  const int any = header.channels;
  dispatch(spec.dtype, [&](auto zero) {
    using Out = decltype(zero);
    if constexpr (std::is_same_v<Out, uint8_t> || std::is_same_v<Out, uint16_t> || std::is_same_v<Out, float>) {
      if (raw.bits == 16)
        convert_all<uint16_t>(raw, walk, spec, any, window, static_cast<Out*>(out));
      else
        convert_all<uint8_t>(raw, walk, spec, any, window, static_cast<Out*>(out));
    } else {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected uint8, uint16 or float32 for dtype but received another");
    }
  });
}

}  // namespace penstock::codecs
