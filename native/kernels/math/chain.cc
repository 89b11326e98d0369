// Planning and running a chain of operations; see chain.h.
#include "kernels/math/chain.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <utility>

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

bool Chain::planned_for(const SampleBase& s) const {
  return complete_ && static_cast<int>(inputs_.size()) == s.num_inputs &&
         std::equal(inputs_.begin(), inputs_.end(), s.in, [](DType a, const TensorView& b) { return a == b.dtype; });
}

void Chain::plan(const Operation* operations, int count, const ArgList<std::string_view>& constants,
                 const SampleBase& s) {
  complete_ = false;
  steps_.clear();
  sources_.clear();
  inputs_.clear();
  used_ = 0;
  for (int i = 0; i < s.num_inputs; ++i) inputs_.push_back(s.in[i].dtype);
  const std::string_view* next = constants.begin();
  OutSpec result;
  for (int k = 0; k < count; ++k) {
    const Operation op = operations[k];
    const bool last = k + 1 == count;
    const auto rest = static_cast<int>(constants.end() - next);
    const int given = last ? rest : std::min(arity(op), rest), left = s.num_inputs - used_;
    const auto open = static_cast<int>(std::count(next, next + given, std::string_view()));
    const auto previous = static_cast<int>(std::count(next, next + given, kPrevious));
    try {
      if (given != arity(op) || previous != (k > 0) || (last ? open != left : open > left)) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected %d operands for %s but received %d constants and %d inputs",
             arity(op), named(op).c_str(), given - open - previous, left + previous);
      }
      add(op, next, s);
      extend(k, result, s);  // in this order, so that the first operation that refuses its operands reports the error
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
  Source sources[kMaxOperands];
  DType dtypes[kMaxOperands] = {};
  for (int i = 0; i < step.count; ++i) {
    if (constants[i] == kPrevious) {
      dtypes[i] = steps_.back().out;
    } else if (constants[i].empty()) {
      sources[i].input = used_;
      dtypes[i] = s.in[used_++].dtype;
    } else {
      parse_constant(constants[i], dtypes[i], sources[i].constant);
    }
  }
  check_dtypes(op, dtypes, step.count);
  DType dtype = dtypes[0];
  for (int i = 1; i < step.count; ++i) dtype = promote(dtype, dtypes[i]);
  if (floats(op) && !is_float(dtype)) dtype = DType::float32;
  step.out = compares(op) ? DType::boolean : dtype;
  step.divides = (op == Operation::floorDiv || op == Operation::mod) && !is_float(dtype);

  DType load[kMaxOperands] = {dtype, dtype, dtype};
  if (compares(op) && dtype == DType::int64 && is_unsigned(dtypes[0]) != is_unsigned(dtypes[1]) &&
      (dtypes[0] == DType::uint64 || dtypes[1] == DType::uint64)) {
    step.swapped = dtypes[1] == DType::uint64;
    load[step.swapped] = DType::uint64;
    step.kernel = find_mixed(step.swapped ? mirrored(op) : op);
  } else if (op == Operation::mod && dtype == DType::float32 && !(is_float(dtypes[0]) && is_float(dtypes[1]))) {
    load[0] = load[1] = DType::float64;
    step.kernel = find_wide_mod();
  } else {
    step.kernel = step.count == 1 ? find_unary(op, dtype) : find_binary(op, dtype);
  }
  if (!step.kernel) fail(ErrorCode::INTERNAL, "%s has no kernel for %s", named(op).c_str(), dtype_name(dtype));
  for (int i = 0; i < step.count; ++i) {
    Operand& operand = step.operands[i];
    operand.dtype = sources[i].dtype = dtypes[i];
    operand.load = sources[i].load = load[i];
    if (constants[i] != kPrevious) {
      operand.source = source(sources[i]);
    } else if (operand.dtype != operand.load) {
      operand.promote = find_loader(operand.dtype, operand.load);
    }
  }
  steps_.push_back(step);
}

int Chain::source(const Source& s) {
  const auto found = std::find_if(sources_.begin(), sources_.end(), [&](const Source& known) {
    return known.input == s.input && known.dtype == s.dtype && known.load == s.load && known.constant == s.constant;
  });
  if (found == sources_.end()) return sources_.push_back(s), static_cast<int>(sources_.size()) - 1;
  return static_cast<int>(found - sources_.begin());
}

TensorView Chain::view(const Operand& operand, const OutSpec& previous, const SampleBase& s) const {
  TensorView tensor;
  if (operand.source < 0) {
    static_cast<OutSpec&>(tensor) = previous;
  } else if (const Source& source = sources_[operand.source]; source.input >= 0) {
    return s.in[source.input];
  } else {
    tensor.dtype = source.dtype;  // a constant is a scalar
    tensor.data = const_cast<uint64_t*>(&source.constant);
  }
  return tensor;
}

// Broadcasts the result of the step before with the operands of step k.
void Chain::extend(int k, OutSpec& result, const SampleBase& s) const {
  const Step& step = steps_[k];
  TensorView operands[kMaxOperands];
  for (int i = 0; i < step.count; ++i) operands[i] = view(step.operands[i], result, s);
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

OutSpec Chain::describe(const SampleBase& s) const {
  OutSpec result;
  int k = 0;
  try {
    for (; k < static_cast<int>(steps_.size()); ++k) extend(k, result, s);
  } catch (Error& e) {
    e.part = k;
    throw;
  }
  return result;
}

// Consecutive operations of one shape run together, block by block. Where the shape grows, the earlier result is
// computed whole first; otherwise it would be recomputed for each element of the larger shape.
void Chain::run(SampleRun& s) const {
  const int count = static_cast<int>(steps_.size());
  OutSpec* results = s.scratch->get<OutSpec>(count);
  OutSpec result;
  for (int k = 0; k < count; ++k) extend(k, result, s), results[k] = result;
  TensorView previous;
  for (int from = 0, to; from < count; from = to) {
    for (to = from + 1; to < count && results[to].shape == results[from].shape;) ++to;
    TensorView out = s.out[0];
    if (to < count) {
      static_cast<OutSpec&>(out) = results[to - 1];
      out.data = s.scratch->get(static_cast<size_t>(out.bytes()));
    }
    run_steps(from, to, previous, out, s);
    previous = out;
  }
}

void Chain::run_steps(int from, int to, const TensorView& previous, const TensorView& out, const SampleBase& s) const {
  const int64_t volume = out.shape.volume();
  if (!volume) return;

  // The reader of each source, in the output's shape. The last one reads the earlier result that this part begins with.
  struct Feed {
    Walk walk;
    Reader reader;
    bool open = false;
  };
  Feed* const feeds = s.scratch->get<Feed>(sources_.size() + 1);
  std::uninitialized_default_construct_n(feeds, sources_.size() + 1);
  Feed* const first = feeds + sources_.size();
  int64_t longest = 1;  // short patterns nest, so multiples of the longest pattern are multiples of all
  const auto open = [&](Feed* feed, const TensorView& tensor, DType load) {
    if (std::exchange(feed->open, true)) return;  // a constant of several operations is opened once
    feed->walk = make_walk(out.shape, &tensor, 1);
    feed->reader.open(feed->walk, 0, tensor, load, *s.scratch);
    longest = std::max(longest, feed->reader.period());
  };
  for (int k = from; k < to; ++k) {
    for (int i = 0; i < steps_[k].count; ++i) {
      const Operand& operand = steps_[k].operands[i];
      if (operand.source >= 0) {
        open(feeds + operand.source, view(operand, previous, s), operand.load);
      } else if (k == from) {
        open(first, previous, operand.load);
      }
    }
  }
  const int64_t length = std::min(kBlock / longest * longest, volume);
  uint8_t *made[2] = {}, *promoted = nullptr;
  if (to - from > 1) {
    for (uint8_t*& block : made) block = s.scratch->get(length * sizeof(double));
    promoted = s.scratch->get(length * sizeof(double));
  }

  int good = to;  // the lowest number of an operation that has failed so far
  const int64_t out_size = dtype_size(out.dtype);
  for (int64_t at = 0; at < volume && good > from; at += length) {
    const int64_t n = std::min(length, volume - at);
    const void* result = nullptr;
    for (int k = from; k < good; ++k) {
      const Step& step = steps_[k];
      const void* in[kMaxOperands];
      for (int i = 0; i < step.count; ++i) {
        const Operand& operand = step.operands[i];
        const void*& to_kernel = in[step.swapped ? 1 - i : i];
        if (operand.source >= 0) {
          to_kernel = feeds[operand.source].reader.block(at, n);
        } else if (k == from) {
          to_kernel = first->reader.block(at, n);
        } else if (operand.promote) {
          operand.promote(result, promoted, n);
          to_kernel = promoted;
        } else {
          to_kernel = result;
        }
      }
      if (step.divides && has_zero(in[1], step.operands[1].load, n)) {
        good = k;
        break;
      }
      uint8_t* into = k + 1 == to ? out.as<uint8_t>() + at * out_size : made[k & 1];
      step.kernel(in, into, n);
      result = into;
    }
  }
  if (good < to) {
    Error e(ErrorCode::INVALID_INPUT,
            "Expected no 0 for the divisor of " + named(steps_[good].operation) + " but received one",
            "Integers have no infinity: divide with math.div, which gives floats, or keep 0 away with math.max");
    e.part = good;
    throw e;
  }
}

}  // namespace penstock::ops::math
