// Kernels of reduce_gpu.h: the parts of each group are reduced by the kernels of groups_gpu.h, and a second kernel
// makes the output of them.
#include "kernels/reduce/groups_gpu.h"
#include "kernels/reduce/reduce.h"
#include "kernels/reduce/reduce_gpu.h"

namespace penstock::ops {
namespace {

using namespace gpu;

struct ReduceSample : GroupWalk {
  const void* mean;
  void* out;
  DType mean_dtype, out_dtype;
  Reduction kind;
  bool one_mean;
  int ddof;
};

// --- device helpers ---

// What is added up of the elements of type T, as Total.
template <ReduceStep step, class T, class Total>
struct Reducer {
  using Sample = ReduceSample;
  using Part = Total;
  const Sample& s;
  Total total = reduce_identity<Total>(step);
  double mean = 0;

  PENSTOCK_HD explicit Reducer(const Sample& sample) : s(sample) {}
  PENSTOCK_HD void begin(int64_t, int64_t group) {
    if constexpr (step == ReduceStep::deviations) mean = load_as<double>(s.mean, s.one_mean ? 0 : group, s.mean_dtype);
  }
  PENSTOCK_HD void add(int64_t i) {
    if constexpr (step == ReduceStep::deviations) {
      const double d = load_element<double, T>(s.in, i, s.in_dtype) - mean;
      total += d * d;
    } else if constexpr (step == ReduceStep::squares && std::is_integral_v<Total>) {
      const auto v = load_element<int64_t, T>(s.in, i, s.in_dtype);
      total += static_cast<Total>(v * v);
    } else if constexpr (step == ReduceStep::squares) {
      const auto v = load_element<Total, T>(s.in, i, s.in_dtype);
      total += v * v;
    } else {
      total = reduce_merge(step, total, load_element<Total, T>(s.in, i, s.in_dtype));
    }
  }
  PENSTOCK_HD Total part() const { return total; }
  static PENSTOCK_HD void merge(Total& into, const Total& from) { into = reduce_merge(step, into, from); }
};

// --- kernels ---

template <ReduceStep step, class Total>
__global__ void reduce_finish(const ReduceSample* samples, const Total* parts) {
  const ReduceSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t g = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; g < s.g.groups; g += stride) {
    Total total = parts[s.first_part + g];
    for (int64_t p = 1; p < s.parts; ++p) total = reduce_merge(step, total, parts[s.first_part + p * s.g.groups + g]);
    dispatch(s.out_dtype, [&](auto zero) {
      using Out = decltype(zero);
      static_cast<Out*>(s.out)[g] = reduce_value<Out, Total>(s.kind, total, s.g.count, s.ddof);
    });
  }
}

// --- launchers ---

template <ReduceStep step, class T, class Total>
void launch_reduction(Context& ctx, const GroupLaunch& plan, const std::vector<ReduceSample>& list) {
  const ReduceSample* samples = ctx.upload(list);
  auto* parts = ctx.scratch<Total>(static_cast<size_t>(plan.parts));
  plan.reduce<Reducer<step, T, Total>>(ctx, samples, parts);
  launch(reduce_finish<step, Total>, ragged_grid(plan.samples, plan.most_groups, kGroupThreads), dim3(kGroupThreads),
         ctx.stream(), samples, parts);
}

// 8-bit images and float32 tensors have kernels of their own, all other dtypes share one for each type of sum.
template <ReduceStep step>
void launch_step(Context& ctx, const GroupLaunch& plan, const std::vector<ReduceSample>& list) {
  const DType dtype = list[0].in_dtype;
  if (dtype == DType::float32) return launch_reduction<step, float, double>(ctx, plan, list);
  if (dtype == DType::uint8) {
    using Total = std::conditional_t<step == ReduceStep::deviations, double, uint64_t>;
    return launch_reduction<step, uint8_t, Total>(ctx, plan, list);
  }
  with_total(reduce_type(list[0].kind, dtype), [&](auto zero) {
    using Total = decltype(zero);
    constexpr bool real = std::is_same_v<Total, double>, natural = std::is_same_v<Total, uint64_t>;
    if constexpr (real || (step != ReduceStep::deviations && (natural || step != ReduceStep::squares))) {
      launch_reduction<step, AnyDtype, Total>(ctx, plan, list);
    }
  });
}

}  // namespace

void reduce(Run& r) {
  std::vector<ReduceSample> list;
  GroupLaunch plan;
  for (int i = 0; i < r.count; ++i) {
    const auto& st = r.state<ReduceState>(i);
    if (!st.groups) continue;
    ReduceSample s{};
    s.in = r.in[0][i].data;
    s.in_dtype = r.in[0][i].dtype;
    s.g = st;
    s.out = r.out[0][i].data;
    s.out_dtype = r.out[0][i].dtype;
    s.kind = st.kind;
    s.ddof = st.ddof;
    s.one_mean = st.one_mean;
    if (step_of(st.kind) == ReduceStep::deviations) {
      s.mean = r.in[1][i].data;
      s.mean_dtype = r.in[1][i].dtype;
    }
    plan.add(s);
    plan.use(s);
    list.push_back(s);
  }
  if (list.empty()) return;
  switch (step_of(list[0].kind)) {
    case ReduceStep::sum: return launch_step<ReduceStep::sum>(r.ctx, plan, list);
    case ReduceStep::squares: return launch_step<ReduceStep::squares>(r.ctx, plan, list);
    case ReduceStep::deviations: return launch_step<ReduceStep::deviations>(r.ctx, plan, list);
    case ReduceStep::least: return launch_step<ReduceStep::least>(r.ctx, plan, list);
    case ReduceStep::most: return launch_step<ReduceStep::most>(r.ctx, plan, list);
  }
}

}  // namespace penstock::ops
