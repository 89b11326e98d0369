// See resize.h.
#include "kernels/resample/resize.h"

#include <cmath>

#include "core/dispatch.h"
#include "kernels/resample/resize_match.h"

namespace penstock::ops {
namespace {

using resample::Resampler;

template <class In, class Out>
void plane(Resampler& r, const In* in, int64_t width, int channels, Out* out, Scratch& scratch) {
  const ptrdiff_t pitch = static_cast<ptrdiff_t>(width) * channels;
  if constexpr (std::is_same_v<In, Out>) {
    if (r.pick())
      return r.copy(in, pitch * static_cast<ptrdiff_t>(sizeof(In)), static_cast<int>(sizeof(In)) * channels, out);
  }
  if constexpr (std::is_same_v<In, uint8_t> && std::is_same_v<Out, uint8_t>) {
    r.image_u8(in, pitch, channels, out, scratch);
  } else {
    r.image_float<In, Out>(in, pitch, channels, out, scratch);
  }
}

template <class In, class Out>
void volume(const ResizeState& s, const In* in, ResizeLocal& local, Out* out, Scratch& scratch) {
  const resample::Axis &y = s.axis[1], &x = s.axis[2];
  const resample::Part& depth = s.part[0];
  const int channels = s.layout.channels;
  const int64_t in_slice = y.in * x.in * channels, out_slice = s.part[1].count * s.part[2].count * channels;
  const resample::Taps& taps = local.depth;
  const Scratch::Mark mark = scratch.mark();
  float* mixed = taps.pick ? nullptr : scratch.get<float>(in_slice);
  const In** slices = scratch.get<const In*>(taps.taps);
  for (int64_t n = 0; n < depth.count; ++n, out += out_slice) {
    const int64_t i = depth.first + (depth.mirror ? depth.count - 1 - n : n);
    if (taps.pick) {
      plane<In, Out>(local.plane, in + taps.index[i] * in_slice, x.in, channels, out, scratch);
      continue;
    }
    for (int k = 0; k < taps.taps; ++k) slices[k] = in + (taps.index[i] + k) * in_slice;
    resample::vertical_float(slices, taps.weight.data() + i * taps.taps, taps.taps, in_slice, mixed);
    local.plane.image_float<float, Out>(mixed, static_cast<ptrdiff_t>(x.in) * channels, channels, out, scratch);
  }
  scratch.rewind(mark);
}

template <class In, class Out>
void typed(const ResizeState& s, const In* in, ResizeLocal& local, Out* out, Scratch& scratch) {
  const int nd = s.layout.spatial, channels = s.layout.channels;
  int64_t in_step = channels, out_step = channels;
  for (int d = 0; d < nd; ++d) {
    in_step *= s.axis[d].in;
    out_step *= s.part[d].count;
  }
  for (int64_t i = 0; i < s.layout.outer; ++i, in += in_step, out += out_step) {
    if (nd == 3) {
      volume(s, in, local, out, scratch);
    } else {
      plane(local.plane, in, s.axis[1].in, channels, out, scratch);
    }
  }
}

}  // namespace

void run_resize(const ResizeState& s, const TensorView& in, const TensorView& out, ResizeLocal& local,
                Scratch& scratch) {
  if (out.shape.volume() == 0) return;
  if (s.match.given()) return run_match(s, in, out, local.matcher, scratch);
  const int nd = s.layout.spatial;
  local.plane.plan(s.axis[nd - 2], s.axis[nd - 1], s.part[nd - 2], s.part[nd - 1]);
  if (nd == 3 && !(local.depth_axis == s.axis[0])) {
    resample::make_taps(s.axis[0], local.depth);
    local.depth_axis = s.axis[0];
  }
  dispatch(in.dtype, [&](auto zero) {
    using In = decltype(zero);
    if constexpr (std::is_same_v<In, uint8_t> || std::is_same_v<In, uint16_t> || std::is_same_v<In, int16_t> ||
                  std::is_same_v<In, float>) {
      if (out.dtype == in.dtype) return typed(s, in.as<const In>(), local, out.as<In>(), scratch);
      typed(s, in.as<const In>(), local, out.as<float>(), scratch);
    }
  });
}

double resize_cost(const ResizeState& s) {
  double in = 1, out = 1;
  for (int d = 0; d < s.layout.spatial; ++d) {
    in *= std::abs(static_cast<double>(s.axis[d].hi) - s.axis[d].lo);
    out *= static_cast<double>(s.part[d].count);
  }
  return (in + out) * static_cast<double>(s.layout.outer) * s.layout.channels;
}

}  // namespace penstock::ops
