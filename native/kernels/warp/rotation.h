// Rotations, and the extents of a rotated image or volume, in the arithmetic that gives DALI's sizes.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/error.h"

namespace penstock::ops {

struct Rotation {
  double m[3][3];  // maps output directions to input directions; axes x, y, z
};

// Converts degrees to radians. Angles are counter-clockwise as seen on a screen, where y goes down. Radians are
// float32, because at odd multiples of 45 degrees their rounding decides which axis of the input counts as nearest.
inline float rotation_radians(float angle) { return angle * 0.017453292519943295f; }

inline Rotation rotation_2d(float angle) {
  const double t = rotation_radians(angle), c = std::cos(t), s = std::sin(t);
  return {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

// Checks the argument `axis` of an operator: a direction (x, y, z), whose length is not 0.
template <class List>
void check_rotation_axis(const List& axis) {
  if (axis.size != 3) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 3 values (x, y, z) for axis but received %d", axis.size);
  }
  const double x = axis[0], y = axis[1], z = axis[2], square = x * x + y * y + z * z;
  if (!(square > 0 && std::isfinite(square))) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a direction for axis but received [%g, %g, %g]", x, y, z);
  }
}

// Checks the argument `angle`.
inline void check_angle(float angle) {
  if (std::isfinite(angle)) return;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected a finite number for angle but received %g", static_cast<double>(angle));
}

// Rotation around the direction (x, y, z), whose length is not 0. The map leads from output to input, so it turns by
// -angle.
inline Rotation rotation_3d(float angle, double x, double y, double z) {
  const double length = std::sqrt(x * x + y * y + z * z);
  x /= length;
  y /= length;
  z /= length;
  const double t = -rotation_radians(angle), c = std::cos(t), s = std::sin(t), r = 1 - c;
  return {{{c + x * x * r, x * y * r - z * s, x * z * r + y * s},
           {y * x * r + z * s, c + y * y * r, y * z * r - x * s},
           {z * x * r - y * s, z * y * r + x * s, c + z * z * r}}};
}

// Extents that hold the rotated input. Each is odd or even like the input's extent nearest in direction, so that a
// rotation by a multiple of 90 degrees moves pixels exactly onto pixels.
inline void rotated_extents(const Rotation& r, int n, const int32_t* in, double* out) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    int nearest = 0;
    for (int j = 0; j < n; ++j) {
      // The map is orthogonal: its transpose leads from input to output.
      sum += std::fabs(r.m[j][i]) * in[j];
      if (std::fabs(r.m[j][i]) > std::fabs(r.m[nearest][i])) nearest = j;
    }
    const double extent = std::ceil(sum - 1e-2);
    out[i] = extent + (std::fmod(extent, 2) != in[nearest] % 2 ? 1 : 0);
  }
}

}  // namespace penstock::ops
