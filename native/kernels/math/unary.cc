// Operations with one operand, by name and dtype.
#include "kernels/math/loops.h"
#include "kernels/math/table.h"

namespace penstock::ops::math {

Kernel find_unary(Operation op, DType dtype) {
  return with_unary(op, [&](auto one) { return find_kernel<decltype(one), UnaryLoop>(dtype); });
}

}  // namespace penstock::ops::math
