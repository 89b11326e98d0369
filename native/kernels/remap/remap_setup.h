// Resampling along any map on the CPU: setup() and run(). run_remap() makes the positions of up to kRemapChunk pixels
// of a row by the map, and remap.cc the pixels at these positions.
#pragma once
#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "core/cpu.h"
#include "core/op.h"
#include "kernels/remap/remap.h"

namespace penstock::ops {

inline constexpr int kRemapChunk = 128;

// Sets extents, channels and images of an input that has one of `layouts`, and the output, of the input's shape.
// Without a layout, the first of them with as many dimensions is taken. Throws INVALID_INPUT for another layout, and
// for a dtype that is not one of `dtypes`.
void remap_setup(std::initializer_list<const char*> layouts, std::initializer_list<DType> dtypes, SampleSetup& s,
                 RemapState& st);

// Sets the fill value: one for all channels, or one for each. Throws INVALID_ARGUMENT for another number of values.
void set_remap_fill(const float* values, int count, DType dtype, RemapState& st);

// Sets the extents of the output: [height, width], or one for both. Throws INVALID_ARGUMENT.
void set_remap_size(const ArgList<float>& size, SampleSetup& s, RemapState& st);

// Throws INVALID_INPUT for an output with pixels of an input that has none. setup() ends with it.
void check_remap(SampleSetup& s);

// Computes n pixels of an image, which is plane number `plane` of its frame, at the positions (x[i], y[i]).
using RemapPixels = void (*)(const RemapState&, int plane, const float* x, const float* y, int n, const void* in,
                             void* out);
RemapPixels remap_pixels(const RemapState& st, DType dtype);

template <class Map>
[[gnu::always_inline]] inline void fill_positions(const Map& map, int x, int y, int n, float* to_x, float* to_y) {
  for (int i = 0; i < n; ++i) {
    const Position p = map(x + i, y);
    to_x[i] = p.x;
    to_y[i] = p.y;
  }
}

#if defined(__x86_64__)
// Without FMA, whose single rounding would change bytes.
template <class Map>
__attribute__((target("avx2"))) void fill_positions_avx2(const Map& map, int x, int y, int n, float* to_x,
                                                         float* to_y) {
  fill_positions(map, x, y, n, to_x, to_y);
}
#endif

// Computes the images of the state, of which there may be none.
template <class Map>
void run_remap(const RemapState& st, const Map& map, DType dtype, const uint8_t* from, uint8_t* to) {
  const int64_t size = static_cast<int64_t>(dtype_size(dtype)) * st.channels;
  const int64_t image_in = size * st.in[0] * st.in[1], row_out = size * st.out[0];
  if (!(row_out * st.out[1] * st.images)) return;
  if (st.copied) return void(std::memcpy(to, from, image_in * st.images));
  const RemapPixels pixels = remap_pixels(st, dtype);
  float at_x[kRemapChunk], at_y[kRemapChunk];
  for (int y = 0; y < st.out[1]; ++y) {
    for (int x = 0; x < st.out[0]; x += kRemapChunk) {
      const int n = std::min(kRemapChunk, st.out[0] - x);
#if defined(__x86_64__)
      if (simd_level() >= SimdLevel::avx2) {
        fill_positions_avx2(map, x, y, n, at_x, at_y);
      } else
#endif
        fill_positions(map, x, y, n, at_x, at_y);
      for (int64_t i = 0; i < st.images; ++i) {
        pixels(st, static_cast<int>(i % st.planes), at_x, at_y, n, from + i * image_in,
               to + (i * st.out[1] + y) * row_out + x * size);
      }
    }
  }
}

template <class Map>
void run_remap(const RemapState& st, const Map& map, const TensorView& in, const TensorView& out) {
  run_remap(st, map, in.dtype, in.as<const uint8_t>(), out.as<uint8_t>());
}

}  // namespace penstock::ops
