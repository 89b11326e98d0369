// A chain of element-wise operations on a GPU: a thread makes one element, through all operations, so that no
// intermediate result is written. All operations stand in one kernel, which reads from a list which ones come: a value
// between two operations is 64 bits, as which every dtype fits.
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/math/chain_gpu.h"
#include "kernels/math/plan.h"
#include "kernels/math/table.h"

namespace penstock::ops::math {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

// Integers are extended to 64 bits by their sign, a bool is 0 or 1, a float is its own bytes.
using Bits = uint64_t;

// A source of one sample, as if it had the output's shape.
struct Feed {
  const void* data = nullptr;  // null: a constant
  Bits constant = 0;
  DType dtype = {};
  int ndim = 0;
  int64_t dim[abi::maxDims] = {}, step[abi::maxDims] = {};
};

struct ChainSample {
  void* out;
  DType dtype;
  int64_t volume;
  const Feed* feeds;
  const Step* steps;
  int count;
};

// --- device helpers ---

template <class T>
PENSTOCK_HD Bits packed(T v) {
  if constexpr (kReal<T>) {
    Bits bits = 0;
    memcpy(&bits, &v, sizeof v);
    return bits;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<Bits>(static_cast<int64_t>(v));
  } else {
    return static_cast<Bits>(v);
  }
}

template <class T>
PENSTOCK_HD T unpacked(Bits bits) {
  if constexpr (kReal<T>) {
    T v;
    memcpy(&v, &bits, sizeof v);
    return v;
  } else {
    return static_cast<T>(bits);
  }
}

PENSTOCK_HD Bits loaded(const void* data, int64_t at, DType dtype) {
  return dispatch(dtype, [&](auto zero) -> Bits {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, Half>) {
      return 0;  // is refused
    } else if constexpr (std::is_same_v<T, bool>) {
      return static_cast<const uint8_t*>(data)[at] != 0;  // any byte counts as a bool
    } else {
      return packed(static_cast<const T*>(data)[at]);
    }
  });
}

PENSTOCK_HD void stored(void* data, int64_t at, DType dtype, Bits bits) {
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_same_v<T, Half>) static_cast<T*>(data)[at] = unpacked<T>(bits);
  });
}

template <class To>
PENSTOCK_HD Bits as_real(Bits bits, DType from) {
  if (from == DType::float32) return packed(static_cast<To>(unpacked<float>(bits)));
  if (is_signed(from)) return packed(static_cast<To>(static_cast<int64_t>(bits)));
  return packed(static_cast<To>(bits));
}

// To a dtype that holds the other. Between integers no bit changes.
PENSTOCK_HD Bits promoted(Bits bits, DType from, DType to) {
  if (from == to || !is_float(to)) return bits;
  return to == DType::float32 ? as_real<float>(bits, from) : as_real<double>(bits, from);
}

PENSTOCK_HD Bits fed(const Feed& f, int64_t i) {
  if (!f.data) return f.constant;
  int64_t at = 0;
  if (f.ndim == 1) {
    at = i * f.step[0];
  } else {
    for (int d = f.ndim - 1; d >= 0; --d) at += take_coordinate(i, f.dim[d]) * f.step[d];
  }
  return loaded(f.data, at, f.dtype);
}

template <class Op, class T>
PENSTOCK_HD Bits applied(Bits a, Bits b) {
  if constexpr (!Op::template takes<T>) {
    return 0;
  } else {
    if constexpr (kInteger<T> && (std::is_same_v<Op, Quotient> || std::is_same_v<Op, Mod>)) {
      if (unpacked<T>(b) == 0) return 0;
    }
    return packed(Op::apply(unpacked<T>(a), unpacked<T>(b)));
  }
}

template <class T>
PENSTOCK_HD Bits computed_as(Operation op, int count, Bits a, Bits b, Bits c) {
  if constexpr (std::is_same_v<T, Half>) {
    return 0;
  } else if (count == 1) {
    return with_unary(op, [&](auto one) -> Bits {
      using Op = decltype(one);
      if constexpr (Op::template takes<T>) {
        return packed(Op::apply(unpacked<T>(a)));
      } else {
        return 0;
      }
    });
  } else if (count == 2) {
    return with_binary(op, [&](auto one) -> Bits { return applied<decltype(one), T>(a, b); });
  } else {
    if constexpr (Clamp::takes<T>) return packed(Clamp::apply(unpacked<T>(a), unpacked<T>(b), unpacked<T>(c)));
    return 0;
  }
}

PENSTOCK_HD Bits computed(const Step& step, Bits a, Bits b, Bits c) {
  if (step.form == Form::mixed_signs) {
    return with_comparison(step.computed, [&](auto one) -> Bits {
      return packed(MixedSigns<decltype(one)>::apply(a, static_cast<int64_t>(b)));
    });
  }
  if (step.form == Form::wide_mod) return packed(WideMod::apply(unpacked<double>(a), unpacked<double>(b)));
  return dispatch(step.dtype,
                  [&](auto zero) { return computed_as<decltype(zero)>(step.computed, step.count, a, b, c); });
}

// --- kernels ---

__global__ void math_chain(const ChainSample* samples) {
  const ChainSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.volume; i += stride) {
    Bits result = 0;
    for (int k = 0; k < s.count; ++k) {
      const Step& step = s.steps[k];
      const auto operand = [&](int j) {
        if (j >= step.count) return Bits{0};
        const Operand& o = step.operands[step.swapped ? 1 - j : j];
        return promoted(o.source < 0 ? result : fed(s.feeds[o.source], i), o.dtype, o.load);
      };
      const Bits a = operand(0), b = operand(1), c = operand(2);
      result = computed(step, a, b, c);
    }
    stored(s.out, i, s.dtype, result);
  }
}

// --- launchers ---

Feed feed_of(const Source& source, const TensorView& out, const Run& r, int sample) {
  Feed f;
  f.dtype = source.dtype;
  if (source.input < 0) {
    f.constant = loaded(&source.constant, 0, source.dtype);
    return f;
  }
  const TensorView& in = r.in[source.input][sample];
  const Walk walk = make_walk(out.shape, &in, 1);
  f.data = in.data;
  f.ndim = walk.ndim;
  std::copy_n(walk.dim, walk.ndim, f.dim);
  std::copy_n(walk.step[0], walk.ndim, f.step);
  return f;
}

void refuse_constant_zeros(const Plan& plan) {
  for (size_t k = 0; k < plan.steps().size(); ++k) {
    const Step& step = plan.steps()[k];
    if (!step.divides || step.operands[1].source < 0) continue;
    const Source& by = plan.sources()[static_cast<size_t>(step.operands[1].source)];
    if (by.input < 0 && !loaded(&by.constant, 0, by.dtype)) plan.refuse_zero(static_cast<int>(k));
  }
}

}  // namespace

void run_chain_gpu(Run& r, const Operation* operations, int count, const ArgList<std::string_view>& constants) {
  Plan plan;
  const Step* steps = nullptr;
  int64_t most = 0;
  std::vector<ChainSample> samples;
  std::vector<TensorView> inputs(static_cast<size_t>(r.num_inputs));
  std::vector<Feed> feeds;
  for (int i = 0; i < r.count; ++i) {
    const TensorView& out = r.out[0][i];
    const int64_t volume = out.shape.volume();
    if (!volume) continue;
    for (int k = 0; k < r.num_inputs; ++k) inputs[static_cast<size_t>(k)] = r.in[k][i];
    if (!plan.made_for(inputs.data(), r.num_inputs)) {
      plan.make(operations, count, constants, inputs.data(), r.num_inputs);
      refuse_constant_zeros(plan);
      steps = r.ctx.upload(plan.steps());
    }
    feeds.clear();
    for (const Source& source : plan.sources()) feeds.push_back(feed_of(source, out, r, i));
    samples.push_back({out.data, out.dtype, volume, r.ctx.upload(feeds), steps, count});
    most = std::max(most, volume);
  }
  if (samples.empty()) return;
  launch(math_chain, ragged_grid(static_cast<int>(samples.size()), most, kThreads, 4096), dim3(kThreads),
         r.ctx.stream(), r.ctx.upload(samples));
}

}  // namespace penstock::ops::math
