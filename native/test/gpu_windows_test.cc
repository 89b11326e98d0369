// crop, slice, flip, transpose and cast on the GPU against the CPU: equal bytes for all shapes and dtypes.
#include "gpu_fixture.h"

namespace penstock {
namespace {

using namespace test;

constexpr Tolerance kSame{0, 0, 0};

const char* const kLayouts[] = {"HWC", "CHW", "DHWC", "CDHW", "FHWC", "FCHW", "FDHWC", "FCDHW"};

Batch images(Random& random, DType dtype, Layout layout, int channels, int count, int most = 24) {
  return random_batch(random, dtype, layout, count, [&](char axis) {
    return axis == 'C' ? channels : axis == 'H' || axis == 'W' ? 1 + below(random, most) : 1 + below(random, 3);
  });
}

Batch tensors(Random& random, DType dtype, int ndim, int count) {
  Batch b;
  for (int i = 0; i < count; ++i) {
    Shape shape;
    shape.ndim = ndim;
    for (int d = 0; d < ndim; ++d) shape[d] = 1 + below(random, ndim > 3 ? 6 : ndim > 1 ? 20 : 300);
    b.push_back(random_tensor(random, dtype, "", shape));
  }
  return b;
}

std::string number(double v) { return std::to_string(v); }
std::string list(std::initializer_list<double> values) {
  std::string s;
  for (double v : values) s += (s.empty() ? "[" : ",") + number(v);
  return s + "]";
}

const char* const kPolicies[] = {"pad", "trim_to_shape", "edge", "reflect_1001", "reflect_101", "wrap"};

}  // namespace

TEST(gpu_crop_any) {
  Random random(11);
  for (int round = 0; round < 120; ++round) {
    const DType dtype = any_dtype(random);
    const int channels = 1 + below(random, 4);
    const Layout layout = kLayouts[below(random, 8)];
    std::string args = "{\"crop\":" + list({1.0 + below(random, 30), 1.0 + below(random, 30)}) +
                       ",\"cropPosX\":" + number(below(random, 100) / 99.0) +
                       ",\"cropPosY\":" + number(below(random, 100) / 99.0) + ",\"outOfBoundsPolicy\":\"" +
                       kPolicies[below(random, 6)] + "\"";
    if (below(random, 2)) {
      args += ",\"fillValues\":[";
      for (int c = 0; c < channels; ++c) args += (c ? "," : "") + number(below(random, 500) / 1.7 - 70);
      args += "]";
    } else {
      args += ",\"fillValues\":-3.7";
    }
    if (below(random, 3) == 0) args += ",\"dtype\":\"" + std::string(dtype_name(any_dtype(random))) + "\"";
    gpu_parity("crop", args + "}", {images(random, dtype, layout, channels, 3)}, kSame);
  }
}

TEST(gpu_crop_rows) {
  // Long rows are copied 16 bytes at a time, from any address to any address.
  Random random(12);
  for (DType dtype : {DType::uint8, DType::uint16, DType::float32, DType::float64}) {
    for (int round = 0; round < 25; ++round) {
      const std::string args = "{\"crop\":" + list({3, 64.0 + below(random, 10)}) +
                               ",\"cropPosX\":" + number(below(random, 100) / 99.0) + "}";
      Batch b;
      for (int i = 0; i < 5; ++i) {
        b.push_back(
            random_tensor(random, dtype, "HWC", {3 + below(random, 5), 75 + below(random, 9), 1 + below(random, 3)}));
      }
      gpu_parity("crop", args, {b}, kSame);
    }
  }
}

TEST(gpu_slice_any) {
  Random random(13);
  for (int round = 0; round < 150; ++round) {
    const int ndim = 1 + below(random, 6);
    std::string start = "[", shape = "[";
    for (int d = 0; d < ndim; ++d) {
      start += (d ? "," : "") + std::to_string(below(random, 13) - 4);
      shape += (d ? "," : "") + std::to_string(below(random, 9));
    }
    std::string args = "{\"axes\":[],\"start\":" + start + "],\"shape\":" + shape + "],\"outOfBoundsPolicy\":\"" +
                       kPolicies[below(random, 6)] + "\",\"fillValues\":2.5";
    if (below(random, 3) == 0) args += ",\"dtype\":\"" + std::string(dtype_name(any_dtype(random))) + "\"";
    gpu_parity("slice", args + "}", {tensors(random, any_dtype(random), ndim, 4)}, kSame);
  }
  // Without a layout, a list of fill values applies to the last dimension.
  Batch b = {random_tensor(random, DType::int16, "", {4, 5, 3}), random_tensor(random, DType::int16, "", {2, 9, 3})};
  const std::string fill = R"("outOfBoundsPolicy":"pad","fillValues":[1,2,3])";
  gpu_parity("slice", R"({"axes":[0,1],"start":[-1,2],"shape":[7,9],)" + fill + "}", {b}, kSame);
  gpu_parity("slice", R"({"axes":[0,1],"start":[-1,2],"shape":[7,9],"dtype":"float32",)" + fill + "}", {b}, kSame);
}

TEST(gpu_slice_converts_all_pairs) {
  Random random(19);
  for (int from = 0; from < kNumDTypes; ++from) {
    for (int to = 0; to < kNumDTypes; ++to) {
      const std::string args =
          R"({"axes":[0],"start":[-2],"shape":[40],"outOfBoundsPolicy":"pad","fillValues":-7.9,"dtype":")";
      gpu_parity("slice", args + dtype_name(static_cast<DType>(to)) + "\"}",
                 {tensors(random, static_cast<DType>(from), 1, 3)}, kSame);
    }
  }
}

TEST(gpu_slice_takes_its_window_from_inputs) {
  Random random(14);
  Batch data, anchors, shapes;
  for (int i = 0; i < 5; ++i) {
    data.push_back(random_tensor(random, DType::uint8, "HWC", {10 + i, 20, 3}));
    HostTensor anchor = random_tensor(random, DType::int32, "", {2}), shape = anchor;
    const int32_t at[] = {2 * i, i}, size[] = {6 + i, 5 + i};
    std::memcpy(anchor.bytes.data(), at, sizeof at);
    std::memcpy(shape.bytes.data(), size, sizeof size);
    anchors.push_back(anchor);
    shapes.push_back(shape);
  }
  gpu_parity("slice", "{}", {data, anchors, shapes}, kSame);
}

TEST(gpu_flip_any) {
  Random random(15);
  for (int round = 0; round < 80; ++round) {
    const std::string args = "{\"horizontal\":" + std::to_string(below(random, 2)) +
                             ",\"vertical\":" + std::to_string(below(random, 2)) +
                             ",\"depthwise\":" + std::to_string(below(random, 2)) + "}";
    gpu_parity("flip", args, {images(random, any_dtype(random), kLayouts[below(random, 8)], 1 + below(random, 4), 3)},
               kSame);
  }
}

TEST(gpu_transpose_any) {
  Random random(16);
  for (int round = 0; round < 100; ++round) {
    const int ndim = 1 + below(random, 6);
    std::vector<int> perm(ndim);
    for (int d = 0; d < ndim; ++d) perm[d] = d;
    std::shuffle(perm.begin(), perm.end(), random);
    std::string args = "{\"perm\":[";
    for (int d = 0; d < ndim; ++d) args += (d ? "," : "") + std::to_string(perm[d]);
    gpu_parity("transpose", args + "]}", {tensors(random, any_dtype(random), ndim, 3)}, kSame);
  }
  for (const char* perm : {"[2,0,1]", "[1,2,0]", "[1,0,2]"}) {
    const std::string args = std::string("{\"perm\":") + perm + "}";
    gpu_parity("transpose", args, {images(random, DType::uint8, "HWC", 3, 5, 70)}, kSame);
    gpu_parity("transpose", args, {images(random, DType::float32, "HWC", 4, 5, 70)}, kSame);
  }
}

TEST(gpu_cast_all_pairs) {
  Random random(17);
  for (int from = 0; from < kNumDTypes; ++from) {
    for (int to = 0; to < kNumDTypes; ++to) {
      gpu_parity("cast", "{\"dtype\":\"" + std::string(dtype_name(static_cast<DType>(to))) + "\"}",
                 {tensors(random, static_cast<DType>(from), 1, 4)}, kSame);
    }
  }
}

TEST(gpu_windows_of_nothing) {
  Random random(18);
  const Batch empty = {random_tensor(random, DType::uint8, "HWC", {0, 4, 3}),
                       random_tensor(random, DType::uint8, "HWC", {2, 4, 3})};
  gpu_parity("flip", "{}", {empty}, kSame);
  gpu_parity("transpose", "{}", {empty}, kSame);
  gpu_parity("cast", R"({"dtype":"float32"})", {empty}, kSame);
  gpu_parity("slice", R"({"start":[0,0],"shape":[0,0]})", {empty}, kSame);
  const Batch scalars = {random_tensor(random, DType::int32, "", Shape{}),
                         random_tensor(random, DType::int32, "", Shape{})};
  gpu_parity("transpose", "{}", {scalars}, kSame);
  gpu_parity("cast", R"({"dtype":"float32"})", {scalars}, kSame);
}

}  // namespace penstock
