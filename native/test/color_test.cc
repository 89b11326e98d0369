// Colour operators: conversions of picture dtypes against convert<>, and the vector loops against the arithmetic of one
// pixel, for every pair of dtypes and all sizes about a block.
#include <cstring>
#include <random>

#include "core/pixel_dtypes.h"
#include "generated/ops/brightness_contrast.h"
#include "generated/ops/color_space_conversion.h"
#include "generated/ops/color_twist.h"
#include "kernels/color/scale_shift.h"
#include "op_harness.h"
#include "ops/color_space_conversion/color_space_conversion.h"
#include "test.h"

namespace penstock::ops {
extern const CpuOp brightness_contrast_cpu, color_twist_cpu, color_space_conversion_cpu;
}

using namespace penstock;
using namespace penstock::ops;
using penstock::test::OneOp;

namespace {

const DType kPixels[] = {DType::uint8, DType::int16, DType::int32, DType::float16, DType::float32};

// Ties, ends of ranges, subnormals, infinities and NaN, and the values next to them.
std::vector<float> hard_floats() {
  std::vector<float> v;
  const float marks[] = {
      0,          0.5f,  1,        1.5f,     2.5f,     127.5f,    128,      254.5f,  255,        255.5f,  256,
      32766.5f,   32767, 32767.5f, 32768.5f, 65503.9f, 65519.99f, 65520,    65536,   8388607.5f, 8388609, 2147483520,
      2147483648, 3e9f,  1e30f,    6.1e-5f,  6.09e-5f, 5.96e-8f,  2.98e-8f, 2.9e-8f, 1e-20f,     1e-44f,  INFINITY};
  for (const float mark : marks) {
    float low = mark, high = mark;
    for (int i = 0; i < 4; ++i) {
      for (const float f : {low, high}) v.push_back(f), v.push_back(-f);
      low = std::nextafter(low, 0.0f);
      high = std::nextafter(high, INFINITY);
    }
  }
  v.push_back(NAN);
  v.push_back(-NAN);
  std::mt19937 random(3);
  for (int i = 0; i < 200000; ++i) {
    const uint32_t bits = random();
    float f;
    std::memcpy(&f, &bits, 4);
    v.push_back(f != f ? NAN : f);
    v.push_back(static_cast<float>(static_cast<int>(random() % 140000) - 70000) / 2);
  }
  return v;
}

TensorView tensor(void* data, DType dtype, Shape shape) {
  TensorView t;
  t.dtype = dtype;
  t.layout = "HWC";
  t.shape = shape;
  t.data = data;
  return t;
}

template <class T>
void fill(T* data, int64_t n, std::mt19937& random) {
  for (int64_t i = 0; i < n; ++i) {
    const double r = static_cast<double>(random()) / 4294967296.0;
    if constexpr (std::is_same_v<T, Half>) {
      data[i] = Half(r * 2 - 0.5);
    } else if constexpr (std::is_same_v<T, float>) {
      data[i] = static_cast<float>(r * 2 - 0.5);
    } else {
      data[i] = static_cast<T>(random());
    }
  }
}

// Runs `op` on images of many widths and compares with pixel(in, out, channels) on each pixel.
template <class Args, class F>
void compare(const CpuOp& op, const Args& args, DType in, DType out, F&& pixel) {
  std::mt19937 random(5);
  OneOp one(op, &args);
  dispatch_pixel(in, [&](auto in_zero) {
    dispatch_pixel(out, [&](auto out_zero) {
      using In = decltype(in_zero);
      using Out = decltype(out_zero);
      for (int width : {1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 100, 255, 256, 257, 700}) {
        std::vector<In> data(3 * width);
        fill(data.data(), 3 * width, random);
        const TensorView& got = one({tensor(data.data(), in, {1, width, 3})})[0];
        std::vector<Out> want(3 * width);
        for (int i = 0; i < width; ++i) pixel(data.data() + 3 * i, want.data() + 3 * i);
        CHECK_EQ(static_cast<int>(got.dtype), static_cast<int>(out));
        CHECK(!std::memcmp(got.data, want.data(), want.size() * sizeof(Out)));
      }
    });
  });
}

}  // namespace

TEST(color_pixel_casts_are_those_of_convert) {
  const std::vector<float> values = hard_floats();
  for (const DType dtype : kPixels) {
    dispatch_pixel(dtype, [&](auto zero) {
      using T = decltype(zero);
      for (const float v : values) {
        const T got = float_to_pixel<T>(v), want = convert<T>(v);
        CHECK(!std::memcmp(&got, &want, sizeof(T)));
      }
    });
  }
  for (int bits = 0; bits < 65536; ++bits) {
    const uint16_t h = static_cast<uint16_t>(bits);
    const float got = float_of_half(h), want = half_to_float(h);
    CHECK(!std::memcmp(&got, &want, 4));
  }
}

TEST(color_scale_and_shift_of_every_dtype) {
  for (const DType in : kPixels) {
    for (const DType out : kPixels) {
      BrightnessContrastArgs a;
      a.brightness = 1.3f;
      a.contrast = 0.8f;
      a.brightness_shift = 0.1f;
      a.dtype = out;
      a.given = uint64_t{1} << BrightnessContrastArgs::kDtype;
      const ScaleShift s = make_scale_shift(out, 1.3f, 0.1f, 0.8f, middle(in));
      compare(brightness_contrast_cpu, a, in, out, [&](const auto* p, auto* o) {
        for (int c = 0; c < 3; ++c) o[c] = scale_shift<std::decay_t<decltype(*o)>>(p[c], s);
      });
    }
  }
}

TEST(color_matrix_of_every_dtype) {
  for (const DType in : kPixels) {
    for (const DType out : kPixels) {
      ColorTwistArgs a;
      a.brightness = 1.1f;
      a.contrast = 0.7f;
      a.hue = 40;
      a.saturation = 1.4f;
      a.dtype = out;
      a.given = uint64_t{1} << ColorTwistArgs::kDtype;
      const ColorMatrix m = twist_matrix_of(in, 1.1f, 0.7f, 40, 1.4f);
      compare(color_twist_cpu, a, in, out, [&](const auto* p, auto* o) {
        for (int c = 0; c < 3; ++c) {
          o[c] = float_to_pixel<std::decay_t<decltype(*o)>>(
              color_channel(m, c, pixel_to_float(p[0]), pixel_to_float(p[1]), pixel_to_float(p[2])));
        }
      });
    }
  }
}

TEST(color_models_as_one_pixel) {
  std::mt19937 random(9);
  std::vector<uint8_t> data(3 * 700);
  fill(data.data(), 3 * 700, random);
  const ImageType models[] = {ImageType::rgb, ImageType::bgr, ImageType::gray, ImageType::ycbcr};
  for (const ImageType from : models) {
    for (const ImageType to : models) {
      ColorSpaceConversionArgs a;
      a.image_type = from;
      a.output_type = to;
      a.given = ~uint64_t{0};
      const ColorConversion c = color_conversion(from, to);
      OneOp one(color_space_conversion_cpu, &a);
      for (int width : {1, 2, 15, 16, 17, 255, 256, 257, 700}) {
        const TensorView& got = one({tensor(data.data(), DType::uint8, {1, width, c.in_channels})})[0];
        CHECK_EQ(got.shape[2], c.out_channels);
        std::vector<uint8_t> want(c.out_channels * width);
        for (int i = 0; i < width; ++i) {
          const uint8_t* p = data.data() + c.in_channels * i;
          uint8_t* o = want.data() + c.out_channels * i;
          if (c.in_channels == 1) {
            c.out_channels == 1 ? convert_color<1, 1>(c, p, o) : convert_color<1, 3>(c, p, o);
          } else {
            c.out_channels == 1 ? convert_color<3, 1>(c, p, o) : convert_color<3, 3>(c, p, o);
          }
        }
        CHECK(!std::memcmp(got.data, want.data(), want.size()));
      }
    }
  }
}

// Converts every colour to YCbCr and back; the loss by the studio range and by rounding is known.
TEST(color_ycbcr_is_studio_range) {
  const ColorConversion there = color_conversion(ImageType::rgb, ImageType::ycbcr);
  const ColorConversion swapped = color_conversion(ImageType::bgr, ImageType::ycbcr);
  const ColorConversion back = color_conversion(ImageType::ycbcr, ImageType::rgb);
  int worst = 0, different = 0;
  for (int r = 0; r < 256; r += 3) {
    for (int g = 0; g < 256; g += 3) {
      for (int b = 0; b < 256; b += 5) {
        const uint8_t rgb[] = {static_cast<uint8_t>(r), static_cast<uint8_t>(g), static_cast<uint8_t>(b)};
        const uint8_t bgr[] = {rgb[2], rgb[1], rgb[0]};
        uint8_t ycc[3] = {}, other[3] = {}, again[3] = {};
        convert_color<3, 3>(there, rgb, ycc);
        convert_color<3, 3>(swapped, bgr, other);
        convert_color<3, 3>(back, ycc, again);
        CHECK(ycc[0] >= 16 && ycc[0] <= 235 && ycc[1] >= 16 && ycc[1] <= 240 && ycc[2] >= 16 && ycc[2] <= 240);
        different += std::memcmp(ycc, other, 3) != 0;
        for (int c = 0; c < 3; ++c) worst = std::max(worst, std::abs(again[c] - rgb[c]));
      }
    }
  }
  CHECK(worst <= 2);
  CHECK_EQ(different, 0);
}
