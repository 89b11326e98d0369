// Photos decoded no larger than a resize needs: the choice of the size, where the smaller image lies in the whole one,
// and the resized pixels against those of the whole image. Programs here read a file by an operator of the test.
#include <algorithm>
#include <cmath>

#include "codecs/orient.h"
#include "generated/ops/decoders_image.h"
#include "generated/ops/decoders_image_slice.h"
#include "generated/ops/random_resized_crop.h"
#include "generated/ops/resize.h"
#include "generated/ops/resize_crop_mirror.h"
#include "kernels/decode/decoder_op.h"
#include "program_fixture.h"
#include "test/jpeg_fixture.h"

namespace penstock::ops {
extern const CpuOp decoders_image_cpu, decoders_image_slice_cpu, resize_cpu, resize_crop_mirror_cpu,
    random_resized_crop_cpu;
}

namespace penstock::test {
namespace {

using Decode = ops::DecodersImageArgs;

// file: the file `g_files[sample index]`.
std::vector<File> g_files;
void file_setup(const NumArgs&, SampleSetup& s, NoState&) {
  s.out[0] = {DType::uint8, {}, {static_cast<int64_t>(g_files[static_cast<size_t>(s.sample->index)].size())}};
}
void file_run(const NumArgs&, SampleRun& s, NoState&) {
  const File& f = g_files[static_cast<size_t>(s.sample->index)];
  std::memcpy(s.out[0].data, f.data(), f.size());
}
const CpuOp kFile = make_cpu_op<NumArgs, NoState, file_setup, file_run>("file", &kNumTable, kNone);

template <class Args>
OpNode& add(Build& b, const CpuOp& op, const Args& args, std::vector<int> in, std::vector<int> out) {
  OpNode& n = b.op(op, std::move(in), std::move(out));
  n.args.resize(sizeof args);
  std::memcpy(n.args.data(), &args, sizeof args);
  return n;
}

struct Image {
  Shape shape;
  std::vector<uint8_t> pixels;
};

// The outputs of the program for g_files[0].
std::vector<Image> run_one(Program& p, int outputs) {
  std::vector<uint64_t> words(1 << 22);
  auto* memory = reinterpret_cast<uint8_t*>(words.data());
  p.begin(0);
  const auto samples = ids({0});
  const int64_t bytes = p.setup(samples.data(), 1);
  CHECK(bytes <= static_cast<int64_t>(words.size() * 8));
  p.run(ArenaRef(memory, static_cast<int64_t>(words.size() * 8)));
  p.finish(memory, 0);
  std::vector<Image> out;
  for (int o = 0; o < outputs; ++o) {
    const TensorView v = arena_tensor(memory, o, 0);
    out.push_back({v.shape, {v.as<uint8_t>(), v.as<uint8_t>() + v.bytes()}});
  }
  return out;
}

Decode decode_args(bool shrink) {
  Decode a;
  a.shrink = shrink ? Decode::Shrink::fast : Decode::Shrink::off;
  return a;
}

// A photo without noise, whose slopes show where a pixel was taken from.
std::vector<uint8_t> smooth_pixels(int w, int h, int channels) {
  std::vector<uint8_t> p;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      for (int c = 0; c < channels; ++c)
        p.push_back(static_cast<uint8_t>(128 + 50 * std::sin(0.11 * x + 0.03 * y + c) + 50 * std::cos(0.09 * y - c)));
  return p;
}

struct Difference {
  double rms = 0;
  int largest = 0;
};
Difference difference(const Image& a, const Image& b) {
  Difference d;
  for (size_t i = 0; i < a.pixels.size(); ++i) {
    const int v = std::abs(a.pixels[i] - b.pixels[i]);
    d.rms += static_cast<double>(v) * v;
    d.largest = std::max(d.largest, v);
  }
  d.rms = std::sqrt(d.rms / static_cast<double>(std::max<size_t>(1, a.pixels.size())));
  return d;
}

File draw_photo(Rng& rng, int least) {
  JpegRecipe r;
  r.width = least + static_cast<int>(rng.below(300));
  r.height = least + static_cast<int>(rng.below(300));
  static const std::vector<int> kH[] = {{1, 1, 1}, {2, 1, 1}, {2, 1, 1}, {4, 1, 1}, {1, 1, 1}};
  static const std::vector<int> kV[] = {{1, 1, 1}, {1, 1, 1}, {2, 1, 1}, {1, 1, 1}, {2, 1, 1}};
  const auto sampling = rng.below(5);
  r.h = kH[sampling];
  r.v = kV[sampling];
  if (rng.below(6) == 0) {
    r.in = r.stored = JCS_GRAYSCALE;
    r.h = r.v = {1};
  } else if (rng.below(6) == 0) {
    r.in = r.stored = JCS_CMYK;
    r.h = r.v = {1, 1, 1, 1};
  }
  r.quality = 97;
  r.progressive = rng.below(3) == 0;
  r.restart = rng.below(3) == 0 ? 5 : 0;
  r.orientation = static_cast<int>(rng.below(9));
  return encode_jpeg(r, smooth_pixels(r.width, r.height, channels_of(r.in)).data());
}

// The largest differences over photos without noise, by the eighths that are decoded.
struct Bound {
  double rms;
  int largest;
};
constexpr Bound bound_of(int eighths) { return eighths == 4 ? Bound{1.6, 12} : Bound{2.6, 20}; }

float between(Rng& rng, float low, float high) { return low + (high - low) * rng.uniform(); }

// Half, quarter and eighth, of which colours that are stored with fewer samples must have enough too.
TEST(shrink_chooses_the_smallest_size_that_is_large_enough) {
  struct Case {
    std::vector<int> h, v;
    double colours;  // share of the target's samples that colours have where the file is decoded to the target's size
  };
  const Case kCases[] = {{{1}, {1}, 1},
                         {{1, 1, 1}, {1, 1, 1}, 1},
                         {{2, 1, 1}, {2, 1, 1}, 1},
                         {{2, 1, 1}, {1, 1, 1}, 0.5},
                         {{1, 1, 1}, {2, 1, 1}, 0.5},
                         {{4, 1, 1}, {1, 1, 1}, 0.25}};
  Rng rng(3, 0, 0, 0);
  for (const Case& c : kCases) {
    JpegRecipe recipe;
    recipe.h = c.h, recipe.v = c.v;
    if (c.h.size() == 1) recipe.in = recipe.stored = JCS_GRAYSCALE;
    const File file = encode_jpeg(recipe, smooth_pixels(recipe.width, recipe.height, channels_of(recipe.in)).data());
    Header h = peek(bytes_of(file));
    for (int i = 0; i < 1000; ++i) {
      h.width = 1 + static_cast<int>(rng.below(5000));
      h.height = 1 + static_cast<int>(rng.below(5000));
      const double least = rng.below(4) == 0 ? static_cast<double>(1 + rng.below(8)) / 8 : between(rng, 0.001f, 1.2f);
      DecodeSpec spec;
      if (rng.below(4) == 0) spec.type = ImageType::gray;
      const double wanted = spec.type == ImageType::gray ? least : least / c.colours;
      const Reduction r = reduce(h, spec, bytes_of(file), least);
      CHECK_EQ(r.level, least >= 1 ? 0 : wanted <= 0.125 ? 1 : wanted <= 0.25 ? 2 : wanted <= 0.5 ? 4 : 0);
      if (!r) continue;
      CHECK(r.scale_x >= least && r.scale_y >= least);
      CHECK(r.width >= h.width * r.scale_x && r.width < h.width * r.scale_x + 1);
      CHECK(r.height >= h.height * r.scale_y && r.height < h.height * r.scale_y + 1);
    }
    DecodeSpec index;
    index.type = ImageType::index;
    CHECK(!reduce(h, index, bytes_of(file), 0.1));
  }
}

// Every window, in every orientation, must be covered by what is decoded, and its edges must lie where the stored
// pixels are.
TEST(shrink_covers_the_window) {
  Rng rng(4, 0, 0, 0);
  for (int i = 0; i < 4000; ++i) {
    const int whole = 1 + static_cast<int>(rng.below(900)), eighths = 1 << rng.below(3);
    const int reduced = (whole * eighths + 7) / 8;
    const double scale = eighths / 8.0;
    const int from = static_cast<int>(rng.below(static_cast<uint32_t>(whole)));
    const int to = from + 1 + static_cast<int>(rng.below(static_cast<uint32_t>(whole - from)));
    const bool reversed = rng.below(2);
    const ops::ReducedRange r = ops::reduced_range(from, to, whole, reduced, scale, reversed);
    CHECK(r.from >= 0 && r.count >= 1 && r.from + r.count <= reduced);
    CHECK(r.offset >= 0 && r.offset < 1);
    CHECK(r.offset + (to - from) * scale <= r.count + 1e-9 && r.count < r.offset + (to - from) * scale + 1);
    // The position in the stored image, from its first edge.
    const double place = reversed ? reduced - (r.from + r.offset) : r.from + r.offset;
    CHECK(std::abs(place - (reversed ? whole - from : from) * scale) < 1e-9);
  }
}

TEST(shrink_of_a_resize_is_near_the_whole_image) {
  Rng rng(5, 0, 0, 0);
  int smaller = 0;
  for (int i = 0; i < rounds(150); ++i) {
    g_files = {draw_photo(rng, 30)};
    ops::ResizeArgs args;
    const float size[] = {static_cast<float>(6 + rng.below(50)), static_cast<float>(6 + rng.below(50))};
    const auto give = [&](ops::ResizeArgs::Field f) { args.given |= uint64_t{1} << f; };
    const float start[] = {between(rng, 0, 0.4f), between(rng, 0, 0.4f)}, end[] = {between(rng, 0.6f, 1), 1};
    switch (rng.below(4)) {
      case 0: args.resize_shorter = size[0], give(ops::ResizeArgs::kResizeShorter); break;
      case 1: args.resize_longer = size[0], give(ops::ResizeArgs::kResizeLonger); break;
      case 2: args.resize_x = size[0], give(ops::ResizeArgs::kResizeX); break;
      default: args.size = {size, 2}, give(ops::ResizeArgs::kSize); break;
    }
    if (rng.below(3) == 0) {
      args.roi_start = {start, 2}, args.roi_end = {end, 2}, args.roi_relative = true;
      give(ops::ResizeArgs::kRoiStart), give(ops::ResizeArgs::kRoiEnd), give(ops::ResizeArgs::kRoiRelative);
    }
    Image images[2];
    for (const bool shrink : {false, true}) {
      Build b(1);
      b.op(kFile, {}, {0});
      add(b, ops::decoders_image_cpu, decode_args(shrink), {0}, {1});
      add(b, ops::resize_cpu, args, {1}, {2});
      images[shrink] = run_one(*b.done({2}), 1)[0];
    }
    CHECK(images[0].shape == images[1].shape);
    const Difference d = difference(images[0], images[1]);
    smaller += images[0].pixels != images[1].pixels;
    CHECK(d.rms < bound_of(1).rms && d.largest <= bound_of(1).largest);
    if (!(d.rms < bound_of(1).rms && d.largest <= bound_of(1).largest)) {
      const Header h = peek(bytes_of(g_files[0]));
      std::printf(
          "case %d: roi %d %.2f %.2f  %.2f %.2f; %dx%d, orientation %d, channels %d to %dx%d: rms %.2f, largest %d\n",
          i, args.roi_relative, start[0], start[1], end[0], end[1], h.width, h.height, h.orientation, h.channels,
          static_cast<int>(images[0].shape[1]), static_cast<int>(images[0].shape[0]), d.rms, d.largest);
    }
  }
  CHECK(smaller > rounds(75));
}

}  // namespace
}  // namespace penstock::test
