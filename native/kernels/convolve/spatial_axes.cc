// See spatial_axes.h.
#include "kernels/convolve/spatial_axes.h"

#include <string>

namespace penstock::ops {

SpatialAxes spatial_axes(const OutSpec& in, int least, int most) {
  const auto letters = in.layout.view();
  const int n = in.shape.ndim;
  SpatialAxes axes{0, n};
  if (!letters.empty()) {
    const auto lead = [&](char c) { return axes.from < n && letters[axes.from] == c; };
    if (lead('F')) {
      ++axes.from;
      if (lead('C')) ++axes.from;
    } else if (lead('C')) {
      ++axes.from;
      if (lead('F')) ++axes.from;
    }
    const bool leading_c = letters.substr(0, axes.from).find('C') != letters.npos;
    if (axes.to > axes.from && letters[n - 1] == 'C' && !leading_c) --axes.to;
    const auto spatial = letters.substr(axes.from, axes.to - axes.from);
    if (spatial.find_first_of("FC") != spatial.npos) {
      fail(ErrorCode::INVALID_INPUT, "Expected a layout with F and C first, or C last, for the input but received '%s'",
           in.layout.name);
    }
  }
  if (axes.count() < least || axes.count() > most) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected %d to %d spatial axes for the input but received %d (layout '%s', %d dimensions)", least, most,
         axes.count(), in.layout.name, n);
  }
  return axes;
}

void check_dtype(const OutSpec& in, std::initializer_list<DType> dtypes) {
  std::string names;
  for (const DType* dtype = dtypes.begin(); dtype != dtypes.end(); ++dtype) {
    if (in.dtype == *dtype) return;
    if (!names.empty()) names += dtype + 1 == dtypes.end() ? " or " : ", ";
    names += dtype_name(*dtype);
  }
  fail(ErrorCode::INVALID_INPUT, "Expected %s for the input but received %s", names.c_str(), dtype_name(in.dtype));
}

}  // namespace penstock::ops
