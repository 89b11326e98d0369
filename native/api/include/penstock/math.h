// Arithmetic on the values of a definition, element by element, with the dtypes and shapes of docs/reference/math.md.
// One operand at least is a node. Operators of C++ stand for the basic functions: a * 2 + b.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "penstock/node.h"
#include "penstock/types.h"

namespace penstock {
namespace api {
// Dtype and value, as the operator reads them. Throws INVALID_ARGUMENT for a value that the dtype does not hold.
std::string constant_text(int64_t value, DType dtype);
std::string constant_text(uint64_t value, DType dtype);
std::string constant_text(double value, DType dtype);
}  // namespace api

namespace math {

// A node or a scalar. A whole number has the dtype int32, any other number float32, and a bool has bool; Constant()
// makes a scalar of another dtype.
class Operand {
 public:
  Operand(Node node) : node_(std::move(node)) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Operand(T value)
      : Operand(value, std::is_same_v<T, bool>       ? DType::boolean
                       : std::is_floating_point_v<T> ? DType::float32
                                                     : DType::int32) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Operand(T value, DType dtype) {
    if constexpr (std::is_floating_point_v<T>) {
      text_ = api::constant_text(static_cast<double>(value), dtype);
    } else if constexpr (std::is_signed_v<T>) {
      text_ = api::constant_text(static_cast<int64_t>(value), dtype);
    } else {
      text_ = api::constant_text(static_cast<uint64_t>(value), dtype);
    }
  }

  const std::optional<Node>& node() const { return node_; }
  const std::string& text() const { return text_; }

 private:
  std::optional<Node> node_;
  std::string text_;
};

template <class T>
Operand Constant(T value, DType dtype) {
  return Operand(value, dtype);
}

#define PENSTOCK_UNARY(name) Node name(const Operand& a, CallSite at = CallSite::Here());
#define PENSTOCK_BINARY(name) Node name(const Operand& a, const Operand& b, CallSite at = CallSite::Here());
PENSTOCK_UNARY(neg)
PENSTOCK_UNARY(abs)
PENSTOCK_UNARY(fabs)
PENSTOCK_UNARY(sqrt)
PENSTOCK_UNARY(rsqrt)
PENSTOCK_UNARY(cbrt)
PENSTOCK_UNARY(exp)
PENSTOCK_UNARY(log)
PENSTOCK_UNARY(log2)
PENSTOCK_UNARY(log10)
PENSTOCK_UNARY(floor)
PENSTOCK_UNARY(ceil)
PENSTOCK_UNARY(sin)
PENSTOCK_UNARY(cos)
PENSTOCK_UNARY(tan)
PENSTOCK_UNARY(asin)
PENSTOCK_UNARY(acos)
PENSTOCK_UNARY(atan)
PENSTOCK_UNARY(sinh)
PENSTOCK_UNARY(cosh)
PENSTOCK_UNARY(tanh)
PENSTOCK_UNARY(asinh)
PENSTOCK_UNARY(acosh)
PENSTOCK_UNARY(atanh)
PENSTOCK_BINARY(add)
PENSTOCK_BINARY(sub)
PENSTOCK_BINARY(mul)
PENSTOCK_BINARY(div)
PENSTOCK_BINARY(floor_div)
PENSTOCK_BINARY(mod)
PENSTOCK_BINARY(min)
PENSTOCK_BINARY(max)
PENSTOCK_BINARY(pow)
PENSTOCK_BINARY(fpow)
PENSTOCK_BINARY(atan2)
PENSTOCK_BINARY(eq)
PENSTOCK_BINARY(ne)
PENSTOCK_BINARY(lt)
PENSTOCK_BINARY(le)
PENSTOCK_BINARY(gt)
PENSTOCK_BINARY(ge)
PENSTOCK_BINARY(bit_and)
PENSTOCK_BINARY(bit_or)
PENSTOCK_BINARY(bit_xor)
PENSTOCK_UNARY(bit_not)
PENSTOCK_BINARY(lshift)
PENSTOCK_BINARY(rshift)
PENSTOCK_BINARY(land)
PENSTOCK_BINARY(lor)
PENSTOCK_UNARY(lnot)
#undef PENSTOCK_UNARY
#undef PENSTOCK_BINARY
// min(max(value, lo), hi).
Node clamp(const Operand& value, const Operand& lo, const Operand& hi, CallSite at = CallSite::Here());

}  // namespace math

// Division is math::div, in floats.
Node operator+(const math::Operand& a, const math::Operand& b);
Node operator-(const math::Operand& a, const math::Operand& b);
Node operator*(const math::Operand& a, const math::Operand& b);
Node operator/(const math::Operand& a, const math::Operand& b);

}  // namespace penstock
