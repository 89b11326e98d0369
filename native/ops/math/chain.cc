// Planning and running a chain of operations; see chain.h.
#include "ops/math/chain.h"

#include <algorithm>
#include <charconv>
#include <cstring>

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

bool has_zero(const void* data, DType dtype, int64_t n) {
  return dispatch(dtype, [&](auto zero) {
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

bool Chain::planned_for(const SampleBase& s) const {
  return complete_ && static_cast<int>(inputs_.size()) == s.num_inputs &&
         std::equal(inputs_.begin(), inputs_.end(), s.in, [](DType a, const TensorView& b) { return a == b.dtype; });
}

void Chain::plan(const Operation* operations, int count, const ArgList<std::string_view>& constants,
                 const SampleBase& s) {
  complete_ = false;
  steps_.clear();
  constants_.clear();
  inputs_.clear();
  for (int i = 0; i < s.num_inputs; ++i) inputs_.push_back(s.in[i].dtype);
  const std::string_view* next = constants.begin();
  for (int k = 0; k < count; ++k) {
    const Operation op = operations[k];
    const auto given =
        static_cast<int>(k + 1 < count ? std::min<int64_t>(arity(op), constants.end() - next) : constants.end() - next);
    const auto open = static_cast<int>(std::count_if(next, next + given, [](auto c) { return c.empty(); }));
    const int inputs = k ? 1 : s.num_inputs;
    try {
      if (given != arity(op) || open != inputs) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected %d operands for %s but received %d constants and %d inputs",
             arity(op), named(op).c_str(), given - open, inputs);
      }
      add(op, next, s);
      if (!k) describe(s);  // what the first one refuses comes before what the second one does
    } catch (Error& e) {
      e.part = k;
      throw;
    }
    next += given;
  }
  complete_ = true;
}

void Chain::add(Operation op, const std::string_view* constants, const SampleBase& s) {
  Step step;
  step.operation = op;
  step.count = arity(op);
  uint64_t values[kMaxOperands] = {};
  DType dtypes[kMaxOperands] = {};
  for (int i = 0, next = 0; i < step.count; ++i) {
    if (!constants[i].empty()) {
      parse_constant(constants[i], dtypes[i], values[i]);
    } else if (steps_.empty()) {
      step.operands[i].input = next;
      dtypes[i] = s.in[next++].dtype;
    } else {
      dtypes[i] = steps_.back().out;
    }
  }
  check_dtypes(op, dtypes, step.count);
  DType dtype = dtypes[0];
  for (int i = 1; i < step.count; ++i) dtype = promote(dtype, dtypes[i]);
  if (floats(op) && !is_float(dtype)) dtype = DType::float32;
  step.out = compares(op) ? DType::boolean : dtype;
  step.divides = (op == Operation::floorDiv || op == Operation::mod) && !is_float(dtype);
  for (int i = 0; i < step.count; ++i) step.operands[i].dtype = dtypes[i], step.operands[i].load = dtype;

  bool swapped = false;
  if (compares(op) && dtype == DType::int64 && is_unsigned(dtypes[0]) != is_unsigned(dtypes[1]) &&
      (dtypes[0] == DType::uint64 || dtypes[1] == DType::uint64)) {
    swapped = dtypes[1] == DType::uint64;
    step.operands[swapped].load = DType::uint64;
    step.kernel = find_mixed(swapped ? mirrored(op) : op);
  } else if (op == Operation::mod && dtype == DType::float32 && !(is_float(dtypes[0]) && is_float(dtypes[1]))) {
    step.operands[0].load = step.operands[1].load = DType::float64;
    step.kernel = find_wide_mod();
  } else {
    step.kernel = step.count == 1 ? find_unary(op, dtype) : find_binary(op, dtype);
  }
  if (!step.kernel) fail(ErrorCode::INTERNAL, "%s has no kernel for %s", named(op).c_str(), dtype_name(dtype));
  for (int i = 0; i < step.count; ++i) {
    Operand& operand = step.operands[i];
    if (!constants[i].empty()) operand.constant = constant({operand.dtype, operand.load, values[i]});
    if (operand.dtype != operand.load) operand.promote = find_loader(operand.dtype, operand.load);
  }
  if (swapped) std::swap(step.operands[0], step.operands[1]);
  steps_.push_back(step);
}

int Chain::constant(const Constant& c) {
  const auto found = std::find_if(constants_.begin(), constants_.end(), [&](const Constant& known) {
    return known.dtype == c.dtype && known.load == c.load && known.bytes == c.bytes;
  });
  if (found == constants_.end()) return constants_.push_back(c), static_cast<int>(constants_.size()) - 1;
  return static_cast<int>(found - constants_.begin());
}

// An operand of the first operation: an input, or a constant as a scalar.
TensorView Chain::view(const Operand& operand, const SampleBase& s) const {
  if (operand.input >= 0) return s.in[operand.input];
  TensorView scalar;
  scalar.dtype = operand.dtype;
  scalar.data = const_cast<uint64_t*>(&constants_[operand.constant].bytes);
  return scalar;
}

OutSpec Chain::describe(const SampleBase& s) const {
  const Step& first = steps_.front();
  TensorView operands[kMaxOperands];
  for (int i = 0; i < first.count; ++i) operands[i] = view(first.operands[i], s);
  OutSpec out;
  out.dtype = steps_.back().out;
  out.shape = operands[0].shape;
  for (int i = 1; i < first.count; ++i) {
    const Shape before = out.shape;
    if (!broadcast(out.shape, operands[i].shape)) {
      refuse("Expected shapes that broadcast (equal from the right, or 1) for " + named(first.operation) +
             " but received " + shape_text(before) + " and " + shape_text(operands[i].shape));
    }
  }
  set_layout(first.operation, operands, first.count, out);
  return out;
}

void Chain::run(SampleRun& s) const {
  const TensorView& out = s.out[0];
  const Step& first = steps_.front();
  TensorView operands[kMaxOperands];
  for (int i = 0; i < first.count; ++i) operands[i] = view(first.operands[i], s);
  const Walk walk = make_walk(out.shape, operands, first.count);
  if (!walk.volume) return;

  Reader readers[kMaxOperands];
  int64_t longest = 1;  // short patterns nest, so multiples of the longest suit all
  for (int i = 0; i < first.count; ++i) {
    readers[i].open(walk, i, operands[i], first.operands[i].load, *s.scratch);
    longest = std::max(longest, readers[i].period());
  }
  const int64_t length = std::min(kBlock / longest * longest, walk.volume);

  // For what follows the first operation: each constant repeated, and blocks for results, promoted and not.
  const int count = static_cast<int>(steps_.size());
  const void** repeated = nullptr;
  uint8_t* made[2] = {};
  uint8_t* promoted = nullptr;
  if (count > 1) {
    repeated = s.scratch->get<const void*>(constants_.size());
    for (size_t c = 0; c < constants_.size(); ++c) {
      Operand operand;
      operand.dtype = constants_[c].dtype;
      operand.constant = static_cast<int>(c);
      const TensorView scalar = view(operand, s);
      const Walk once = make_walk(out.shape, &scalar, 1);
      Reader reader;
      reader.open(once, 0, scalar, constants_[c].load, *s.scratch);
      repeated[c] = reader.block(0, length);
    }
    for (uint8_t*& block : made) block = s.scratch->get(length * sizeof(double));
    promoted = s.scratch->get(length * sizeof(double));
  }

  int good = count;  // operations before the first one that has failed so far
  const int64_t out_size = dtype_size(out.dtype);
  for (int64_t at = 0; at < walk.volume && good; at += length) {
    const int64_t n = std::min(length, walk.volume - at);
    const void* result = nullptr;
    for (int k = 0; k < good; ++k) {
      const Step& step = steps_[k];
      const void* in[kMaxOperands];
      for (int i = 0; i < step.count; ++i) {
        const Operand& operand = step.operands[i];
        if (!k) {
          in[i] = readers[i].block(at, n);
        } else if (operand.constant >= 0) {
          in[i] = repeated[operand.constant];
        } else if (operand.promote) {
          operand.promote(result, promoted, n);
          in[i] = promoted;
        } else {
          in[i] = result;
        }
      }
      if (step.divides && has_zero(in[1], step.operands[1].load, n)) {
        good = k;
        break;
      }
      uint8_t* to = k + 1 == count ? out.as<uint8_t>() + at * out_size : made[k & 1];
      step.kernel(in, to, n);
      result = to;
    }
  }
  if (good < count) {
    Error e(ErrorCode::INVALID_INPUT,
            "Expected no 0 for the divisor of " + named(steps_[good].operation) + " but received one",
            "Integers have no infinity: divide with math.div, which gives floats, or keep 0 away with math.max");
    e.part = good;
    throw e;
  }
}

}  // namespace penstock::ops::math
