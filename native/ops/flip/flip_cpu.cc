// flip on the CPU: copies whole rows in the new order, and reverses the pixels of each row where W is mirrored.
#include <algorithm>
#include <cstring>

#include "core/op.h"
#include "ops/flip/flip.h"

namespace penstock::ops {
namespace {

void setup(const FlipArgs&, SampleSetup& s, NoState&) {
  static constexpr const char* kLayouts[] = {"HWC", "CHW", "FHWC", "DHWC", "CDHW", "FCHW", "FDHWC", "FCDHW"};
  OutSpec& out = s.out[0];
  out = s.in[0];
  for (const char* name : kLayouts) {
    const Layout layout(name);
    if (out.layout.empty() ? static_cast<int>(layout.view().size()) == out.shape.ndim : layout == out.layout) {
      out.layout = layout;
      return;
    }
  }
  fail(ErrorCode::INVALID_INPUT,
       "Expected layout HWC, CHW, DHWC, CDHW, FHWC, FCHW, FDHWC or FCDHW for the input but received '%s' with %d "
       "dimensions",
       out.layout.name, out.shape.ndim);
}

// Copies `width` pixels of `size` bytes each in reverse order. N is the size when it is known at compile time, else 0.
template <int N>
void mirror_row(const uint8_t* in, uint8_t* out, int64_t width, int64_t size) {
  const int64_t step = N ? N : size;
  const uint8_t* p = in + (width - 1) * step;
  for (int64_t x = 0; x < width; ++x, p -= step, out += step) std::memcpy(out, p, N ? N : size);
}

using Mirror = void (*)(const uint8_t*, uint8_t*, int64_t, int64_t);
Mirror mirror_for(int64_t size) {
  switch (size) {
    case 1: return mirror_row<1>;
    case 2: return mirror_row<2>;
    case 3: return mirror_row<3>;
    case 4: return mirror_row<4>;
    case 6: return mirror_row<6>;
    case 8: return mirror_row<8>;
    case 12: return mirror_row<12>;
    default: return mirror_row<0>;
  }
}

void run(const FlipArgs& a, SampleRun& s, NoState&) {
  const TensorView &in = s.in[0], &out = s.out[0];
  const int64_t bytes = out.bytes();
  if (!bytes) return;
  const bool mirror = flips_axis(a, 'W');
  bool flipped[abi::maxDims] = {};
  for (int d = 0; d < out.shape.ndim; ++d) flipped[d] = flips_axis(a, out.layout.name[d]);
  const int dim_w = out.layout.find('W');
  int64_t pixel = dtype_size(in.dtype);
  for (int d = dim_w + 1; d < out.shape.ndim; ++d) pixel *= out.shape[d];
  const int64_t width = out.shape[dim_w], row = width * pixel, rows = bytes / row;
  const Mirror mirror_pixels = mirror_for(pixel);
  int64_t at[abi::maxDims] = {};
  uint8_t* o = out.as<uint8_t>();
  for (int64_t r = 0; r < rows; ++r, o += row) {
    int64_t from = 0;
    for (int d = 0; d < dim_w; ++d) from = from * out.shape[d] + (flipped[d] ? out.shape[d] - 1 - at[d] : at[d]);
    const uint8_t* p = in.as<uint8_t>() + from * row;
    if (mirror) {
      mirror_pixels(p, o, width, pixel);
    } else {
      std::memcpy(o, p, row);
    }
    for (int d = dim_w - 1; d >= 0 && ++at[d] == out.shape[d]; --d) at[d] = 0;
  }
}

}  // namespace

PENSTOCK_CPU_OP(flip, FlipArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
