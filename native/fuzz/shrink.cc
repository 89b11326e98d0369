// Images that are decoded smaller for resizes: every size that a decoder offers has at least as many pixels as were
// asked for and gives windows of one image, and a program of a decoder and up to three resizes gives the same bytes
// each time, with the extents of whole images.
#include <cmath>
#include <cstring>
#include <memory>

#include "codecs/orient.h"
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/decode.h"
#include "fuzz/util/jpeg_make.h"
#include "fuzz/util/vips.h"
#include "generated/ops/decoders_image_slice.h"
#include "generated/ops/resize.h"
#include "program/program.h"
#include "program/sample_error.h"

namespace penstock::ops {
extern const CpuOp decoders_image_slice_cpu, resize_cpu;
}

namespace penstock::fuzz {
namespace {

using namespace codecs;
using Slice = ops::DecodersImageSliceArgs;
using ops::ResizeArgs;

constexpr int kMaxResizes = 3;

// The smaller images themselves.
void check_sizes(Subject s, Rng& draw) {
  const double least = one_in(draw, 4) ? 1.0 / (1 << draw.below(5)) : draw.uniform();
  const Reduction small = reduce(s.header, s.spec, s.file, least);
  if (!small) return;
  const auto smaller = [&](int extent, int whole, double scale) {
    // The whole image covers the last pixel in part; a TIFF's smaller version may lack it.
    if (scale < least * (1 - 1e-9) || extent < 1 || extent > whole || std::abs(extent - whole * scale) >= 1)
      found("size", "%d of %d pixels at a scale of %g, where %g was asked for", extent, whole, scale, least);
  };
  smaller(small.width, s.header.width, small.scale_x);
  smaller(small.height, s.header.height, small.scale_y);
  const bool swaps = swaps_axes(orientation_of(s.header, s.spec));
  s.spec.reduction = small;
  s.width = swaps ? small.height : small.width;
  s.height = swaps ? small.width : small.height;
  check_windows(s, draw);
}

// A program's input: the bytes of the file.
Input g_file;
struct NoArgs {};
const ArgTable kNoTable = {nullptr, 0, sizeof(NoArgs), 0, [](void* p) { new (p) NoArgs(); }};
void file_setup(const NoArgs&, SampleSetup& s, NoState&) {
  s.out[0] = {DType::uint8, {}, {static_cast<int64_t>(g_file.size)}};
}
void file_run(const NoArgs&, SampleRun& s, NoState&) { std::memcpy(s.out[0].data, g_file.data, g_file.size); }
const CpuOp kFile = make_cpu_op<NoArgs, NoState, file_setup, file_run>("file", &kNoTable, kNone);

// What a program of one decoder and `count` resizes is called with. Lists of its arguments point into it.
struct Call {
  Slice slice;
  int32_t start[2], shape[2];
  ResizeArgs resize[kMaxResizes];
  float size[kMaxResizes][2], from[kMaxResizes][2], to[kMaxResizes][2];
  int count;
};

void draw_call(const Subject& s, Rng& draw, Call& c) {
  const Window w = draw_window(s, draw);
  c.start[0] = w.x, c.start[1] = w.y, c.shape[0] = w.w, c.shape[1] = w.h;
  c.slice.start = {c.start, 2};
  c.slice.shape = {c.shape, 2};
  c.slice.given = uint64_t{1} << Slice::kStart | uint64_t{1} << Slice::kShape;
  c.slice.dtype = s.spec.dtype;
  c.slice.output_type = s.spec.type;
  c.slice.adjust_orientation = s.spec.adjust_orientation;
  c.slice.jpeg_fancy_upsampling = s.spec.fancy_upsampling;
  c.slice.use_fast_idct = s.spec.fast_idct;
  c.count = 1 + static_cast<int>(draw.below(kMaxResizes));
  for (int i = 0; i < c.count; ++i) {
    ResizeArgs& r = c.resize[i];
    const bool part = one_in(draw, 3);
    for (int d = 0; d < 2; ++d) {
      const int extent = d ? w.w : w.h;
      c.size[i][d] = static_cast<float>(1 + draw.below(static_cast<uint32_t>(one_in(draw, 6) ? 64 : 1 + extent / 2)));
      // The region may reach beyond the window, and may be mirrored.
      c.from[i][d] = part ? draw.uniform() * 1.4f - 0.2f : 0;
      c.to[i][d] = part ? draw.uniform() * 1.4f - 0.2f : 1;
    }
    r.size = {c.size[i], 2};
    r.roi_start = {c.from[i], 2};
    r.roi_end = {c.to[i], 2};
    r.roi_relative = true;
    r.interp_type = one_in(draw, 8) ? Interp::nn : one_in(draw, 2) ? Interp::cubic : Interp::linear;
    for (const auto f : {ResizeArgs::kSize, ResizeArgs::kRoiStart, ResizeArgs::kRoiEnd, ResizeArgs::kRoiRelative})
      r.given |= uint64_t{1} << f;
  }
}

template <class Args>
void add(ProgramSpec& spec, const CpuOp& op, const Args& args, std::vector<int> inputs, int output) {
  OpNode& node = spec.ops.emplace_back();
  node.op = &op;
  node.id = output;
  node.inputs = std::move(inputs);
  node.outputs = {output};
  node.args.resize(sizeof args);
  std::memcpy(node.args.data(), &args, sizeof args);
}

struct Made {
  std::string error;
  std::vector<Shape> shapes;
  std::vector<std::vector<uint8_t>> pixels;
};

// Runs the program in memory whose bytes are `fill`.
Made run(const Call& c, bool fast, uint8_t fill) {
  auto spec = std::make_unique<ProgramSpec>();
  Slice slice = c.slice;
  slice.shrink = fast ? Slice::Shrink::fast : Slice::Shrink::off;
  add(*spec, kFile, NoArgs{}, {}, 0);
  add(*spec, ops::decoders_image_slice_cpu, slice, {0}, 1);
  for (int i = 0; i < c.count; ++i) {
    add(*spec, ops::resize_cpu, c.resize[i], {1}, 2 + i);
    spec->outputs.push_back(2 + i);
  }
  Made made;
  try {
    Program program(std::move(spec));
    program.begin(0);
    const SampleId id{0, 0, 0};
    const auto bytes = static_cast<size_t>(program.setup(&id, 1));
    // Exactly the given number of bytes, in whole words.
    const std::unique_ptr<uint64_t[]> words(new uint64_t[(bytes + 7) / 8]);
    auto* memory = reinterpret_cast<uint8_t*>(words.get());
    std::memset(memory, fill, (bytes + 7) / 8 * 8);
    program.run(ArenaRef(memory, static_cast<int64_t>(bytes)));
    program.finish(memory, 0);
    for (int i = 0; i < c.count; ++i) {
      const TensorView v = arena_tensor(memory, i, 0);
      made.shapes.push_back(v.shape);
      made.pixels.emplace_back(v.as<uint8_t>(), v.as<uint8_t>() + v.bytes());
    }
  } catch (const Error& e) {
    if (e.code != ErrorCode::BAD_SAMPLE && e.code != ErrorCode::UNSUPPORTED)
      found("error code", "%s: %s", kErrorNames[static_cast<int>(e.code)], e.message.c_str());
    made.error = e.message;
  }
  return made;
}

void check_program(Input in, const Subject& s, Rng& draw) {
  g_file = in;
  Call c;
  draw_call(s, draw, c);
  const Made whole = run(c, false, 0x5a), fast = run(c, true, 0x5a), again = run(c, true, 0xa3);
  const Window w{c.start[0], c.start[1], c.shape[0], c.shape[1]};
  const std::string text = text_of(s, w);
  // libvips words its errors by what it has met before.
  if (fast.error.empty() != again.error.empty() || fast.pixels != again.pixels)
    found("two runs differ", "%s, %d resizes: '%s', then '%s'", text.c_str(), c.count, fast.error.c_str(),
          again.error.c_str());
  if (!whole.error.empty() || !fast.error.empty()) return;
  if (fast.shapes != whole.shapes) found("shapes", "%s, %d resizes", text.c_str(), c.count);
}

void check(Input in, Rng& draw) {
  need_vips();
  Subject s;
  const Format format = sniff({in.data, in.size});
  if (format == Format::unknown || !open_subject(in, format, draw, s)) return;
  check_sizes(s, draw);
  check_program(in, s, draw);
}

const Target target("shrink", check, make_jpeg);

}  // namespace
}  // namespace penstock::fuzz
