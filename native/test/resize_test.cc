// resize and its relatives against a plain double-precision reference that shares no code with them, and against each
// other: SIMD levels, parts of an image, layouts, fused operators.
#include "generated/ops/resize.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "generated/ops/crop_mirror_normalize.h"
#include "generated/ops/fused_resize_crop_mirror_normalize.h"
#include "generated/ops/random_resized_crop.h"
#include "generated/ops/resize_crop_mirror.h"
#include "kernels/resample/geometry.h"
#include "kernels/resample/resample.h"
#include "test/op_harness.h"
#include "test/test.h"

namespace penstock::ops {
extern const CpuOp resize_cpu, resize_crop_mirror_cpu, random_resized_crop_cpu, crop_mirror_normalize_cpu,
    fused_resize_crop_mirror_normalize_cpu;
}

namespace penstock::test {
namespace {

using ops::ResizeArgs;
using resample::Axis;
using resample::Part;
using resample::Resampler;

constexpr Interp kFilters[] = {Interp::nn,       Interp::linear,     Interp::cubic,
                               Interp::lanczos3, Interp::triangular, Interp::gaussian};

double shape_of(Interp f, double x) {  // stretched by 1
  const double pi = 3.141592653589793;
  x = std::fabs(x);
  switch (f) {
    case Interp::cubic:
      return x < 1 ? 1.5 * x * x * x - 2.5 * x * x + 1 : x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0;
    case Interp::lanczos3:
      return x < 1e-9 ? 1 : x < 3 ? 3 * std::sin(pi * x) * std::sin(pi * x / 3) / (pi * pi * x * x) : 0;
    case Interp::gaussian: return x < 1 ? std::exp(-4 * x * x) : 0;
    default: return x < 1 ? 1 - x : 0;
  }
}

double radius_of(Interp f) { return f == Interp::cubic ? 2 : f == Interp::lanczos3 ? 3 : 1; }

// Dense weights [out][in]; `tie` is set where rounding may decide which sample is used.
std::vector<std::vector<double>> weights(const Axis& a, std::vector<bool>& tie) {
  std::vector<std::vector<double>> m(a.out, std::vector<double>(a.in, 0.0));
  tie.assign(a.out, false);
  const double scale = (static_cast<double>(a.hi) - a.lo) / static_cast<double>(a.out);
  const double stretch = a.antialias ? std::max(1.0, std::fabs(scale)) : 1.0;
  const auto at = [&](int64_t i) { return std::clamp<int64_t>(i, 0, a.in - 1); };
  for (int64_t i = 0; i < a.out; ++i) {
    const double center = a.lo + (static_cast<double>(i) + 0.5) * scale;
    if (a.filter == Interp::nn) {
      tie[i] = std::fabs(center - std::round(center)) < 1e-4;
      m[i][at(static_cast<int64_t>(std::floor(center)))] = 1;
      continue;
    }
    const double reach = radius_of(a.filter) * stretch;
    double sum = 0;
    for (int64_t k = static_cast<int64_t>(std::floor(center - reach)) - 1; k <= center + reach + 1; ++k) {
      const double x = (static_cast<double>(k) + 0.5 - center) / stretch;
      // The Gaussian ends at 0.018; its table goes to zero over one more step.
      if (a.filter == Interp::gaussian && std::fabs(x) > 0.999 && std::fabs(x) < 1.04) tie[i] = true;
      const double w = shape_of(a.filter, x);
      m[i][at(k)] += w;
      sum += w;
    }
    for (double& w : m[i]) w /= sum;
  }
  return m;
}

struct Image {
  int h, w, c;
  std::vector<uint8_t> px;
  uint8_t at(int64_t y, int64_t x, int k) const { return px[(y * w + x) * c + k]; }
};

Image random_image(std::mt19937& g, int h, int w, int c) {
  Image image{h, w, c, std::vector<uint8_t>(static_cast<size_t>(h) * w * c)};
  const bool extreme = g() % 3 == 0;  // causes overshoot and saturation
  for (auto& v : image.px) v = static_cast<uint8_t>(extreme ? (g() % 2) * 255 : g());
  return image;
}

Axis random_axis(std::mt19937& g, int in, bool outer) {
  std::uniform_real_distribution<float> u(0, 1);
  float lo = 0, hi = static_cast<float>(in);
  if (g() % 3 == 0) {
    lo = u(g) * hi;
    hi = u(g) * static_cast<float>(in);
    if (std::fabs(hi - lo) < 0.5f) hi = lo + 0.5f;
  } else if (g() % 4 == 0) {
    std::swap(lo, hi);
  }
  ops::ResizeFilters filters;
  filters.min = filters.mag = kFilters[g() % 6];
  filters.antialias = g() % 3 != 0;
  Axis a = ops::resize_axis(in, 1 + g() % (g() % 5 ? 60 : 200), lo, hi, filters);
  a.outer = outer;
  return a;
}

std::vector<uint8_t> resample_u8(Resampler& r, const Image& image) {
  Scratch scratch;
  std::vector<uint8_t> out(static_cast<size_t>(r.width()) * r.height() * image.c + 1, 0xAB);
  r.image_u8(image.px.data(), static_cast<ptrdiff_t>(image.w) * image.c, image.c, out.data(), scratch);
  CHECK_EQ(out.back(), 0xAB);  // nothing is written after the image
  out.pop_back();
  return out;
}

template <class Args>
TensorView view(const Args& dtype, const char* layout, std::initializer_list<int64_t> shape, const void* data) {
  TensorView t;
  t.dtype = dtype;
  t.layout = Layout(layout);
  t.shape = Shape(shape);
  t.data = const_cast<void*>(data);
  return t;
}

bool same_bytes(const TensorView& a, const TensorView& b) {
  return a.shape == b.shape && a.dtype == b.dtype && !std::memcmp(a.data, b.data, a.bytes());
}

}  // namespace

TEST(resize_matches_reference) {
  std::mt19937 g(1);
  double worst_float = 0;
  int worst = 0;
  for (int n = 0; n < 1500; ++n) {
    const Image image = random_image(g, 1 + g() % 70, 1 + g() % 70, 1 + g() % 5);
    const Axis y = random_axis(g, image.h, true), x = random_axis(g, image.w, false);
    std::vector<bool> tie_y, tie_x;
    const auto my = weights(y, tie_y), mx = weights(x, tie_x);
    Resampler r;
    r.plan(y, x, {0, y.out}, {0, x.out});
    const std::vector<uint8_t> out = resample_u8(r, image);
    std::vector<float> real(out.size());
    Scratch scratch;
    r.image_float<uint8_t, float>(image.px.data(), static_cast<ptrdiff_t>(image.w) * image.c, image.c, real.data(),
                                  scratch);
    for (int64_t i = 0; i < y.out; ++i) {
      if (tie_y[i]) continue;
      std::vector<double> row(static_cast<size_t>(image.w) * image.c, 0.0);
      for (int64_t v = 0; v < image.h; ++v) {
        if (my[i][v] == 0) continue;
        for (size_t k = 0; k < row.size(); ++k) row[k] += my[i][v] * image.px[v * row.size() + k];
      }
      for (int64_t j = 0; j < x.out; ++j) {
        if (tie_x[j]) continue;
        for (int c = 0; c < image.c; ++c) {
          double sum = 0;
          for (int64_t v = 0; v < image.w; ++v) sum += mx[j][v] * row[v * image.c + c];
          const size_t at = (i * x.out + j) * image.c + c;
          worst_float = std::max(worst_float, std::fabs(sum - real[at]));
          worst = std::max(worst, std::abs(static_cast<int>(std::clamp(std::round(sum), 0.0, 255.0)) - out[at]));
        }
      }
    }
  }
  CHECK(worst <= 1);
  CHECK(worst_float < 0.5);  // filters are sampled 32 times per pixel and interpolated
}

TEST(resize_simd_levels_agree) {
  std::mt19937 g(2);
  for (int n = 0; n < 1500; ++n) {
    const int c = n % 2 ? 3 : 1 + g() % 5;
    const Image image = random_image(g, 1 + g() % 60, 1 + g() % (n % 3 ? 60 : 300), c);
    const Axis y = random_axis(g, image.h, true), x = random_axis(g, image.w, false);
    std::vector<uint8_t> first;
    for (SimdLevel level : {SimdLevel::baseline, SimdLevel::neon, SimdLevel::avx2, SimdLevel::avx512}) {
      Resampler r(level);
      r.plan(y, x, {0, y.out}, {0, x.out});
      const auto out = resample_u8(r, image);
      if (level == SimdLevel::baseline) first = out;
      CHECK(out == first);
    }
  }
}

TEST(resize_part_is_part_of_whole) {
  std::mt19937 g(3);
  for (int n = 0; n < 500; ++n) {
    const Image image = random_image(g, 1 + g() % 60, 1 + g() % 90, 3);
    const Axis y = random_axis(g, image.h, true), x = random_axis(g, image.w, false);
    const auto part_of = [&](const Axis& a) {
      Part p;
      p.first = static_cast<int64_t>(g() % a.out);
      p.count = 1 + static_cast<int64_t>(g() % (a.out - p.first));
      p.mirror = g() % 2;
      return p;
    };
    const Part rows = part_of(y), columns = part_of(x);
    Resampler r;
    r.plan(y, x, {0, y.out}, {0, x.out});
    const auto whole = resample_u8(r, image);
    r.plan(y, x, rows, columns);
    const auto part = resample_u8(r, image);
    for (int64_t i = 0; i < rows.count; ++i) {
      for (int64_t j = 0; j < columns.count; ++j) {
        const int64_t v = rows.first + (rows.mirror ? rows.count - 1 - i : i);
        const int64_t u = columns.first + (columns.mirror ? columns.count - 1 - j : j);
        CHECK(!std::memcmp(&part[(i * columns.count + j) * 3], &whole[(v * x.out + u) * 3], 3));
      }
    }
  }
}

TEST(resize_constant_and_identity_are_exact) {
  std::mt19937 g(4);
  for (Interp f : kFilters) {
    for (int value : {0, 1, 127, 254, 255}) {
      const Image image{13, 17, 3, std::vector<uint8_t>(13 * 17 * 3, static_cast<uint8_t>(value))};
      ops::ResizeFilters filters{f, f, g() % 2 == 0};
      Resampler r;
      r.plan(ops::resize_axis(13, 5, 0, 13, filters), ops::resize_axis(17, 41, 0, 17, filters), {0, 5}, {0, 41});
      for (uint8_t v : resample_u8(r, image)) CHECK_EQ(v, value);
    }
    if (f == Interp::gaussian) continue;  // it blurs at any scale
    const Image image = random_image(g, 9, 21, 3);
    Resampler r;
    r.plan(ops::resize_axis(9, 9, 0, 9, {f, f, true}), ops::resize_axis(21, 21, 0, 21, {f, f, true}), {0, 9}, {0, 21});
    CHECK(resample_u8(r, image) == image.px);
  }
}

TEST(resize_many_taps) {
  // 3000 to 4: more weights than fixed point can hold.
  Image image{3000, 3, 1, std::vector<uint8_t>(9000)};
  for (int i = 0; i < 9000; ++i) image.px[i] = static_cast<uint8_t>(i / 3 * 255 / 2999);
  const ops::ResizeFilters filters;
  Resampler r;
  r.plan(ops::resize_axis(3000, 3, 0, 3000, filters), ops::resize_axis(3, 3, 0, 3, filters), {0, 3}, {0, 3});
  const auto out = resample_u8(r, image);
  CHECK_NEAR(out[4], 127, 1);
  CHECK(out[1] > 30 && out[1] < 60);
}

TEST(resize_border_that_gathers_a_negative_lobe) {
  // The last sample's weight is -0.07 here, which is more than any other: 16 bits must hold it.
  std::mt19937 g(61);
  const Image image = random_image(g, 40, 61, 3);
  ops::ResizeFilters filters;
  filters.min = filters.mag = Interp::lanczos3;
  const Axis y = ops::resize_axis(40, 23, 0, 40, filters), x = ops::resize_axis(61, 2, 15.6f, 49.9f, filters);
  Resampler r;
  r.plan(y, x, {0, 23}, {0, 2});
  const std::vector<uint8_t> fixed = resample_u8(r, image);
  std::vector<float> exact(fixed.size());
  Scratch scratch;
  r.image_float<uint8_t, float>(image.px.data(), 61 * 3, 3, exact.data(), scratch);
  for (size_t i = 0; i < fixed.size(); ++i) CHECK_NEAR(fixed[i], std::clamp(exact[i], 0.0f, 255.0f), 0.57);
}

TEST(resize_layouts_agree) {
  std::mt19937 g(5);
  const Image image = random_image(g, 19, 23, 3);
  ResizeArgs a;
  const float size[] = {11, 30};
  a.size = {size, 2};
  a.given = 1ull << ResizeArgs::kSize;
  OneOp hwc(ops::resize_cpu, &a), chw(ops::resize_cpu, &a), fhwc(ops::resize_cpu, &a), hw(ops::resize_cpu, &a);
  const TensorView whole = hwc({view(DType::uint8, "HWC", {19, 23, 3}, image.px.data())})[0];
  CHECK(whole.shape == Shape({11, 30, 3}));
  std::vector<uint8_t> planes(image.px.size());
  for (size_t i = 0; i < planes.size(); ++i) planes[i % 3 * 19 * 23 + i / 3] = image.px[i];
  const TensorView planar = chw({view(DType::uint8, "CHW", {3, 19, 23}, planes.data())})[0];
  CHECK(planar.shape == Shape({3, 11, 30}));
  for (int i = 0; i < 11 * 30 * 3; ++i) {
    CHECK_EQ(whole.as<uint8_t>()[i], planar.as<uint8_t>()[i % 3 * 330 + i / 3]);
  }
  std::vector<uint8_t> frames(image.px);
  frames.insert(frames.end(), image.px.begin(), image.px.end());
  const TensorView video = fhwc({view(DType::uint8, "FHWC", {2, 19, 23, 3}, frames.data())})[0];
  CHECK(video.shape == Shape({2, 11, 30, 3}));
  CHECK(!std::memcmp(video.data, whole.data, whole.bytes()));
  CHECK(!std::memcmp(video.as<uint8_t>() + whole.bytes(), whole.data, whole.bytes()));
  const TensorView flat = hw({view(DType::uint8, "HW", {19, 23}, planes.data())})[0];
  CHECK(flat.shape == Shape({11, 30}));
  CHECK(!std::memcmp(flat.data, planar.data, 330));
}

TEST(resize_saves_attrs) {
  const std::vector<uint8_t> px(7 * 9 * 3);
  ResizeArgs a;
  a.resize_shorter = 14;
  a.save_attrs = true;
  a.given = 1ull << ResizeArgs::kResizeShorter | 1ull << ResizeArgs::kSaveAttrs;
  OneOp op(ops::resize_cpu, &a);
  const auto out = op({view(DType::uint8, "HWC", {7, 9, 3}, px.data())}, 2);
  CHECK(out[0].shape == Shape({14, 18, 3}));
  CHECK(out[1].shape == Shape({2}));
  CHECK_EQ(out[1].as<int32_t>()[0], 7);
  CHECK_EQ(out[1].as<int32_t>()[1], 9);
}

TEST(resize_refuses) {
  const std::vector<uint8_t> px(7 * 9 * 3);
  const TensorView in = view(DType::uint8, "HWC", {7, 9, 3}, px.data());
  const auto run = [&](ResizeArgs a) { OneOp(ops::resize_cpu, &a)({in}); };
  ResizeArgs a;
  const float three[] = {1, 2, 3};
  a.size = {three, 3};
  a.given = 1ull << ResizeArgs::kSize;
  CHECK_THROWS(run(a), "Expected 1 or 2 values for size but received 3");
  a.size = {three, 2};
  a.dtype = DType::int32;
  a.given |= 1ull << ResizeArgs::kDtype;
  CHECK_THROWS(run(a), "Expected uint8 (the input's) or float32 for dtype but received int32");
  a.given = 1ull << ResizeArgs::kSize | 1ull << ResizeArgs::kRoiStart;
  CHECK_THROWS(run(a), "Expected 1 or 2 values for roiStart");
}

TEST(resize_crop_mirror_is_a_part) {
  std::mt19937 g(6);
  const Image image = random_image(g, 40, 50, 3);
  const TensorView in = view(DType::uint8, "HWC", {40, 50, 3}, image.px.data());
  ResizeArgs a;
  a.resize_shorter = 24;
  a.given = 1ull << ResizeArgs::kResizeShorter;
  OneOp resize(ops::resize_cpu, &a);
  const TensorView whole = resize({in})[0];
  using Fused = ops::ResizeCropMirrorArgs;
  Fused f;
  const float crop[] = {20, 16};
  f.resize_shorter = 24;
  f.crop = {crop, 2};
  f.mirror = 1;
  f.given = 1ull << Fused::kResizeShorter | 1ull << Fused::kCrop | 1ull << Fused::kMirror;
  OneOp op(ops::resize_crop_mirror_cpu, &f);
  const TensorView part = op({in})[0];
  CHECK(part.shape == Shape({20, 16, 3}));
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 16; ++x) {
      CHECK(!std::memcmp(part.as<uint8_t>() + (y * 16 + x) * 3, whole.as<uint8_t>() + ((y + 2) * 30 + 7 + 15 - x) * 3,
                         3));
    }
  }
}

TEST(fused_resize_normalize_equals_the_two) {
  std::mt19937 g(7);
  using Fused = ops::FusedResizeCropMirrorNormalizeArgs;
  using Normalize = ops::CropMirrorNormalizeArgs;
  const float mean[] = {123.675f, 116.28f, 103.53f}, std[] = {58.395f, 57.12f, 57.375f}, crop[] = {21, 27};
  for (int n = 0; n < 200; ++n) {
    const int h = 1 + g() % 60, w = 1 + g() % 60;
    const Image image = random_image(g, h, w, 3);
    const TensorView in = view(DType::uint8, "HWC", {h, w, 3}, image.px.data());
    const float size[] = {static_cast<float>(21 + g() % 40), static_cast<float>(27 + g() % 40)};
    const bool cropped = g() % 2, planar = g() % 4 != 0;
    ResizeArgs r;
    Normalize c;
    Fused f;
    r.size = f.size = {size, 2};
    r.interp_type = f.interp_type = kFilters[g() % 6];
    c.mean = f.mean = {mean, 3};
    c.std = f.std = {std, 3};
    c.mirror = f.mirror = g() % 2;
    c.dtype = f.dtype = g() % 3 ? DType::float32 : DType::float16;
    c.output_layout = f.output_layout = planar ? "CHW" : "HWC";
    c.pad_output = f.pad_output = g() % 4 == 0;
    r.given = 1ull << ResizeArgs::kSize | 1ull << ResizeArgs::kInterpType;
    f.given = 1ull << Fused::kSize | 1ull << Fused::kInterpType;
    if (cropped) {
      c.crop = f.crop = {crop, 2};
      c.given = 1ull << Normalize::kCrop;
      f.given |= 1ull << Fused::kCrop;
    }
    OneOp resize(ops::resize_cpu, &r), normalize(ops::crop_mirror_normalize_cpu, &c);
    OneOp fused(ops::fused_resize_crop_mirror_normalize_cpu, &f);
    const TensorView resized = resize({in})[0];
    const TensorView two = normalize({resized})[0];
    const TensorView one = fused({in})[0];
    CHECK(same_bytes(one, two));
  }
}

TEST(random_resized_crop_repeats) {
  std::mt19937 g(8);
  const Image image = random_image(g, 50, 60, 3);
  const TensorView in = view(DType::uint8, "HWC", {50, 60, 3}, image.px.data());
  using Args = ops::RandomResizedCropArgs;
  Args a;
  const int32_t size[] = {20, 24};
  a.size = {size, 2};
  OneOp one(ops::random_resized_crop_cpu, &a), two(ops::random_resized_crop_cpu, &a);
  const TensorView first = one({in})[0], second = two({in})[0];
  CHECK(first.shape == Shape({20, 24, 3}));
  CHECK(same_bytes(first, second));
  two.info.index = 1;
  CHECK(!same_bytes(first, two({in})[0]));
  // The whole image, when area and ratio allow nothing else.
  const float area[] = {1, 1}, ratio[] = {1.2f, 1.2f};
  a.random_area = {area, 2};
  a.random_aspect_ratio = {ratio, 2};
  ResizeArgs r;
  const float wanted[] = {20, 24};
  r.size = {wanted, 2};
  r.given = 1ull << ResizeArgs::kSize;
  OneOp resize(ops::resize_cpu, &r);
  CHECK(same_bytes(one({in})[0], resize({in})[0]));
}

}  // namespace penstock::test
