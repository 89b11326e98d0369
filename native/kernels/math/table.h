// The structs of functions.h by the operations' names. Each function calls f(operation) with one of them; for an
// operation that it does not know it returns an empty result.
#pragma once
#include "kernels/math/functions.h"
#include "kernels/math/promote.h"

namespace penstock::ops::math {

template <class F>
PENSTOCK_HD auto with_unary(Operation op, const F& f) {
  switch (op) {
    case Operation::neg: return f(Neg{});
    case Operation::abs: return f(Abs{});
    case Operation::bitNot: return f(BitNot{});
    case Operation::lnot: return f(Lnot{});
    case Operation::fabs: return f(Fabs{});
    case Operation::sqrt: return f(Sqrt{});
    case Operation::rsqrt: return f(Rsqrt{});
    case Operation::cbrt: return f(Cbrt{});
    case Operation::exp: return f(Exp{});
    case Operation::log: return f(Log{});
    case Operation::log2: return f(Log2{});
    case Operation::log10: return f(Log10{});
    case Operation::floor: return f(Floor{});
    case Operation::ceil: return f(Ceil{});
    case Operation::sin: return f(Sin{});
    case Operation::cos: return f(Cos{});
    case Operation::tan: return f(Tan{});
    case Operation::asin: return f(Asin{});
    case Operation::acos: return f(Acos{});
    case Operation::atan: return f(Atan{});
    case Operation::sinh: return f(Sinh{});
    case Operation::cosh: return f(Cosh{});
    case Operation::tanh: return f(Tanh{});
    case Operation::asinh: return f(Asinh{});
    case Operation::acosh: return f(Acosh{});
    case Operation::atanh: return f(Atanh{});
    default: return decltype(f(Neg{}))();
  }
}

template <class F>
PENSTOCK_HD auto with_comparison(Operation op, const F& f) {
  switch (op) {
    case Operation::eq: return f(Eq{});
    case Operation::ne: return f(Ne{});
    case Operation::lt: return f(Lt{});
    case Operation::le: return f(Le{});
    case Operation::gt: return f(Gt{});
    case Operation::ge: return f(Ge{});
    default: return decltype(f(Eq{}))();
  }
}

// With two operands, but for clamp, which has three.
template <class F>
PENSTOCK_HD auto with_binary(Operation op, const F& f) {
  switch (op) {
    case Operation::add: return f(Add{});
    case Operation::sub: return f(Sub{});
    case Operation::mul: return f(Mul{});
    case Operation::div:
    case Operation::floorDiv: return f(Quotient{});
    case Operation::mod: return f(Mod{});
    case Operation::min: return f(Min{});
    case Operation::max: return f(Max{});
    case Operation::fpow:
    case Operation::pow: return f(Pow{});
    case Operation::atan2: return f(Atan2{});
    case Operation::bitAnd: return f(BitAnd{});
    case Operation::bitOr: return f(BitOr{});
    case Operation::bitXor: return f(BitXor{});
    case Operation::lshift: return f(Lshift{});
    case Operation::rshift: return f(Rshift{});
    case Operation::land: return f(Land{});
    case Operation::lor: return f(Lor{});
    default: return with_comparison(op, f);
  }
}

}  // namespace penstock::ops::math
