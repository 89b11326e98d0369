// The colour operators on the GPU against the CPU, over batches whose samples begin at any address. Both use the same
// arithmetic, so the bytes are equal.
#include <cstdio>

#include "gpu_fixture.h"

namespace penstock {
namespace {

using namespace test;

constexpr Tolerance kExact{0, 0, 0};
constexpr DType kPixels[] = {DType::uint8, DType::int16, DType::int32, DType::float16, DType::float32};

// Sizes below, at and above the sizes that one thread and one block process, and empty ones.
Batch batch(Random& random, DType dtype, int channels, int count) {
  static constexpr int kWidths[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33, 64, 100, 255, 1100};
  Batch b;
  for (int i = 0; i < count; ++i) {
    const Shape shape = {1 + below(random, 3), kWidths[below(random, 16)], channels};
    b.push_back(random_tensor(random, dtype, "HWC", shape));
  }
  return b;
}

std::string number(Random& random, const char* name, double low, double high) {
  char text[64];
  std::snprintf(text, sizeof text, "\"%s\":%.7g,", name, low + (high - low) * (random() & 0xffff) / 0x10000);
  return text;
}
std::string to(DType t) { return "\"dtype\":\"" + std::string(dtype_name(t)) + "\"}"; }

}  // namespace

TEST(gpu_brightness_contrast) {
  Random random(1);
  for (const DType in : kPixels) {
    for (const DType out : kPixels) {
      const std::string brightness = number(random, "brightness", -0.5, 2) + number(random, "brightnessShift", -1, 1);
      const std::string contrast = number(random, "contrast", 0, 3) + number(random, "contrastCenter", 0, 200);
      gpu_parity("brightnessContrast", "{" + brightness + contrast + to(out), {batch(random, in, 3, 12)}, kExact);
      gpu_parity("brightness", "{" + brightness + to(out), {batch(random, in, 1, 12)}, kExact);
      gpu_parity("contrast", "{" + contrast + to(out), {batch(random, in, 2, 12)}, kExact);
    }
  }
}

TEST(gpu_color_matrices) {
  Random random(2);
  for (const DType in : kPixels) {
    for (const DType out : kPixels) {
      const std::string hue = number(random, "hue", -180, 180), saturation = number(random, "saturation", 0, 2);
      const std::string value = number(random, "value", 0, 2), brightness = number(random, "brightness", 0, 2);
      const std::string contrast = number(random, "contrast", 0, 2);
      gpu_parity("hsv", "{" + hue + saturation + value + to(out), {batch(random, in, 3, 12)}, kExact);
      gpu_parity("hue", "{" + hue + to(out), {batch(random, in, 3, 12)}, kExact);
      gpu_parity("saturation", "{" + saturation + to(out), {batch(random, in, 3, 12)}, kExact);
      gpu_parity("colorTwist", "{" + hue + saturation + brightness + contrast + to(out), {batch(random, in, 3, 12)},
                 kExact);
    }
  }
}

TEST(gpu_color_space_conversion) {
  Random random(3);
  for (const std::string from : {"rgb", "bgr", "gray", "ycbcr"}) {
    for (const std::string into : {"rgb", "bgr", "gray", "ycbcr"}) {
      gpu_parity("colorSpaceConversion", "{\"imageType\":\"" + from + "\",\"outputType\":\"" + into + "\"}",
                 {batch(random, DType::uint8, from == "gray" ? 1 : 3, 20)}, kExact);
    }
  }
}

// One large image beside small ones: there are more units of work than threads in the grid.
TEST(gpu_color_large) {
  Random random(4);
  Batch b = batch(random, DType::uint8, 3, 4);
  b.push_back(random_tensor(random, DType::uint8, "HWC", {601, 701, 3}));
  gpu_parity("hsv", "{\"hue\":77}", {b}, kExact);
  gpu_parity("brightness", "{\"brightness\":1.5}", {b}, kExact);
}

}  // namespace penstock
