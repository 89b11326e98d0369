// Kernels that reduce groups (groups.h) on a GPU: a group is cut into parts, one block reduces each, and a later kernel
// of the operator adds the parts of a group in their order. The parts depend on the shapes alone, so every run gives
// the same bytes. Only the .cu files that define an accumulator include this file.
//   struct Acc {
//     using Sample = ...;  // GroupWalk, or a struct derived from it
//     using Part = ...;    // plain data: what is known of some elements of a group
//     PENSTOCK_HD explicit Acc(const Sample&);
//     PENSTOCK_HD void begin(int64_t element, int64_t group);  // the group's first element; there may be none
//     PENSTOCK_HD void add(int64_t element);
//     PENSTOCK_HD Part part() const;
//     static PENSTOCK_HD void merge(Part& into, const Part& from);
//   };
#pragma once
#include <algorithm>

#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/reduce/groups.h"

namespace penstock::gpu {

inline constexpr int kGroupThreads = 256;
inline constexpr int64_t kFewElements = 64;        // a smaller group is reduced by one thread
inline constexpr int64_t kPartElements = 1 << 14;  // least elements that a block reduces
inline constexpr int64_t kMaxParts = 64;           // most parts of a group

// One sample, and how blocks walk its groups: `columns` groups side by side in memory, whose elements lie in rows.
struct GroupWalk {
  const void* in;
  DType in_dtype;
  ops::Groups g;
  int64_t step[abi::maxDims];  // element steps through the sample, per dimension of g
  int outer;                   // dimensions before those of the rows
  int64_t columns, row_step, rows;
  int64_t walks;    // number of groups along the outer dimensions
  int64_t members;  // elements of a group along the outer dimensions
  int64_t first_part, parts;

  PENSTOCK_HD bool small() const { return g.count < kFewElements; }
  PENSTOCK_HD int64_t chunks() const { return (columns + kGroupThreads - 1) / kGroupThreads; }
};

// --- device helpers ---

// Stands for a dtype that is known at run time only.
struct AnyDtype {};

// Loads one element as Wide; T is its type, or AnyDtype.
template <class Wide, class T>
PENSTOCK_HD Wide load_element(const void* data, int64_t i, DType dtype) {
  if constexpr (std::is_same_v<T, AnyDtype>) {
    return load_as<Wide>(data, i, dtype);
  } else {
    return static_cast<Wide>(static_cast<const T*>(data)[i]);
  }
}

// The offset of position number `n` in the reduced (or the kept) dimensions before `end`. `group` advances by the
// position's groups.
PENSTOCK_HD int64_t walk_to(const GroupWalk& s, int end, bool reduced, int64_t n, int64_t* group) {
  int64_t at = 0;
  for (int d = end - 1; d >= 0; --d) {
    if (s.g.reduced[d] != reduced) continue;
    const int64_t i = take_coordinate(n, s.g.extent[d]);
    at += i * s.step[d];
    if (group) *group += i * s.g.group_step[d];
  }
  return at;
}

// --- kernels ---

// Reduces one part per block. Threads take rows in turn; where columns are few, a block takes several rows at once.
template <class Acc>
__global__ void reduce_parts(const typename Acc::Sample* samples, typename Acc::Part* parts) {
  const typename Acc::Sample& s = samples[blockIdx.y];
  if (s.small()) return;
  auto* shared = shared_memory<typename Acc::Part>();
  const int t = threadIdx.x;
  const int64_t chunks = s.chunks(), tasks = s.walks * chunks * s.parts;
  for (int64_t task = blockIdx.x; task < tasks; task += gridDim.x) {
    int64_t rest = task;
    const int64_t part = take_coordinate(rest, s.parts), chunk = take_coordinate(rest, chunks);
    int64_t group = chunk * kGroupThreads;
    const int64_t base = walk_to(s, s.outer, false, rest, &group) + chunk * kGroupThreads;
    const int columns = static_cast<int>(
        s.columns - chunk * kGroupThreads < kGroupThreads ? s.columns - chunk * kGroupThreads : kGroupThreads);
    // columns * 2^n threads work, so that halving their number does not change a thread's column.
    int active = columns;
    while (active * 2 <= kGroupThreads) active *= 2;
    const int column = t % columns, row = t / columns, rows_at_once = active / columns;
    if (t < active) {
      Acc acc(s);
      acc.begin(base + column, group + column);
      const int64_t total = s.members * s.rows, end = total * (part + 1) / s.parts;
      for (int64_t at = total * part / s.parts; at < end;) {
        int64_t member = at;
        const int64_t first = take_coordinate(member, s.rows);
        const int64_t last = s.rows - first < end - at ? s.rows : first + end - at;
        const int64_t from = base + walk_to(s, s.outer, true, member, nullptr) + column;
        for (int64_t r = first + row; r < last; r += rows_at_once) acc.add(from + r * s.row_step);
        at += last - first;
      }
      shared[t] = acc.part();
    }
    __syncthreads();
    for (int n = active / 2; n >= columns; n /= 2) {
      if (t < n) Acc::merge(shared[t], shared[t + n]);
      __syncthreads();
    }
    if (t < columns) parts[s.first_part + part * s.g.groups + group + t] = shared[t];
    __syncthreads();
  }
}

// One thread per group.
template <class Acc>
__global__ void reduce_small_groups(const typename Acc::Sample* samples, typename Acc::Part* parts) {
  const typename Acc::Sample& s = samples[blockIdx.y];
  if (!s.small()) return;
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t g = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; g < s.g.groups; g += stride) {
    const int64_t base = walk_to(s, s.g.ndim, false, g, nullptr);
    Acc acc(s);
    acc.begin(base, g);
    for (int64_t m = 0; m < s.g.count; ++m) acc.add(base + walk_to(s, s.g.ndim, true, m, nullptr));
    parts[s.first_part + g] = acc.part();
  }
}

// --- on the host ---

// How large a launch over a batch must be.
struct GroupLaunch {
  int samples = 0;
  int64_t parts = 0;  // of all samples
  int64_t most_groups = 0, most_small = 0, most_tasks = 0;

  // Plans the walk of a sample whose `g` is set.
  void add(GroupWalk& s) {
    const ops::Groups& g = s.g;
    int64_t step = 1;
    for (int d = g.ndim - 1; d >= 0; --d) {
      s.step[d] = step;
      step *= g.extent[d];
    }
    s.outer = g.ndim;
    s.columns = s.row_step = s.rows = 1;
    if (s.outer && !g.reduced[s.outer - 1]) s.columns = g.extent[--s.outer];
    if (s.outer && g.reduced[s.outer - 1]) {
      s.rows = g.extent[--s.outer];
      s.row_step = s.columns;
    }
    s.walks = s.members = 1;
    for (int d = 0; d < s.outer; ++d) (g.reduced[d] ? s.members : s.walks) *= g.extent[d];
    const int64_t rows = s.members * s.rows;
    s.parts = 1;
    if (!s.small()) {
      s.parts = std::clamp<int64_t>(rows * std::min<int64_t>(s.columns, kGroupThreads) / kPartElements, 1, kMaxParts);
    }
    s.first_part = parts;
    ++samples;
    most_groups = std::max(most_groups, g.groups);
  }
  // Adds the sample's groups to those that reduce() works on.
  void use(const GroupWalk& s) {
    parts += s.g.groups * s.parts;
    if (s.small()) {
      most_small = std::max(most_small, s.g.groups);
    } else {
      most_tasks = std::max(most_tasks, s.walks * s.chunks() * s.parts);
    }
  }

  template <class Acc>
  void reduce(Context& ctx, const typename Acc::Sample* walks, typename Acc::Part* out) const {
    if (most_tasks) {
      const dim3 grid(static_cast<unsigned>(std::min<int64_t>(most_tasks, 4096)), static_cast<unsigned>(samples));
      launch_synced(reduce_parts<Acc>, grid, dim3(kGroupThreads), kGroupThreads * sizeof(typename Acc::Part),
                    ctx.stream(), walks, out);
    }
    if (most_small) {
      launch(reduce_small_groups<Acc>, ragged_grid(samples, most_small, kGroupThreads), dim3(kGroupThreads),
             ctx.stream(), walks, out);
    }
  }
};

}  // namespace penstock::gpu
