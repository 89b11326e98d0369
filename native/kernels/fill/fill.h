// Tensors that are filled with one value, or with a smaller tensor: the shape that is asked for, and the copies.
#pragma once
#include <algorithm>
#include <cmath>

#include "core/extents.h"
#include "core/op.h"
#include "kernels/cast/cast.h"

namespace penstock::ops {

// Sets shape and layout of the output from the arguments `shape` and `layout`; without `shape` it keeps the shape.
template <class Args>
void filled_shape(const Args& a, OutSpec& out) {
  if (a.has(Args::kShape)) {
    if (a.shape.size > static_cast<int>(abi::maxDims)) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected at most %d values for shape but received %d",
           static_cast<int>(abi::maxDims), a.shape.size);
    }
    out.shape.ndim = a.shape.size;
    for (int d = 0; d < a.shape.size; ++d) out.shape[d] = a.shape[d];
    check_extents(out, ErrorCode::INVALID_ARGUMENT, "shape");
  }
  out.layout = a.layout;
  if (!a.layout.empty() && static_cast<int>(a.layout.view().size()) != out.shape.ndim) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %d letters (one per dimension) for layout but received %s",
         out.shape.ndim, a.layout.name);
  }
}

// Fills the output with one value, converted to its dtype.
void fill_value(const TensorView& out, double value);

// setup() and run() of ones, zeros and their Like forms.
template <class Args>
void filled_setup(const Args& a, SampleSetup& s, NoState&) {
  s.out[0].dtype = a.dtype;
  filled_shape(a, s.out[0]);
}

template <class Args>
void filled_like_setup(const Args& a, SampleSetup& s, NoState&) {
  s.out[0] = s.in[0];
  if (a.has(Args::kDtype)) s.out[0].dtype = a.dtype;
}

template <int value, class Args>
void filled_run(const Args&, SampleRun& s, NoState&) {
  fill_value(s.out[0], value);
}

// Throws INVALID_INPUT unless the value can be repeated to the output's shape: as in numpy, extents are compared from
// the innermost on, and are equal, 1 or absent. `what` names the shape in the message.
void check_fills(const OutSpec& value, const OutSpec& out, const char* what);

// Fills the output with the value, of a shape that check_fills() accepts, of its dtype.
void fill_repeated(const TensorView& value, const TensorView& out);

// The value that an operator is given as its input number `input`, or as one of its arguments where that is a number or
// a list: `value` or `values`. An argument is int32 if its numbers are whole, else float32.
template <class Args>
OutSpec given_value(const Args& a, const SampleBase& s, int input) {
  if (!a.has(Args::kValue) && !a.has(Args::kValues)) {
    if (s.num_inputs <= input) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected a number, a list or a node for fillValue but received none");
    }
    return s.in[input];
  }
  if (s.num_inputs > input || (a.has(Args::kValue) && a.has(Args::kValues))) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected one fillValue but received several");
  }
  const auto whole = [](float v) { return v == std::floor(v) && std::fabs(v) < 0x1p31f; };
  OutSpec spec;
  const bool list = a.has(Args::kValues);
  const bool integers = list ? std::all_of(a.values.begin(), a.values.end(), whole) : whole(a.value);
  spec.dtype = integers ? DType::int32 : DType::float32;
  if (list) spec.shape = {a.values.size};
  return spec;
}

// Fills the output with that value, converted to its dtype.
template <class Args>
void fill_given(const Args& a, const SampleRun& s, int input) {
  const TensorView& out = s.out[0];
  if (a.has(Args::kValue)) return fill_value(out, static_cast<double>(a.value));
  TensorView from;
  if (a.has(Args::kValues)) {
    from.dtype = DType::float32;
    from.shape = {a.values.size};
    from.data = const_cast<float*>(a.values.data);
  } else {
    from = s.in[input];
  }
  TensorView value = from;
  if (value.dtype != out.dtype) {
    value.dtype = out.dtype;
    value.data = s.scratch->bytes(static_cast<size_t>(value.bytes()));
    cast_elements(from, value);
  }
  fill_repeated(value, out);
}

}  // namespace penstock::ops
