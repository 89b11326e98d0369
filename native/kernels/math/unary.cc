// Operations with one operand, by name and dtype.
#include "kernels/math/functions.h"
#include "kernels/math/loops.h"

namespace penstock::ops::math {

template <class Op>
static Kernel find(DType dtype) {
  return find_kernel<Op, UnaryLoop>(dtype);
}

Kernel find_unary(Operation op, DType dtype) {
  switch (op) {
    case Operation::neg: return find<Neg>(dtype);
    case Operation::abs: return find<Abs>(dtype);
    case Operation::bitNot: return find<BitNot>(dtype);
    case Operation::lnot: return find<Lnot>(dtype);
    case Operation::fabs: return find<Fabs>(dtype);
    case Operation::sqrt: return find<Sqrt>(dtype);
    case Operation::rsqrt: return find<Rsqrt>(dtype);
    case Operation::cbrt: return find<Cbrt>(dtype);
    case Operation::exp: return find<Exp>(dtype);
    case Operation::log: return find<Log>(dtype);
    case Operation::log2: return find<Log2>(dtype);
    case Operation::log10: return find<Log10>(dtype);
    case Operation::floor: return find<Floor>(dtype);
    case Operation::ceil: return find<Ceil>(dtype);
    case Operation::sin: return find<Sin>(dtype);
    case Operation::cos: return find<Cos>(dtype);
    case Operation::tan: return find<Tan>(dtype);
    case Operation::asin: return find<Asin>(dtype);
    case Operation::acos: return find<Acos>(dtype);
    case Operation::atan: return find<Atan>(dtype);
    case Operation::sinh: return find<Sinh>(dtype);
    case Operation::cosh: return find<Cosh>(dtype);
    case Operation::tanh: return find<Tanh>(dtype);
    case Operation::asinh: return find<Asinh>(dtype);
    case Operation::acosh: return find<Acosh>(dtype);
    case Operation::atanh: return find<Atanh>(dtype);
    default: return nullptr;
  }
}

}  // namespace penstock::ops::math
