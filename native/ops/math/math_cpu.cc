// math.* on the CPU: operands are promoted to one dtype block by block, in the L1 cache, and a dense loop does the
// rest.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>

#include "core/op.h"
#include "generated/ops/math.h"
#include "ops/math/broadcast.h"
#include "ops/math/loops.h"
#include "ops/math/promote.h"

namespace penstock::ops {
namespace {

using namespace math;

struct State {
  Kernel kernel = nullptr;
  DType load[kMaxOperands] = {};  // what each operand is promoted to, in the kernel's order
  bool swapped = false;           // the kernel takes the second operand first
  bool divides = false;           // by an integer that must not be 0
  DType dtype[kMaxOperands] = {};
  uint64_t constant[kMaxOperands] = {};  // value of dtype[i]
};

std::string named(Operation op) { return std::string("math.") + MathArgs::kOperationNames[static_cast<int>(op)]; }

[[noreturn]] void refuse(const std::string& text, const char* hint = "") {
  throw Error(ErrorCode::INVALID_INPUT, text, hint);
}

// "int32 3" into its dtype and bytes.
void parse(std::string_view text, DType& dtype, uint64_t& bytes) {
  const size_t space = text.find(' ');
  const char* const end = text.data() + text.size();
  bool good = false;
  for (int i = 0; i < kNumDTypes && space != text.npos; ++i) {
    if (text.substr(0, space) != kDTypeNames[i]) continue;
    dtype = static_cast<DType>(i);
    dispatch(dtype, [&](auto zero) {
      using T = decltype(zero);
      // A constant passes through float32 whatever its floating-point dtype, as in DALI.
      using Written =
          std::conditional_t<std::is_same_v<T, bool>, uint8_t, std::conditional_t<std::is_integral_v<T>, T, double>>;
      Written v{};
      const auto read = std::from_chars(text.data() + space + 1, end, v);
      good = read.ec == std::errc() && read.ptr == end;
      if constexpr (std::is_same_v<T, Half>) {
        good = false;
      } else if constexpr (std::is_floating_point_v<T>) {
        const T value = static_cast<float>(v);
        std::memcpy(&bytes, &value, sizeof value);
      } else {
        const T value = static_cast<T>(v);
        std::memcpy(&bytes, &value, sizeof value);
      }
    });
  }
  if (!good) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a dtype and a value for constants but received \"%.*s\"",
         static_cast<int>(text.size()), text.data());
  }
}

// All operands in the order of the call: inputs, and constants as scalars whose bytes are in `st`.
int gather_operands(const MathArgs& a, const SampleBase& s, State& st, TensorView* operands, bool parses) {
  int next = 0;
  for (int i = 0; i < a.constants.size; ++i) {
    if (a.constants[i].empty()) {
      operands[i] = s.in[next++];
      continue;
    }
    if (parses) parse(a.constants[i], st.dtype[i], st.constant[i]);
    operands[i] = TensorView{};
    operands[i].dtype = st.dtype[i];
    operands[i].data = &st.constant[i];
  }
  return a.constants.size;
}

std::string shape_text(const Shape& s) {
  if (!s.ndim) return "a scalar";
  std::string text;
  for (int d = 0; d < s.ndim; ++d) text += (d ? " x " : "") + std::to_string(s[d]);
  return text;
}

void check_dtypes(Operation op, const TensorView* operands, int count) {
  bool only_bool = true;
  for (int i = 0; i < count; ++i) {
    const DType t = operands[i].dtype;
    const auto wrong = [&](const std::string& expected, const char* hint = "") {
      refuse("Expected " + expected + " for operand " + std::to_string(i + 1) + " of " + named(op) + " but received " +
                 dtype_name(t),
             hint);
    };
    only_bool &= t == DType::boolean;
    if (is_logical(op) && t != DType::boolean) wrong("bool", "math.ne(x, 0) says where x is not 0");
    if (is_bitwise(op) && is_float(t)) wrong("integers or bool");
    if (t == DType::float16) wrong("integers, bool, float32 or float64", "Cast it to float32 first");
  }
  if (only_bool && !takes_bool_alone(op)) {
    refuse("Expected " + std::string(count > 1 ? "at least one operand" : "an operand") +
               " of a dtype other than bool for " + named(op) + " but received bool",
           "Use math.bitAnd, bitOr, bitXor or bitNot, or cast to a number");
  }
}

void set_layout(Operation op, const TensorView* operands, int count, OutSpec& out) {
  for (int i = 0; i < count; ++i) {
    const std::string_view mine = operands[i].layout.view(), other = out.layout.view();
    const std::string_view longer = mine.size() > other.size() ? mine : other,
                           shorter = mine.size() > other.size() ? other : mine;
    if (longer.substr(longer.size() - shorter.size()) != shorter) {
      refuse("Expected layouts of which one ends with the other for " + named(op) + " but received " +
             std::string(other) + " and " + std::string(mine));
    }
    out.layout = Layout(longer);
  }
  if (static_cast<int>(out.layout.view().size()) != out.shape.ndim) out.layout = Layout();
}

// a < b is b > a.
Operation mirrored(Operation op) {
  switch (op) {
    case Operation::lt: return Operation::gt;
    case Operation::le: return Operation::ge;
    case Operation::gt: return Operation::lt;
    case Operation::ge: return Operation::le;
    default: return op;
  }
}

void setup(const MathArgs& a, SampleSetup& s, State& st) {
  const Operation op = a.operation;
  const int inputs =
      static_cast<int>(std::count_if(a.constants.begin(), a.constants.end(), [](auto c) { return c.empty(); }));
  if (a.constants.size != arity(op) || inputs != s.num_inputs) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %d operands for %s but received %d constants and %d inputs", arity(op),
         named(op).c_str(), a.constants.size - inputs, s.num_inputs);
  }
  TensorView operands[kMaxOperands];
  const int count = gather_operands(a, s, st, operands, true);
  check_dtypes(op, operands, count);

  OutSpec& out = s.out[0];
  out.layout = Layout();
  out.shape = operands[0].shape;
  DType dtype = operands[0].dtype;
  for (int i = 1; i < count; ++i) {
    dtype = promote(dtype, operands[i].dtype);
    const Shape before = out.shape;
    if (!broadcast(out.shape, operands[i].shape)) {
      refuse("Expected shapes that broadcast (equal from the right, or 1) for " + named(op) + " but received " +
             shape_text(before) + " and " + shape_text(operands[i].shape));
    }
  }
  set_layout(op, operands, count, out);
  if (floats(op) && !is_float(dtype)) dtype = DType::float32;
  out.dtype = compares(op) ? DType::boolean : dtype;

  std::fill(st.load, st.load + kMaxOperands, dtype);
  st.divides = (op == Operation::floorDiv || op == Operation::mod) && !is_float(dtype);
  if (compares(op) && dtype == DType::int64 && is_unsigned(operands[0].dtype) != is_unsigned(operands[1].dtype) &&
      (operands[0].dtype == DType::uint64 || operands[1].dtype == DType::uint64)) {
    st.swapped = operands[1].dtype == DType::uint64;
    st.load[0] = DType::uint64;
    st.load[1] = DType::int64;
    st.kernel = find_mixed(st.swapped ? mirrored(op) : op);
  } else if (op == Operation::mod && dtype == DType::float32 &&
             !(is_float(operands[0].dtype) && is_float(operands[1].dtype))) {
    st.load[0] = st.load[1] = DType::float64;
    st.kernel = find_wide_mod();
  } else {
    st.kernel = count == 1 ? find_unary(op, dtype) : find_binary(op, dtype);
  }
  if (!st.kernel) fail(ErrorCode::INTERNAL, "%s has no kernel for %s", named(op).c_str(), dtype_name(dtype));
}

void check_divisors(Operation op, const void* data, DType dtype, int64_t n) {
  const bool found = dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, Half>) {
      return false;
    } else {
      const T* p = static_cast<const T*>(data);
      int zeros = 0;
      for (int64_t i = 0; i < n; ++i) zeros |= p[i] == T{};
      return zeros != 0;
    }
  });
  if (found) {
    refuse("Expected no 0 for the divisor of " + named(op) + " but received one",
           "Integers have no infinity: divide with math.div, which gives floats, or keep 0 away with math.max");
  }
}

void run(const MathArgs& a, SampleRun& s, State& st) {
  const TensorView& out = s.out[0];
  TensorView operands[kMaxOperands];
  const int count = gather_operands(a, s, st, operands, false);
  if (st.swapped) std::swap(operands[0], operands[1]);
  const Walk walk = make_walk(out.shape, operands, count);
  if (!walk.volume) return;

  Reader readers[kMaxOperands];
  int64_t longest = 1;  // short patterns nest, so multiples of the longest suit all
  for (int i = 0; i < count; ++i) {
    readers[i].open(walk, i, operands[i], st.load[i], *s.scratch);
    longest = std::max(longest, readers[i].period());
  }
  const int64_t length = kBlock / longest * longest;
  const int64_t out_size = dtype_size(out.dtype);
  for (int64_t at = 0; at < walk.volume; at += length) {
    const int64_t n = std::min(length, walk.volume - at);
    const void* in[kMaxOperands];
    for (int i = 0; i < count; ++i) in[i] = readers[i].block(at, n);
    if (st.divides) check_divisors(a.operation, in[1], st.load[1], n);
    st.kernel(in, out.as<uint8_t>() + at * out_size, n);
  }
}

}  // namespace

PENSTOCK_CPU_OP(math, MathArgs, State, setup, run, kNone)

}  // namespace penstock::ops
