// coordTransform on the CPU: setup() makes the matrix, run() applies it to each point.
#include "core/extents.h"
#include "generated/ops/coord_transform.h"
#include "ops/coord_transform/coord_transform.h"

namespace penstock::ops {
namespace {

// Sets matrix and offset from a matrix argument: one value, or rows of `width` values, of which the last is the offset
// when `with_offset`. A node gives a matrix, or one row after the other as a constant does.
void set_matrix(const char* name, const ArgList<float>& list, bool with_offset, CoordMatrix& m) {
  const int width = m.columns + with_offset;
  m.rows = m.columns;
  if (list.shape && list.shape->ndim > 1 && (list.shape->ndim != 2 || (*list.shape)[1] != width)) {
    OutSpec given;
    given.shape = *list.shape;
    fail(ErrorCode::INVALID_ARGUMENT, "Expected one number or a matrix of %d columns per sample for %s but received %s",
         width, name, extents_text(given).c_str());
  }
  if (list.size == 1 && !(list.shape && list.shape->ndim == 2)) {
    for (int i = 0; i < m.rows; ++i) m.m[i * m.columns + i] = list[0];
    return;
  }
  if (list.size % width) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected rows of %d values for %s but received %d values", width, name,
         list.size);
  }
  m.rows = list.size / width;
  if (m.rows < 1 || m.rows > kMaxCoordinates) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 to %d rows for %s but received %d", kMaxCoordinates, name, m.rows);
  }
  for (int r = 0; r < m.rows; ++r) {
    for (int c = 0; c < m.columns; ++c) m.m[r * m.columns + c] = list[r * width + c];
    if (with_offset) m.offset[r] = list[r * width + m.columns];
  }
}

CoordMatrix matrix_of(const CoordTransformArgs& a, int columns) {
  CoordMatrix m;
  m.rows = m.columns = columns;
  const bool linear = a.has(CoordTransformArgs::kM), offset = a.has(CoordTransformArgs::kT),
             joined = a.has(CoordTransformArgs::kMT);
  if (joined) {
    set_matrix("MT", a.mt, true, m);
  } else if (linear) {
    set_matrix("M", a.m, false, m);
  } else {
    for (int i = 0; i < columns; ++i) m.m[i * columns + i] = 1;
  }
  if (!offset) return m;
  if (a.t.size != 1 && a.t.size != m.rows) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or %d values for T but received %d", m.rows, a.t.size);
  }
  for (int r = 0; r < m.rows; ++r) m.offset[r] = a.t.at(r);
  return m;
}

void setup(const CoordTransformArgs& a, SampleSetup& s, CoordMatrix& m) {
  const TensorView& in = s.in[0];
  // Without points there is nothing to convert: they may be of any dtype, as in DALI.
  if (!takes_coordinates(in.dtype) && in.shape.volume()) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected uint8, uint16, int16, int32 or float32 for the coordinates but received %s", dtype_name(in.dtype));
  }
  if (a.dtype != DType::float32 && a.dtype != in.dtype) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected float32 or %s, like the input, for dtype but received %s",
         dtype_name(in.dtype), dtype_name(a.dtype));
  }
  const int last = in.shape.ndim - 1;
  if (last < 1 || in.shape[last] < 1 || in.shape[last] > kMaxCoordinates) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected points of 1 to %d coordinates, along the last of 2 or more dimensions, but received %s",
         kMaxCoordinates, extents_text(in).c_str());
  }
  m = matrix_of(a, static_cast<int>(in.shape[last]));
  s.out[0] = in;
  s.out[0].dtype = a.dtype;
  s.out[0].shape[last] = m.rows;
}

// Points of 2 or 3 coordinates with a matrix of as many rows; the sums are those of CoordMap.
template <int N, class In, class Out>
void map_points(const In* in, Out* out, const CoordMatrix& matrix, int64_t rows) {
  float m[N][N], offset[N];
  for (int r = 0; r < N; ++r) {
    for (int c = 0; c < N; ++c) m[r][c] = matrix.m[r * N + c];
    offset[r] = matrix.offset[r];
  }
  for (int64_t row = 0; row < rows; ++row, in += N, out += N) {
    float sum[N];
    for (int r = 0; r < N; ++r) {
      sum[r] = 0;
      for (int c = 0; c < N; ++c) sum[r] += m[r][c] * static_cast<float>(in[c]);
    }
    for (int r = 0; r < N; ++r) out[r] = convert<Out>(sum[r] + offset[r]);
  }
}

void run(const CoordTransformArgs&, SampleRun& s, CoordMatrix& m) {
  const TensorView &in = s.in[0], &out = s.out[0];
  const int64_t rows = coordinate_rows(in);
  with_coordinate_types(in.dtype, out.dtype, [&](auto from, auto to) {
    using In = decltype(from);
    using Out = decltype(to);
    if (m.rows == m.columns && m.rows == 2) return map_points<2>(in.as<In>(), out.as<Out>(), m, rows);
    if (m.rows == m.columns && m.rows == 3) return map_points<3>(in.as<In>(), out.as<Out>(), m, rows);
    const CoordMap<In, Out> map = {in.as<In>(), out.as<Out>(), m};
    for (int64_t row = 0; row < rows; ++row) map(row);
  });
}

}  // namespace

PENSTOCK_CPU_OP(coord_transform, CoordTransformArgs, CoordMatrix, setup, run, kNone)

}  // namespace penstock::ops
