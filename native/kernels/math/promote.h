// The dtype in which an operation of math.* computes, and that of its result: DALI's type promotion. Plain constexpr
// functions over dtypes; docs/reference/math.md states the same rules in words.
#pragma once
#include "generated/abi.h"
#include "generated/ops/math.h"

namespace penstock::ops::math {

using Operation = MathArgs::Operation;

constexpr bool is_float(DType t) { return t == DType::float16 || t == DType::float32 || t == DType::float64; }
constexpr bool is_unsigned(DType t) {
  return t == DType::uint8 || t == DType::uint16 || t == DType::uint32 || t == DType::uint64;
}
constexpr bool is_signed(DType t) {
  return t == DType::int8 || t == DType::int16 || t == DType::int32 || t == DType::int64;
}
constexpr int width(DType t) {
  return t == DType::uint8 || t == DType::int8 || t == DType::boolean     ? 1
         : t == DType::uint16 || t == DType::int16 || t == DType::float16 ? 2
         : t == DType::uint32 || t == DType::int32 || t == DType::float32 ? 4
                                                                          : 8;
}
constexpr DType signed_of(int bytes) {
  return bytes == 1 ? DType::int8 : bytes == 2 ? DType::int16 : bytes == 4 ? DType::int32 : DType::int64;
}

// The smallest dtype that holds both; uint64 with a signed integer gives int64.
constexpr DType promote(DType a, DType b) {
  if (a == b || b == DType::boolean) return a;
  if (a == DType::boolean) return b;
  if (is_float(a) != is_float(b)) return is_float(a) ? a : b;
  if (is_float(a) || is_signed(a) == is_signed(b)) return width(a) > width(b) ? a : b;
  const DType s = is_signed(a) ? a : b, u = is_signed(a) ? b : a;
  if (width(s) > width(u)) return s;
  return signed_of(width(u) < 8 ? 2 * width(u) : 8);
}

constexpr bool in_range(Operation op, Operation first, Operation last) { return op >= first && op <= last; }
constexpr bool compares(Operation op) { return in_range(op, Operation::eq, Operation::ge); }
constexpr bool is_bitwise(Operation op) {
  return op == Operation::bitNot || in_range(op, Operation::bitAnd, Operation::rshift);
}
constexpr bool is_logical(Operation op) {
  return op == Operation::lnot || op == Operation::land || op == Operation::lor;
}
// Whether the operation gives floating point for all operands.
constexpr bool floats(Operation op) {
  return in_range(op, Operation::fabs, Operation::atanh) || in_range(op, Operation::div, Operation::atan2);
}
constexpr bool takes_bool_alone(Operation op) {
  return op == Operation::mul || compares(op) || is_bitwise(op) || is_logical(op);
}
constexpr int arity(Operation op) { return op == Operation::clamp ? 3 : op >= Operation::add ? 2 : 1; }

}  // namespace penstock::ops::math
