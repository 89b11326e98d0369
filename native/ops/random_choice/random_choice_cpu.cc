// random.choice on the CPU.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "generated/ops/random_choice.h"
#include "kernels/draw/draw.h"

namespace penstock::ops {
namespace {

// Whether the choices are constants. Otherwise in[0] has them; with constants in[0] is the input whose shape is taken.
bool is_constant(const RandomChoiceArgs& a) {
  return a.has(RandomChoiceArgs::kCount) || a.has(RandomChoiceArgs::kValues);
}

void check_choices(const RandomChoiceArgs& a, int64_t n) {
  if (n < 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or more things to choose from for a but received %lld",
         static_cast<long long>(n));
  }
  if (a.p.size > 0 && a.p.size != n) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %lld numbers for p (one per choice) but received %d",
         static_cast<long long>(n), a.p.size);
  }
}

bool whole(const ArgList<float>& list) {
  return std::all_of(list.begin(), list.end(), [](float v) { return v == std::floor(v) && std::fabs(v) < 0x1p31f; });
}

void setup(const RandomChoiceArgs& a, SampleSetup& s, NoState&) {
  const bool constant = is_constant(a);
  const int like = constant ? 0 : 1;
  if (s.num_inputs < like || s.num_inputs > like + 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a number, a list or a node for a but received %s",
         s.num_inputs ? "several" : "none");
  }
  random_shape(a, s, s.num_inputs > like ? &s.in[like] : nullptr);
  if (a.has(RandomChoiceArgs::kP)) {
    double sum = 0;
    for (float p : a.p) sum += p;
    if (!(std::fabs(sum - 1) < 1e-4)) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected numbers that sum to 1 for p but received a sum of %g", sum);
    }
  }
  OutSpec& out = s.out[0];
  if (constant) {
    out.dtype = a.has(RandomChoiceArgs::kCount) || whole(a.values) ? DType::int32 : DType::float32;
    check_choices(a, a.has(RandomChoiceArgs::kCount) ? a.count : a.values.size);
    return;
  }
  const TensorView& from = s.in[0];
  out.dtype = from.dtype;
  if (from.shape.ndim == 0) {
    if (from.dtype == DType::boolean || from.dtype == DType::float16 || from.dtype == DType::float32 ||
        from.dtype == DType::float64) {
      fail(ErrorCode::INVALID_INPUT, "Expected an integer or a list for a but received one %s", dtype_name(from.dtype));
    }
    return;  // the number of choices is known only when run() reads the input's value
  }
  check_choices(a, from.shape[0]);
  if (out.shape.ndim + from.shape.ndim - 1 > static_cast<int>(abi::maxDims)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected an output of at most %d dimensions but received %d",
         static_cast<int>(abi::maxDims), out.shape.ndim + from.shape.ndim - 1);
  }
  // One draw has the layout of a choice, and a list of them that of the choices.
  if (out.shape.ndim == 0 && !from.layout.empty()) {
    out.layout = from.layout.view().substr(1);
  } else if (out.shape.ndim == 1) {
    out.layout = from.layout;
  }
  for (int d = 1; d < from.shape.ndim; ++d) out.shape[out.shape.ndim++] = from.shape[d];
}

// Uniform in [0, n): whole words are cut to as many bits as n has, until one is below it.
int64_t below(Rng& rng, int64_t n) {
  if (n <= UINT32_MAX) return rng.below(static_cast<uint32_t>(n));
  const uint64_t mask = UINT64_MAX >> __builtin_clzll(static_cast<uint64_t>(n - 1));
  for (;;) {
    const uint64_t high = rng.bits(), low = rng.bits();
    const auto found = static_cast<int64_t>((high << 32 | low) & mask);
    if (found < n) return found;
  }
}

int64_t draw(const RandomChoiceArgs& a, Rng& rng, int64_t n) {
  if (a.p.empty()) return below(rng, n);
  const double u = rng.uniform53();
  double sum = 0;
  int64_t last = 0;
  for (int64_t k = 0; k < n; ++k) {
    if (a.p[static_cast<int>(k)] <= 0) continue;
    sum += static_cast<double>(a.p[static_cast<int>(k)]);
    last = k;
    if (u < sum) return k;
  }
  return last;  // rounding can make the chances sum to a little less than 1
}

void run(const RandomChoiceArgs& a, SampleRun& s, NoState&) {
  Rng rng = s.rng();
  const TensorView& out = s.out[0];
  if (a.has(RandomChoiceArgs::kCount)) {
    fill_draws(out, [&] { return draw(a, rng, a.count); });
    return;
  }
  if (a.has(RandomChoiceArgs::kValues)) {
    const int64_t n = a.values.size;
    fill_draws(out, [&] { return a.values[static_cast<int>(draw(a, rng, n))]; });
    return;
  }
  const TensorView& from = s.in[0];
  if (from.shape.ndim == 0) {
    const auto n = dispatch(from.dtype, [&](auto zero) { return convert<int64_t>(*from.as<decltype(zero)>()); });
    check_choices(a, n);
    fill_draws(out, [&] { return draw(a, rng, n); });
    return;
  }
  const int64_t n = from.shape[0];
  const int64_t bytes = from.bytes() / n, count = bytes ? out.bytes() / bytes : 0;
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(out.as<uint8_t>() + i * bytes, from.as<uint8_t>() + draw(a, rng, n) * bytes, bytes);
  }
}

}  // namespace

PENSTOCK_CPU_OP(random_choice, RandomChoiceArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
