// gaussianBlur and normalize on the GPU against the CPU.
#include "gpu_fixture.h"

namespace penstock {
namespace {

using namespace test;

std::string number(double v) { return std::to_string(v); }

Batch tensors(Random& random, DType dtype, Layout layout, int ndim, int count, int most) {
  Batch b;
  for (int i = 0; i < count; ++i) {
    Shape shape;
    shape.ndim = ndim;
    for (int d = 0; d < ndim; ++d) shape[d] = layout.name[d] == 'C' ? 3 : 1 + below(random, most);
    b.push_back(random_tensor(random, dtype, layout, shape));
  }
  return b;
}

DType real_dtype(Random& random) {
  for (;;) {
    const DType dtype = static_cast<DType>(below(random, kNumDTypes));
    if (dtype != DType::boolean) return dtype;
  }
}

}  // namespace

TEST(gpu_gaussian_blur_any) {
  // Sums are computed in the CPU's order, so the bytes are equal.
  constexpr Tolerance kSame{0, 0, 0};
  Random random(21);
  const char* layouts[] = {"HWC", "CHW", "FHWC", "FCHW", "CFHW", "DHWC", "CDHW", "DHW", "HW", "W", "CW", "WC", "FDHWC"};
  for (int round = 0; round < 120; ++round) {
    const Layout layout = layouts[below(random, 13)];
    const int ndim = static_cast<int>(layout.view().size());
    std::string args = "{\"sigma\":" + number(0.3 + below(random, 30) / 10.0);
    if (below(random, 3) == 0) args += ",\"windowSize\":" + std::to_string(1 + 2 * below(random, 8));
    if (below(random, 3) == 0) args += ",\"dtype\":\"float32\"";
    gpu_parity("gaussianBlur", args + "}",
               {tensors(random, real_dtype(random), layout, ndim, 3,
                        ndim > 4   ? 4
                        : ndim > 2 ? 12
                                   : 40)},
               kSame);
  }
  gpu_parity("gaussianBlur", R"({"sigma":[0.8,2.1]})", {tensors(random, DType::uint8, "HWC", 3, 6, 60)}, kSame);
  gpu_parity("gaussianBlur", R"({"windowSize":[3,1,5]})", {tensors(random, DType::uint8, "DHWC", 4, 6, 9)}, kSame);
}

TEST(gpu_normalize_groups_any) {
  Random random(22);
  for (int round = 0; round < 200; ++round) {
    const int ndim = 1 + below(random, 5);
    std::string args = "{\"axes\":[";
    const int axes = 1 + below(random, (1 << ndim) - 1);
    bool first = true;
    for (int d = 0; d < ndim; ++d) {
      if (!(axes >> d & 1)) continue;
      args += (first ? "" : ",") + std::to_string(d);
      first = false;
    }
    args += "]";
    if (below(random, 2))
      args += ",\"dtype\":\"" + std::string(dtype_name(real_dtype(random))) + "\",\"scale\":30,\"shift\":90.25";
    if (below(random, 3) == 0) args += ",\"epsilon\":2.5,\"ddof\":1";
    if (below(random, 4) == 0) args += ",\"mean\":40.5";
    if (below(random, 4) == 0) args += ",\"stddev\":33.25";
    Tolerance allowed;
    allowed.least = 100;  // the error is relative to the difference from the mean
    gpu_parity("normalize", args + "}",
               {tensors(random, real_dtype(random), "", ndim, 3,
                        ndim > 3   ? 7
                        : ndim > 1 ? 40
                                   : 3000)},
               allowed);
  }
}

TEST(gpu_normalize_large_groups) {
  Random random(23);
  for (DType dtype : {DType::uint8, DType::float32, DType::int16}) {
    for (const char* axes : {"[0,1]", "[0,1,2]", "[0]", "[1]", "[2]", "[0,2]"}) {
      const std::string args = std::string("{\"axes\":") + axes + "}";
      gpu_parity(
          "normalize", args,
          {{random_tensor(random, dtype, "HWC", {150, 170, 3}), random_tensor(random, dtype, "HWC", {90, 301, 5})}});
    }
    // More columns than a block has threads.
    gpu_parity("normalize", R"({"axes":[0]})", {{random_tensor(random, dtype, "", {100, 700})}});
    gpu_parity("normalize", R"({"axes":[0,2]})", {{random_tensor(random, dtype, "", {70, 3, 2, 300})}});
  }
}

TEST(gpu_normalize_sums_bytes_exactly) {
  // One pixel in two million differs; squares of the values themselves would lose it to rounding.
  Random random(27);
  HostTensor t = random_tensor(random, DType::uint8, "", {2000000});
  std::fill(t.bytes.begin(), t.bytes.end(), uint8_t{251});
  t.bytes[7] = 252;
  Tolerance tight;
  tight.real = 1e-7;
  gpu_parity("normalize", "{}", {{t}}, tight);
}

TEST(gpu_normalize_given_values) {
  Random random(24);
  const Batch images = tensors(random, DType::uint8, "HWC", 3, 5, 50);
  // Nothing is summed, so the bytes are equal.
  constexpr Tolerance kSame{0, 0, 0};
  gpu_parity("normalize", R"({"axes":[0,1],"mean":[1,20,30],"stddev":[2,3,7.5],"scale":1.7,"shift":3.3})", {images},
             kSame);
  gpu_parity("normalize", R"({"axes":[0,1],"mean":[1,20,30],"stddev":[2,3,7.5],"epsilon":3})", {images}, kSame);
  gpu_parity("normalize", R"({"mean":100,"stddev":3,"dtype":"uint8","scale":20,"shift":99.5,"batch":true})", {images},
             kSame);
  gpu_parity("normalize", R"({"axes":[0,1],"mean":[1,20,30]})", {images});
  gpu_parity("normalize", R"({"axes":[0,1],"stddev":[2,3,7.5]})", {images});
}

TEST(gpu_filters_of_nothing) {
  Random random(25);
  const Batch some = {random_tensor(random, DType::uint8, "HWC", {0, 4, 3}),
                      random_tensor(random, DType::uint8, "HWC", {2, 4, 3})};
  gpu_parity("gaussianBlur", R"({"sigma":1})", {some}, {0, 0, 0});
  gpu_parity("normalize", "{}", {some});
  const Batch none = {random_tensor(random, DType::uint8, "HWC", {0, 4, 3})};
  gpu_parity("gaussianBlur", R"({"sigma":1})", {none});
  gpu_parity("normalize", "{}", {none});
}

TEST(gpu_normalize_runs_give_the_same_bytes) {
  Random random(26);
  use_test_plugin();
  const std::vector<Batch> in = {{random_tensor(random, DType::float32, "HWC", {200, 210, 3})}};
  const auto first = run_one_op("normalize", R"({"axes":[0,1]})", in, true, 1);
  for (int i = 0; i < 3; ++i) {
    CHECK(run_one_op("normalize", R"({"axes":[0,1]})", in, true, 1)[0][0].bytes == first[0][0].bytes);
  }
}

}  // namespace penstock
