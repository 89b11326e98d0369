// The code that the four decoders share: setup() reads the header, shrink() chooses a smaller version of the image if a
// resize asks for one, run() decodes a window. Each decoder adds only how it chooses its window.
#pragma once
#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "codecs/codec.h"
#include "codecs/orient.h"
#include "core/extents.h"
#include "core/image_cache.h"
#include "core/op.h"
#include "kernels/window/window.h"

namespace penstock::ops {

// decodeWith: what decodes JPEG for the GPU.
enum class DecodeWith : uint8_t { automatic, engines, kernels, cpu };

// shrink: whether a resize may have the image decoded smaller.
enum class ShrinkMode : uint8_t { off, fast };

// The state of a sample between setup() and run().
struct DecodeState {
  codecs::Header header;
  codecs::Window window;
  codecs::DecodeSpec spec;
  float sm_share = 1;
  DecodeWith with = DecodeWith::automatic;
  Hash128 file;  // of its bytes, where decoded images are cached
};

// The bytes of a file, in a tensor of any shape, as DALI takes them.
inline codecs::Bytes encoded_input(const TensorView& in) {
  if (in.dtype != DType::uint8) {
    fail(ErrorCode::INVALID_INPUT, "Expected a file's bytes (uint8) for the input but received %s",
         dtype_name(in.dtype));
  }
  return {in.as<const uint8_t>(), static_cast<size_t>(in.bytes())};
}

template <class Args>
codecs::DecodeSpec decode_spec(const Args& a) {
  if (a.output_type == ImageType::index && a.dtype != DType::uint8) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected uint8 for dtype, as outputType is 'index', but received %s",
         dtype_name(a.dtype));
  }
  codecs::DecodeSpec spec;
  spec.type = a.output_type;
  spec.dtype = a.dtype;
  spec.adjust_orientation = a.adjust_orientation;
  spec.fancy_upsampling = a.jpeg_fancy_upsampling;
  spec.fast_idct = a.use_fast_idct;
  spec.max_seconds = a.max_decode_seconds;
  return spec;
}

// Reads the header and sets the output to the whole image.
template <class Args>
codecs::DecodeSpec setup_whole(const Args& a, SampleSetup& s, DecodeState& state) {
  const codecs::DecodeSpec spec = decode_spec(a);
  const codecs::Bytes bytes = encoded_input(s.in[0]);
  state.spec = spec;
  state.with = static_cast<DecodeWith>(a.decode_with);
  state.sm_share = a.sm_share;
  if (!(a.sm_share > 0)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a share above 0 for smShare but received %g",
         static_cast<double>(a.sm_share));
  }
  state.header = codecs::peek(bytes);
  codecs::check_plausible(state.header, bytes);
  codecs::check_pixels(state.header, a.max_pixels);
  OutSpec& out = s.out[0];
  out.dtype = spec.dtype;
  out.layout = "HWC";
  out.shape = codecs::decoded_shape(state.header, spec);
  check_extents(out, ErrorCode::BAD_SAMPLE, "the image");
  state.window = {0, 0, static_cast<int>(out.shape[1]), static_cast<int>(out.shape[0])};
  s.cost = codecs::decode_cost(state.header, spec, bytes, state.window);
  return spec;
}

// Narrows the output to a window of the whole image, whose dimensions 0 and 1 are height and width. `from_argument`:
// " for NAME" of the argument that gives the window, for the error.
inline void setup_window(SampleSetup& s, DecodeState& state, const codecs::DecodeSpec& spec, const Window& w,
                         const char* from_argument = "") {
  OutSpec& out = s.out[0];
  for (int d = 0; d < 2; ++d) {
    const int64_t from = w.anchor[d], to = from + w.shape[d];
    if (from < 0 || to > out.shape[d] || from >= to) {
      fail(ErrorCode::INVALID_INPUT,
           "Expected a window inside the image%s but received [%" PRId64 ", %" PRId64 ") of %s %" PRId64, from_argument,
           from, to, d ? "width" : "height", out.shape[d]);
    }
  }
  state.window = {static_cast<int>(w.anchor[1]), static_cast<int>(w.anchor[0]), static_cast<int>(w.shape[1]),
                  static_cast<int>(w.shape[0])};
  out.shape[0] = w.shape[0];
  out.shape[1] = w.shape[1];
  s.cost = codecs::decode_cost(state.header, spec, encoded_input(s.in[0]), state.window);
}

// The pixels of the reduction, along one axis of the image that the user sees, that cover [from, to) of its `whole`
// pixels; `reversed`: the axis runs against the stored one, whose first edge the two have in common.
struct ReducedRange {
  int from, count;
  double offset;  // position of `from` of the whole image among those pixels
};
inline ReducedRange reduced_range(int from, int to, int whole, int reduced, double scale, bool reversed) {
  // Where a scale is no dyadic fraction, products are off by less than this.
  constexpr double kNoise = 1e-6;
  const double edge = reversed ? reduced - whole * scale : 0, at = edge + from * scale;
  const int first = std::clamp(static_cast<int>(std::floor(at + kNoise)), 0, reduced - 1);
  const int last = std::clamp(static_cast<int>(std::ceil(edge + to * scale - kNoise)), first + 1, reduced);
  return {first, last - first, at - first};
}

// Decoders that would make the same image are found by the bytes of their states (program/shrink.h). So those that lie
// between the members are made zero: assignments leave anything there, and not every compiler can clear them. A member
// that is added and not named here does not compile.
inline void clear_padding(DecodeState& state) {
  const auto& [header, window, spec, sm_share, with, file] = state;
  const auto& [low, high] = file;
  const auto& [format, width, height, channels, bits, orientation, cmyk, palette, least_bytes] = header;
  const auto& [x, y, w, h] = window;
  const auto& [type, dtype, adjust_orientation, fancy_upsampling, fast_idct, max_seconds, reduction] = spec;
  const auto& [reduced_width, reduced_height, scale_x, scale_y, level] = reduction;
  unsigned char bytes[sizeof state] = {};
  const auto put = [&state, &bytes](const auto&... members) {
    static_assert(((std::is_arithmetic_v<std::decay_t<decltype(members)>> ||
                    std::is_enum_v<std::decay_t<decltype(members)>>)&&...),
                  "each has bytes of its own only");
    const auto place = [&state](const auto& m) {
      return reinterpret_cast<const unsigned char*>(&m) - reinterpret_cast<const unsigned char*>(&state);
    };
    (std::memcpy(bytes + place(members), &members, sizeof members), ...);
  };
  put(sm_share, with, low, high);
  put(format, width, height, channels, bits, orientation, cmyk, palette, least_bytes);
  put(x, y, w, h);
  put(type, dtype, adjust_orientation, fancy_upsampling, fast_idct, max_seconds);
  put(reduced_width, reduced_height, scale_x, scale_y, level);
  std::memcpy(&state, bytes, sizeof state);
}

// The key of the image in a cache, when padding is cleared: the state has the hash of the file.
inline Hash128 key_of(const DecodeState& state) { return ImageCache::hash(&state, sizeof state); }

template <class Args>
bool shrink_decode(const Args& a, ShrinkRequest& r, DecodeState& state) {
  if (static_cast<ShrinkMode>(a.shrink) != ShrinkMode::fast) return false;
  const codecs::Bytes bytes = encoded_input(r.in);
  const codecs::Reduction small = codecs::reduce(state.header, state.spec, bytes, r.least);
  if (!small) return false;
  const double before = codecs::decode_cost(state.header, state.spec, bytes, state.window);
  const int turn = codecs::orientation_of(state.header, state.spec);
  const bool swaps = codecs::swaps_axes(turn);
  const codecs::Window& w = state.window;
  const int width = swaps ? state.header.height : state.header.width;
  const int height = swaps ? state.header.width : state.header.height;
  const double scale_x = swaps ? small.scale_y : small.scale_x, scale_y = swaps ? small.scale_x : small.scale_y;
  const auto x = reduced_range(w.x, w.x + w.w, width, swaps ? small.height : small.width, scale_x,
                               turn == 2 || turn == 3 || turn == 6 || turn == 7);
  const auto y = reduced_range(w.y, w.y + w.h, height, swaps ? small.width : small.height, scale_y,
                               turn == 3 || turn == 4 || turn == 7 || turn == 8);
  state.spec.reduction = small;
  state.window = {x.from, y.from, x.count, y.count};
  r.out.shape[0] = y.count;
  r.out.shape[1] = x.count;
  r.shrunk = {{y.count, x.count}, {scale_y, scale_x}, {y.offset, x.offset}};
  r.cost_change = codecs::decode_cost(state.header, state.spec, bytes, state.window) - before;
  clear_padding(state);
  return true;
}

template <class Args>
void run_decode(const Args&, SampleRun& s, DecodeState& state) {
  const int warnings = s.local<codecs::Decoders>().decode(encoded_input(s.in[0]), state.header, state.spec,
                                                          state.window, s.out[0].data, *s.scratch);
  s.warned = warnings > 0;
}

template <class Args, void (*Setup)(const Args&, SampleSetup&, DecodeState&)>
void setup_decode(const Args& a, SampleSetup& s, DecodeState& state) {
  Setup(a, s, state);
  clear_padding(state);
}

template <class Args, void (*Setup)(const Args&, SampleSetup&, DecodeState&)>
constexpr CpuOp make_decoder_op() {
  CpuOp op = make_cpu_op<Args, DecodeState, setup_decode<Args, Setup>, run_decode<Args>>(Args::op_name, &Args::table,
                                                                                         kReadsInput);
  op.shrink = [](const void* args, ShrinkRequest& r, void* state) {
    return shrink_decode(*static_cast<const Args*>(args), r, *static_cast<DecodeState*>(state));
  };
  return op;
}

}  // namespace penstock::ops

// Stands at the end of <decoder>_cpu.cc, inside namespace penstock::ops, in place of PENSTOCK_CPU_OP.
#define PENSTOCK_DECODER_OP(symbol, ArgsType, setup_fn) \
  extern const ::penstock::CpuOp symbol##_cpu;          \
  const ::penstock::CpuOp symbol##_cpu = ::penstock::ops::make_decoder_op<ArgsType, setup_fn>();
