// Operators around the codecs: windows, the errors for bad ones, and equal pixels from each operator.
#include <cmath>

#include "codecs/codec.h"
#include "generated/ops/decoders_image.h"
#include "generated/ops/decoders_image_crop.h"
#include "generated/ops/decoders_image_random_crop.h"
#include "generated/ops/decoders_image_slice.h"
#include "generated/ops/peek_image_shape.h"
#include "kernels/window/random_crop_window.h"
#include "test/jpeg_encode.h"
#include "test/op_harness.h"
#include "test/test.h"

namespace penstock::ops {
extern const CpuOp decoders_image_cpu, decoders_image_crop_cpu, decoders_image_slice_cpu,
    decoders_image_random_crop_cpu, peek_image_shape_cpu;
}

namespace penstock::test {
namespace {

using File = std::vector<uint8_t>;

struct Encoded {
  File file;
  TensorView view;
  explicit Encoded(File f) : file(std::move(f)) {
    view.dtype = DType::uint8;
    view.shape = {static_cast<int64_t>(file.size())};
    view.data = file.data();
  }
};

Encoded photo(int orientation = 0) {
  JpegRecipe r;
  r.width = 90;
  r.height = 70;
  r.orientation = orientation;
  return Encoded(encode_jpeg(r, test_pixels(r.width, r.height, 3, 4).data()));
}

bool is_crop(const TensorView& part, const TensorView& whole, int y, int x) {
  const int64_t c = whole.shape[2], row = part.shape[1] * c;
  for (int64_t j = 0; j < part.shape[0]; ++j) {
    const uint8_t* from = whole.as<uint8_t>() + ((y + j) * whole.shape[1] + x) * c;
    if (std::memcmp(from, part.as<uint8_t>() + j * row, row)) return false;
  }
  return true;
}

TEST(decoders_give_the_same_pixels) {
  for (int orientation : {0, 6, 3}) {
    const Encoded in = photo(orientation);
    ops::DecodersImageArgs whole_args;
    OneOp whole(ops::decoders_image_cpu, &whole_args);
    const TensorView all = whole({in.view})[0];
    CHECK(all.shape == (orientation == 6 ? Shape{90, 70, 3} : Shape{70, 90, 3}));
    CHECK(all.layout == Layout("HWC"));

    ops::DecodersImageCropArgs crop_args;
    const float crop[] = {20, 31};
    crop_args.crop = {crop, 2};
    crop_args.given = uint64_t{1} << ops::DecodersImageCropArgs::kCrop;
    OneOp cropper(ops::decoders_image_crop_cpu, &crop_args);
    const TensorView c = cropper({in.view})[0];
    CHECK(c.shape == (Shape{20, 31, 3}));
    const int cy = static_cast<int>(std::round((all.shape[0] - 20) * 0.5)),
              cx = static_cast<int>(std::round((all.shape[1] - 31) * 0.5));
    CHECK(is_crop(c, all, cy, cx));

    ops::DecodersImageSliceArgs slice_args;
    OneOp slicer(ops::decoders_image_slice_cpu, &slice_args);
    int32_t anchor[] = {7, 11}, shape[] = {33, 21};
    TensorView a, b;
    a.dtype = b.dtype = DType::int32;
    a.shape = b.shape = {2};
    a.data = anchor;
    b.data = shape;
    const TensorView s = slicer({in.view, a, b})[0];
    CHECK(s.shape == (Shape{21, 33, 3}));
    CHECK(is_crop(s, all, 11, 7));

    ops::DecodersImageRandomCropArgs random_args;
    OneOp random(ops::decoders_image_random_crop_cpu, &random_args);
    for (int i = 0; i < 20; ++i) {
      random.info.index = i;
      const TensorView r = random({in.view})[0];
      Rng rng(0, 0, 0, i);
      const ops::Window w = ops::random_crop_window(rng, static_cast<int>(all.shape[0]), static_cast<int>(all.shape[1]),
                                                    random_args.random_area, random_args.random_aspect_ratio, 10);
      CHECK(r.shape == (Shape{w.shape[0], w.shape[1], 3}));
      CHECK(is_crop(r, all, static_cast<int>(w.anchor[0]), static_cast<int>(w.anchor[1])));
    }

    ops::PeekImageShapeArgs peek_args;
    OneOp peeker(ops::peek_image_shape_cpu, &peek_args);
    const TensorView p = peeker({in.view})[0];
    CHECK(p.dtype == DType::int64 && p.shape == (Shape{3}));
    for (int d = 0; d < 3; ++d) CHECK_EQ(p.as<int64_t>()[d], all.shape[d]);
  }
}

TEST(decoders_refuse_what_they_cannot_do) {
  const Encoded in = photo();
  ops::DecodersImageArgs args;
  OneOp op(ops::decoders_image_cpu, &args);
  TensorView other = in.view;
  other.dtype = DType::int8;
  CHECK_THROWS(op({other}), "INVALID_INPUT: Expected a file's bytes");
  Encoded text(File{'h', 'e', 'l', 'l', 'o'});
  CHECK_THROWS(op({text.view}), "BAD_SAMPLE");

  ops::DecodersImageCropArgs crop_args;
  const float crop[] = {71, 31};
  crop_args.crop = {crop, 2};
  crop_args.given = uint64_t{1} << ops::DecodersImageCropArgs::kCrop;
  OneOp cropper(ops::decoders_image_crop_cpu, &crop_args);
  CHECK_THROWS(cropper({in.view}), "INVALID_INPUT: Expected a window inside the image for crop but received [");
}

ArgList<float> range(const float (&v)[2]) { return {v, 2}; }

TEST(random_crop_window_obeys_its_ranges) {
  const float area[] = {0.08f, 1}, ratio[] = {3.0f / 4, 4.0f / 3};
  double sum_area = 0, sum_log = 0, sum_y = 0;
  constexpr int kN = 20000;
  int clean = 0;
  for (int i = 0; i < kN; ++i) {
    Rng rng(3, 1, 0, i);
    const ops::Window w = ops::random_crop_window(rng, 1000, 1000, range(area), range(ratio), 10);
    CHECK(w.inside(Shape{1000, 1000}));
    const double r = static_cast<double>(w.shape[1]) / w.shape[0], a = w.shape[0] * w.shape[1] * 1e-6;
    CHECK(r >= 0.7499 && r <= 1.3334);
    CHECK(a >= 0.0795);
    if (a > 0.7) continue;  // above it some ratios do not fit, which changes the distribution
    ++clean;
    sum_area += a;
    sum_log += std::log(r);
    sum_y += static_cast<double>(w.anchor[0]) / (1000 - w.shape[0]);
  }
  CHECK_NEAR(sum_area / clean, 0.39, 0.005);
  CHECK_NEAR(sum_log / clean, 0, 0.005);
  CHECK_NEAR(sum_y / clean, 0.5, 0.01);
}

TEST(random_crop_window_when_nothing_fits) {
  const float ratio[] = {3.0f / 4, 4.0f / 3}, half[] = {0.5f, 1}, low[] = {0.1f, 0.2f}, all[] = {0.08f, 1};
  Rng rng(5, 0, 0, 0);
  // DALI's results for the same images.
  const auto shape = [&](int h, int w, ArgList<float> area, int attempts) {
    const ops::Window v = ops::random_crop_window(rng, h, w, area, range(ratio), attempts);
    CHECK(v.inside(Shape{h, w}));
    return Shape{v.shape[0], v.shape[1]};
  };
  CHECK(shape(50, 500, range(half), 10) == (Shape{50, 66}));
  CHECK(shape(45, 61, range(all), 0) == (Shape{45, 60}));
  CHECK(shape(50, 60, range(low), 0) == (Shape{22, 26}));
  CHECK(shape(1, 1, range(all), 10) == (Shape{1, 1}));
  const float bad[] = {0.5f, 0.1f};
  CHECK_THROWS(ops::random_crop_window(rng, 9, 9, range(bad), range(ratio), 1),
               "INVALID_ARGUMENT: Expected a range for randomArea");
  CHECK_THROWS(ops::random_crop_window(rng, 9, 9, range(all), range(bad), 1),
               "INVALID_ARGUMENT: Expected a range above 0 for randomAspectRatio");
}

}  // namespace
}  // namespace penstock::test
