// cropMirrorNormalize on the GPU against the CPU.
#include "gpu_fixture.h"

namespace penstock {
namespace {

using namespace test;

Batch images(Random& random, DType dtype, Layout layout, int channels, int count, int least = 1, int most = 40) {
  return random_batch(random, dtype, layout, count, [&](char axis) {
    return axis == 'C'                  ? channels
           : axis == 'H' || axis == 'W' ? least + below(random, most - least)
                                        : 1 + below(random, 3);
  });
}

TEST(gpu_normalize_photos) {
  Random random(1);
  const char* numbers = R"("mean":[123.675,116.28,103.53],"std":[58.395,57.12,57.375])";
  for (const char* dtype : {"float32", "float16"}) {
    for (const char* layout : {"CHW", "HWC"}) {
      for (int mirror : {0, 1}) {
        const std::string args = std::string("{") + numbers + ",\"dtype\":\"" + dtype + "\",\"outputLayout\":\"" +
                                 layout + "\",\"mirror\":" + std::to_string(mirror);
        const std::vector<Batch> in = {images(random, DType::uint8, "HWC", 3, 9, 8)};
        // Both sides evaluate a linear function and round its result once.
        gpu_parity("cropMirrorNormalize", args + "}", in, {0, 1e-7, 0, 1e-3});
        gpu_parity("cropMirrorNormalize", args + R"(,"crop":[7,8],"cropPosX":0.3,"scale":2.5,"shift":-1.25})", in);
        gpu_parity("cropMirrorNormalize", args + R"(,"crop":[7,5],"cropPosY":1,"scale":0,"shift":3})", in);
      }
    }
  }
}

TEST(gpu_normalize_anything) {
  Random random(2);
  const char* layouts[] = {"HWC", "CHW", "DHWC", "CDHW", "FHWC", "FCHW", "CFHW", "FDHWC", "FCDHW", "CFDHW"};
  for (int round = 0; round < 150; ++round) {
    const Layout in = layouts[below(random, 10)];
    const DType from = static_cast<DType>(below(random, kNumDTypes)),
                to = static_cast<DType>(below(random, kNumDTypes));
    std::string out(in.view());
    std::shuffle(out.begin(), out.end(), random);
    const int channels = 1 + below(random, 4);
    std::string args = "{\"dtype\":\"" + std::string(dtype_name(to)) + "\",\"outputLayout\":\"" + out +
                       "\",\"mirror\":" + std::to_string(below(random, 2));
    if (below(random, 2)) args += R"(,"mean":100.5,"std":33,"scale":20,"shift":90.25)";
    if (below(random, 2)) args += ",\"padOutput\":true,\"fillValues\":-3.7";
    const bool pads = below(random, 2);
    if (pads) args += R"(,"outOfBoundsPolicy":"pad","crop":[11,13],"cropPosX":0.25)";
    // Both use the same arithmetic, so the bytes are equal.
    gpu_parity("cropMirrorNormalize", args + "}", {images(random, from, in, channels, 3, 1, pads ? 24 : 12)},
               {0, 0, 0});
  }
}

TEST(gpu_normalize_says_what_is_wrong) {
  Random random(3);
  use_test_plugin();
  CHECK_THROWS(
      run_one_op("cropMirrorNormalize", R"({"mean":[1,2]})", {images(random, DType::uint8, "HWC", 3, 2)}, true, 1),
      "Expected 1 or 3 values (one per channel) for mean but received 2");
}

}  // namespace
}  // namespace penstock
