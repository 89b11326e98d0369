// nonsilentRegion on the CPU. A window's sum of squares is that of the window before it, plus the square that comes in,
// less the one that goes out: in 64-bit integers for integers of up to 16 bits, which is exact, else in double.
#include <algorithm>
#include <cmath>

#include "core/dispatch.h"
#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/nonsilent_region.h"

namespace penstock::ops {
namespace {

using Args = NonsilentRegionArgs;

void setup(const Args& a, SampleSetup& s, NoState&) {
  const TensorView& in = s.in[0];
  if (a.window_length < 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at least 1 for windowLength but received %d", a.window_length);
  }
  if (a.reset_interval < 1 && a.reset_interval != -1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at least 1, or -1, for resetInterval but received %d",
         a.reset_interval);
  }
  if (!(a.reference_power >= 0)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 0 or more for referencePower but received %g",
         static_cast<double>(a.reference_power));
  }
  if (in.dtype == DType::boolean) {
    fail(ErrorCode::INVALID_INPUT, "Expected a sound of numbers but received bool");
  }
  if (!one_dimensional(in)) {
    fail(ErrorCode::INVALID_INPUT, "Expected a 1-D sound but received %s", extents_text(in).c_str());
  }
  for (int o = 0; o < 2; ++o) {
    s.out[o].dtype = DType::int32;
    s.out[o].shape = {};
  }
}

template <class T>
using SquareOf = std::conditional_t<std::is_integral_v<T> && sizeof(T) <= 2, int64_t, double>;

template <class T>
SquareOf<T> square(T x) {
  const auto v = static_cast<SquareOf<T>>(x);
  return v * v;
}

// Calls f(i, sum) with the sum of squares of the window that begins at element i, for each of them.
template <class T, class F>
void each_window(const T* x, int64_t n, int64_t window, F&& f) {
  SquareOf<T> sum = 0;
  for (int64_t i = 0; i < window; ++i) sum += square(x[i]);
  f(0, static_cast<double>(sum));
  for (int64_t i = 1; i + window <= n; ++i) {
    sum += square(x[i + window - 1]) - square(x[i - 1]);
    f(i, static_cast<double>(sum));
  }
}

template <class T>
void find(const Args& a, const T* x, int64_t n, int32_t& begin, int32_t& length) {
  const int64_t window = std::min<int64_t>(a.window_length, n);
  double reference = a.reference_power * static_cast<double>(window);
  if (reference == 0) each_window(x, n, window, [&](int64_t, double sum) { reference = std::max(reference, sum); });
  const double cutoff = reference * std::pow(10, a.cutoff_db / 10.0);
  int64_t first = -1, last = -1;
  each_window(x, n, window, [&](int64_t i, double sum) {
    if (!(sum >= cutoff)) return;
    if (first < 0) first = i;
    last = i;
  });
  if (first < 0) return;
  begin = static_cast<int32_t>(first);
  length = static_cast<int32_t>(last - first + window);
}

void run(const Args& a, SampleRun& s, NoState&) {
  const TensorView& in = s.in[0];
  const int64_t n = in.shape.volume();
  int32_t begin = 0, length = 0;
  dispatch(in.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      if (n) find(a, in.as<const T>(), n, begin, length);
    } else if constexpr (!std::is_same_v<T, bool>) {
      const auto* x = in.as<const T>();
      auto* wide = s.scratch->get<float>(static_cast<size_t>(n));
      for (int64_t i = 0; i < n; ++i) wide[i] = static_cast<float>(x[i]);
      if (n) find(a, wide, n, begin, length);
    }
  });
  *s.out[0].as<int32_t>() = begin;
  *s.out[1].as<int32_t>() = length;
}

}  // namespace

PENSTOCK_CPU_OP(nonsilent_region, NonsilentRegionArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
