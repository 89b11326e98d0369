// normalize on a GPU: sums parts of the groups, makes means and factors of the sums, then applies the formula. The
// parts depend on the shapes alone and are added in a fixed order, so every run gives the same bytes.
#include "generated/ops/normalize.h"
#include "ops/normalize/group_sums.h"

namespace penstock::ops {
namespace {

using namespace gpu;

// --- kernels ---

// Applies the formula to four elements per thread. The store is aligned where the dtype is known at compile time.
template <class In, class Out>
__global__ void normalize_all(const NormalizeSample* samples, const Values* values) {
  const NormalizeSample& s = samples[blockIdx.y];
  constexpr bool kKnown = !std::is_same_v<Out, AnyDtype>;
  using Stored = std::conditional_t<kKnown, Out, float>;
  const int lead =
      kKnown ? static_cast<int>(reinterpret_cast<uintptr_t>(s.out) % sizeof(Four<Stored>) / sizeof(Stored)) : 0;
  const int64_t packs = (s.volume + lead + 3) / 4, stride = int64_t{gridDim.x} * blockDim.x;
  const int last = s.st.ndim - 1;
  const int64_t group_step = last >= 0 ? s.st.group_step[last] : 0;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < packs; i += stride) {
    const int64_t begin = 4 * i - lead;
    const int from = begin < 0 ? lead : 0, to = s.volume - begin < 4 ? static_cast<int>(s.volume - begin) : 4;
    Four<Stored> made;
    int64_t left = 0, group = 0;
    for (int k = 0; k < 4; ++k) {
      if (k < from || k >= to) continue;
      if (!left) {
        int64_t rest = begin + k;
        group = s.first_value;
        left = 4;
        for (int d = last; d >= 0; --d) {
          const int64_t c = take_coordinate(rest, s.st.extent[d]);
          group += c * s.st.group_step[d];
          if (d == last) left = s.st.extent[d] - c;
        }
      }
      float x;
      if constexpr (std::is_same_v<In, AnyDtype>) {
        x = load_as<float>(s.in, begin + k, s.in_dtype);
      } else {
        x = static_cast<float>(static_cast<const In*>(s.in)[begin + k]);
      }
      const Values v = values[group];
      const float y = normalize_value(x, v.mean, v.factor, s.shift);
      if constexpr (kKnown) {
        made.v[k] = convert<Stored>(y);
      } else {
        store_as(s.out, begin + k, s.out_dtype, y);
      }
      group += group_step;
      --left;
    }
    if constexpr (kKnown) {
      Stored* out = static_cast<Stored*>(s.out) + begin;
      if (to - from == 4) {
        *reinterpret_cast<Four<Stored>*>(out) = made;
      } else {
        for (int k = from; k < to; ++k) out[k] = made.v[k];
      }
    }
  }
}

// --- launchers ---

// The given means or deviations of a batch, each list stored once: constants are equal for all samples.
struct Given {
  std::vector<float> values;
  const float* last = nullptr;
  int64_t at = 0;

  int64_t add(const ArgList<float>& list, bool given) {
    if (!given || list.data == last) return at;
    last = list.data;
    at = static_cast<int64_t>(values.size());
    values.insert(values.end(), list.begin(), list.end());
    return at;
  }
};

struct Batch : GroupLaunch {
  std::vector<NormalizeSample> list;
  int64_t groups = 0, most_volume = 0;
  Given means, stds;

  void add(const NormalizeArgs& a, const NormalizeState& st, const TensorView& in, const TensorView& out) {
    NormalizeSample s{};
    s.in = in.data;
    s.out = out.data;
    s.in_dtype = in.dtype;
    s.out_dtype = out.dtype;
    s.g = st;
    s.st = st;
    s.volume = in.shape.volume();
    GroupLaunch::add(s);
    s.first_group = groups;
    s.first_value = st.batch ? 0 : groups;
    s.first_mean = means.add(a.mean, st.mean_given);
    s.first_std = stds.add(a.stddev, st.std_given);
    s.epsilon = a.epsilon;
    s.scale = a.scale;
    s.shift = a.shift;
    s.ddof = a.ddof;
    groups += st.groups;
    most_volume = std::max(most_volume, s.volume);
    if (!st.mean_given || !st.std_given) use(s);
    list.push_back(s);
  }
};

template <class In>
void launch_all(Context& ctx, const Batch& b, const NormalizeSample* samples, const Values* values) {
  const dim3 grid = ragged_grid(static_cast<int>(b.list.size()), b.most_volume / 4 + 2, kGroupThreads);
  const auto start = [&](auto kernel) { launch(kernel, grid, dim3(kGroupThreads), ctx.stream(), samples, values); };
  dispatch(b.list[0].out_dtype, [&](auto zero) {
    using Out = decltype(zero);
    if constexpr (std::is_same_v<Out, float> || std::is_same_v<Out, Half> || std::is_same_v<Out, uint8_t>) {
      start(normalize_all<In, Out>);
    } else {
      start(normalize_all<In, AnyDtype>);
    }
  });
}

// Makes means and factors of the sums.
void find(Context& ctx, const Batch& b, const NormalizeSample* samples, const Part* parts, Values* values) {
  const auto count = static_cast<int>(b.list.size());
  const dim3 threads(kGroupThreads), grid = ragged_grid(count, b.most_groups, kGroupThreads);
  const float *means = ctx.upload(b.means.values), *stds = ctx.upload(b.stds.values);
  if (!b.list[0].st.batch) {
    launch(find_values, grid, threads, ctx.stream(), samples, parts, means, stds, values);
    return;
  }
  auto* moments = ctx.scratch<NormalizeMoments>(static_cast<size_t>(b.groups));
  launch(find_moments, grid, threads, ctx.stream(), samples, parts, moments);
  launch(find_batch_values, ragged_grid(1, b.most_groups, kGroupThreads), threads, ctx.stream(), samples, count,
         moments, means, stds, values);
}

void run(Run& r) {
  Batch b;
  for (int i = 0; i < r.count; ++i) {
    if (!r.in[0][i].shape.volume()) continue;
    b.add(r.arg<NormalizeArgs>(i), r.state<NormalizeState>(i), r.in[0][i], r.out[0][i]);
  }
  if (b.list.empty()) return;
  Context& ctx = r.ctx;
  const NormalizeSample* samples = ctx.upload(b.list);
  Part* parts = b.parts ? ctx.scratch<Part>(static_cast<size_t>(b.parts)) : nullptr;
  Values* values = ctx.scratch<Values>(static_cast<size_t>(b.groups));
  dispatch(b.list[0].in_dtype, [&](auto zero) {
    using In = decltype(zero);
    using Loaded = std::conditional_t<std::is_same_v<In, uint8_t> || std::is_same_v<In, float>, In, AnyDtype>;
    b.reduce<Sums<Loaded>>(ctx, samples, parts);
    find(ctx, b, samples, parts, values);
    launch_all<Loaded>(ctx, b, samples, values);
  });
}

}  // namespace

PENSTOCK_GPU_OP(normalize, NormalizeArgs, run)

}  // namespace penstock::ops
