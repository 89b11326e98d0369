// The code that the four decoders share: setup() reads the header, run() decodes a window. Each decoder adds only how
// it chooses its window.
#pragma once
#include <cinttypes>

#include "codecs/codec.h"
#include "core/extents.h"
#include "core/op.h"
#include "kernels/window/window.h"

namespace penstock::ops {

// decodeWith: what decodes JPEG for the GPU.
enum class DecodeWith : uint8_t { automatic, engines, kernels, cpu };

// The state of a sample between setup() and run().
struct DecodeState {
  codecs::Header header;
  codecs::Window window;
  codecs::DecodeSpec spec;
  float hardware_load = -1;  // hwDecoderLoad, a share of the images; negative: not given
  float sm_share = 1;
  DecodeWith with = DecodeWith::automatic;
  bool exact = false;  // only ways that give the CPU's bytes
};

inline codecs::Bytes encoded_input(const TensorView& in) {
  if (in.dtype != DType::uint8 || in.shape.ndim != 1) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected a file's bytes (uint8, 1 dimension) for the input but received %s, %d dimensions",
         dtype_name(in.dtype), in.shape.ndim);
  }
  return {in.as<const uint8_t>(), static_cast<size_t>(in.shape[0])};
}

template <class Args>
codecs::DecodeSpec decode_spec(const Args& a) {
  if (a.dtype != DType::uint8 && a.dtype != DType::uint16 && a.dtype != DType::float32) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected uint8, uint16 or float32 for dtype but received %s",
         dtype_name(a.dtype));
  }
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
  if (a.has(Args::kHwDecoderLoad)) state.hardware_load = a.hw_decoder_load;
  state.with = static_cast<DecodeWith>(a.decode_with);
  state.exact = a.exact;
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

// Narrows the output to a window of the whole image, whose dimensions 0 and 1 are height and width.
inline void setup_window(SampleSetup& s, DecodeState& state, const codecs::DecodeSpec& spec, const Window& w) {
  OutSpec& out = s.out[0];
  for (int d = 0; d < 2; ++d) {
    const int64_t from = w.anchor[d], to = from + w.shape[d];
    if (from < 0 || to > out.shape[d] || from >= to) {
      fail(ErrorCode::INVALID_INPUT,
           "Expected a window inside the image but received [%" PRId64 ", %" PRId64 ") of %s %" PRId64, from, to,
           d ? "width" : "height", out.shape[d]);
    }
  }
  state.window = {static_cast<int>(w.anchor[1]), static_cast<int>(w.anchor[0]), static_cast<int>(w.shape[1]),
                  static_cast<int>(w.shape[0])};
  out.shape[0] = w.shape[0];
  out.shape[1] = w.shape[1];
  s.cost = codecs::decode_cost(state.header, spec, encoded_input(s.in[0]), state.window);
}

template <class Args>
void run_decode(const Args& a, SampleRun& s, DecodeState& state) {
  const int warnings = s.local<codecs::Decoders>().decode(encoded_input(s.in[0]), state.header, decode_spec(a),
                                                          state.window, s.out[0].data, *s.scratch);
  s.warned = warnings > 0;
}

}  // namespace penstock::ops
