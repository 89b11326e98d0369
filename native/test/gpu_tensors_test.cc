// cat, stack, sequenceRearrange and the views on the GPU against the CPU: equal bytes for all shapes and dtypes.
#include "gpu_fixture.h"

namespace penstock {
namespace {

using namespace test;

constexpr Tolerance kSame{0, 0, 0};

// Samples of three dimensions whose extents along `axis` differ; some are empty.
Batch along(Random& random, DType dtype, int axis, const std::vector<Shape>& shapes) {
  Batch b;
  for (Shape shape : shapes) {
    shape[axis] = below(random, 5);
    b.push_back(random_tensor(random, dtype, "ABC", shape));
  }
  return b;
}

std::vector<Shape> shapes(Random& random, int count) {
  std::vector<Shape> list;
  for (int i = 0; i < count; ++i) list.push_back({1 + below(random, 9), 1 + below(random, 9), 1 + below(random, 40)});
  return list;
}

Batch of(Random& random, DType dtype, const std::vector<Shape>& shapes, const char* layout = "FWC") {
  Batch b;
  for (const Shape& shape : shapes) b.push_back(random_tensor(random, dtype, layout, shape));
  return b;
}

}  // namespace

TEST(gpu_cat) {
  Random random(31);
  for (int round = 0; round < 60; ++round) {
    const int axis = below(random, 3);
    const DType dtype = any_dtype(random);
    const auto base = shapes(random, 3);
    std::vector<Batch> inputs;
    for (int k = 1 + below(random, 4); k > 0; --k) inputs.push_back(along(random, dtype, axis, base));
    gpu_parity("cat", "{\"axis\":" + std::to_string(axis) + "}", inputs, kSame);
  }
}

TEST(gpu_stack) {
  Random random(32);
  for (int round = 0; round < 40; ++round) {
    const DType dtype = any_dtype(random);
    const auto base = shapes(random, 3);
    std::vector<Batch> inputs;
    for (int k = 1 + below(random, 4); k > 0; --k) inputs.push_back(of(random, dtype, base));
    gpu_parity("stack", "{\"axis\":" + std::to_string(below(random, 4)) + ",\"axisName\":\"N\"}", inputs, kSame);
  }
}

TEST(gpu_sequence_rearrange) {
  Random random(33);
  for (int round = 0; round < 30; ++round) {
    std::vector<Shape> base = shapes(random, 3);
    for (Shape& shape : base) shape[0] = 4 + below(random, 3);
    gpu_parity("sequenceRearrange", R"({"newOrder":[3,0,0,2]})", {of(random, any_dtype(random), base)}, kSame);
  }
}

TEST(gpu_subscripts) {
  Random random(35);
  for (int round = 0; round < 30; ++round) {
    const auto base = shapes(random, 3);
    const DType dtype = any_dtype(random);
    gpu_parity("subscript", R"({"ranges":[1,-1,0,2,0,5]})", {of(random, dtype, base)}, kSame);
    const std::string ranges = "{\"ranges\":[2," + std::to_string(below(random, 3)) + ",-1,0,0,0,2,0,7]}";
    gpu_parity("subscriptCopy", ranges, {of(random, dtype, base)}, kSame);
    gpu_parity("subscriptCopy", R"({"ranges":[0,0,0,1,0,0]})", {of(random, dtype, base)}, kSame);
    const std::string step = std::to_string(1 + below(random, 4));
    const std::string steps =
        "{\"ranges\":[2,5,-2147483648,1,0,0,2,1,2147483647],\"steps\":[-" + step + ",1," + step + "]}";
    gpu_parity("subscriptCopy", steps, {of(random, dtype, base)}, kSame);
  }
}

TEST(gpu_views) {
  Random random(34);
  for (int round = 0; round < 10; ++round) {
    const DType dtype = any_dtype(random);
    const auto base = shapes(random, 3);
    gpu_parity("reshape", R"({"shape":[-1]})", {of(random, dtype, base)}, kSame);
    gpu_parity("reinterpret", R"({"dtype":"uint8"})", {of(random, dtype, base)}, kSame);
    gpu_parity("expandDims", R"({"axes":[1,3],"newAxisNames":"DN"})", {of(random, dtype, base)}, kSame);
    gpu_parity("perFrame", R"({"replace":true})", {of(random, dtype, base, "HWC")}, kSame);
    std::vector<Shape> ones = base, long_ones = base;
    for (Shape& shape : ones) shape[1] = 1;
    for (Shape& shape : long_ones) shape[0] = 3 + below(random, 3);
    gpu_parity("squeeze", R"({"axes":[1]})", {of(random, dtype, ones)}, kSame);
    Tolerance two = kSame;
    two.outputs = 2;
    gpu_parity("elementExtract", R"({"elementMap":[2,0]})", {of(random, dtype, long_ones)}, two);
  }
}

}  // namespace penstock
