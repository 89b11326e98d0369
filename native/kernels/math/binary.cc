// Operations with two operands, and clamp with three, by name and dtype.
#include "kernels/math/loops.h"
#include "kernels/math/table.h"

namespace penstock::ops::math {

Kernel find_binary(Operation op, DType dtype) {
  if (op == Operation::clamp) return find_kernel<Clamp, TernaryLoop>(dtype);
  return with_binary(op, [&](auto one) { return find_kernel<decltype(one), BinaryLoop>(dtype); });
}

Kernel find_wide_mod() { return kernel_of<BinaryLoop<WideMod, double>>(); }

Kernel find_mixed(Operation op) {
  return with_comparison(
      op, [](auto one) { return kernel_of<BinaryLoop<MixedSigns<decltype(one)>, uint64_t, int64_t>>(); });
}

}  // namespace penstock::ops::math
