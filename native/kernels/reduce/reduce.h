// reductions.*: what is asked of each group, its arithmetic (shared by CPU and GPU), and the setup and CPU loops that
// all of them share.
#pragma once
#include <cmath>

#include "core/dispatch.h"
#include "core/host_device.h"
#include "core/op.h"
#include "kernels/reduce/axes.h"
#include "kernels/reduce/groups.h"

namespace penstock::ops {

enum class Reduction : int8_t { sum, mean, mean_square, rms, least, most, variance, std_dev };

// What is added up, or kept, over the elements of a group.
enum class ReduceStep : int8_t { sum, squares, deviations, least, most };

// The type in which a group's elements are added up: integers stay exact as long as their sum cannot overflow.
enum class ReduceType : int8_t { whole, natural, real };  // int64_t, uint64_t, double

struct ReduceState : Groups {
  Reduction kind = Reduction::sum;
  bool one_mean = false;  // of deviations: one mean serves all groups
  int32_t ddof = 0;
};

constexpr ReduceStep step_of(Reduction kind) {
  switch (kind) {
    case Reduction::least: return ReduceStep::least;
    case Reduction::most: return ReduceStep::most;
    case Reduction::mean_square:
    case Reduction::rms: return ReduceStep::squares;
    case Reduction::variance:
    case Reduction::std_dev: return ReduceStep::deviations;
    default: return ReduceStep::sum;
  }
}

// T: the type of the elements. Squares of more than 16 bits, and means of 64-bit integers, could overflow. `mean`: the
// sum is of a mean.
template <class T>
constexpr ReduceType reduce_type(ReduceStep step, bool mean) {
  if (!std::is_integral_v<T> || step == ReduceStep::deviations) return ReduceType::real;
  if (step == ReduceStep::squares) return sizeof(T) > 2 ? ReduceType::real : ReduceType::natural;
  if (step == ReduceStep::sum && mean && sizeof(T) > 4) return ReduceType::real;
  return std::is_signed_v<T> ? ReduceType::whole : ReduceType::natural;
}
inline ReduceType reduce_type(Reduction kind, DType dtype) {
  return dispatch(dtype,
                  [&](auto zero) { return reduce_type<decltype(zero)>(step_of(kind), kind == Reduction::mean); });
}

// Calls f(T{}) with the type that stands for a ReduceType.
template <class F>
decltype(auto) with_total(ReduceType type, F&& f) {
  if (type == ReduceType::whole) return f(int64_t{});
  if (type == ReduceType::natural) return f(uint64_t{});
  return f(double{});
}

// What a group without elements has.
template <class T>
PENSTOCK_HD T reduce_identity(ReduceStep step) {
  using Lim = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    if (step == ReduceStep::least) return Lim::infinity();
    if (step == ReduceStep::most) return -Lim::infinity();
  } else {
    if (step == ReduceStep::least) return Lim::max();
    if (step == ReduceStep::most) return Lim::min();
  }
  return T{0};
}

// Adds what is known of some elements of a group to what is known of others. NaN is never the least or the most.
template <class T>
PENSTOCK_HD T reduce_merge(ReduceStep step, T a, T b) {
  if (step == ReduceStep::least) return b < a ? b : a;
  if (step == ReduceStep::most) return a < b ? b : a;
  if constexpr (std::is_same_v<T, int64_t>) {  // wraps around
    return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else {
    return a + b;
  }
}

// The value of a group of `count` elements, from what was added up. Sums of integers wrap around, as in DALI and numpy;
// means of integers that are asked for as integers drop their fraction.
template <class Out, class Total>
PENSTOCK_HD Out reduce_value(Reduction kind, Total total, int64_t count, int ddof) {
  constexpr bool kWhole = std::is_integral_v<Out> && !std::is_same_v<Out, bool>;
  if (kind == Reduction::least || kind == Reduction::most) return convert<Out>(total);
  if (kind == Reduction::sum) {
    if constexpr (kWhole && std::is_integral_v<Total>) {
      return static_cast<Out>(total);
    } else {
      return convert<Out>(total);
    }
  }
  if constexpr (kWhole && std::is_integral_v<Total>) {
    if (kind != Reduction::rms) return count ? convert<Out>(total / static_cast<Total>(count)) : Out{0};
  }
  double n = static_cast<double>(count);
  if (kind == Reduction::variance || kind == Reduction::std_dev) n -= ddof;
  double v = static_cast<double>(total) / n;
  if (kind == Reduction::rms || kind == Reduction::std_dev) v = sqrt(v);
  if constexpr (kWhole) v = trunc(v);
  return convert<Out>(v);
}

// The output's dtype unless one is asked for.
inline DType reduced_dtype(Reduction kind, DType in) {
  if (kind == Reduction::least || kind == Reduction::most) return in;
  if (kind != Reduction::sum) return DType::float32;
  return dispatch(in, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_integral_v<T>)
      return in == DType::float64 ? in : DType::float32;
    else
      return std::is_signed_v<T> ? DType::int64 : DType::uint64;
  });
}

// Checks the mean that deviations are taken from: one value, or one per group.
void place_mean(const TensorView& mean, const OutSpec& in, uint32_t reduced, ReduceState&);

// The operators' setup() and run().
template <Reduction kind, class Args>
void reduce_setup(const Args& a, SampleSetup& s, ReduceState& st) {
  const TensorView& in = s.in[0];
  const Shape& shape = in.shape;
  uint32_t reduced = (1u << shape.ndim) - 1;
  named_axes(a, in, reduced);
  st.kind = kind;
  make_groups(shape, reduced, st);
  OutSpec& out = s.out[0];
  out.dtype = reduced_dtype(kind, in.dtype);
  const bool letters = static_cast<int>(in.layout.view().size()) == shape.ndim;
  char layout[8] = {};
  for (int d = 0; d < shape.ndim; ++d) {
    const bool gone = reduced >> d & 1;
    if (gone && !a.keep_dims) continue;
    if (letters) layout[out.shape.ndim] = in.layout.name[d];
    out.shape[out.shape.ndim++] = gone ? 1 : shape[d];
  }
  out.layout = layout;
  if (step_of(kind) == ReduceStep::deviations) place_mean(s.in[1], in, reduced, st);
  s.cost = static_cast<double>(shape.volume());
}

template <Reduction kind, class Args>
void reduce_setup_of_dtype(const Args& a, SampleSetup& s, ReduceState& st) {
  reduce_setup<kind>(a, s, st);
  if (a.has(Args::kDtype)) s.out[0].dtype = a.dtype;
}

template <Reduction kind, class Args>
void reduce_setup_of_deviations(const Args& a, SampleSetup& s, ReduceState& st) {
  reduce_setup<kind>(a, s, st);
  st.ddof = a.ddof;
}

// Reduces one sample: s.in[0], and the mean in s.in[1] for deviations.
void reduce(const ReduceState&, SampleRun& s);

template <class Args>
void reduce_run(const Args&, SampleRun& s, ReduceState& st) {
  reduce(st, s);
}

}  // namespace penstock::ops
