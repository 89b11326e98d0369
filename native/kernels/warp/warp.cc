// run_warp() computes each row of a sample's frames in up to five pieces: fill, border, inside, border, fill.
#include "kernels/warp/warp_rows.h"
#include "kernels/warp/warp_setup.h"

namespace penstock::ops {
namespace {

// Computes the pixels of a row from x to `end`, at any positions. It is called twice: compiled into its caller, it
// would make this file take half as long again to compile.
template <int ND, int C, class In, class Out>
[[gnu::noinline]] void border(const WarpState& s, const float* slope, const float* row, const In* in, int x, int end,
                              Out* out) {
  float position[ND];
  for (; x < end; ++x) {
    for (int d = 0; d < ND; ++d) position[d] = warp_position(slope[d], row[d], x);
    warp_pixel<ND, C>(s, position, in, out + static_cast<int64_t>(x) * s.channels);
  }
}

template <int ND, int C, bool Linear, class In, class Out>
void warp_frame(const WarpState& s, const In* in, Out* out) {
  const Out fill = convert<Out>(s.fill);
  // Offsets inside a frame are 32-bit; larger frames are sampled pixel by pixel.
  const int64_t elements = static_cast<int64_t>(s.channels) * s.in[0] * s.in[1] * s.in[2];
  const bool small = elements <= INT32_MAX;
  const float before = Linear ? 0.5f : 0;
  const int width = s.out[0];
  float slope[ND], row[ND];
  for (int d = 0; d < ND; ++d) slope[d] = s.matrix[d * (ND + 1)];
  for (int z = 0; z < s.out[2]; ++z) {
    for (int y = 0; y < s.out[1]; ++y, out += static_cast<int64_t>(width) * s.channels) {
      // `touching`: the pixels that are not all fill value; `inside`: the pixels whose taps all lie inside the input.
      Span touching{0, width}, inside{0, small ? width : 0};
      for (int d = 0; d < ND; ++d) {
        row[d] = warp_row<ND>(s, d, y, z);
        const float extent = static_cast<float>(s.in[d]), spare = C == 3 && Linear && d == 0 ? 1 : 0;
        if (s.filled) narrow(touching, slope[d], row[d], -before, extent + before);
        narrow(inside, slope[d], row[d], before, extent - before - spare);
      }
      if (inside.begin >= inside.end) inside = {touching.end, touching.end};
      const auto at = [&](int x) { return out + static_cast<int64_t>(x) * s.channels; };
      std::fill(out, at(touching.begin), fill);
      border<ND, C>(s, slope, row, in, touching.begin, inside.begin, out);
      inner<ND, C, Linear>(s, slope, row, in, inside.begin, inside.end, at(inside.begin));
      border<ND, C>(s, slope, row, in, inside.end, touching.end, out);
      std::fill(at(touching.end), at(width), fill);
    }
  }
}

template <int ND, int C, class In, class Out>
void warp_frames(const WarpState& s, const In* in, Out* out) {
  const auto elements = [&](const int32_t* extent) {
    return static_cast<int64_t>(s.channels) * extent[0] * extent[1] * extent[2];
  };
  for (int64_t f = 0; f < s.frames; ++f, in += elements(s.in), out += elements(s.out)) {
    if (s.linear) {
      warp_frame<ND, C, true>(s, in, out);
    } else {
      warp_frame<ND, C, false>(s, in, out);
    }
  }
}

template <class In, class Out>
void warp_typed(const WarpState& s, const TensorView& in, const TensorView& out) {
  const In* from = in.as<const In>();
  Out* to = out.as<Out>();
  if (s.spatial == 3) return warp_frames<3, 0>(s, from, to);
  if (s.channels == 3) return warp_frames<2, 3>(s, from, to);
  if (s.channels == 1) return warp_frames<2, 1>(s, from, to);
  if (s.channels == 4) return warp_frames<2, 4>(s, from, to);
  warp_frames<2, 0>(s, from, to);
}

template <class T, class... Ts>
constexpr bool one_of = (std::is_same_v<T, Ts> || ...);

}  // namespace

void run_warp(const WarpState& s, const TensorView& in, const TensorView& out) {
  if (!out.shape.volume()) return;
  dispatch(in.dtype, [&](auto in_zero) {
    dispatch(out.dtype, [&](auto out_zero) {
      using In = decltype(in_zero);
      using Out = decltype(out_zero);
      if constexpr (one_of<In, uint8_t, int16_t, int32_t, float> && one_of<Out, uint8_t, int16_t, int32_t, float> &&
                    (std::is_same_v<In, Out> || one_of<float, In, Out>)) {
        warp_typed<In, Out>(s, in, out);
      }
    });
  });
}

}  // namespace penstock::ops
