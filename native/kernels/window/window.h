// A rectangular window of a tensor, and the policies for a window that reaches outside. crop, slice,
// cropMirrorNormalize and the decoders with a window share it.
#pragma once
#include <algorithm>
#include <cinttypes>
#include <string_view>

#include "core/error.h"
#include "core/host_device.h"
#include "core/tensor.h"

namespace penstock::ops {

struct Window {
  int ndim = 0;
  int64_t anchor[abi::maxDims] = {};
  int64_t shape[abi::maxDims] = {};

  static Window whole(const Shape& in) {
    Window w;
    w.ndim = in.ndim;
    for (int d = 0; d < in.ndim; ++d) w.shape[d] = in[d];
    return w;
  }
  bool inside(const Shape& in) const {
    for (int d = 0; d < ndim; ++d) {
      if (anchor[d] < 0 || anchor[d] + shape[d] > in[d]) return false;
    }
    return true;
  }
  Shape out_shape() const {
    Shape s;
    s.ndim = ndim;
    for (int d = 0; d < ndim; ++d) s[d] = shape[d];
    return s;
  }
};

// The distinct policies; the argument's aliases ('constant', 'clamp', 'reflect') map onto them.
enum class Bounds : int8_t { error, pad, trim, edge, reflect_1001, reflect_101, wrap };

// Converts the enum of native/ops/_args/bounds.json, or of a part of it.
template <class Args>
Bounds bounds_of(const Args& args) {
  const std::string_view name = Args::kOutOfBoundsPolicyNames[static_cast<int>(args.out_of_bounds_policy)];
  if (name == "pad" || name == "constant") return Bounds::pad;
  if (name == "trim_to_shape") return Bounds::trim;
  if (name == "edge" || name == "clamp") return Bounds::edge;
  if (name == "reflect" || name == "reflect_1001") return Bounds::reflect_1001;
  if (name == "reflect_101") return Bounds::reflect_101;
  if (name == "wrap") return Bounds::wrap;
  return Bounds::error;
}

// Applies the policies that change or refuse a window; the others leave it to the copy.
inline void apply_bounds(Bounds policy, const Shape& in, Window& w) {
  for (int d = 0; d < w.ndim; ++d) {
    const int64_t from = w.anchor[d], to = from + w.shape[d];
    if (from >= 0 && to <= in[d]) continue;
    // A window that lies wholly outside contains only fill values, so it is moved next to the input, where coordinates
    // times steps do not overflow.
    if (policy == Bounds::pad) w.anchor[d] = std::clamp(from, -w.shape[d], in[d]);
    if (policy == Bounds::error) {
      fail(ErrorCode::INVALID_INPUT,
           "Expected a window inside the input for outOfBoundsPolicy 'error' but received [%" PRId64 ", %" PRId64
           ") along dimension %d of extent %" PRId64,
           from, to, d, in[d]);
    }
    if (policy == Bounds::trim) {
      w.anchor[d] = std::clamp<int64_t>(from, 0, in[d]);
      w.shape[d] = std::clamp<int64_t>(to, 0, in[d]) - w.anchor[d];
    } else if (policy != Bounds::pad && !in[d]) {
      fail(ErrorCode::INVALID_INPUT, "Expected an input with elements along dimension %d but received an extent of 0",
           d);
    }
  }
}

// The input coordinate that stands for `i` of an extent n > 0 under a policy that reads the input outside its bounds.
PENSTOCK_HD int64_t source_index(Bounds policy, int64_t i, int64_t n) {
  if (i >= 0 && i < n) return i;
  switch (policy) {
    case Bounds::reflect_1001: {
      const int64_t m = ((i % (2 * n)) + 2 * n) % (2 * n);
      return m < n ? m : 2 * n - 1 - m;
    }
    case Bounds::reflect_101: {
      if (n == 1) return 0;
      const int64_t p = 2 * n - 2, m = ((i % p) + p) % p;
      return m < n ? m : p - m;
    }
    case Bounds::wrap: return ((i % n) + n) % n;
    default: return i < 0 ? 0 : n - 1;
  }
}

}  // namespace penstock::ops
