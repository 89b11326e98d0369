// colorSpaceConversion on the CPU: conversions by a matrix use the loops of colorTwist; the others loop over a block's
// planes.
#include <algorithm>
#include <cstring>

#include "core/cpu.h"
#include "generated/ops/color_space_conversion.h"
#include "kernels/color/color_pixels.h"
#include "kernels/color/rgb_planes.h"
#include "ops/color_space_conversion/color_space_conversion.h"

namespace penstock::ops {
namespace {

constexpr int64_t kBlock = 256;  // pixels

// Conversions between one and three channels: each has f(in, out, n), which works on planes of n pixels.
struct Luma {
  static constexpr int in = 3, out = 1;
  [[gnu::always_inline]] static inline void run(const uint8_t* p, uint8_t* __restrict o, int64_t n) {
    for (int64_t i = 0; i < n; ++i) o[i] = luma_of_rgb(p[i], p[n + i], p[2 * n + i]);
  }
};
struct SwappedLuma {
  static constexpr int in = 3, out = 1;
  [[gnu::always_inline]] static inline void run(const uint8_t* p, uint8_t* __restrict o, int64_t n) {
    for (int64_t i = 0; i < n; ++i) o[i] = luma_of_rgb(p[2 * n + i], p[n + i], p[i]);
  }
};
struct StretchLuma {
  static constexpr int in = 3, out = 1;
  [[gnu::always_inline]] static inline void run(const uint8_t* p, uint8_t* __restrict o, int64_t n) {
    for (int64_t i = 0; i < n; ++i) o[i] = gray_of_luma(p[i]);
  }
};
struct GrayYcbcr {
  static constexpr int in = 1, out = 3;
  [[gnu::always_inline]] static inline void run(const uint8_t* p, uint8_t* __restrict o, int64_t n) {
    for (int64_t i = 0; i < n; ++i) o[i] = luma_of_gray(p[i]);
    std::memset(o + n, 128, 2 * n);
  }
};

template <class Body>
void baseline(const uint8_t* in, uint8_t* out, int64_t n) {
  Body::run(in, out, n);
}
#if defined(__x86_64__)
template <class Body>
__attribute__((target("avx2"))) void avx2(const uint8_t* in, uint8_t* out, int64_t n) {
  Body::run(in, out, n);
}
#endif

template <class Body>
void convert_pixels(const uint8_t* in, uint8_t* out, int64_t pixels) {
  auto loop = baseline<Body>;
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) loop = avx2<Body>;
#endif
  uint8_t from[3 * kBlock], to[3 * kBlock];
  for (int64_t at = 0; at < pixels; at += kBlock) {
    const int64_t n = std::min(kBlock, pixels - at);
    const uint8_t* p = in + Body::in * at;
    uint8_t* o = out + Body::out * at;
    if (Body::in == 3) split_rgb(p, from, n);
    loop(Body::in == 3 ? from : p, Body::out == 3 ? to : o, n);
    if (Body::out == 3) join_rgb(to, o, n);
  }
}

#if defined(__x86_64__)
// Convert 16 pixels at a time; both functions return the number of pixels converted.
PENSTOCK_SHUFFLE int64_t swap_blocks(const uint8_t* in, uint8_t* out, int64_t pixels) {
  const Moves m = make_moves([](int r, int i) { return 16 * r + i + 2 - 2 * ((16 * r + i) % 3); });
  int64_t i = 0;
  for (; i + 16 <= pixels; i += 16) {
    const uint8_t* p = in + 3 * i;
    uint8_t* o = out + 3 * i;
    move_48(m, p, p + 16, p + 32, o, o + 16, o + 32);
  }
  return i;
}
PENSTOCK_SHUFFLE int64_t spread_blocks(const uint8_t* in, uint8_t* out, int64_t pixels) {
  const Moves m = make_moves([](int r, int i) { return (16 * r + i) / 3; });
  int64_t i = 0;
  for (; i + 16 <= pixels; i += 16) {
    const __m128i gray = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + i));
    for (int r = 0; r < 3; ++r) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 3 * i + 16 * r), _mm_shuffle_epi8(gray, m.index[r][0]));
    }
  }
  return i;
}
#endif

// Conversions that only move bytes.
template <int InChannels>
void move_pixels(const ColorConversion& c, const uint8_t* in, uint8_t* out, int64_t pixels) {
  int64_t i = 0;
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) i = (InChannels == 3 ? swap_blocks : spread_blocks)(in, out, pixels);
#endif
  for (; i < pixels; ++i) convert_color<InChannels, 3>(c, in + InChannels * i, out + 3 * i);
}

void setup(const ColorSpaceConversionArgs& a, SampleSetup& s, ColorConversion& st) {
  const auto check = [](bool given, ImageType type, const char* name) {
    if (!given || type == ImageType::any || type == ImageType::index) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected 'rgb', 'bgr', 'gray' or 'ycbcr' for %s but received %s", name,
           !given                   ? "nothing"
           : type == ImageType::any ? "'any'"
                                    : "'index'");
    }
  };
  check(a.has(ColorSpaceConversionArgs::kImageType), a.image_type, "imageType");
  check(a.has(ColorSpaceConversionArgs::kOutputType), a.output_type, "outputType");
  if (s.in[0].dtype != DType::uint8) {
    fail(ErrorCode::INVALID_INPUT, "Expected uint8 for the input but received %s", dtype_name(s.in[0].dtype));
  }
  st = color_conversion(a.image_type, a.output_type);
  OutSpec& out = s.out[0];
  out = s.in[0];
  setup_channels_last(out, st.in_channels);
  out.shape[out.shape.ndim - 1] = st.out_channels;
}

void run(const ColorSpaceConversionArgs&, SampleRun& s, ColorConversion& st) {
  const uint8_t* in = s.in[0].as<uint8_t>();
  uint8_t* out = s.out[0].as<uint8_t>();
  const int64_t bytes = s.in[0].shape.volume(), pixels = bytes / st.in_channels;
  if (!bytes) return;
  switch (st.kind) {
    case ColorConversion::copy: std::memcpy(out, in, bytes); return;
    case ColorConversion::swap: return move_pixels<3>(st, in, out, pixels);
    case ColorConversion::spread: return move_pixels<1>(st, in, out, pixels);
    case ColorConversion::matrix: return color_pixels(s.in[0], s.out[0], st.m);
    case ColorConversion::luma: return convert_pixels<Luma>(in, out, pixels);
    case ColorConversion::swapped_luma: return convert_pixels<SwappedLuma>(in, out, pixels);
    case ColorConversion::stretch_luma: return convert_pixels<StretchLuma>(in, out, pixels);
    case ColorConversion::gray_ycbcr: return convert_pixels<GrayYcbcr>(in, out, pixels);
  }
}

}  // namespace

PENSTOCK_CPU_OP(color_space_conversion, ColorSpaceConversionArgs, ColorConversion, setup, run, kNone)

}  // namespace penstock::ops
