// The taps, and the passes of all inputs but 8-bit RGB; see resample_gpu.h.
#include <array>

#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/resample/resample_gpu.h"
#include "kernels/resample/tap_rule.h"

namespace penstock::gpu {
namespace {

using ops::ResizeState;
using resample::TapRule;

constexpr int kThreads = 256;

// --- descriptors ---

struct TapJob {
  TapRule rule;
  int64_t first;  // first output sample of the computed part
  bool mirror, pairs, halves;
  int* index;
  float* weight;
  uint32_t* pair;  // where `pairs` or `halves`
  float* scale;
  int count, pitch;
};

// out[o][i][m][j] = sum over k of weight[k][i] * in[o * outer_step + (index[i] + k) * step + m * middle_step + j]
struct Pass {
  const void* in;
  void* out;
  DType in_dtype, out_dtype;
  AxisTaps taps;
  int64_t base, outer_step, step, middle_step;  // elements of the input
  int64_t middle, inner, volume;                // of the output
};

// --- device helpers ---

// Rounds the weights of output sample i to 16 bits, with as many fractional bits as the largest weight allows, 13 at
// most, so that sums stay below 2^22. A rounding error is added to the next weight, so that the weights still sum to 1.
__device__ inline void make_pairs(const TapJob& j, int i) {
  const int taps = j.rule.taps;
  const float* w = j.weight + i;
  float largest = 0;
  for (int k = 0; k < taps; ++k) largest = max(largest, fabsf(w[int64_t{k} * j.pitch]));
  int bits = 8;
  while (bits < 13 && largest * static_cast<float>(2 << bits) < 32700) ++bits;
  const float unit = static_cast<float>(1 << bits);
  float sum = 0;
  int given = 0;
  const auto next = [&](int k) {
    if (k < taps) sum += w[int64_t{k} * j.pitch];
    const int weight = static_cast<int>(floorf(sum * unit + 0.5f)) - given;
    given += weight;
    return static_cast<uint32_t>(weight) & 0xffff;
  };
  for (int k = 0; k < taps; k += 2) {
    const uint32_t low = next(k);
    j.pair[int64_t{k / 2} * j.pitch + i] = low | next(k + 1) << 16;
  }
  j.scale[i] = 1 / unit;
}

// Stores the weights as 16-bit floats, in both halves of a word. A rounding error is added to the next weight.
__device__ inline void make_halves(const TapJob& j, int i) {
  float error = 0;
  for (int k = 0; k < j.rule.taps; ++k) {
    const float wanted = j.weight[int64_t{k} * j.pitch + i] + error;
    const uint32_t pair = half_pair(wanted, wanted);
    error = wanted - half_of<0>(pair);
    j.pair[int64_t{k} * j.pitch + i] = pair;
  }
}

// Calls f with the C++ type of a dtype that a resize takes. It is called outside of the loop over taps, where testing
// the dtype would cost as much as the sum.
template <class F>
PENSTOCK_HD float with_input(DType dtype, F&& f) {
  if (dtype == DType::uint8) return f(uint8_t{});
  if (dtype == DType::float32) return f(float{});
  if (dtype == DType::uint16) return f(uint16_t{});
  return f(int16_t{});
}

// --- kernels ---

__global__ void make_taps(const TapJob* jobs) {
  const TapJob& j = jobs[blockIdx.y];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < j.pitch; i += gridDim.x * blockDim.x) {
    const int place = min(i, j.count - 1);  // padding to a multiple of 4 repeats the last sample
    const int o = static_cast<int>(j.first) + (j.mirror ? j.count - 1 - place : place);
    if (j.rule.nearest) {
      j.index[i] = first_tap(j.rule, o);
      j.weight[i] = 1;
    } else {
      j.index[i] = make_weights(j.rule, o, j.weight + i, j.pitch);
    }
    if (j.pairs) make_pairs(j, i);
    if (j.halves) make_halves(j, i);
  }
}

__global__ void resample_pass(const Pass* passes) {
  const Pass& p = passes[blockIdx.y];
  for (int64_t e = blockIdx.x * int64_t{blockDim.x} + threadIdx.x; e < p.volume; e += int64_t{gridDim.x} * blockDim.x) {
    int64_t rest = e;
    const int64_t j = take_coordinate(rest, p.inner), m = take_coordinate(rest, p.middle);
    const int64_t i = take_coordinate(rest, p.taps.count);
    const int64_t at = p.base + rest * p.outer_step + p.taps.index[i] * p.step + m * p.middle_step + j;
    const float* weight = p.taps.weight + i;
    const float sum = with_input(p.in_dtype, [&](auto zero) {
      const auto* in = static_cast<const decltype(zero)*>(p.in) + at;
      float sum = *weight * static_cast<float>(*in);
      for (int k = 1; k < p.taps.taps; ++k) {
        in += p.step;
        weight += p.taps.pitch;
        sum += *weight * static_cast<float>(*in);
      }
      return sum;
    });
    store_as(p.out, e, p.out_dtype, sum);
  }
}

// --- launchers ---

// Words per output sample.
int64_t words_of(const TapJob& j) {
  return 1 + j.rule.taps + (j.pairs ? 1 + pairs_of(j.rule.taps) : j.halves ? 1 + j.rule.taps : 0);
}

// The taps of all axes, [item][axis]: allocates their memory and launches the kernel that computes them.
class TapPlan {
 public:
  TapPlan(Context& ctx, const std::vector<Resample>& items, Descriptors& to) : taps(items.size()) {
    std::vector<TapJob> jobs;
    int64_t words = 0;
    bool tables = false;
    for (const Resample& item : items) {
      const bool rgb = takes_rgb(item);
      for (int d = 0; d < item.state->layout.spatial; ++d) {
        const resample::Part& part = item.state->part[d];
        TapJob j = {};
        j.rule = resample::tap_rule(item.state->axis[d]);
        j.first = part.first;
        j.mirror = part.mirror;
        j.pairs = rgb && d == 0;
        j.halves = rgb && d == 1;
        j.count = static_cast<int>(part.count);
        j.pitch = (j.count + 3) & ~3;
        words += j.pitch * words_of(j);
        most_ = std::max(most_, j.count);
        tables |= !j.rule.nearest && j.rule.filter.table;
        jobs.push_back(j);
      }
    }
    const resample::FilterTables* host = &resample::filter_tables();
    const auto* device = tables ? ctx.upload(host, 1) : nullptr;
    float* at = ctx.scratch<float>(static_cast<size_t>(words));
    size_t n = 0;
    for (size_t i = 0; i < items.size(); ++i) {
      for (int d = 0; d < items[i].state->layout.spatial; ++d) {
        TapJob& j = jobs[n++];
        if (const float* table = j.rule.filter.table) {
          j.rule.filter.table = reinterpret_cast<const float*>(device) + (table - reinterpret_cast<const float*>(host));
        }
        j.index = reinterpret_cast<int*>(at);
        j.weight = at + j.pitch;
        j.scale = j.weight + int64_t{j.pitch} * j.rule.taps;
        j.pair = reinterpret_cast<uint32_t*>(j.scale + j.pitch);
        at += j.pitch * words_of(j);
        taps[i][d] = {j.index, j.weight, j.pair, j.scale, j.rule.taps, j.pitch, j.count};
      }
    }
    count_ = static_cast<int>(jobs.size());
    jobs_ = to.add(jobs);
  }

  void run(Context& ctx, const Descriptors& d) const {
    launch(make_taps, ragged_grid(count_, most_, kThreads), dim3(kThreads), ctx.stream(), d.get<TapJob>(jobs_));
  }

  std::vector<std::array<AxisTaps, 3>> taps;

 private:
  int count_ = 0, most_ = 0;
  size_t jobs_ = 0;
};

// The range of input samples that the computed part of an axis reads.
struct Reach {
  int64_t begin, count;
};
Reach reach_of(const ResizeState& s, int d) {
  const TapRule rule = resample::tap_rule(s.axis[d]);
  const resample::Part& part = s.part[d];
  const int a = first_tap(rule, static_cast<int>(part.first));
  const int b = first_tap(rule, static_cast<int>(part.first + part.count - 1));
  return {std::min(a, b), std::abs(a - b) + int64_t{rule.taps}};
}

// The passes of one item, outermost axis first.
struct Passes {
  Pass pass[3];
  int count = 0;
  int64_t scratch[2] = {};  // floats of the intermediate images
};
Passes passes_of(const Resample& item, const std::array<AxisTaps, 3>& taps) {
  const ResizeState& s = *item.state;
  const int nd = s.layout.spatial;
  const int64_t channels = s.layout.channels;
  int64_t outer = s.layout.outer;
  Reach reach[3];
  int64_t extent[3];  // extents of the image that the pass reads
  for (int d = 0; d < nd; ++d) {
    reach[d] = reach_of(s, d);
    extent[d] = s.axis[d].in;
  }
  Passes all;
  DType dtype = item.in.dtype;
  for (int d = 0; d < nd; ++d) {
    Pass& p = all.pass[all.count++];
    p = {};
    p.in_dtype = dtype;
    p.taps = taps[d];
    // Steps through [extent[d]] ... [extent[nd - 1]] [channels].
    p.step = channels;
    for (int k = d + 1; k < nd; ++k) p.step *= extent[k];
    p.outer_step = p.step * extent[d];
    p.base = d == 0 ? 0 : -reach[d].begin * p.step;
    p.middle = 1;
    p.inner = channels;
    if (d + 1 < nd) {
      // The first pass reads parts of the input's rows and slices; its result holds only these parts.
      p.inner = reach[nd - 1].count * channels;
      if (d == 0) p.base += reach[nd - 1].begin * channels;
      if (d + 2 < nd) {
        p.middle = reach[nd - 2].count;
        p.middle_step = extent[nd - 1] * channels;
        p.base += reach[nd - 2].begin * p.middle_step;
      }
    }
    p.volume = outer * p.taps.count * p.middle * p.inner;
    outer *= p.taps.count;
    if (d + 1 < nd) {
      p.out_dtype = dtype = DType::float32;
      all.scratch[d] = p.volume;
      for (int k = d + 1; k < nd; ++k) extent[k] = reach[k].count;
    } else {
      p.out_dtype = item.out.dtype;
    }
  }
  return all;
}

void run_passes(Context& ctx, const std::vector<Resample>& items, const std::vector<size_t>& which,
                const std::vector<std::array<AxisTaps, 3>>& taps) {
  std::vector<Passes> all;
  int64_t most = 0, now = 0;  // floats of scratch memory of the items that are launched together
  std::vector<size_t> begin = {0};
  for (size_t n = 0; n < which.size(); ++n) {
    all.push_back(passes_of(items[which[n]], taps[which[n]]));
    const int64_t floats = all[n].scratch[0] + all[n].scratch[1];
    if (now && (now + floats) * 4 > kMaxScratch) {
      begin.push_back(n);
      now = 0;
    }
    most = std::max(most, now += floats);
  }
  begin.push_back(which.size());
  float* scratch = ctx.scratch<float>(static_cast<size_t>(std::max<int64_t>(most, 1)));
  for (size_t g = 0; g + 1 < begin.size(); ++g) {
    float* at = scratch;
    for (size_t n = begin[g]; n < begin[g + 1]; ++n) {
      const Resample& item = items[which[n]];
      const void* in = item.in.data;
      for (int d = 0; d < all[n].count; ++d) {
        Pass& p = all[n].pass[d];
        p.in = in;
        p.out = d + 1 < all[n].count ? at : item.out.data;
        in = p.out;
        if (d + 1 < all[n].count) at += p.volume;
      }
    }
    for (int d = 0; d < 3; ++d) {
      std::vector<Pass> passes;
      int64_t largest = 0;
      for (size_t n = begin[g]; n < begin[g + 1]; ++n) {
        if (d >= all[n].count) continue;
        passes.push_back(all[n].pass[d]);
        largest = std::max(largest, passes.back().volume);
      }
      if (passes.empty()) continue;
      launch(resample_pass, ragged_grid(static_cast<int>(passes.size()), largest, kThreads, 1024), dim3(kThreads),
             ctx.stream(), ctx.upload(passes));
    }
  }
}

}  // namespace

void resample_batch(Context& ctx, const std::vector<Resample>& given) {
  std::vector<Resample> items, matched;
  for (const Resample& item : given) {
    if (item.out.shape.volume() > 0) (item.state->match.given() ? matched : items).push_back(item);
  }
  if (!matched.empty()) match_batch(ctx, matched);
  if (items.empty()) return;
  Descriptors descriptors;
  const TapPlan plan(ctx, items, descriptors);
  std::vector<const Resample*> rgb;
  std::vector<AxisPair> pairs;
  std::vector<size_t> others;
  for (size_t i = 0; i < items.size(); ++i) {
    if (takes_rgb(items[i])) {
      rgb.push_back(&items[i]);
      pairs.push_back({plan.taps[i][0], plan.taps[i][1]});
    } else {
      others.push_back(i);
    }
  }
  const RgbPlan rgb_plan(rgb, pairs, descriptors);
  descriptors.upload(ctx);
  plan.run(ctx, descriptors);
  rgb_plan.run(ctx, descriptors);
  if (!others.empty()) run_passes(ctx, items, others, plan.taps);
}

}  // namespace penstock::gpu
