// Operations with two operands, and clamp with three, by name and dtype.
#include "kernels/math/functions.h"
#include "kernels/math/loops.h"

namespace penstock::ops::math {

template <class Op>
static Kernel find(DType dtype) {
  return find_kernel<Op, BinaryLoop>(dtype);
}

Kernel find_binary(Operation op, DType dtype) {
  switch (op) {
    case Operation::add: return find<Add>(dtype);
    case Operation::sub: return find<Sub>(dtype);
    case Operation::mul: return find<Mul>(dtype);
    case Operation::div:
    case Operation::floorDiv: return find<Quotient>(dtype);
    case Operation::mod: return find<Mod>(dtype);
    case Operation::min: return find<Min>(dtype);
    case Operation::max: return find<Max>(dtype);
    case Operation::fpow:
    case Operation::pow: return find<Pow>(dtype);
    case Operation::atan2: return find<Atan2>(dtype);
    case Operation::eq: return find<Eq>(dtype);
    case Operation::ne: return find<Ne>(dtype);
    case Operation::lt: return find<Lt>(dtype);
    case Operation::le: return find<Le>(dtype);
    case Operation::gt: return find<Gt>(dtype);
    case Operation::ge: return find<Ge>(dtype);
    case Operation::bitAnd: return find<BitAnd>(dtype);
    case Operation::bitOr: return find<BitOr>(dtype);
    case Operation::bitXor: return find<BitXor>(dtype);
    case Operation::lshift: return find<Lshift>(dtype);
    case Operation::rshift: return find<Rshift>(dtype);
    case Operation::land: return find<Land>(dtype);
    case Operation::lor: return find<Lor>(dtype);
    case Operation::clamp: return find_kernel<Clamp, TernaryLoop>(dtype);
    default: return nullptr;
  }
}

Kernel find_wide_mod() { return kernel_of<BinaryLoop<WideMod, double>>(); }

template <class Op>
static Kernel mixed() {
  return kernel_of<BinaryLoop<MixedSigns<Op>, uint64_t, int64_t>>();
}

Kernel find_mixed(Operation op) {
  switch (op) {
    case Operation::eq: return mixed<Eq>();
    case Operation::ne: return mixed<Ne>();
    case Operation::lt: return mixed<Lt>();
    case Operation::le: return mixed<Le>();
    case Operation::gt: return mixed<Gt>();
    case Operation::ge: return mixed<Ge>();
    default: return nullptr;
  }
}

}  // namespace penstock::ops::math
