// Telling formats apart, EXIF, orientation, and the decoder operators around them.
#include "codecs/codec.h"

#include <cmath>
#include <set>

#include "codecs/exif.h"
#include "codecs/orient.h"
#include "codecs/raw_image.h"
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

using namespace penstock::codecs;
using File = std::vector<uint8_t>;

Bytes bytes_of(const File& f) { return {f.data(), f.size()}; }
File file_of(std::string_view s) { return {s.begin(), s.end()}; }

TEST(codec_sniff) {
  using namespace std::string_view_literals;
  const struct {
    std::string_view start;
    Format format;
  } cases[] = {{"\xff\xd8\xff\xe0"sv, Format::jpeg},
               {"\x89PNG\r\n\x1a\n...."sv, Format::png},
               {"RIFF....WEBPVP8 "sv, Format::webp},
               {"RIFF....WAVEfmt "sv, Format::unknown},
               {"II*\0abcd"sv, Format::tiff},
               {"MM\0*abcd"sv, Format::tiff},
               {"GIF89a"sv, Format::gif},
               {"GIF87a"sv, Format::gif},
               {"GIF88a"sv, Format::unknown},
               {"BM...."sv, Format::bmp},
               {"P6\n1 1"sv, Format::pnm},
               {"P6x"sv, Format::unknown},
               {"P7\n"sv, Format::unknown},
               {"\0\0\0\x0cjP  \r\n\x87\n"sv, Format::jpeg2000},
               {"\xff\x4f\xff\x51"sv, Format::jpeg2000},
               {"\xff\xd8"sv, Format::unknown},
               {""sv, Format::unknown}};
  for (const auto& c : cases) CHECK_EQ(sniff(bytes_of(file_of(c.start))), c.format);
}

TEST(codec_says_what_is_no_image) {
  CHECK_THROWS(peek({nullptr, 0}), "BAD_SAMPLE: Expected an image but received an empty file");
  CHECK_THROWS(peek(bytes_of(file_of("Hello, this is a long text file"))),
               "text: starts with 'Hello, this is a long te...'");
  CHECK_THROWS(peek(bytes_of(file_of("short"))), "text: starts with 'short'");
  CHECK_THROWS(peek(bytes_of(File(4096, 0))), "received 4096 bytes that start with zeros");
  CHECK_THROWS(peek(bytes_of(File{0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0})), "start with 7f 45 4c 46 02 01 01 00");
  CHECK_THROWS(peek(bytes_of(File{1})), "received 1 bytes that start with 01");
  CHECK_THROWS(peek(bytes_of(file_of({"\0\0\0\x0cjP  \r\n\x87\n", 12}))),
               "UNSUPPORTED: Expected an image of a supported format");
}

TEST(exif_orientation_is_read_with_care) {
  const File little = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0};
  const File big = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0};
  CHECK_EQ(exif_orientation(little.data(), little.size()), 6);
  CHECK_EQ(exif_orientation(big.data(), big.size()), 8);
  for (size_t n = 0; n < 22; ++n) CHECK_EQ(exif_orientation(little.data(), n), 1);
  File f = little;
  f[18] = 9;
  CHECK_EQ(exif_orientation(f.data(), f.size()), 1);
  f = little;
  f[4] = f[5] = f[6] = f[7] = 0xff;
  CHECK_EQ(exif_orientation(f.data(), f.size()), 1);
  // Any bytes at all: an answer from 1 to 8, and no read outside (the sanitizer's job).
  Rng rng(1, 0, 0, 0);
  for (int i = 0; i < 20000; ++i) {
    f = i & 1 ? little : big;
    f.resize(rng.below(static_cast<uint32_t>(f.size())) + 1);
    f.shrink_to_fit();
    f[rng.below(static_cast<uint32_t>(f.size()))] = static_cast<uint8_t>(rng.bits());
    const int o = exif_orientation(f.data(), f.size());
    CHECK(o >= 1 && o <= 8);
  }
}

TEST(orient_pixels_agrees_with_stored_window) {
  constexpr int kW = 37, kH = 43;
  for (int bytes : {1, 2, 3, 4, 6, 8, 12, 16}) {
    File stored(kW * kH * bytes), seen(stored.size());
    for (size_t i = 0; i < stored.size(); ++i) stored[i] = static_cast<uint8_t>(i * 7 + i / 251);
    for (int o = 1; o <= 8; ++o) {
      orient_pixels(stored.data(), kW * bytes, kW, kH, bytes, o, seen.data());
      const int w = o >= 5 ? kH : kW, h = o >= 5 ? kW : kH;
      for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
          const codecs::Window s = stored_window({x, y, 1, 1}, kW, kH, o);
          CHECK(!std::memcmp(&seen[(y * w + x) * bytes], &stored[(s.y * kW + s.x) * bytes], bytes));
        }
      }
    }
  }
}

TEST(codec_decoded_shape) {
  Header h;
  h.width = 40;
  h.height = 30;
  h.channels = 4;
  h.orientation = 6;
  DecodeSpec spec;
  CHECK(decoded_shape(h, spec) == (Shape{40, 30, 3}));
  spec.adjust_orientation = false;
  CHECK(decoded_shape(h, spec) == (Shape{30, 40, 3}));
  spec.type = ImageType::gray;
  CHECK(decoded_shape(h, spec) == (Shape{30, 40, 1}));
  spec.type = ImageType::any;
  CHECK(decoded_shape(h, spec) == (Shape{30, 40, 4}));
  h.cmyk = true;
  CHECK(decoded_shape(h, spec) == (Shape{30, 40, 3}));
}

// ---- operators ----

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
  args.dtype = DType::int16;
  OneOp op(ops::decoders_image_cpu, &args);
  CHECK_THROWS(op({in.view}), "INVALID_ARGUMENT: Expected uint8, uint16 or float32 for dtype but received int16");
  args.dtype = DType::uint8;
  TensorView flat = in.view;
  flat.shape = {10, 10};
  CHECK_THROWS(op({flat}), "INVALID_INPUT: Expected a file's bytes");
  Encoded text(file_of("hello"));
  CHECK_THROWS(op({text.view}), "BAD_SAMPLE");

  ops::DecodersImageCropArgs crop_args;
  const float crop[] = {71, 31};
  crop_args.crop = {crop, 2};
  crop_args.given = uint64_t{1} << ops::DecodersImageCropArgs::kCrop;
  OneOp cropper(ops::decoders_image_crop_cpu, &crop_args);
  CHECK_THROWS(cropper({in.view}), "INVALID_INPUT: Expected a window inside the image but received [");

  ops::PeekImageShapeArgs peek_args;
  peek_args.dtype = DType::uint8;
  OneOp peeker(ops::peek_image_shape_cpu, &peek_args);
  CHECK_THROWS(peeker({in.view}), "INVALID_ARGUMENT");
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
    if (a > 0.7) continue;  // above it some ratios do not fit, which bends the distribution
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
