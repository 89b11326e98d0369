// The product of a matrix and points; CPU and GPU share it. setup() makes the matrix (coord_transform_cpu.cc).
#pragma once
#include "core/dispatch.h"
#include "core/host_device.h"
#include "core/op.h"

namespace penstock::ops {

inline constexpr int kMaxCoordinates = 6;

struct CoordMatrix {
  int rows = 0, columns = 0;
  float m[kMaxCoordinates * kMaxCoordinates] = {};
  float offset[kMaxCoordinates] = {};
};

template <class In, class Out>
struct CoordMap {
  const In* in;
  Out* out;
  CoordMatrix matrix;

  PENSTOCK_HD void operator()(int64_t row) const {
    const In* from = in + row * matrix.columns;
    Out* to = out + row * matrix.rows;
    for (int r = 0; r < matrix.rows; ++r) {
      float sum = 0;
      for (int c = 0; c < matrix.columns; ++c) sum += matrix.m[r * matrix.columns + c] * static_cast<float>(from[c]);
      to[r] = convert<Out>(sum + matrix.offset[r]);
    }
  }
};

// The number of points: of rows along the last dimension.
inline int64_t coordinate_rows(const OutSpec& in) {
  int64_t rows = 1;
  for (int d = 0; d < in.shape.ndim - 1; ++d) rows *= in.shape[d];
  return rows;
}

// Whether coordinates may be of this type; setup() refuses the others.
inline bool takes_coordinates(DType dtype) {
  return dtype == DType::float32 || dtype == DType::uint8 || dtype == DType::uint16 || dtype == DType::int16 ||
         dtype == DType::int32;
}

// Calls f(in, out) with values of the types of input and output. The output's is float32, or the input's.
template <class F>
void with_coordinate_types(DType in, DType out, F&& f) {
  dispatch(in, [&](auto zero) {
    using In = decltype(zero);
    if constexpr (std::is_same_v<In, float> || std::is_same_v<In, uint8_t> || std::is_same_v<In, uint16_t> ||
                  std::is_same_v<In, int16_t> || std::is_same_v<In, int32_t>) {
      if (out == DType::float32) {
        f(zero, 0.0f);
      } else {
        f(zero, zero);
      }
    }
  });
}

}  // namespace penstock::ops
