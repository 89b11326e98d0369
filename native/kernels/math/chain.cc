// Running a chain of operations; see chain.h.
#include "kernels/math/chain.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace penstock::ops::math {
namespace {

Kernel kernel_of_step(const Step& step) {
  switch (step.form) {
    case Form::mixed_signs: return find_mixed(step.computed);
    case Form::wide_mod: return find_wide_mod();
    default: return step.count == 1 ? find_unary(step.computed, step.dtype) : find_binary(step.computed, step.dtype);
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

bool Chain::planned_for(const SampleBase& s) const { return complete_ && plan_.made_for(s.in, s.num_inputs); }

void Chain::plan(const Operation* operations, int count, const ArgList<std::string_view>& constants,
                 const SampleBase& s) {
  complete_ = false;
  loops_.clear();
  plan_.make(operations, count, constants, s.in, s.num_inputs);
  for (const Step& step : plan_.steps()) {
    Loops loops;
    loops.kernel = kernel_of_step(step);
    if (!loops.kernel) {
      fail(ErrorCode::INTERNAL, "math.%s has no kernel for %s",
           MathArgs::kOperationNames[static_cast<int>(step.operation)], dtype_name(step.dtype));
    }
    for (int i = 0; i < step.count; ++i) {
      const Operand& operand = step.operands[i];
      if (operand.source < 0 && operand.dtype != operand.load) {
        loops.promote[i] = find_loader(operand.dtype, operand.load);
      }
    }
    loops_.push_back(loops);
  }
  complete_ = true;
}

// Consecutive operations of one shape run together, block by block. Where the shape grows, the earlier result is
// computed whole first; otherwise it would be recomputed for each element of the larger shape.
void Chain::run(SampleRun& s) const {
  const int count = static_cast<int>(plan_.steps().size());
  OutSpec* results = s.scratch->get<OutSpec>(count);
  OutSpec result;
  for (int k = 0; k < count; ++k) plan_.extend(k, result, s.in), results[k] = result;
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

  const std::vector<Step>& steps = plan_.steps();
  const size_t sources = plan_.sources().size();
  // The reader of each source, in the output's shape. The last one reads the earlier result that this part begins with.
  struct Feed {
    Walk walk;
    Reader reader;
    bool open = false;
  };
  Feed* const feeds = s.scratch->get<Feed>(sources + 1);
  std::uninitialized_default_construct_n(feeds, sources + 1);
  Feed* const first = feeds + sources;
  int64_t longest = 1;  // short patterns nest, so multiples of the longest pattern are multiples of all
  const auto open = [&](Feed* feed, const TensorView& tensor, DType load) {
    if (std::exchange(feed->open, true)) return;  // a constant of several operations is opened once
    feed->walk = make_walk(out.shape, &tensor, 1);
    feed->reader.open(feed->walk, 0, tensor, load, *s.scratch);
    longest = std::max(longest, feed->reader.period());
  };
  for (int k = from; k < to; ++k) {
    for (int i = 0; i < steps[k].count; ++i) {
      const Operand& operand = steps[k].operands[i];
      if (operand.source >= 0) {
        open(feeds + operand.source, plan_.view(operand, previous, s.in), operand.load);
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
      const Step& step = steps[k];
      const void* in[kMaxOperands];
      for (int i = 0; i < step.count; ++i) {
        const Operand& operand = step.operands[i];
        const void*& to_kernel = in[step.swapped ? 1 - i : i];
        if (operand.source >= 0) {
          to_kernel = feeds[operand.source].reader.block(at, n);
        } else if (k == from) {
          to_kernel = first->reader.block(at, n);
        } else if (const Loader promote = loops_[k].promote[i]) {
          promote(result, promoted, n);
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
      loops_[k].kernel(in, into, n);
      result = into;
    }
  }
  if (good < to) plan_.refuse_zero(good);
}

}  // namespace penstock::ops::math
