// The only switch over dtypes: dispatch(dtype, [&](auto zero) { using T = decltype(zero); ... }).
// convert<T>(v) is the one value conversion: round to nearest even, then saturate, as DALI's ConvertSat.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/error.h"
#include "core/half.h"
#include "core/tensor.h"

namespace penstock {

template <class F>
decltype(auto) dispatch(DType dtype, F&& f) {
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
    case DType::boolean: return f(bool{});
  }
  fail(ErrorCode::INTERNAL, "dtype id %d is unknown", static_cast<int>(dtype));
}

template <class Out, class In>
Out convert(In value) {
  if constexpr (std::is_same_v<Out, In>) {
    return value;
  } else if constexpr (std::is_same_v<In, Half>) {
    return convert<Out>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<Out, Half>) {
    return Half(static_cast<double>(value));
  } else if constexpr (std::is_same_v<Out, bool>) {
    return value != In{};
  } else if constexpr (std::is_floating_point_v<Out>) {
    return static_cast<Out>(value);
  } else if constexpr (std::is_floating_point_v<In>) {
    if (value != value) return Out{0};
    const In r = std::nearbyint(value);
    // 2^digits is exact in In, whereas max() itself may not be.
    const In top = std::ldexp(In{1}, std::numeric_limits<Out>::digits);
    if (r >= top) return std::numeric_limits<Out>::max();
    if (r < static_cast<In>(std::numeric_limits<Out>::min())) return std::numeric_limits<Out>::min();
    return static_cast<Out>(r);
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
