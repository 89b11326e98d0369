// noise.saltAndPepper: the state of a sample, which CPU and GPU share.
#pragma once
#include <cmath>
#include <limits>

#include "core/dispatch.h"
#include "core/rng.h"

namespace penstock::ops {

struct SaltState {
  Rng rng;
  uint64_t salt = 0, any = 0;  // words below `salt` give salt, others below `any` pepper
  int64_t pixels = 0;          // a word each
  int64_t channels = 1;        // elements of a pixel
  int64_t inner = 1;           // the distance of these elements
  double salt_value = 0, pepper_value = 0;
  bool default_salt = true, default_pepper = true;
};

// The first element of a pixel.
PENSTOCK_HD int64_t first_of_pixel(const SaltState& s, int64_t pixel) {
  return s.inner == 1 ? pixel * s.channels : pixel / s.inner * s.inner * s.channels + pixel % s.inner;
}

template <class T>
PENSTOCK_HD T salt_of(const SaltState& s) {
  using Lim = std::numeric_limits<T>;
  if (!s.default_salt) return convert<T>(Lim::is_integer ? trunc(s.salt_value) : s.salt_value);
  if constexpr (Lim::is_integer) return Lim::max();
  return convert<T>(1.0);
}
template <class T>
PENSTOCK_HD T pepper_of(const SaltState& s) {
  using Lim = std::numeric_limits<T>;
  if (!s.default_pepper) return convert<T>(Lim::is_integer ? trunc(s.pepper_value) : s.pepper_value);
  if constexpr (Lim::is_integer) return Lim::min();
  return convert<T>(-1.0);
}

}  // namespace penstock::ops
