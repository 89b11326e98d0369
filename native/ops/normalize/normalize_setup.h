// Makes the state of normalize from its arguments: which axes are reduced, which dimensions merge, and where the given
// values lie. Only normalize_cpu.cc includes this file.
#pragma once
#include <cinttypes>

#include "core/op.h"
#include "generated/ops/normalize.h"
#include "kernels/reduce/axes.h"
#include "ops/normalize/normalize.h"

namespace penstock::ops {
namespace {

// A given mean or stddev: the step between its values along each axis of the input, 0 where one value serves all.
struct Given {
  const char* name;
  const ArgList<float>& values;
  bool given;
  int64_t step[abi::maxDims] = {};

  bool tensor() const { return given && values.size != 1; }
  // A list has no shape: its values belong to the axes that are not reduced, in their order.
  bool list(int ndim) const { return !values.shape || (values.shape->ndim == 1 && ndim != 1); }
};

inline void place_list(Given& g, const Shape& in, bool named, uint32_t reduced) {
  if (!named) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected axes or axisNames along with a list for %s but received neither",
         g.name);
  }
  int64_t step = 1;
  for (int d = in.ndim - 1; d >= 0; --d) {
    if (reduced >> d & 1) continue;
    g.step[d] = step;
    step *= in[d];
  }
  if (step != g.values.size) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected 1 or %" PRId64 " values (one per element of the axes that are not reduced) for %s but received %d",
         step, g.name, g.values.size);
  }
}

inline void place_tensor(Given& g, const Shape& in) {
  const Shape& shape = *g.values.shape;
  if (shape.ndim != in.ndim) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 value, or %d dimensions like the input's, for %s but received %d",
         in.ndim, g.name, shape.ndim);
  }
  int64_t step = 1;
  for (int d = in.ndim - 1; d >= 0; --d) {
    if (shape[d] != 1 && shape[d] != in[d]) {
      fail(ErrorCode::INVALID_ARGUMENT,
           "Expected an extent of 1 or %" PRId64 " along dimension %d of %s but received %" PRId64, in[d], d, g.name,
           shape[d]);
    }
    if (shape[d] != 1) g.step[d] = step;
    step *= shape[d];
  }
}

// Groups that go through the whole batch need as many groups in every sample, and given values that are equal for all.
inline void check_batch(const NormalizeArgs& a, const BatchView& batch, const Shape& shape, uint32_t reduced) {
  for (const auto& [name, values] : {std::pair{"mean", &a.mean}, std::pair{"stddev", &a.stddev}}) {
    if (values->shape) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected a number or a list for %s with batch: true but received a node",
           name);
    }
  }
  const Shape& first = batch.input(0, 0).shape;
  if (first.ndim != shape.ndim) {
    fail(ErrorCode::INVALID_INPUT, "Expected as many dimensions in all samples with batch: true but received %d and %d",
         first.ndim, shape.ndim);
  }
  for (int d = 0; d < shape.ndim; ++d) {
    if (reduced >> d & 1 || first[d] == shape[d]) continue;
    fail(ErrorCode::INVALID_INPUT,
         "Expected the same extent in all samples along dimension %d, which is not reduced, with batch: true but "
         "received "
         "%" PRId64 " and %" PRId64,
         d, first[d], shape[d]);
  }
}

// Merges neighbouring dimensions that are treated alike.
inline void merge_dimensions(const Shape& shape, uint32_t reduced, const Given* given, NormalizeState& st) {
  for (int d = 0; d < shape.ndim; ++d) {
    if (shape[d] == 1) continue;
    const bool reduce = reduced >> d & 1;
    const int64_t mean_step = given[0].step[d], std_step = given[1].step[d];
    int last = st.ndim - 1;
    if (last >= 0 && st.reduced[last] == reduce && st.mean_step[last] == mean_step * shape[d] &&
        st.std_step[last] == std_step * shape[d]) {
      st.extent[last] *= shape[d];
    } else {
      last = st.ndim++;
      st.extent[last] = shape[d];
      st.reduced[last] = reduce;
    }
    st.mean_step[last] = mean_step;
    st.std_step[last] = std_step;
  }
  st.count_groups();
}

inline void setup(const NormalizeArgs& a, SampleSetup& s, NormalizeState& st) {
  const TensorView& in = s.in[0];
  const Shape& shape = in.shape;
  if (in.dtype == DType::boolean) fail(ErrorCode::INVALID_INPUT, "Expected any dtype but bool but received bool");
  st.mean_given = a.has(NormalizeArgs::kMean);
  st.std_given = a.has(NormalizeArgs::kStddev);
  s.out[0] = in;
  s.out[0].dtype = a.dtype;

  uint32_t reduced = (1u << shape.ndim) - 1;
  const bool named = named_axes(a, in, reduced);
  if (named && !reduced) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at least one axis for %s but received none",
         a.has(NormalizeArgs::kAxisNames) ? "axisNames" : "axes");
  }
  Given given[] = {{"mean", a.mean, st.mean_given}, {"stddev", a.stddev, st.std_given}};
  for (Given& g : given) {
    if (!g.tensor()) continue;
    if (g.list(shape.ndim)) {
      place_list(g, shape, named, reduced);
    } else {
      place_tensor(g, shape);
    }
    for (int d = 0; d < shape.ndim; ++d) {
      if (!g.step[d] || shape[d] == 1) continue;
      if (!named) reduced &= ~(1u << d);
      if (reduced >> d & 1) {
        fail(ErrorCode::INVALID_ARGUMENT,
             "Expected an extent of 1 for %s along the reduced dimension %d but received %" PRId64, g.name, d,
             shape[d]);
      }
    }
  }

  st.batch = a.batch && !(st.mean_given && st.std_given);
  if (st.batch) {
    check_batch(a, *s.batch, shape, reduced);
    st.serial = s.batch->serial();
  }

  merge_dimensions(shape, reduced, given, st);
}

}  // namespace
}  // namespace penstock::ops
