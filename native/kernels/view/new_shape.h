// The shape and layout of a tensor whose bytes get another description: reshape and reinterpret.
#pragma once
#include <cmath>

#include "core/dispatch.h"
#include "core/op.h"

namespace penstock::ops {

// Reads a shape from a 1-D tensor of integers.
inline Shape shape_in(const TensorView& v) {
  if (v.shape.ndim != 1 || v.shape[0] > abi::maxDims || (v.dtype != DType::int32 && v.dtype != DType::int64)) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected up to %d extents, int32 or int64, for shape but received %d dimensions, %s",
         static_cast<int>(abi::maxDims), v.shape.ndim, dtype_name(v.dtype));
  }
  Shape shape;
  shape.ndim = static_cast<int>(v.shape[0]);
  for (int d = 0; d < shape.ndim; ++d) {
    shape[d] = v.dtype == DType::int32 ? v.as<int32_t>()[d] : v.as<int64_t>()[d];
  }
  return shape;
}

inline void check_ndim(int ndim, const char* name) {
  if (ndim <= abi::maxDims) return;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected at most %d extents for %s but received %d",
       static_cast<int>(abi::maxDims), name, ndim);
}

// The input's dimension that gives extent `d` of the output; -1 for an inserted one.
template <class A>
int source_dim(const A& a, const Shape& in, int d) {
  const int from = a.has(A::kSrcDims) ? a.src_dims[d] : d;
  if (from >= -1 && from < in.ndim) return from;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected dimensions from -1 to %d for srcDims but received %d", in.ndim - 1, from);
}

// The shape that the arguments ask for, with negative extents where the bytes decide.
template <class A>
Shape wanted_shape(const A& a, const TensorView& in) {
  Shape out;
  if (a.has(A::kShape)) {
    check_ndim(a.shape.size, "shape");
    out.ndim = a.shape.size;
    for (int d = 0; d < out.ndim; ++d) out[d] = a.shape[d];
    return out;
  }
  if (!a.has(A::kRelShape) && !a.has(A::kSrcDims)) return in.shape;
  const bool rel = a.has(A::kRelShape);
  out.ndim = rel ? a.rel_shape.size : a.src_dims.size;
  check_ndim(out.ndim, rel ? "relShape" : "srcDims");
  if (rel && a.has(A::kSrcDims) && a.src_dims.size != out.ndim) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected as many values for srcDims as for relShape, %d, but received %d",
         out.ndim, a.src_dims.size);
  }
  // An extent behind the input's dimensions has no factor: it can only be the one that the bytes decide.
  const bool behind = rel && !a.has(A::kSrcDims) && out.ndim == in.shape.ndim + 1 && a.rel_shape[out.ndim - 1] < 0;
  if (rel && !a.has(A::kSrcDims) && !behind && out.ndim > in.shape.ndim) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected at most %d values (one per dimension) for relShape without srcDims but received %d", in.shape.ndim,
         out.ndim);
  }
  if (behind) out[out.ndim - 1] = -1;
  for (int d = 0; d < out.ndim - behind; ++d) {
    const int from = source_dim(a, in.shape, d);
    const int64_t extent = from < 0 ? 1 : in.shape[from];
    if (!rel) {
      out[d] = extent;
    } else if (!std::isfinite(a.rel_shape[d])) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected finite factors for relShape but received %g", a.rel_shape[d]);
    } else {
      out[d] =
          a.rel_shape[d] < 0 ? -1 : std::llround(static_cast<double>(a.rel_shape[d]) * static_cast<double>(extent));
    }
  }
  return out;
}

// Finds the extent that is negative, so that `out` has as many bytes as `in`; refuses another number of bytes.
inline void fill_extent(const TensorView& in, DType dtype, Shape& out) {
  const int64_t bytes = in.bytes(), size = dtype_size(dtype);
  int open = -1;
  Shape known = out;
  for (int d = 0; d < out.ndim; ++d) {
    if (out[d] >= 0) continue;
    if (open >= 0) fail(ErrorCode::INVALID_ARGUMENT, "Expected at most one negative extent for shape but received two");
    open = d;
    known[d] = 1;
  }
  const int64_t volume = known.volume();
  if (open >= 0) {
    if (!volume || bytes % size || bytes / size % volume) {
      fail(ErrorCode::INVALID_INPUT,
           "Expected a shape of %lld bytes, as the input has, but no extent at place %d gives it",
           static_cast<long long>(bytes), open);
    }
    out[open] = bytes / size / volume;
  } else if (volume > bytes / size || volume * size != bytes) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected a shape of %lld elements of %s, as the input has, but received one of %lld",
         static_cast<long long>(bytes / size), dtype_name(dtype), static_cast<long long>(volume));
  }
}

// Describes the output, whose elements are of `dtype`.
template <class A>
void describe_view(const A& a, const SampleSetup& s, DType dtype) {
  const TensorView& in = s.in[0];
  const bool given = s.num_inputs > 1;
  OutSpec& out = s.out[0];
  out.dtype = dtype;
  out.shape = given ? shape_in(s.in[1]) : wanted_shape(a, in);
  const bool own = !given && !a.has(A::kShape) && !a.has(A::kRelShape);
  if (own && out.shape.ndim && dtype_size(dtype) != dtype_size(in.dtype)) {
    // Another size of elements changes the last extent.
    int64_t& last = out.shape[out.shape.ndim - 1];
    const int64_t bytes = last * dtype_size(in.dtype);
    if (bytes % dtype_size(dtype)) {
      fail(ErrorCode::INVALID_INPUT, "Expected a last extent whose %lld bytes are a whole number of %s",
           static_cast<long long>(bytes), dtype_name(dtype));
    }
    last = bytes / dtype_size(dtype);
  }
  fill_extent(in, dtype, out.shape);
  if (a.has(A::kLayout) && !a.layout.empty()) {
    if (static_cast<int>(a.layout.view().size()) != out.shape.ndim) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected %d letters (one per dimension) for layout but received %s",
           out.shape.ndim, a.layout.name);
    }
    out.layout = a.layout;
  } else if (!a.has(A::kLayout) && out.shape.ndim == in.shape.ndim) {
    out.layout = in.layout;
  }
}

}  // namespace penstock::ops
