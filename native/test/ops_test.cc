// crop, slice, flip, transpose, cast: windows, bounds, layouts and conversions. DALI's results are in test/golden.
#include <limits>

#include "core/dispatch.h"
#include "generated/ops/cast.h"
#include "generated/ops/crop.h"
#include "generated/ops/flip.h"
#include "generated/ops/slice.h"
#include "generated/ops/transpose.h"
#include "kernels/window/crop_window.h"
#include "kernels/window/slice_window.h"
#include "op_harness.h"
#include "ops/one_hot/one_hot.h"
#include "test.h"

namespace penstock::ops {
extern const CpuOp crop_cpu, slice_cpu, flip_cpu, transpose_cpu, cast_cpu;
}

using namespace penstock;
using namespace penstock::ops;
using penstock::test::OneOp;

namespace {

template <class T>
TensorView view(std::vector<T>& data, Shape shape, const char* layout, DType dtype) {
  TensorView t;
  t.dtype = dtype;
  t.layout = layout;
  t.shape = shape;
  t.data = data.data();
  return t;
}

// Every element is its own index, so an output shows which element it came from.
std::vector<int32_t> counted(const Shape& shape) {
  std::vector<int32_t> v(shape.volume());
  for (size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int32_t>(i);
  return v;
}

template <class Args>
void give(Args& a, typename Args::Field f) {
  a.given |= uint64_t{1} << f;
}

}  // namespace

TEST(crop_window_centre_and_rounding) {
  CropArgs a;
  const float size[] = {4.9f, 6};
  a.crop = {size, 2};
  give(a, CropArgs::kCrop);
  Window w = crop_window(a, Shape{9, 13, 3}, "HWC");
  CHECK_EQ(w.shape[0], 4);
  CHECK_EQ(w.shape[1], 6);
  CHECK_EQ(w.shape[2], 3);
  CHECK_EQ(w.anchor[0], 3);  // 2.5 rounds away from zero
  CHECK_EQ(w.anchor[1], 4);  // 3.5
  a.rounding = CropArgs::Rounding::truncate;
  w = crop_window(a, Shape{9, 13, 3}, "HWC");
  CHECK_EQ(w.anchor[0], 2);
  // Larger than the input: the window starts before it.
  w = crop_window(a, Shape{3, 13, 3}, "HWC");
  CHECK_EQ(w.anchor[0], 0);  // -0.5 rounds towards zero
  a.rounding = CropArgs::Rounding::round;
  w = crop_window(a, Shape{3, 13, 3}, "HWC");
  CHECK_EQ(w.anchor[0], -1);
  CHECK(!w.inside(Shape{3, 13, 3}));
}

TEST(crop_window_refuses) {
  const Shape in{9, 13, 3};
  CropArgs a;
  give(a, CropArgs::kCropH);
  give(a, CropArgs::kCropW);
  a.crop_w = std::numeric_limits<float>::infinity();
  CHECK_THROWS(crop_window(a, in, "HWC"), "size in pixels");
  CropArgs b;
  const float one[] = {4};
  b.crop = {one, 1};
  give(b, CropArgs::kCrop);
  CHECK_THROWS(crop_window(b, in, "HWC"), "2 or 3 values for crop");
}

TEST(window_source_index) {
  for (int64_t n : {1, 2, 5}) {
    for (int64_t i = -4 * n; i < 5 * n; ++i) {
      for (Bounds b : {Bounds::edge, Bounds::wrap, Bounds::reflect_101, Bounds::reflect_1001}) {
        const int64_t s = source_index(b, i, n);
        CHECK(s >= 0 && s < n);
        if (i >= 0 && i < n) CHECK_EQ(s, i);
        // The indices of wrapping and reflecting repeat with their period.
        if (b == Bounds::wrap) CHECK_EQ(s, source_index(b, i + n, n));
        if (b == Bounds::reflect_1001) CHECK_EQ(s, source_index(b, -1 - i, n));
        if (b == Bounds::reflect_101) CHECK_EQ(s, source_index(b, -i, n));
      }
    }
  }
}

// The input's element at the window's place `at`; sets `outside` when the policy provides a value instead.
int64_t source_element(const Window& w, Bounds policy, const Shape& in, const Shape& at, bool& outside) {
  int64_t from = 0;
  for (int d = 0; d < in.ndim; ++d) {
    int64_t p = w.anchor[d] + at[d];
    if (p < 0 || p >= in[d]) {
      outside = true;
      p = source_index(policy, p, in[d]);
    }
    from = from * in[d] + p;
  }
  return from;
}

TEST(slice_any_window_of_any_tensor) {
  // Every window of a small 4-D tensor, against an element-by-element reference, under every policy.
  const Shape in_shape{2, 3, 2, 2};
  std::vector<int32_t> data = counted(in_shape);
  const char* policies[] = {"pad", "trim_to_shape", "edge", "reflect_1001", "reflect_101", "wrap"};
  uint32_t seed = 1;
  const auto random = [&](int n) { return static_cast<int>((seed = seed * 1664525u + 1013904223u) >> 16) % n; };
  for (int round = 0; round < 3000; ++round) {
    SliceArgs a;
    int32_t start[4], shape[4], axes[] = {0, 1, 2, 3};
    for (int d = 0; d < 4; ++d) {
      start[d] = random(4) ? 0 : random(7) - 3;
      shape[d] = start[d] == 0 && random(2) ? static_cast<int32_t>(in_shape[d]) : random(6);
    }
    a.start = {start, 4};
    a.shape = {shape, 4};
    a.axes = {axes, 4};
    give(a, SliceArgs::kStart);
    give(a, SliceArgs::kShape);
    give(a, SliceArgs::kAxes);
    const int policy = random(6);
    for (int i = 0; SliceArgs::kOutOfBoundsPolicyNames[i]; ++i) {
      if (!std::strcmp(SliceArgs::kOutOfBoundsPolicyNames[i], policies[policy])) {
        a.out_of_bounds_policy = static_cast<SliceArgs::OutOfBoundsPolicy>(i);
      }
    }
    const float fills[] = {-1, -2, -3, -4, -5, -6};
    a.fill_values = {fills, shape[3] > 1 ? shape[3] : 1};
    OneOp op(slice_cpu, &a);
    const TensorView out = op({view(data, in_shape, "FHWC", DType::int32)})[0];
    Window w = slice_window(a, in_shape, "FHWC");
    const Bounds b = bounds_of(a);
    apply_bounds(b, in_shape, w);
    CHECK(out.shape == w.out_shape());
    int64_t i = 0;
    int wrong = 0;
    for (int64_t f = 0; f < w.shape[0]; ++f) {
      for (int64_t y = 0; y < w.shape[1]; ++y) {
        for (int64_t x = 0; x < w.shape[2]; ++x) {
          for (int64_t c = 0; c < w.shape[3]; ++c, ++i) {
            bool outside = false;
            const int64_t from = source_element(w, b, in_shape, {f, y, x, c}, outside);
            const int32_t expected =
                outside && b == Bounds::pad ? static_cast<int32_t>(fills[a.fill_values.size > 1 ? c : 0]) : data[from];
            wrong += out.as<int32_t>()[i] != expected;
          }
        }
      }
    }
    CHECK_EQ(wrong, 0);
  }
}

TEST(slice_refuses) {
  std::vector<int32_t> data = counted({4, 5, 3});
  const TensorView in = view(data, {4, 5, 3}, "HWC", DType::int32);
  SliceArgs a;
  OneOp op(slice_cpu, &a);
  const int32_t start[] = {3, 3}, end[] = {2, 4};
  a.start = {start, 2};
  a.end = {end, 2};
  give(a, SliceArgs::kStart);
  give(a, SliceArgs::kEnd);
  CHECK_THROWS(op({in}), "end after the start");
  a.given = 0;
  const int32_t far[] = {4, 0};
  a.start = {far, 2};
  a.shape = {end, 2};
  give(a, SliceArgs::kStart);
  give(a, SliceArgs::kShape);
  CHECK_THROWS(op({in}), "outOfBoundsPolicy 'error'");
  a.axis_names = "WQ";
  give(a, SliceArgs::kAxisNames);
  CHECK_THROWS(op({in}), "axis Q");
  std::vector<float> anchor = {0.1f, 0.1f};
  const TensorView t = view(anchor, {2}, "", DType::float32);
  CHECK_THROWS(op({in, t}), "received one");
  CHECK_THROWS(op({in, t, t}), "axis Q");
}

TEST(crop_fill_length) {
  std::vector<int32_t> data = counted({4, 5, 3});
  CropArgs a;
  const float size[] = {8, 8}, fills[] = {1, 2};
  a.crop = {size, 2};
  a.fill_values = {fills, 2};
  a.out_of_bounds_policy = CropArgs::OutOfBoundsPolicy::pad;
  give(a, CropArgs::kCrop);
  OneOp op(crop_cpu, &a);
  CHECK_THROWS(op({view(data, {4, 5, 3}, "HWC", DType::int32)}), "fillValues");
  CHECK_THROWS(op({view(data, {12, 5}, "HW", DType::int32)}), "Expected layout HWC");
}

TEST(flip_twice_is_the_input) {
  for (const char* layout : {"HWC", "CHW", "DHWC", "CDHW", "FHWC", "FCHW", "FDHWC", "FCDHW"}) {
    const Layout l(layout);
    Shape shape;
    for (char c : l.view()) shape[shape.ndim++] = c == 'C' ? 3 : c == 'W' ? 7 : c == 'H' ? 5 : 2;
    std::vector<int32_t> data = counted(shape);
    FlipArgs a;
    a.horizontal = a.vertical = a.depthwise = 1;
    OneOp op(flip_cpu, &a);
    const TensorView in = view(data, shape, layout, DType::int32);
    const TensorView once = op({in})[0];
    std::vector<int32_t> middle(once.as<int32_t>(), once.as<int32_t>() + shape.volume());
    CHECK(middle != data);
    const TensorView twice = op({view(middle, shape, layout, DType::int32)})[0];
    CHECK(!std::memcmp(twice.data, data.data(), twice.bytes()));
  }
}

TEST(transpose_reference) {
  const Shape shape{2, 3, 1, 4, 5};
  std::vector<int32_t> data = counted(shape);
  int32_t perm[] = {0, 1, 2, 3, 4};
  do {
    TransposeArgs a;
    a.perm = {perm, 5};
    give(a, TransposeArgs::kPerm);
    OneOp op(transpose_cpu, &a);
    const TensorView out = op({view(data, shape, "ABCDE", DType::int32)})[0];
    int64_t step[5], s = 1;
    for (int d = 4; d >= 0; --d) {
      step[d] = s;
      s *= shape[d];
    }
    int wrong = 0;
    for (int64_t i = 0; i < out.shape.volume(); ++i) {
      int64_t rest = i, from = 0;
      for (int d = 4; d >= 0; --d) {
        from += rest % out.shape[d] * step[perm[d]];
        rest /= out.shape[d];
      }
      wrong += out.as<int32_t>()[i] != from;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(out.layout.name[0], "ABCDE"[perm[0]]);
  } while (std::next_permutation(perm, perm + 5));
}

TEST(transpose_bytes_of_pixels_and_planes) {
  for (int width : {1, 5, 15, 16, 17, 31, 48, 100}) {
    for (int channels : {1, 2, 3, 4, 5}) {
      const Shape shape{2, width, channels};
      std::vector<uint8_t> pixels(shape.volume());
      for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<uint8_t>(i * 37 >> 2);
      const int32_t split[] = {2, 0, 1}, join[] = {1, 2, 0};
      TransposeArgs a;
      a.perm = {split, 3};
      give(a, TransposeArgs::kPerm);
      OneOp to_planes(transpose_cpu, &a);
      const TensorView planes = to_planes({view(pixels, shape, "HWC", DType::uint8)})[0];
      int wrong = 0;
      for (int i = 0; i < 2 * width; ++i) {
        for (int c = 0; c < channels; ++c) wrong += planes.as<uint8_t>()[2 * width * c + i] != pixels[channels * i + c];
      }
      CHECK_EQ(wrong, 0);
      TransposeArgs b;
      b.perm = {join, 3};
      give(b, TransposeArgs::kPerm);
      OneOp to_pixels(transpose_cpu, &b);
      const TensorView back = to_pixels({planes})[0];
      CHECK(!std::memcmp(back.data, pixels.data(), pixels.size()));
      CHECK(back.layout == Layout("HWC"));
    }
  }
}

TEST(transpose_refuses) {
  std::vector<int32_t> data = counted({2, 3});
  const TensorView in = view(data, {2, 3}, "HW", DType::int32);
  TransposeArgs a;
  const int32_t twice[] = {1, 1}, long_one[] = {0, 1, 2};
  a.perm = {twice, 2};
  give(a, TransposeArgs::kPerm);
  OneOp op(transpose_cpu, &a);
  CHECK_THROWS(op({in}), "permutation of 0 to 1");
  a.perm = {long_one, 3};
  CHECK_THROWS(op({in}), "2 values");
  a.given = 0;
  a.output_layout = "HWC";
  give(a, TransposeArgs::kOutputLayout);
  CHECK_THROWS(op({in}), "outputLayout");
}

TEST(convert_rounds_half_away_and_saturates) {
  CHECK_EQ(convert<uint8_t>(2.5f), 3);
  CHECK_EQ(convert<uint8_t>(0.49999997f), 0);
  CHECK_EQ(convert<uint8_t>(255.5), 255);
  CHECK_EQ(convert<uint8_t>(-0.5f), 0);
  CHECK_EQ(convert<int8_t>(-2.5f), -3);
  CHECK_EQ(convert<int8_t>(-128.4f), -128);
  CHECK_EQ(convert<int8_t>(-1e30), -128);
  CHECK_EQ(convert<uint16_t>(1e30f), 65535);
  CHECK_EQ(convert<int32_t>(2.5), 3);
  CHECK_EQ(convert<int32_t>(2147483647.0), std::numeric_limits<int32_t>::max());
  CHECK_EQ(convert<int32_t>(4e9f), std::numeric_limits<int32_t>::max());
  CHECK_EQ(convert<int64_t>(9.3e18), std::numeric_limits<int64_t>::max());
  CHECK_EQ(convert<uint64_t>(-1.0), uint64_t{0});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK_EQ(convert<uint8_t>(nan), 0);
  CHECK_EQ(convert<int32_t>(nan), 0);
  CHECK_EQ(convert<uint64_t>(nan), uint64_t{0});
  CHECK(convert<bool>(nan));
  CHECK(!convert<bool>(0.3f));
  CHECK(convert<bool>(-0.5));
  CHECK(convert<bool>(-1));
  CHECK_EQ(convert<uint8_t>(int64_t{-3}), 0);
  CHECK_EQ(convert<int8_t>(uint64_t{200}), 127);
  CHECK_EQ(convert<Half>(2049.0f).bits, Half(2048.0).bits);  // ties to even
}

TEST(cast_every_pair_keeps_small_numbers) {
  for (int from = 0; from < kNumDTypes; ++from) {
    for (int to = 0; to < kNumDTypes; ++to) {
      std::vector<uint64_t> data(3);
      dispatch(static_cast<DType>(from), [&](auto zero) {
        using T = decltype(zero);
        for (int i = 0; i < 3; ++i) reinterpret_cast<T*>(data.data())[i] = convert<T>(i);
      });
      CastArgs a;
      a.dtype = static_cast<DType>(to);
      give(a, CastArgs::kDtype);
      OneOp op(cast_cpu, &a);
      const TensorView out = op({view(data, {3}, "X", static_cast<DType>(from))})[0];
      CHECK(out.layout == Layout("X"));
      const bool flag = static_cast<DType>(from) == DType::boolean || static_cast<DType>(to) == DType::boolean;
      dispatch(out.dtype, [&](auto zero) {
        using T = decltype(zero);
        for (int i = 0; i < 3; ++i) CHECK_EQ(convert<int>(out.as<T>()[i]), flag ? std::min(i, 1) : i);
      });
    }
  }
  CastArgs none;
  OneOp op(cast_cpu, &none);
  std::vector<uint64_t> data(1);
  CHECK_THROWS(op({view(data, {1}, "", DType::int32)}), "dtype");
}

TEST(one_hot_class_of) {
  // An element of a tensor without classes must not be written to, whatever it rounds to.
  CHECK_EQ(class_of(-0.5f, 0), int64_t{-1});
  CHECK_EQ(class_of(-0.5f, 1), int64_t{0});
  CHECK_EQ(class_of(2.9, 3), int64_t{2});
  CHECK_EQ(class_of(3.0, 3), int64_t{-1});
  CHECK_EQ(class_of(int64_t{-1}, 3), int64_t{-1});
}
