// run_warp() computes each row of a sample's frames in up to five pieces: fill, border, inside, border, fill.
#include "kernels/warp/warp_rows.h"
#include "kernels/warp/warp_setup.h"

namespace penstock::ops {
namespace {

// What computes the pixels [x, end) of a row, in the frame `in`; `out` is the row's first pixel. The code around them,
// which is the same for all dtypes, is compiled once.
using WarpLoop = void (*)(const WarpState&, const float* slope, const float* row, const void* in, int x, int end,
                          void* out);
struct WarpLoops {
  WarpLoop border, linear, nearest, fill;  // at any positions; where all taps lie inside the input; all fill value
  int64_t in_size, out_size;               // of an element, in bytes
};

template <int ND, int C, class In, class Out>
void border(const WarpState& s, const float* slope, const float* row, const void* in, int x, int end, void* out) {
  float position[ND];
  for (; x < end; ++x) {
    for (int d = 0; d < ND; ++d) position[d] = warp_position(slope[d], row[d], x);
    warp_pixel<ND, C>(s, position, static_cast<const In*>(in),
                      static_cast<Out*>(out) + static_cast<int64_t>(x) * s.channels);
  }
}

template <int ND, int C, bool Linear, class In, class Out>
void inside(const WarpState& s, const float* slope, const float* row, const void* in, int x, int end, void* out) {
  inner<ND, C, Linear>(s, slope, row, static_cast<const In*>(in), x, end,
                       static_cast<Out*>(out) + static_cast<int64_t>(x) * s.channels);
}

template <class Out>
void fill(const WarpState& s, const float*, const float*, const void*, int x, int end, void* out) {
  const int64_t step = s.channels;
  std::fill(static_cast<Out*>(out) + x * step, static_cast<Out*>(out) + end * step, convert<Out>(s.fill));
}

template <int ND, int C, class In, class Out>
WarpLoops loops_for() {
  return {border<ND, C, In, Out>,
          inside<ND, C, true, In, Out>,
          inside<ND, C, false, In, Out>,
          fill<Out>,
          sizeof(In),
          sizeof(Out)};
}

template <class In, class Out>
WarpLoops loops_for(const WarpState& s) {
  if (s.spatial == 3) return loops_for<3, 0, In, Out>();
  if (s.channels == 3) return loops_for<2, 3, In, Out>();
  if (s.channels == 1) return loops_for<2, 1, In, Out>();
  if (s.channels == 4) return loops_for<2, 4, In, Out>();
  return loops_for<2, 0, In, Out>();
}

template <int ND>
void warp_frame(const WarpState& s, const WarpLoops& loops, const uint8_t* in, uint8_t* out) {
  // Offsets inside a frame are 32-bit; larger frames are sampled pixel by pixel.
  const int64_t elements = static_cast<int64_t>(s.channels) * s.in[0] * s.in[1] * s.in[2];
  const bool small = elements <= INT32_MAX;
  const float before = s.linear ? 0.5f : 0;
  const int width = s.out[0];
  const WarpLoop inner = s.linear ? loops.linear : loops.nearest;
  float slope[ND], row[ND];
  for (int d = 0; d < ND; ++d) slope[d] = s.matrix[d * (ND + 1)];
  for (int z = 0; z < s.out[2]; ++z) {
    for (int y = 0; y < s.out[1]; ++y, out += static_cast<int64_t>(width) * s.channels * loops.out_size) {
      // `touching`: the pixels that are not all fill value; `inside`: the pixels whose taps all lie inside the input.
      Span touching{0, width}, inside{0, small ? width : 0};
      for (int d = 0; d < ND; ++d) {
        row[d] = warp_row<ND>(s, d, y, z);
        const float extent = static_cast<float>(s.in[d]), spare = ND == 2 && s.channels == 3 && s.linear && d == 0;
        if (s.filled) narrow(touching, slope[d], row[d], -before, extent + before);
        narrow(inside, slope[d], row[d], before, extent - before - spare);
      }
      if (inside.begin >= inside.end) inside = {touching.end, touching.end};
      const auto run = [&](WarpLoop loop, int begin, int end) {
        if (begin < end) loop(s, slope, row, in, begin, end, out);
      };
      run(loops.fill, 0, touching.begin);
      run(loops.border, touching.begin, inside.begin);
      run(inner, inside.begin, inside.end);
      run(loops.border, inside.end, touching.end);
      run(loops.fill, touching.end, width);
    }
  }
}

template <class T, class... Ts>
constexpr bool one_of = (std::is_same_v<T, Ts> || ...);

}  // namespace

void run_warp(const WarpState& s, const TensorView& in, const TensorView& out) {
  if (!out.shape.volume()) return;
  WarpLoops loops{};
  dispatch(in.dtype, [&](auto in_zero) {
    dispatch(out.dtype, [&](auto out_zero) {
      using In = decltype(in_zero);
      using Out = decltype(out_zero);
      if constexpr (one_of<In, uint8_t, int16_t, int32_t, float> && one_of<Out, uint8_t, int16_t, int32_t, float> &&
                    (std::is_same_v<In, Out> || one_of<float, In, Out>)) {
        loops = loops_for<In, Out>(s);
      }
    });
  });
  if (!loops.border) return;
  const auto bytes = [&](const int32_t* extent, int64_t size) {
    return static_cast<int64_t>(s.channels) * extent[0] * extent[1] * extent[2] * size;
  };
  const int64_t in_bytes = bytes(s.in, loops.in_size), out_bytes = bytes(s.out, loops.out_size);
  const auto frame = s.spatial == 3 ? warp_frame<3> : warp_frame<2>;
  for (int64_t f = 0; f < s.frames; ++f) {
    frame(s, loops, in.as<uint8_t>() + f * in_bytes, out.as<uint8_t>() + f * out_bytes);
  }
}

}  // namespace penstock::ops
