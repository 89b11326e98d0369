// cropMirrorNormalize: exactness against the formula in double, equal bytes of every kernel, rows, padding and layouts.
#include <cstring>
#include <random>

#include "core/dispatch.h"
#include "generated/ops/crop_mirror_normalize.h"
#include "kernels/normalize/normalize_row.h"
#include "kernels/normalize/row_kernels.h"
#include "op_harness.h"
#include "test.h"

namespace penstock::ops {
extern const CpuOp crop_mirror_normalize_cpu;
}

using namespace penstock;
using namespace penstock::ops;
using penstock::test::OneOp;
using Args = CropMirrorNormalizeArgs;

namespace {

const float kMean[] = {123.675f, 116.28f, 103.53f}, kStd[] = {58.395f, 57.12f, 57.375f};

double reference(double x, int c, const Args& a) {
  return (x - double{a.mean.at(c)}) / double{a.std.at(c)} * double{a.scale} + double{a.shift};
}

std::vector<uint8_t> noise(size_t n) {
  std::mt19937 random(7);
  std::vector<uint8_t> v(n + 64);
  for (auto& b : v) b = static_cast<uint8_t>(random());
  return v;
}

TensorView image(void* data, Shape shape, const char* layout = "HWC", DType dtype = DType::uint8) {
  TensorView t;
  t.dtype = dtype;
  t.layout = layout;
  t.shape = shape;
  t.data = data;
  return t;
}

int64_t ulps(float a, float b) {
  const auto line = [](float v) {
    int32_t i;
    std::memcpy(&i, &v, 4);
    return int64_t{i < 0 ? std::numeric_limits<int32_t>::min() - i : i};
  };
  return std::llabs(line(a) - line(b));
}

// Compares a HWC 8-bit input's output with the formula, element by element.
template <class T>
int64_t worst(const Args& a, const TensorView& in, const TensorView& out) {
  const int64_t h = in.shape[0], w = in.shape[1], n = in.shape[2];
  int64_t most = 0;
  for (int64_t y = 0; y < h; ++y) {
    for (int64_t x = 0; x < w; ++x) {
      for (int c = 0; c < n; ++c) {
        const int64_t ox = a.mirror ? w - 1 - x : x;
        const bool planar = out.layout == Layout("CHW");
        const T got = out.as<T>()[planar ? (c * h + y) * w + ox : (y * w + ox) * n + c];
        const T expected = convert<T>(reference(in.as<uint8_t>()[(y * w + x) * n + c], c, a));
        if constexpr (std::is_same_v<T, float>) {
          most = std::max(most, ulps(got, expected));
        } else {
          most = std::max<int64_t>(most, std::memcmp(&got, &expected, sizeof(T)) != 0);
        }
      }
    }
  }
  return most;
}

}  // namespace

TEST(normalize_is_the_rounded_double_result) {
  std::vector<uint8_t> pixels = noise(3 * 40 * 70);
  std::mt19937 random(1);
  for (int round = 0; round < 400; ++round) {
    float mean[3], std[3];
    for (int c = 0; c < 3; ++c) {
      mean[c] = round % 3 ? kMean[c] : static_cast<float>(random() % 65536) / 256.0f;
      std[c] = round % 3 ? kStd[c] : static_cast<float>(random() % 65536 + 1) / 512.0f;
      // Close to a pixel value, so that the difference cancels almost all digits.
      if (round % 5 == 0) mean[c] = std::nextafter(static_cast<float>(random() % 256), 300.0f);
    }
    Args a;
    a.mean = {mean, 3};
    a.std = {std, 3};
    a.mirror = round & 1;
    if (round % 7 == 0) a.scale = 3.7f, a.shift = -11.3f;
    if (round % 2) a.output_layout = "HWC";
    OneOp op(crop_mirror_normalize_cpu, &a);
    for (int width : {1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 70}) {
      const TensorView in = image(pixels.data(), {3, width, 3});
      a.dtype = DType::float32;
      CHECK_EQ(worst<float>(a, in, op({in})[0]), 0);  // the limit is 1 ulp, which the results do not use
      a.dtype = DType::float16;
      CHECK_EQ(worst<Half>(a, in, op({in})[0]), 0);
      a.dtype = DType::uint8;
      CHECK_EQ(worst<uint8_t>(a, in, op({in})[0]), 0);
      a.dtype = DType::int8;
      CHECK_EQ(worst<int8_t>(a, in, op({in})[0]), 0);
      a.dtype = DType::int32;
      CHECK_EQ(worst<int32_t>(a, in, op({in})[0]), 0);
    }
  }
}

// Beyond kMaxTables channels there are no tables, and the results are the same.
TEST(normalize_of_many_channels) {
  const float mean = 100.5f, std = 33.25f;
  for (const int channels : {kMaxTables, kMaxTables + 1, 1000}) {
    std::vector<uint8_t> pixels = noise(static_cast<size_t>(channels) * 2 * 9);
    Args a;
    a.mean = {&mean, 1};
    a.std = {&std, 1};
    NormalizeCache cache;
    CHECK_EQ(cache.get(normalize_spec(a, channels, true)).table != nullptr, channels <= kMaxTables);
    for (const char* layout : {"CHW", "HWC"}) {
      a.output_layout = layout;
      for (a.mirror = 0; a.mirror < 2; ++a.mirror) {
        OneOp op(crop_mirror_normalize_cpu, &a);
        const TensorView in = image(pixels.data(), {2, 9, channels});
        a.dtype = DType::float32;
        CHECK_EQ(worst<float>(a, in, op({in})[0]), 0);
        a.dtype = DType::uint8;
        CHECK_EQ(worst<uint8_t>(a, in, op({in})[0]), 0);
      }
    }
  }
}

namespace {

// Rows on 64-byte boundaries are written with streaming stores, others are not.
template <class T>
void streamed_alike(DType dtype, int mirror) {
  const int side = 224;
  std::vector<uint8_t> pixels = noise(3 * side * side);
  Args a;
  a.mean = {kMean, 3};
  a.std = {kStd, 3};
  a.dtype = dtype;
  a.mirror = mirror;
  NormalizeCache cache;
  const NormalizePlan& plan = cache.get(normalize_spec(a, 3, true));
  if (vector_lanes()) CHECK(plan.lanes != nullptr);  // ImageNet's numbers must use the fast path
  const size_t bytes = sizeof(T) * 3 * side * side;
  auto* aligned = static_cast<T*>(std::aligned_alloc(64, bytes));
  std::vector<T> shifted(3 * side * side + 1);
  for (int y = 0; y < side; ++y) {
    normalize_row(plan, pixels.data() + 3 * side * y, side, aligned + side * y, side * side);
    normalize_row(plan, pixels.data() + 3 * side * y, side, shifted.data() + 1 + side * y, side * side);
  }
  normalize_done();
  CHECK(!std::memcmp(aligned, shifted.data() + 1, bytes));
  const TensorView in = image(pixels.data(), {side, side, 3});
  TensorView out = image(aligned, {3, side, side}, "CHW", dtype);
  CHECK_EQ(worst<T>(a, in, out), 0);
  std::free(aligned);
}

}  // namespace

TEST(normalize_large_rows_are_streamed_alike) {
  for (int mirror : {0, 1}) {
    streamed_alike<float>(DType::float32, mirror);
    streamed_alike<Half>(DType::float16, mirror);
  }
}

TEST(normalize_vector_rows_have_the_bytes_of_tables) {
  const std::vector<uint8_t> row = noise(3 * 100);
  Args a;
  a.mean = {kMean, 3};
  a.std = {kStd, 3};
  for (bool planar : {true, false}) {
    for (DType dtype : {DType::float32, DType::float16}) {
      a.dtype = dtype;
      NormalizeCache cache;
      for (bool mirror : {true, false}) {
        NormalizeSpec spec = normalize_spec(a, 3, planar);
        spec.mirror = mirror;
        const NormalizePlan& vectors = cache.get(spec);
        NormalizePlan tables = vectors;
        tables.lanes = nullptr;
        for (int width = 1; width <= 100; ++width) {
          std::vector<float> x(300, -1), y(300, -1);
          normalize_row(vectors, row.data(), width, x.data(), 100);
          normalize_row(tables, row.data(), width, y.data(), 100);
          CHECK(!std::memcmp(x.data(), y.data(), 300 * sizeof(float)));
        }
      }
    }
  }
}

#if defined(__x86_64__)
TEST(normalize_kernels_agree) {
  if (simd_level() < SimdLevel::avx2) return;
  std::vector<uint8_t> row = noise(3 * 100);
  Line lines[3];
  for (int c = 0; c < 3; ++c) lines[c] = make_line(1 / double{kStd[c]}, kMean[c]);
  alignas(64) float lanes8[96], lanes16[192];
  for (bool planar : {true, false}) {
    fill_lanes(lines, 8, planar, lanes8);
    fill_lanes(lines, 16, planar, lanes16);
    for (bool mirror : {true, false}) {
      for (int width = 16; width <= 100; ++width) {
        std::vector<float> a(300), b(300);
        rgb_avx2<float, false>(lanes8, row.data(), width, a.data(), 100, planar, mirror);
        if (simd_level() < SimdLevel::avx512) continue;
        rgb_avx512<float, false>(lanes16, row.data(), width, b.data(), 100, planar, mirror);
        CHECK(a == b);
      }
    }
  }
}
#endif

TEST(normalize_reads_only_the_row) {
  // The row ends at the end of its memory: valgrind and AddressSanitizer detect any access past it.
  Args a;
  for (int width : {1, 5, 8, 16, 21, 40}) {
    std::vector<uint8_t> exact(3 * width, 9);
    std::vector<float> out(3 * width);
    NormalizeCache cache;
    for (bool mirror : {false, true}) {
      NormalizeSpec spec = normalize_spec(a, 3, true);
      spec.mirror = mirror;
      normalize_row(cache.get(spec), exact.data(), width, out.data(), width);
      for (float v : out) CHECK_EQ(v, 9.0f);
    }
  }
}

TEST(normalize_plan_is_kept_until_the_numbers_change) {
  Args a;
  a.mean = {kMean, 3};
  NormalizeCache cache;
  const void* table = cache.get(normalize_spec(a, 3, true)).table;
  CHECK_EQ(static_cast<const float*>(table)[0], -kMean[0]);
  const float other[] = {1, 2, 3};
  a.mean = {other, 3};
  CHECK_EQ(static_cast<const float*>(cache.get(normalize_spec(a, 3, true)).table)[0], -1.0f);
  a.mirror = 1;
  CHECK(cache.get(normalize_spec(a, 3, true)).mirror);
  CHECK_EQ(cache.get(normalize_spec(a, 3, false)).planar, false);
  const float two[] = {1, 2};
  a.mean = {two, 2};
  CHECK_THROWS(cache.get(normalize_spec(a, 3, true)), "for mean");
  a.mean = {other, 3};
  a.std = {two, 2};
  CHECK_THROWS(cache.get(normalize_spec(a, 3, true)), "for std");
  // A refused specification must leave a usable cache.
  a.std = {two, 1};
  CHECK_EQ(static_cast<const float*>(cache.get(normalize_spec(a, 3, true)).table)[0], -1.0f);
}

TEST(normalize_degenerate_numbers) {
  std::vector<uint8_t> pixels = noise(3 * 64);
  const float zero[] = {0}, huge[] = {1e-38f, 1e38f, 3e38f};
  Args a;
  a.std = {zero, 1};
  OneOp op(crop_mirror_normalize_cpu, &a);
  const TensorView in = image(pixels.data(), {2, 32, 3});
  const TensorView out = op({in})[0];
  for (int i = 0; i < 64; ++i) CHECK(std::isnan(out.as<float>()[i]) || std::isinf(out.as<float>()[i]));
  a.std = {huge, 3};
  a.mean = {huge, 3};
  CHECK_EQ(worst<float>(a, in, op({in})[0]), 0);
}

TEST(normalize_pads) {
  std::vector<uint8_t> pixels(5 * 6 * 3, 10);
  const float size[] = {9, 11}, fills[] = {1.5f, 2.5f, 3.5f};
  for (const char* layout : {"CHW", "HWC", "WCH", "CWH"}) {
    for (int mirror : {0, 1}) {
      Args a;
      a.crop = {size, 2};
      a.crop_pos_x = 0.2f;
      a.given |= uint64_t{1} << Args::kCrop;
      a.fill_values = {fills, 3};
      a.out_of_bounds_policy = Args::OutOfBoundsPolicy::pad;
      a.pad_output = true;
      a.mirror = mirror;
      a.output_layout = layout;
      OneOp op(crop_mirror_normalize_cpu, &a);
      const TensorView out = op({image(pixels.data(), {5, 6, 3})})[0];
      const Layout l = out.layout;
      CHECK_EQ(out.shape[l.find('C')], 4);
      int64_t step[3] = {out.shape[1] * out.shape[2], out.shape[2], 1};
      int wrong = 0;
      for (int y = 0; y < 9; ++y) {
        for (int x = 0; x < 11; ++x) {
          for (int c = 0; c < 4; ++c) {
            const int wx = mirror ? 10 - x : x;
            const bool inside = y >= 2 && y < 7 && wx >= 1 && wx < 7 && c < 3;
            const float expected = inside ? 10.0f : c < 3 ? fills[c] : 0.0f;
            wrong += out.as<float>()[y * step[l.find('H')] + x * step[l.find('W')] + c * step[l.find('C')]] != expected;
          }
        }
      }
      CHECK_EQ(wrong, 0);
    }
  }
}

TEST(normalize_other_dtypes_take_the_same_formula) {
  std::vector<uint8_t> bytes = noise(3 * 5 * 21);
  Args a;
  a.mean = {kMean, 3};
  a.std = {kStd, 3};
  a.mirror = 1;
  OneOp op(crop_mirror_normalize_cpu, &a);
  const TensorView in = image(bytes.data(), {5, 21, 3});
  const TensorView first = op({in})[0];
  std::vector<uint8_t> expected(first.as<uint8_t>(), first.as<uint8_t>() + first.bytes());
  for (DType dtype :
       {DType::uint16, DType::int16, DType::int32, DType::int64, DType::float16, DType::float32, DType::float64}) {
    std::vector<uint64_t> wide(3 * 5 * 21);
    dispatch(dtype, [&](auto zero) {
      using T = decltype(zero);
      for (int i = 0; i < 3 * 5 * 21; ++i) reinterpret_cast<T*>(wide.data())[i] = convert<T>(bytes[i]);
    });
    const TensorView out = op({image(wide.data(), {5, 21, 3}, "HWC", dtype)})[0];
    CHECK(!std::memcmp(out.data, expected.data(), expected.size()));
  }
}

TEST(normalize_refuses) {
  std::vector<uint8_t> pixels(60);
  Args a;
  OneOp op(crop_mirror_normalize_cpu, &a);
  a.output_layout = "HWX";
  CHECK_THROWS(op({image(pixels.data(), {4, 5, 3})}), "outputLayout");
  a.output_layout = "HHC";
  CHECK_THROWS(op({image(pixels.data(), {4, 5, 3})}), "outputLayout");
  a.output_layout = "CHW";
  CHECK_THROWS(op({image(pixels.data(), {1, 4, 5, 3}, "FHWC")}), "outputLayout");
  CHECK_THROWS(op({image(pixels.data(), {4, 15}, "HW")}), "Expected layout HWC");
}
