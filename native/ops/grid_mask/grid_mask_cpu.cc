// gridMask on the CPU: the mask of a row, and then this row of each plane.
#include "core/op.h"
#include "generated/ops/grid_mask.h"
#include "ops/grid_mask/grid_mask.h"

namespace penstock::ops {
namespace {

void setup(const GridMaskArgs& a, SampleSetup& s, GridState& g) {
  const TensorView& in = s.in[0];
  const int ndim = in.shape.ndim;
  int h = in.layout.find('H');
  if (in.layout.empty() && ndim >= 2 && ndim <= 4) h = ndim == 4 ? 1 : 0;
  if (h < 0 || h + 1 >= ndim || !(in.layout.empty() || in.layout.name[h + 1] == 'W')) {
    fail(ErrorCode::INVALID_INPUT, "Expected a layout with H and W beside each other for the input but received '%s'",
         in.layout.name);
  }
  for (int d = 0; d < h; ++d) g.outer *= in.shape[d];
  g.height = in.shape[h];
  g.width = in.shape[h + 1];
  for (int d = h + 2; d < ndim; ++d) g.inner *= in.shape[d];
  const float tile = static_cast<float>(a.tile);
  g.dx = std::cos(a.angle) / tile;
  g.dy = std::sin(a.angle) / tile;
  g.shift_x = a.shift_x / tile;
  g.shift_y = a.shift_y / tile;
  g.ratio = a.ratio;
  s.out[0] = in;
}

template <class T>
void mask_row(const T* in, const bool* kept, int64_t width, int64_t inner, T* out) {
  for (int64_t x = 0; x < width; ++x) {
    for (int64_t c = 0; c < inner; ++c, ++in, ++out) *out = kept[x] ? *in : blacked_out(*in);
  }
}

void run(const GridMaskArgs&, SampleRun& s, GridState& g) {
  bool* kept = s.scratch->get<bool>(g.width);
  dispatch(s.in[0].dtype, [&](auto zero) {
    using T = decltype(zero);
    const int64_t row = g.width * g.inner;
    for (int64_t y = 0; y < g.height; ++y) {
      for (int64_t x = 0; x < g.width; ++x) kept[x] = grid_keeps(g, y, x);
      for (int64_t o = 0; o < g.outer; ++o) {
        const int64_t at = (o * g.height + y) * row;
        mask_row(s.in[0].as<const T>() + at, kept, g.width, g.inner, s.out[0].as<T>() + at);
      }
    }
  });
}

}  // namespace

PENSTOCK_CPU_OP(grid_mask, GridMaskArgs, GridState, setup, run, kNone)

}  // namespace penstock::ops
