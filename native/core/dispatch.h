// The only switch over dtypes: dispatch(dtype, [&](auto zero) { using T = decltype(zero); ... }).
// convert<T>(v) is the only value conversion: floating point to integer rounds to nearest, halves away from zero, then
// saturates; NaN becomes 0. Floating point to bool also rounds first, so 0.3 is false. DALI's conversions do the same.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/error.h"
#include "core/half.h"
#include "core/tensor.h"

namespace penstock {

// Throws INTERNAL for an unknown dtype. A kernel cannot throw, so its launcher checks the dtype first.
PENSTOCK_CALLS_EITHER
template <class F>
PENSTOCK_HD decltype(auto) dispatch(DType dtype, F&& f) {
  switch (dtype) {
    case DType::uint8: return f(uint8_t{});
    case DType::uint16: return f(uint16_t{});
    case DType::uint32: return f(uint32_t{});
    case DType::uint64: return f(uint64_t{});
    case DType::int8: return f(int8_t{});
    case DType::int16: return f(int16_t{});
    case DType::int32: return f(int32_t{});
    case DType::int64: return f(int64_t{});
    case DType::float16: return f(Half{});
    case DType::float32: return f(float{});
    case DType::float64: return f(double{});
    case DType::boolean: break;
  }
  if constexpr (!PENSTOCK_ON_GPU) {
    if (dtype != DType::boolean) fail(ErrorCode::INTERNAL, "dtype id %d is unknown", static_cast<int>(dtype));
  }
  return f(bool{});
}

template <class Out, class In>
PENSTOCK_HD Out convert(In value) {
  if constexpr (std::is_same_v<Out, In>) {
    return value;
  } else if constexpr (std::is_same_v<In, Half>) {
    return convert<Out>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<Out, Half>) {
    return Half(static_cast<double>(value));
  } else if constexpr (std::is_same_v<Out, bool> && std::is_floating_point_v<In>) {
    return !(value > In(-0.5) && value < In(0.5));
  } else if constexpr (std::is_same_v<Out, bool>) {
    return value != In{};
  } else if constexpr (std::is_floating_point_v<Out>) {
    return static_cast<Out>(value);
  } else if constexpr (std::is_floating_point_v<In>) {
    using Lim = std::numeric_limits<Out>;
    if constexpr (sizeof(Out) <= 2) {
      // The limits are one past either end of the integer's range: they still fit in int, and rounding is followed by a
      // clamp. There is no branch, so loops vectorise.
      constexpr In low = static_cast<In>(Lim::min()) - 1, high = static_cast<In>(Lim::max()) + 1;
      In v = value != value ? In{0} : value;
      v = v < low ? low : v > high ? high : v;
      int i = static_cast<int>(v);
      const In rest = v - static_cast<In>(i);
      i += (rest >= In(0.5)) - (rest <= In(-0.5));
      return static_cast<Out>(i < Lim::min() ? Lim::min() : i > Lim::max() ? Lim::max() : i);
    } else {
      if (value != value) return Out{0};
      const In r = std::round(value);
      // 2^digits is exact in In, whereas max() itself may not be.
      const In top = std::ldexp(In{1}, Lim::digits);
      if (r >= top) return Lim::max();
      if (r < static_cast<In>(Lim::min())) return Lim::min();
      return static_cast<Out>(r);
    }
  } else {
    using Lim = std::numeric_limits<Out>;
    if constexpr (std::is_signed_v<In>) {
      if constexpr (std::is_unsigned_v<Out>) {
        if (value < 0) return 0;
      } else {
        if (static_cast<int64_t>(value) < static_cast<int64_t>(Lim::min())) return Lim::min();
      }
      if (value > 0 && static_cast<uint64_t>(value) > static_cast<uint64_t>(Lim::max())) return Lim::max();
    } else {
      if (static_cast<uint64_t>(value) > static_cast<uint64_t>(Lim::max())) return Lim::max();
    }
    return static_cast<Out>(value);
  }
}

}  // namespace penstock
