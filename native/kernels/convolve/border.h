// What stands for an element beyond the edge of an axis, for operators whose windows reach over it.
#pragma once
#include <cstdint>

#include "core/host_device.h"

namespace penstock::ops {

enum class Border : uint8_t {
  reflect_101,   // dcb|abcd|cba: mirrored around the outermost element
  reflect_1001,  // cba|abcd|dcb: mirrored, the outermost element twice
  wrap,          // bcd|abcd|abc
  clamp,         // aaa|abcd|ddd
  constant,      // a given value
};

// The border for CV-CUDA's names of it: an enum of an op.json with these values.
template <class Mode>
Border border_of(Mode mode) {
  return mode == Mode::constant      ? Border::constant
         : mode == Mode::replicate   ? Border::clamp
         : mode == Mode::reflect     ? Border::reflect_1001
         : mode == Mode::reflect_101 ? Border::reflect_101
                                     : Border::wrap;
}

// The element that stands for position i of an extent n > 0, which is mirrored around its border elements.
PENSTOCK_HD int64_t mirror_101(int64_t i, int64_t n) {
  if (i >= 0 && i < n) return i;
  if (n == 1) return 0;
  const int64_t period = 2 * n - 2;
  i %= period;
  if (i < 0) i += period;
  return i < n ? i : period - i;
}

// The element that stands for position i of an extent n > 0; -1 for the given value.
PENSTOCK_HD int64_t border_index(int64_t i, int64_t n, Border border) {
  if (i >= 0 && i < n) return i;
  if (border == Border::constant) return -1;
  if (border == Border::clamp) return i < 0 ? 0 : n - 1;
  if (border == Border::reflect_101) return mirror_101(i, n);
  const int64_t period = border == Border::wrap ? n : 2 * n;
  i %= period;
  if (i < 0) i += period;
  return i < n ? i : period - 1 - i;
}

}  // namespace penstock::ops
