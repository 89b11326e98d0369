// Planning of chains: promotion, shapes, layouts, and what is refused.
#include "kernels/math/plan.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>

#include "core/dispatch.h"
#include "core/error.h"

namespace penstock::ops::math {
namespace {

std::string named(Operation op) { return std::string("math.") + MathArgs::kOperationNames[static_cast<int>(op)]; }

[[noreturn]] void refuse(const std::string& text, const char* hint = "") {
  throw Error(ErrorCode::INVALID_INPUT, text, hint);
}

std::string shape_text(const Shape& s) {
  if (!s.ndim) return "a scalar";
  std::string text;
  for (int d = 0; d < s.ndim; ++d) text += (d ? " x " : "") + std::to_string(s[d]);
  return text;
}

void check_dtypes(Operation op, const DType* operands, int count) {
  bool only_bool = true;
  for (int i = 0; i < count; ++i) {
    const DType t = operands[i];
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

// The comparison with exchanged operands: a < b becomes b > a.
Operation mirrored(Operation op) {
  switch (op) {
    case Operation::lt: return Operation::gt;
    case Operation::le: return Operation::ge;
    case Operation::gt: return Operation::lt;
    case Operation::ge: return Operation::le;
    default: return op;
  }
}

}  // namespace

void parse_constant(std::string_view text, DType& dtype, uint64_t& bytes) {
  const size_t space = text.find(' ');
  const char* const end = text.data() + text.size();
  bool good = false;
  for (int i = 0; i < kNumDTypes && space != text.npos; ++i) {
    if (text.substr(0, space) != kDTypeNames[i]) continue;
    dtype = static_cast<DType>(i);
    dispatch(dtype, [&](auto zero) {
      using T = decltype(zero);
      // A floating-point constant is rounded to float32, whatever its dtype, as in DALI.
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

bool Plan::made_for(const TensorView* inputs, int count) const {
  return complete_ && static_cast<int>(inputs_.size()) == count &&
         std::equal(inputs_.begin(), inputs_.end(), inputs, [](DType a, const TensorView& b) { return a == b.dtype; });
}

void Plan::make(const Operation* operations, int count, const ArgList<std::string_view>& constants,
                const TensorView* inputs, int num_inputs) {
  complete_ = false;
  steps_.clear();
  sources_.clear();
  inputs_.clear();
  used_ = 0;
  for (int i = 0; i < num_inputs; ++i) inputs_.push_back(inputs[i].dtype);
  const std::string_view* next = constants.begin();
  OutSpec result;
  for (int k = 0; k < count; ++k) {
    const Operation op = operations[k];
    const bool last = k + 1 == count;
    const auto rest = static_cast<int>(constants.end() - next);
    const int given = last ? rest : std::min(arity(op), rest), left = num_inputs - used_;
    const auto open = static_cast<int>(std::count(next, next + given, std::string_view()));
    const auto previous = static_cast<int>(std::count(next, next + given, kPrevious));
    try {
      if (given != arity(op) || previous != (k > 0) || (last ? open != left : open > left)) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected %d operands for %s but received %d constants and %d inputs",
             arity(op), named(op).c_str(), given - open - previous, left + previous);
      }
      add(op, next, inputs);
      extend(k, result,
             inputs);  // in this order, so that the first operation that refuses its operands reports the error
    } catch (Error& e) {
      e.part = k;
      throw;
    }
    next += given;
  }
  complete_ = true;
}

void Plan::add(Operation op, const std::string_view* constants, const TensorView* inputs) {
  Step step;
  step.operation = step.computed = op;
  step.count = arity(op);
  Source sources[kMaxOperands];
  DType dtypes[kMaxOperands] = {};
  for (int i = 0; i < step.count; ++i) {
    if (constants[i] == kPrevious) {
      dtypes[i] = steps_.back().out;
    } else if (constants[i].empty()) {
      sources[i].input = used_;
      dtypes[i] = inputs[used_++].dtype;
    } else {
      parse_constant(constants[i], dtypes[i], sources[i].constant);
    }
  }
  check_dtypes(op, dtypes, step.count);
  DType dtype = dtypes[0];
  for (int i = 1; i < step.count; ++i) dtype = promote(dtype, dtypes[i]);
  if (floats(op) && !is_float(dtype)) dtype = DType::float32;
  step.dtype = dtype;
  step.out = compares(op) ? DType::boolean : dtype;
  step.divides = (op == Operation::floorDiv || op == Operation::mod) && !is_float(dtype);

  DType load[kMaxOperands] = {dtype, dtype, dtype};
  if (compares(op) && dtype == DType::int64 && is_unsigned(dtypes[0]) != is_unsigned(dtypes[1]) &&
      (dtypes[0] == DType::uint64 || dtypes[1] == DType::uint64)) {
    step.swapped = dtypes[1] == DType::uint64;
    load[step.swapped] = DType::uint64;
    step.form = Form::mixed_signs;
    if (step.swapped) step.computed = mirrored(op);
  } else if (op == Operation::mod && dtype == DType::float32 && !(is_float(dtypes[0]) && is_float(dtypes[1]))) {
    load[0] = load[1] = DType::float64;
    step.form = Form::wide_mod;
  }
  for (int i = 0; i < step.count; ++i) {
    Operand& operand = step.operands[i];
    operand.dtype = sources[i].dtype = dtypes[i];
    operand.load = sources[i].load = load[i];
    if (constants[i] != kPrevious) operand.source = source(sources[i]);
  }
  steps_.push_back(step);
}

int Plan::source(const Source& s) {
  const auto found = std::find_if(sources_.begin(), sources_.end(), [&](const Source& known) {
    return known.input == s.input && known.dtype == s.dtype && known.load == s.load && known.constant == s.constant;
  });
  if (found == sources_.end()) return sources_.push_back(s), static_cast<int>(sources_.size()) - 1;
  return static_cast<int>(found - sources_.begin());
}

TensorView Plan::view(const Operand& operand, const OutSpec& previous, const TensorView* inputs) const {
  TensorView tensor;
  if (operand.source < 0) {
    static_cast<OutSpec&>(tensor) = previous;
  } else if (const Source& source = sources_[operand.source]; source.input >= 0) {
    return inputs[source.input];
  } else {
    tensor.dtype = source.dtype;  // a constant is a scalar
    tensor.data = const_cast<uint64_t*>(&source.constant);
  }
  return tensor;
}

void Plan::extend(int k, OutSpec& result, const TensorView* inputs) const {
  const Step& step = steps_[k];
  TensorView operands[kMaxOperands];
  for (int i = 0; i < step.count; ++i) operands[i] = view(step.operands[i], result, inputs);
  OutSpec out;
  out.dtype = step.out;
  out.shape = operands[0].shape;
  for (int i = 1; i < step.count; ++i) {
    const Shape before = out.shape;
    if (!broadcast(out.shape, operands[i].shape)) {
      refuse("Expected shapes that broadcast (equal from the right, or 1) for " + named(step.operation) +
             " but received " + shape_text(before) + " and " + shape_text(operands[i].shape));
    }
  }
  set_layout(step.operation, operands, step.count, out);
  result = out;
}

OutSpec Plan::describe(const TensorView* inputs) const {
  OutSpec result;
  int k = 0;
  try {
    for (; k < static_cast<int>(steps_.size()); ++k) extend(k, result, inputs);
  } catch (Error& e) {
    e.part = k;
    throw;
  }
  return result;
}

void Plan::refuse_zero(int k) const {
  Error e(ErrorCode::INVALID_INPUT,
          "Expected no 0 for the divisor of " + named(steps_[k].operation) + " but received one",
          "Integers have no infinity: divide with math.div, which gives floats, or keep 0 away with math.max");
  e.part = k;
  throw e;
}

}  // namespace penstock::ops::math
