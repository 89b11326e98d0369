// The arithmetic of one element, on CPU and GPU. Each struct is one operation: apply() takes operands of one type T, to
// which they were promoted. Integers wrap around. Behaviour is defined for all operands except a divisor of 0, which
// the caller refuses beforehand.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/host_device.h"

namespace penstock::ops::math {

// The unsigned type in which integers are computed. It is at least as wide as int, because uint16 times uint16 would
// otherwise be a signed product that overflows.
template <class T>
using Wrap = std::conditional_t<sizeof(T) < 4, uint32_t, std::make_unsigned_t<T>>;

template <class T>
constexpr bool kReal = std::is_floating_point_v<T>;
template <class T>
constexpr bool kInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T>
constexpr bool kNumber = kReal<T> || kInteger<T>;
template <class T>
constexpr bool kBits = std::is_integral_v<T>;

#define PENSTOCK_MATH_BINARY(Name, condition, expression) \
  struct Name {                                           \
    template <class T>                                    \
    static constexpr bool takes = condition<T>;           \
    template <class T>                                    \
    static PENSTOCK_HD auto apply(T a, T b) {             \
      return expression;                                  \
    }                                                     \
  };
#define PENSTOCK_MATH_UNARY(Name, condition, expression) \
  struct Name {                                          \
    template <class T>                                   \
    static constexpr bool takes = condition<T>;          \
    template <class T>                                   \
    static PENSTOCK_HD auto apply(T a) {                 \
      return expression;                                 \
    }                                                    \
  };

template <class T>
constexpr bool kAny = true;
template <class T>
constexpr bool kBool = std::is_same_v<T, bool>;

// ---- helpers with a case per kind of T ----

#define PENSTOCK_MATH_WRAPPED(name, symbol)                                          \
  template <class T>                                                                 \
  PENSTOCK_HD T name(T a, T b) {                                                     \
    if constexpr (kInteger<T>) {                                                     \
      return static_cast<T>(static_cast<Wrap<T>>(a) symbol static_cast<Wrap<T>>(b)); \
    } else {                                                                         \
      return static_cast<T>(a symbol b);                                             \
    }                                                                                \
  }
PENSTOCK_MATH_WRAPPED(wrapped_add, +)
PENSTOCK_MATH_WRAPPED(wrapped_sub, -)

template <class T>
PENSTOCK_HD T wrapped_mul(T a, T b) {
  if constexpr (kBool<T>) {
    return a && b;
  } else if constexpr (kInteger<T>) {
    return static_cast<T>(static_cast<Wrap<T>>(a) * static_cast<Wrap<T>>(b));
  } else {
    return a * b;
  }
}

template <class T>
PENSTOCK_HD T negated(T a) {
  if constexpr (kInteger<T>) {
    return static_cast<T>(Wrap<T>{0} - static_cast<Wrap<T>>(a));
  } else {
    return -a;
  }
}

template <class T>
PENSTOCK_HD T absolute(T a) {
  if constexpr (kReal<T>) {
    return std::fabs(a);
  } else if constexpr (std::is_signed_v<T>) {
    return a < 0 ? negated(a) : a;
  } else {
    return a;
  }
}

// Division. Integers round towards zero; the smallest value divided by -1 wraps around to itself.
template <class T>
PENSTOCK_HD T quotient(T a, T b) {
  if constexpr (std::is_signed_v<T> && kInteger<T>) {
    if (b == T{-1}) return negated(a);
  }
  return static_cast<T>(a / b);
}

// The remainder, with the sign of the dividend.
template <class T>
PENSTOCK_HD T remainder_of(T a, T b) {
  if constexpr (kReal<T>) {
    return std::fmod(a, b);
  } else {
    if constexpr (std::is_signed_v<T>) {
      if (b == T{-1}) return 0;
    }
    return static_cast<T>(a % b);
  }
}

// Powers. Integers use squaring, modulo 2^bits; a negative exponent gives 0 for every base, as in DALI.
template <class T>
PENSTOCK_HD T power(T base, T exponent) {
  if constexpr (kReal<T>) {
    return std::pow(base, exponent);
  } else {
    if constexpr (std::is_signed_v<T>) {
      if (exponent < 0) return 0;
    }
    Wrap<T> result = 1, factor = static_cast<Wrap<T>>(base);
    for (auto e = static_cast<std::make_unsigned_t<T>>(exponent); e; e >>= 1) {
      if (e & 1) result *= factor;
      factor *= factor;
    }
    return static_cast<T>(result);
  }
}

// Shifts. Counts are taken modulo 32, or 64 for 64-bit types; narrower types shift as int does.
template <class T>
constexpr int kCountMask = sizeof(T) == 8 ? 63 : 31;
template <class T>
PENSTOCK_HD T shifted_left(T a, T b) {
  if constexpr (kBool<T>) {
    return a;  // for bool: 1 << 1 is 2, which is also true
  } else {
    return static_cast<T>(static_cast<Wrap<T>>(a) << (static_cast<int>(b) & kCountMask<T>));
  }
}
template <class T>
PENSTOCK_HD T shifted_right(T a, T b) {
  if constexpr (kBool<T>) {
    return a && !b;
  } else {
    return static_cast<T>(a >> (static_cast<int>(b) & kCountMask<T>));
  }
}

// ---- the operations ----

PENSTOCK_MATH_UNARY(Neg, kNumber, negated(a))
PENSTOCK_MATH_UNARY(Abs, kNumber, absolute(a))
PENSTOCK_MATH_UNARY(Fabs, kReal, std::fabs(a))
PENSTOCK_MATH_UNARY(Lnot, kBool, !a)
PENSTOCK_MATH_UNARY(Sqrt, kReal, std::sqrt(a))
PENSTOCK_MATH_UNARY(Rsqrt, kReal, T{1} / std::sqrt(a))
PENSTOCK_MATH_UNARY(Cbrt, kReal, std::cbrt(a))
PENSTOCK_MATH_UNARY(Exp, kReal, std::exp(a))
PENSTOCK_MATH_UNARY(Log, kReal, std::log(a))
PENSTOCK_MATH_UNARY(Log2, kReal, std::log2(a))
PENSTOCK_MATH_UNARY(Log10, kReal, std::log10(a))
PENSTOCK_MATH_UNARY(Floor, kReal, std::floor(a))
PENSTOCK_MATH_UNARY(Ceil, kReal, std::ceil(a))
PENSTOCK_MATH_UNARY(Sin, kReal, std::sin(a))
PENSTOCK_MATH_UNARY(Cos, kReal, std::cos(a))
PENSTOCK_MATH_UNARY(Tan, kReal, std::tan(a))
PENSTOCK_MATH_UNARY(Asin, kReal, std::asin(a))
PENSTOCK_MATH_UNARY(Acos, kReal, std::acos(a))
PENSTOCK_MATH_UNARY(Atan, kReal, std::atan(a))
PENSTOCK_MATH_UNARY(Sinh, kReal, std::sinh(a))
PENSTOCK_MATH_UNARY(Cosh, kReal, std::cosh(a))
PENSTOCK_MATH_UNARY(Tanh, kReal, std::tanh(a))
PENSTOCK_MATH_UNARY(Asinh, kReal, std::asinh(a))
PENSTOCK_MATH_UNARY(Acosh, kReal, std::acosh(a))
PENSTOCK_MATH_UNARY(Atanh, kReal, std::atanh(a))

struct BitNot {
  template <class T>
  static constexpr bool takes = kBits<T>;
  template <class T>
  static PENSTOCK_HD T apply(T a) {
    if constexpr (kBool<T>) {
      return !a;
    } else {
      return static_cast<T>(~a);
    }
  }
};

PENSTOCK_MATH_BINARY(Add, kNumber, wrapped_add(a, b))
PENSTOCK_MATH_BINARY(Sub, kNumber, wrapped_sub(a, b))
PENSTOCK_MATH_BINARY(Mul, kAny, wrapped_mul(a, b))
PENSTOCK_MATH_BINARY(Quotient, kNumber, quotient(a, b))
PENSTOCK_MATH_BINARY(Mod, kNumber, remainder_of(a, b))
// A NaN as the left operand gives the right operand, because the comparison is false.
PENSTOCK_MATH_BINARY(Min, kNumber, (a < b ? a : b))
PENSTOCK_MATH_BINARY(Max, kNumber, (a > b ? a : b))
PENSTOCK_MATH_BINARY(Pow, kNumber, power(a, b))
PENSTOCK_MATH_BINARY(Atan2, kReal, std::atan2(a, b))
PENSTOCK_MATH_BINARY(Eq, kAny, (a == b))
PENSTOCK_MATH_BINARY(Ne, kAny, (a != b))
PENSTOCK_MATH_BINARY(Lt, kAny, (a < b))
PENSTOCK_MATH_BINARY(Le, kAny, (a <= b))
PENSTOCK_MATH_BINARY(Gt, kAny, (a > b))
PENSTOCK_MATH_BINARY(Ge, kAny, (a >= b))
PENSTOCK_MATH_BINARY(Land, kBool, (a && b))
PENSTOCK_MATH_BINARY(Lor, kBool, (a || b))
PENSTOCK_MATH_BINARY(BitAnd, kBits, static_cast<T>(a& b))
PENSTOCK_MATH_BINARY(BitOr, kBits, static_cast<T>(a | b))
PENSTOCK_MATH_BINARY(BitXor, kBits, static_cast<T>(a ^ b))
PENSTOCK_MATH_BINARY(Lshift, kBits, shifted_left(a, b))
PENSTOCK_MATH_BINARY(Rshift, kBits, shifted_right(a, b))

// Clamps to [lo, hi]. A NaN stays NaN; where lo > hi, the result is hi.
struct Clamp {
  template <class T>
  static constexpr bool takes = kNumber<T>;
  template <class T>
  static PENSTOCK_HD T apply(T value, T lo, T hi) {
    const T raised = value < lo ? lo : value;
    return raised > hi ? hi : raised;
  }
};

// The remainder of an integer and a float32, in float64, because float32 cannot represent large integers. As in DALI.
struct WideMod {
  static PENSTOCK_HD float apply(double a, double b) { return static_cast<float>(std::fmod(a, b)); }
};

// Compares uint64 with int64 by their mathematical values.
template <class Op>
struct MixedSigns {
  static PENSTOCK_HD bool apply(uint64_t a, int64_t b) {
    return b < 0 ? Op::apply(uint64_t{1}, uint64_t{0}) : Op::apply(a, static_cast<uint64_t>(b));
  }
};

#undef PENSTOCK_MATH_BINARY
#undef PENSTOCK_MATH_UNARY
#undef PENSTOCK_MATH_WRAPPED

}  // namespace penstock::ops::math
