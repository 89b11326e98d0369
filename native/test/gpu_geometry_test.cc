// warpAffine, rotate, paste and erase on the GPU against the CPU: random shapes, maps and regions. Both use the same
// arithmetic, so the bytes are equal.
#include <cstdio>

#include "gpu_fixture.h"

namespace penstock {
namespace {

using namespace test;

constexpr Tolerance kExact{0, 0, 0};

float uniform(Random& random, double low, double high) {
  return static_cast<float>(low + (high - low) * static_cast<double>(random() & 0xffffff) / 0x1000000);
}

Batch batch(Random& random, DType dtype, Layout layout, int channels, int count, int most, int least = 1) {
  return random_batch(random, dtype, layout, count, [&](char axis) {
    return axis == 'C' ? channels : axis == 'F' ? 1 + below(random, 3) : least + below(random, most - least + 1);
  });
}

std::string list(Random& random, int count, double low, double high) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    char number[32];
    std::snprintf(number, sizeof number, "%s%.7g", i ? "," : "", static_cast<double>(uniform(random, low, high)));
    text += number;
  }
  return text + "]";
}

// The dtype, fillValue and interpType of a warp.
struct WarpKind {
  DType from, to;
  std::string options;

  explicit WarpKind(Random& random) {
    static constexpr DType kTypes[] = {DType::uint8, DType::int16, DType::int32, DType::float32};
    from = kTypes[below(random, 4)];
    to = from == DType::float32 ? kTypes[below(random, 4)] : below(random, 2) ? from : DType::float32;
    options = "\"dtype\":\"" + std::string(dtype_name(to)) + "\"";
    if (below(random, 2)) options += ",\"fillValue\":" + std::to_string(uniform(random, -20, 300));
    if (below(random, 2)) options += ",\"interpType\":\"nn\"";
  }
};

}  // namespace

TEST(gpu_warp_affine) {
  Random random(1);
  for (int round = 0; round < 120; ++round) {
    const WarpKind kind(random);
    static constexpr const char* kLayouts[] = {"HWC", "HWC", "FHWC", "DHWC", "FDHWC"};
    const Layout layout = kLayouts[below(random, 5)];
    const int n = layout.find('D') >= 0 ? 3 : 2, channels = below(random, 2) ? 3 : 1 + below(random, 5);
    std::string args = "{" + kind.options + ",\"matrix\":" + list(random, n * (n + 1), -1.5, 1.5);
    if (below(random, 2)) args += ",\"size\":" + list(random, n, 1, n == 2 ? 80 : 20);
    if (below(random, 3) == 0) args += ",\"inverseMap\":false";
    gpu_parity("warpAffine", args + "}", {batch(random, kind.from, layout, channels, 3, n == 2 ? 50 : 12)}, kExact);
  }
}

TEST(gpu_warp_affine_matrix_input) {
  Random random(2);
  Batch maps;
  for (int i = 0; i < 5; ++i) {
    HostTensor map = random_tensor(random, DType::float32, "", Shape{2, 3});
    for (int k = 0; k < 6; ++k) reinterpret_cast<float*>(map.bytes.data())[k] = uniform(random, -1, 2);
    maps.push_back(map);
  }
  for (const char* args : {"{}", "{\"fillValue\":50,\"inverseMap\":false}"}) {
    gpu_parity("warpAffine", args, {batch(random, DType::uint8, "HWC", 3, 5, 90), maps}, kExact);
  }
}

TEST(gpu_rotate) {
  Random random(3);
  for (int round = 0; round < 80; ++round) {
    const WarpKind kind(random);
    static constexpr const char* kLayouts[] = {"HWC", "HWC", "FHWC", "DHWC", "FDHWC"};
    const Layout layout = kLayouts[below(random, 5)];
    const bool volume = layout.find('D') >= 0;
    std::string args =
        "{" + kind.options + ",\"angle\":" +
        std::to_string(below(random, 3) ? uniform(random, -400, 400) : 45.0f * static_cast<float>(below(random, 9)));
    if (volume) args += ",\"axis\":" + list(random, 3, -1, 1);
    if (below(random, 3) == 0) args += ",\"keepSize\":true";
    gpu_parity("rotate", args + "}", {batch(random, kind.from, layout, 1 + below(random, 4), 3, volume ? 12 : 60)},
               kExact);
  }
}

TEST(gpu_paste) {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const int channels = 1 + below(random, 5);
    std::string fill = "[7";
    for (int c = 1; c < channels; ++c) fill += "," + std::to_string(below(random, 256));
    const std::string args = "{\"fillValue\":" + (below(random, 2) ? fill + "]" : std::string("[9]")) +
                             ",\"nChannels\":" + std::to_string(channels) +
                             ",\"ratio\":" + std::to_string(uniform(random, 1, 3)) +
                             ",\"pasteX\":" + std::to_string(uniform(random, 0, 1)) +
                             ",\"pasteY\":" + std::to_string(uniform(random, 0, 1)) +
                             ",\"minCanvasSize\":" + std::to_string(below(random, 40)) + "}";
    gpu_parity("paste", args, {batch(random, DType::uint8, "HWC", channels, 4, 40)}, kExact);
  }
}

TEST(gpu_erase) {
  Random random(5);
  for (int round = 0; round < 150; ++round) {
    static constexpr const char* kLayouts[] = {"C", "HC", "CHW", "HWC", "FHWC", "DHCW", "FDHWC", "FCDHW"};
    const Layout layout = kLayouts[below(random, 8)];
    const int ndim = static_cast<int>(layout.view().size()), channels = 1 + below(random, 4);
    std::string axes;
    int count = 0;
    for (int d = 0; d < ndim; ++d) {
      if (below(random, 2)) axes += (count++ ? "," : "") + std::to_string(d);
    }
    if (!count) axes = "0", count = 1;
    const int regions = below(random, 5);
    std::string args = "{\"axes\":[" + axes +
                       "],\"normalizedAnchor\":true,\"centeredAnchor\":" + (below(random, 2) ? "true" : "false");
    if (regions) {
      args += ",\"anchor\":" + list(random, count * regions, -0.3, 1.2);
      args += ",\"shape\":" + list(random, count * regions, -1, 9);
    }
    if (below(random, 2)) args += ",\"fillValue\":" + list(random, channels, -20, 300);
    const auto dtype = static_cast<DType>(below(random, kNumDTypes));
    gpu_parity("erase", args + "}", {batch(random, dtype, layout, channels, 4, 9)}, kExact);
  }
}

}  // namespace penstock
