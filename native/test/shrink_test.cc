// Photos decoded no larger than a resize needs: the choice of the size, where the smaller image lies in the whole one,
// and the resized pixels against those of the whole image. Programs here read a file by an operator of the test.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "codecs/orient.h"
#include "core/json.h"
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
  p.begin(0);
  const auto samples = ids({0});
  std::vector<uint64_t> words(static_cast<size_t>(p.setup(samples.data(), 1) + 7) / 8);
  auto* memory = reinterpret_cast<uint8_t*>(words.data());
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

// What a program of one decoder and some resizes has made, and how often the decoder has halved the image.
struct Made {
  std::vector<Image> images;
  int halvings = 0;
};

int halvings_of(const Program& p) {
  const auto report = parse_json(p.report(0));
  for (const auto& op : report["ops"]) {
    if (!op.contains("halved")) continue;
    for (size_t i = 0; i < op["halved"].size(); ++i) {
      if (op["halved"][i] == 1) return static_cast<int>(i) + 1;
    }
  }
  return 0;
}

// A window of a photo, which some resizes read.
struct Crops {
  ops::DecodersImageSliceArgs window;
  int32_t start[2], shape[2];
  std::vector<ops::RandomResizedCropArgs> draws;
  std::vector<std::array<int32_t, 2>> sizes;
};

// `which`: the numbers of the resizes. A resize draws the same region whatever stands beside it.
Made run_crops(const Crops& c, bool shrink, const std::vector<int>& which) {
  Build b(1);
  b.op(kFile, {}, {0});
  ops::DecodersImageSliceArgs window = c.window;
  window.shrink = shrink ? ops::DecodersImageSliceArgs::Shrink::fast : ops::DecodersImageSliceArgs::Shrink::off;
  add(b, ops::decoders_image_slice_cpu, window, {0}, {1});
  std::vector<int> outputs;
  for (const int i : which) {
    const int output = 2 + static_cast<int>(outputs.size());
    ops::RandomResizedCropArgs args = c.draws[static_cast<size_t>(i)];
    args.size = {c.sizes[static_cast<size_t>(i)].data(), 2};
    add(b, ops::random_resized_crop_cpu, args, {1}, {output}).stream = i;
    outputs.push_back(output);
  }
  const auto program = b.done(outputs);
  Made made;
  made.images = run_one(*program, static_cast<int>(which.size()));
  made.halvings = halvings_of(*program);
  return made;
}

Crops draw_crops(Rng& rng, const Header& h) {
  Crops c;
  const bool turned = h.orientation >= 5;
  const int extent[] = {turned ? h.height : h.width, turned ? h.width : h.height};
  for (int d = 0; d < 2; ++d) {
    c.start[d] = static_cast<int32_t>(rng.below(static_cast<uint32_t>(extent[d] / 3)));
    c.shape[d] = extent[d] - c.start[d] - static_cast<int32_t>(rng.below(static_cast<uint32_t>(extent[d] / 3)));
  }
  c.window.start = {c.start, 2}, c.window.shape = {c.shape, 2};
  for (const auto f : {ops::DecodersImageSliceArgs::kStart, ops::DecodersImageSliceArgs::kShape})
    c.window.given |= uint64_t{1} << f;
  const auto count = 2 + rng.below(3);
  const bool few = rng.below(3) == 0;  // pixels, of all crops
  for (uint32_t i = 0; i < count; ++i) {
    c.draws.emplace_back();
    const uint32_t most = few ? 6 : rng.below(8) == 0 ? 200 : 40;
    c.sizes.push_back({static_cast<int32_t>(2 + rng.below(most)), static_cast<int32_t>(2 + rng.below(most))});
    if (rng.below(12) == 0) c.draws.back().antialias = false;
  }
  return c;
}

// Several resizes read one image: it is made as large as the one that needs most of it asks for, and whole as soon as
// one of them needs the whole. What each of them would get alone says what that is.
TEST(shrink_for_several_resizes_serves_each_of_them) {
  Rng rng(7, 0, 0, 0);
  int seen[4] = {}, mixed = 0;
  for (int i = 0; i < 120; ++i) {
    g_files = {draw_photo(rng, 60)};
    Crops c = draw_crops(rng, peek(bytes_of(g_files[0])));
    std::vector<int> all;
    std::vector<Made> alone;
    int least = 9, most = 0;
    for (int k = 0; k < static_cast<int>(c.draws.size()); ++k) {
      all.push_back(k);
      alone.push_back(run_crops(c, true, {k}));
      least = std::min(least, alone.back().halvings);
      most = std::max(most, alone.back().halvings);
    }
    const Made together = run_crops(c, true, all), whole = run_crops(c, false, all);
    CHECK_EQ(together.halvings, least);
    ++seen[least];
    mixed += least != most;
    for (size_t k = 0; k < all.size(); ++k) {
      const Image& image = together.images[k];
      CHECK(image.shape == whole.images[k].shape);
      const Difference d = difference(image, whole.images[k]);
      CHECK(d.rms < bound_of(1).rms && d.largest <= bound_of(1).largest);
      if (alone[k].halvings == least) CHECK(image.pixels == alone[k].images[0].pixels);
      if (least == 0) CHECK(image.pixels == whole.images[k].pixels);
    }
  }
  for (const int count : seen) CHECK(count >= 5);
  CHECK(mixed > 30);
}

// Decoders of the same image are found by the bytes of their states, whatever lay in that memory before.
TEST(shrink_states_of_equal_members_have_equal_bytes) {
  alignas(ops::DecodeState) unsigned char memory[2][sizeof(ops::DecodeState)];
  ops::DecodeState* states[2];
  for (const int i : {0, 1}) {
    std::memset(memory[i], i ? 0xA5 : 0x5A, sizeof memory[i]);
    states[i] = new (memory[i]) ops::DecodeState;
    states[i]->header.width = 640;
    states[i]->window = {1, 2, 3, 4};
    states[i]->spec.reduction = {320, 240, 0.5, 0.25, 4};
    states[i]->with = ops::DecodeWith::cpu;
    ops::clear_padding(*states[i]);
  }
  CHECK(!std::memcmp(memory[0], memory[1], sizeof memory[0]));
  CHECK(states[1]->header.width == 640 && states[1]->header.bits == 8 && states[1]->window.h == 4);
  CHECK(states[1]->spec.reduction.level == 4 && states[1]->spec.reduction.scale_y == 0.25);
  CHECK(states[1]->with == ops::DecodeWith::cpu);
  states[1]->spec.fast_idct = true;
  ops::clear_padding(*states[1]);
  CHECK(std::memcmp(memory[0], memory[1], sizeof memory[0]));
}

// Decoders of one file, each with a resize of its own: those that choose the same size decode once, and pixels are
// those of each alone, also where the images of others are made in between.
TEST(shrink_decodes_once_for_decoders_that_choose_the_same_size) {
  Rng rng(9, 0, 0, 0);
  int shared = 0, apart = 0;
  for (int i = 0; i < 60; ++i) {
    g_files = {draw_photo(rng, 100)};
    const int count = 2 + static_cast<int>(rng.below(5));
    std::vector<std::array<float, 2>> sizes(static_cast<size_t>(count));
    Build b(1);
    b.op(kFile, {}, {0});
    std::vector<int> outputs;
    std::vector<Image> alone;
    std::set<int> chosen;
    for (int k = 0; k < count; ++k) {
      auto& size = sizes[static_cast<size_t>(k)];
      size = {static_cast<float>(4 + rng.below(rng.below(4) == 0 ? 150 : 30)), static_cast<float>(4 + rng.below(20))};
      ops::ResizeArgs args;
      args.size = {size.data(), 2};
      args.given = uint64_t{1} << ops::ResizeArgs::kSize;
      add(b, ops::decoders_image_cpu, decode_args(true), {0}, {1 + 2 * k});
      add(b, ops::resize_cpu, args, {1 + 2 * k}, {2 + 2 * k});
      outputs.push_back(2 + 2 * k);
      Build one(1);
      one.op(kFile, {}, {0});
      add(one, ops::decoders_image_cpu, decode_args(true), {0}, {1});
      add(one, ops::resize_cpu, args, {1}, {2});
      const auto program = one.done({2});
      alone.push_back(run_one(*program, 1)[0]);
      chosen.insert(halvings_of(*program));
    }
    const auto program = b.done(outputs);
    const std::vector<Image> images = run_one(*program, count);
    for (size_t k = 0; k < images.size(); ++k) CHECK(images[k].pixels == alone[k].pixels);
    size_t decoded = 0;
    const auto report = parse_json(program->report(0));
    for (const auto& op : report["ops"]) {
      if (op["op"] == "decoders.image") decoded += op["samples"].get<size_t>();
    }
    CHECK_EQ(decoded, chosen.size());
    shared += decoded < images.size();
    apart += decoded > 1;
  }
  CHECK(shared > 20 && apart > 20);
}

// One of the resizes runs for some samples only: those that it does not run for need not serve it.
TEST(shrink_for_several_resizes_leaves_out_a_branch_that_is_not_taken) {
  Rng rng(8, 0, 0, 0);
  JpegRecipe recipe;
  recipe.width = 400, recipe.height = 320;
  g_files = {encode_jpeg(recipe, smooth_pixels(400, 320, 3).data())};
  const float small[] = {20, 20}, large[] = {150, 150};
  for (const int want : {0, 1}) {
    Build b(1);
    b.op(kFile, {}, {0});
    NumArgs zero;
    const int32_t one = 1;
    zero.size = {&one, 1};
    b.op(kIota, {}, {1}, zero);  // the sample's number, 0
    add(b, ops::decoders_image_cpu, decode_args(true), {0}, {2});
    for (const auto* size : {small, large}) {
      ops::ResizeArgs args;
      args.size = {size, 2};
      args.given = uint64_t{1} << ops::ResizeArgs::kSize;
      OpNode& resize = add(b, ops::resize_cpu, args, {2}, {size == small ? 3 : 4});
      if (size == large) resize.guards.push_back({1, static_cast<double>(want)});
    }
    const auto program = b.done({3});
    run_one(*program, 1);
    CHECK_EQ(halvings_of(*program), want == 0 ? 1 : 3);
  }
}

}  // namespace
}  // namespace penstock::test
