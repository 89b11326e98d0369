// resize and the operators that contain it on the GPU against the CPU.
#include "gpu_fixture.h"

namespace penstock {
namespace {

using namespace test;

const char* const kFilters[] = {"nn", "linear", "cubic", "lanczos3", "triangular", "gaussian"};

Batch photos(Random& random, DType dtype, Layout layout, int channels, int count, int most) {
  return random_batch(random, dtype, layout, count, [&](char axis) {
    return axis == 'C' ? channels : axis == 'H' || axis == 'W' ? 1 + below(random, most) : 1 + below(random, 4);
  });
}

std::string text(double v) { return std::to_string(v); }
double between(Random& random, double low, double high) { return low + (high - low) * below(random, 10001) / 10000.0; }

// Arguments of a resize to at most `most` pixels a side.
std::string resize_args(Random& random, int most, int spatial = 2) {
  std::string size;
  for (int d = 0; d < spatial; ++d) {
    const bool mirrored = below(random, 5) == 0;
    size += (d ? "," : "") + std::to_string((mirrored ? -1 : 1) * (1 + below(random, most)));
  }
  std::string args = "\"size\":[" + size + "],\"interpType\":\"" + kFilters[below(random, 6)] +
                     "\",\"antialias\":" + (below(random, 3) ? "true" : "false");
  if (below(random, 2)) {
    std::string start, end;
    for (int d = 0; d < spatial; ++d) {
      start += (d ? "," : "") + text(between(random, -0.1, 0.6));
      end += (d ? "," : "") + text(between(random, 0.5, 1.1));
    }
    args += ",\"roiRelative\":true,\"roiStart\":[" + start + "],\"roiEnd\":[" + end + "]";
  }
  return args;
}

// 8-bit values may differ by one, because the CPU sums them in 16 bits.
constexpr Tolerance kTolerance = {1, 1e-5, 1e-3, 100};

TEST(gpu_resize_rgb) {
  Random random(11);
  for (int round = 0; round < 60; ++round) {
    const std::string args = resize_args(random, round % 4 ? 60 : 200);
    gpu_parity("resize", "{" + args + "}", {photos(random, DType::uint8, "HWC", 3, 5, round % 3 ? 60 : 300)},
               kTolerance);
    gpu_parity("resize", "{" + args + ",\"dtype\":\"float32\"}", {photos(random, DType::uint8, "HWC", 3, 3, 60)},
               kTolerance);
  }
}

TEST(gpu_resize_rgb_of_extreme_sizes) {
  Random random(12);
  const auto image = [&](int h, int w) { return random_tensor(random, DType::uint8, "HWC", {h, w, 3}); };
  // Tiles of one column, tiles of all columns, and sizes for which no tile fits in shared memory.
  for (const char* args : {R"({"size":[3,5]})", R"({"size":[1,1]})", R"({"size":[70,3],"interpType":"lanczos3"})",
                           R"({"size":[2,700]})", R"({"size":[9,9],"interpType":"nn"})"}) {
    gpu_parity("resize", args, {{image(1, 1), image(2000, 40), image(40, 2000), image(17, 3), image(400, 400)}},
               kTolerance);
  }
  // Both kinds of images in one batch, and pixels that start at any address.
  Batch mixed;
  for (int i = 0; i < 20; ++i) mixed.push_back(image(1 + below(random, 7), 1 + below(random, 300)));
  gpu_parity("resize", R"({"size":[31,45]})", {mixed}, kTolerance);
}

TEST(gpu_resize_anything) {
  Random random(13);
  const DType dtypes[] = {DType::uint8, DType::uint16, DType::int16, DType::float32};
  const char* layouts[] = {"HW", "HWC", "CHW", "FHWC", "FCHW", "CFHW"};
  for (int round = 0; round < 120; ++round) {
    const DType dtype = dtypes[below(random, 4)];
    const std::string args = resize_args(random, 30) + (below(random, 2) ? ",\"dtype\":\"float32\"" : "");
    gpu_parity("resize", "{" + args + "}",
               {photos(random, dtype, layouts[below(random, 6)], 1 + below(random, 4), 3, 30)}, kTolerance);
  }
  for (int round = 0; round < 40; ++round) {
    const char* volumes[] = {"DHWC", "CDHW", "FDHWC"};
    const std::string args = resize_args(random, 9, 3);
    gpu_parity("resize", "{" + args + "}",
               {photos(random, dtypes[below(random, 4)], volumes[below(random, 3)], 1 + below(random, 3), 2, 12)},
               kTolerance);
  }
}

// A filter of a library, and the dtypes that it takes.
struct Matched {
  const char* args;
  std::vector<DType> dtypes;
};

std::vector<Matched> matched_filters() {
  const std::vector<DType> u8 = {DType::uint8}, pillow = {DType::uint8, DType::uint16, DType::float32},
                           floats = {DType::uint8, DType::float32};
  return {
      {R"("match":"pillow","interpType":"nn")", pillow},
      {R"("match":"pillow","interpType":"cubic")", pillow},
      {R"("match":"pillow","interpType":"lanczos3")", pillow},
      {R"("match":"pillow-12","interpType":"linear")", pillow},
      {R"("match":"pillow","matchFilter":"box")", pillow},
      {R"("match":"pillow","matchFilter":"hamming")", pillow},
      {R"("match":"torchvision","interpType":"linear")", floats},
      {R"("match":"torchvision","interpType":"cubic")", floats},
      {R"("match":"torchvision","interpType":"cubic","antialias":false)", u8},
      {R"("match":"torchvision","matchFilter":"nearest_exact")", floats},
      {R"("match":"torchvision-float","interpType":"linear")", floats},
      {R"("match":"torchvision-float","interpType":"cubic")", floats},
      {R"("match":"torchvision-float","interpType":"cubic","antialias":false)", floats},
      {R"("match":"opencv","interpType":"nn")", u8},
      {R"("match":"opencv","interpType":"linear")", u8},
      {R"("match":"opencv","matchFilter":"area")", u8},
      {R"("match":"opencv","matchFilter":"lanczos4")", u8},
  };
}

constexpr Tolerance kExact = {0, 0, 0};

// The bytes of the CPU, which are those of the library.
TEST(gpu_resize_with_the_numbers_of_another_library) {
  Random random(17);
  const char* layouts[] = {"HW", "HWC", "CHW", "FHWC"};
  for (const auto& [args, dtypes] : matched_filters()) {
    for (int round = 0; round < 12; ++round) {
      const Batch batch = photos(random, dtypes[round % dtypes.size()], layouts[below(random, 4)], 3, 3, 50);
      const int height = 1 + below(random, 40), width = 1 + below(random, 40);
      const std::string size = "\"size\":[" + std::to_string(height) + "," + std::to_string(width) + "]";
      gpu_parity("resize", "{" + size + "," + args + "}", {batch}, kExact);
    }
    // Equal sizes, halves, doubles and whole factors have ways of their own, and so has one much higher than wide.
    const auto image = [&](int h, int w) { return random_tensor(random, dtypes[0], "HWC", {h, w, 3}); };
    const Batch special = {image(24, 24), image(48, 48), image(12, 12), image(72, 96), image(24, 48), image(900, 20)};
    gpu_parity("resize", std::string(R"({"size":[24,24],)") + args + "}", {special}, kExact);
    // Mirrored, a region, and a part of the result.
    gpu_parity("resize", std::string(R"({"size":[-24,20],"roiStart":[2,3],"roiEnd":[12,11],)") + args + "}", {special},
               kExact);
    gpu_parity("resizeCropMirror",
               std::string(R"({"resizeX":30,"resizeY":28,"crop":[9,13],"cropPosX":0.3,"mirror":1,)") + args + "}",
               {special}, kExact);
  }
}

TEST(gpu_resize_says_the_sizes_of_its_inputs) {
  Random random(14);
  Tolerance two = kTolerance;
  two.outputs = 2;
  two.integer = 1;
  gpu_parity("resize", R"({"size":[5,6],"saveAttrs":true})", {photos(random, DType::uint8, "HWC", 3, 7, 40)}, two);
  const auto out = run_one_op("resize", R"({"size":[5,6],"saveAttrs":true})",
                              {{random_tensor(random, DType::uint8, "HWC", {11, 13, 3})}}, true, 2);
  CHECK_EQ(reinterpret_cast<const int32_t*>(out[1][0].bytes.data())[0], 11);
  CHECK_EQ(reinterpret_cast<const int32_t*>(out[1][0].bytes.data())[1], 13);
}

TEST(gpu_random_resized_crop) {
  Random random(15);
  for (const char* layout : {"HWC", "CHW", "FHWC"}) {
    for (const char* filter : kFilters) {
      gpu_parity("randomResizedCrop", std::string(R"({"size":[24,31],"interpType":")") + filter + "\"}",
                 {photos(random, DType::uint8, layout, 3, 6, 90)}, kTolerance);
    }
  }
}

TEST(gpu_resize_crop_mirror) {
  Random random(16);
  for (int mirror = 0; mirror < 4; ++mirror) {
    for (const char* filter : kFilters) {
      gpu_parity("resizeCropMirror",
                 std::string(R"({"size":[40,50],"crop":[33,21],"cropPosX":0.3,"cropPosY":0.9,"interpType":")") +
                     filter + "\",\"mirror\":" + std::to_string(mirror) + "}",
                 {photos(random, mirror % 2 ? DType::uint8 : DType::float32, "HWC", 3, 4, 90)}, kTolerance);
    }
  }
}

TEST(gpu_fused_resize_crop_mirror_normalize) {
  Random random(17);
  const std::string numbers = R"(,"mean":[123.675,116.28,103.53],"std":[58.395,57.12,57.375])";
  // A resized value that rounds to the neighbour is one unit of the input: 1/57 of a standard deviation.
  const Tolerance unit = {1, 1.001 / 57, 1.01 / 57, 1};
  for (int round = 0; round < 80; ++round) {
    std::string args = resize_args(random, 70) + numbers;
    args += std::string(",\"outputLayout\":\"") + (below(random, 2) ? "CHW" : "HWC") + "\"";
    args += std::string(",\"dtype\":\"") + (below(random, 2) ? "float32" : "float16") + "\"";
    args += ",\"mirror\":" + std::to_string(below(random, 2));
    if (below(random, 2)) args += R"(,"crop":[20,24],"outOfBoundsPolicy":"pad","cropPosX":0.2)";
    if (below(random, 4) == 0) args += R"(,"padOutput":true)";
    gpu_parity("fusedResizeCropMirrorNormalize", "{" + args + "}", {photos(random, DType::uint8, "HWC", 3, 6, 120)},
               unit);
  }
  // Inputs for which the two operators are called separately: other channels, layouts and dtypes.
  for (const char* layout : {"HWC", "CHW", "FHWC"}) {
    for (const char* dtype : {"uint8", "int16", "float32"}) {
      gpu_parity("fusedResizeCropMirrorNormalize",
                 std::string(R"({"size":[20,30],"mean":10,"std":2,"mirror":1,"outputLayout":")") + layout +
                     "\",\"dtype\":\"" + dtype + "\"}",
                 {photos(random, DType::uint8, layout, layout[0] == 'C' ? 2 : 4, 3, 60)}, {1, 1, 1, 1});
    }
  }
}

}  // namespace
}  // namespace penstock
