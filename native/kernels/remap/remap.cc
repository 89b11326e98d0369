// See remap_setup.h. Pixels whose taps all lie inside the input are computed without bounds tests, for 'nn' and
// 'linear' by the loops of kernels/warp; those at the border go one by one.
#include <cmath>
#include <limits>

#include "kernels/convolve/spatial_axes.h"
#include "kernels/remap/remap_setup.h"
#include "kernels/warp/warp_rows.h"

namespace penstock::ops {
namespace {

static_assert(kRemapChunk <= kChunk);

template <int C, class T>
[[gnu::noinline]] void border_pixels(const RemapState& s, int plane, const float* x, const float* y, int n, const T* in,
                                     T* out) {
  for (int i = 0; i < n; ++i) remap_pixel<C>(s, plane, {x[i], y[i]}, in, out + int64_t{i} * s.channels);
}

// Finds the pixels whose taps all lie inside the input, and where they read.
template <int C, Interp I>
[[gnu::always_inline]] inline void locate_inside(const RemapState& s, const float* x, const float* y, int n,
                                                 Chunk<2>& chunk, int32_t* inside) {
  // How many taps lie before the position's pixel, and after it. The loops for three channels also read the element
  // after the last tap.
  constexpr int32_t before = I == Interp::cubic ? 1 : 0, after = I == Interp::cubic ? 2 : I == Interp::linear ? 1 : 0;
  constexpr int32_t spare = C == 3 && I != Interp::nn ? 1 : 0;
  constexpr float low = before;
  const float right = static_cast<float>(s.in[0] - after - spare), bottom = static_cast<float>(s.in[1] - after);
  const int32_t step = s.channels, pitch = s.channels * s.in[0];
  for (int i = 0; i < n; ++i) {
    const bool ok = (x[i] >= low) & (x[i] < right) & (y[i] >= low) & (y[i] < bottom);
    const float px = ok ? x[i] : low, py = ok ? y[i] : low;
    const int32_t at_x = static_cast<int32_t>(px), at_y = static_cast<int32_t>(py);
    if (I != Interp::nn) chunk.part[0][i] = px - static_cast<float>(at_x);
    if (I != Interp::nn) chunk.part[1][i] = py - static_cast<float>(at_y);
    chunk.offset[i] = (at_y - before) * pitch + (at_x - before) * step;
    inside[i] = ok;
  }
}

// Clamps cubic sums, which go beyond the values that they are made of, to the range of T.
template <class T>
[[gnu::always_inline]] inline Float4 clamped(Float4 v) {
  if constexpr (std::is_integral_v<T>) {
    constexpr float low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    v = v < low ? Float4{} + low : v;
    v = v > high ? Float4{} + high : v;
  }
  return v;
}

// Computes the pixels [begin, end) of a chunk by cubic sums, in the order of remap_pixel().
template <int C, class T>
[[gnu::always_inline]] inline void blend_cubic(const RemapState& s, const T* in, const Chunk<2>& chunk, int begin,
                                               int end, T* out) {
  const int channels = C ? C : s.channels;
  const int64_t pitch = int64_t{channels} * s.in[0];
  for (int i = begin; i < end; ++i, out += channels) {
    float wx[4], wy[4];
    cubic_weights(chunk.part[0][i], wx);
    cubic_weights(chunk.part[1][i], wy);
    const T* p = in + chunk.offset[i];
    const auto sum = [&](auto load) {
      auto v = decltype(load(p)){};
      for (int j = 0; j < 4; ++j) {
        const T* q = p + j * pitch;
        v += (load(q) * wx[0] + load(q + channels) * wx[1] + load(q + 2 * channels) * wx[2] +
              load(q + 3 * channels) * wx[3]) *
             wy[j];
      }
      return v;
    };
    if constexpr (C == 3) {
      // The fourth lane overwrites a part of the next pixel, which is stored afterwards.
      const Float4 v = clamped<T>(sum([](const T* q) { return load4(q); }));
      if (i + 1 < end) {
        store4<T>(v, out, 4);
      } else {
        store4<T>(v, out, 3);
      }
    } else {
      for (int c = 0; c < channels; ++c) {
        out[c] = convert<T>(sum([c](const T* q) { return static_cast<float>(q[c]); }));
      }
    }
  }
}

template <int C, Interp I, class T>
[[gnu::always_inline]] inline void pixels_body(const RemapState& s, int plane, const float* x, const float* y, int n,
                                               const T* in, T* out) {
  Chunk<2> chunk;
  int32_t inside[kChunk];
  locate_inside<C, I>(s, x, y, n, chunk, inside);
  for (int i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && inside[end] == inside[i];) ++end;
    T* to = out + int64_t{i} * s.channels;
    if (!inside[i]) {
      border_pixels<C>(s, plane, x + i, y + i, end - i, in, to);
    } else if constexpr (I == Interp::cubic) {
      blend_cubic<C>(s, in, chunk, i, end, to);
    } else if constexpr (I == Interp::linear) {
      blend<2, C>(s, in, chunk, i, end, to);
    } else {
      pick<C>(s, in, chunk.offset + i, end - i, to);
    }
  }
}

template <int C, Interp I, class T>
void pixels(const RemapState& s, int plane, const float* x, const float* y, int n, const void* in, void* out) {
  pixels_body<C, I>(s, plane, x, y, n, static_cast<const T*>(in), static_cast<T*>(out));
}

#if defined(__x86_64__)
// Without FMA, whose single rounding would change bytes.
template <int C, Interp I, class T>
__attribute__((target("avx2"))) void pixels_avx2(const RemapState& s, int plane, const float* x, const float* y, int n,
                                                 const void* in, void* out) {
  pixels_body<C, I>(s, plane, x, y, n, static_cast<const T*>(in), static_cast<T*>(out));
}
#endif

template <class T>
void any_pixels(const RemapState& s, int plane, const float* x, const float* y, int n, const void* in, void* out) {
  border_pixels<0>(s, plane, x, y, n, static_cast<const T*>(in), static_cast<T*>(out));
}

template <int C, Interp I, class T>
RemapPixels at_level() {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return pixels_avx2<C, I, T>;
#endif
  return pixels<C, I, T>;
}

template <int C, class T>
RemapPixels of_interp(const RemapState& s) {
  if (s.interp == Interp::nn) return at_level<C, Interp::nn, T>();
  if (s.interp == Interp::cubic) return at_level<C, Interp::cubic, T>();
  return at_level<C, Interp::linear, T>();
}

template <class T>
RemapPixels of_dtype(const RemapState& s) {
  // Offsets inside an image are 32-bit in the fast loops.
  const bool small = int64_t{s.channels} * s.in[0] * s.in[1] <= INT32_MAX;
  if (!small) return any_pixels<T>;
  // The vectors of three channels know no uint16.
  if constexpr (sizeof(T) != 2) {
    if (s.channels == 3) return of_interp<3, T>(s);
    if (s.channels == 1) return of_interp<1, T>(s);
  }
  return of_interp<0, T>(s);
}

constexpr int64_t kMaxExtent = 1 << 23;  // below this, float32 represents half pixels exactly

Layout remap_layout(std::initializer_list<const char*> layouts, const OutSpec& in) {
  char all[64] = "";
  for (const char* name : layouts) {
    const Layout layout(name);
    if (static_cast<int>(layout.view().size()) == in.shape.ndim && (in.layout.empty() || layout == in.layout))
      return layout;
    if (*all) std::strcat(all, ", ");
    std::strcat(all, name);
  }
  fail(ErrorCode::INVALID_INPUT, "Expected one of the layouts %s for the input but received '%s' with %d dimensions",
       all, in.layout.name, in.shape.ndim);
}

}  // namespace

RemapPixels remap_pixels(const RemapState& s, DType dtype) {
  if (dtype == DType::uint8) return of_dtype<uint8_t>(s);
  if (dtype == DType::uint16) return of_dtype<uint16_t>(s);
  if (dtype == DType::int16) return of_dtype<int16_t>(s);
  return of_dtype<float>(s);
}

void remap_setup(std::initializer_list<const char*> layouts, std::initializer_list<DType> dtypes, SampleSetup& s,
                 RemapState& st) {
  const TensorView& in = s.in[0];
  check_dtype(in, dtypes);
  const Layout layout = remap_layout(layouts, in);
  const int h = layout.find('H'), c = layout.find('C');
  const int64_t channels = c < 0 ? 1 : in.shape[c], frames = layout.find('F') < 0 ? 1 : in.shape[0];
  const bool planar = c >= 0 && c < h;
  st.planes = planar ? std::max(1, static_cast<int>(channels)) : 1;
  st.channels = planar ? 1 : static_cast<int32_t>(channels);
  st.images = frames * (planar ? channels : 1);
  for (int d = 0; d < 2; ++d) {
    const int64_t extent = in.shape[h + 1 - d];
    if (extent > kMaxExtent) {
      fail(ErrorCode::INVALID_INPUT, "Expected extents up to %d for the input but received %lld",
           static_cast<int>(kMaxExtent), static_cast<long long>(extent));
    }
    st.in[d] = st.out[d] = static_cast<int32_t>(extent);
  }
  s.out[0] = in;
  s.out[0].layout = layout;
  s.cost = static_cast<double>(in.shape.volume());
}

void set_remap_fill(const float* values, int count, DType dtype, RemapState& st) {
  const int channels = std::max(st.planes, st.channels);
  if (count > 1 && (count != channels || count > kRemapFills)) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected 1 or %d values (one per channel, of which there may be %d) for "
         "fillValue but received %d",
         channels, kRemapFills, count);
  }
  for (int i = 0; i < kRemapFills; ++i) {
    const float value = count ? values[std::min(i, count - 1)] : 0;
    st.fill[i] = dispatch(dtype, [&](auto zero) { return static_cast<float>(convert<decltype(zero)>(value)); });
  }
}

void set_remap_size(const ArgList<float>& size, SampleSetup& s, RemapState& st) {
  if (size.size != 1 && size.size != 2) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or 2 values ([height, width]) for size but received %d", size.size);
  }
  const int h = s.out[0].layout.find('H');
  for (int d = 0; d < 2; ++d) {
    const float given = size.at(1 - d), extent = std::round(given);
    if (!(extent >= 1 && extent <= static_cast<float>(kMaxExtent))) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 to %d for size but received %g", static_cast<int>(kMaxExtent),
           static_cast<double>(given));
    }
    st.out[d] = static_cast<int32_t>(extent);
    s.out[0].shape[h + 1 - d] = st.out[d];
  }
}

void check_remap(SampleSetup& s) {
  if (s.out[0].shape.volume() && !s.in[0].shape.volume()) {
    fail(ErrorCode::INVALID_INPUT, "Expected an input with pixels but received an extent of 0");
  }
  s.cost = static_cast<double>(s.out[0].shape.volume());
}

}  // namespace penstock::ops
