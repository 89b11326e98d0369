// The first half of normalize on a GPU: how blocks walk a sample's groups, kernels that sum parts of the groups, and
// kernels that make means and factors of these sums. Only normalize_gpu.cu includes this file.
#pragma once
#include <algorithm>

#include "cuda/element.h"
#include "cuda/launch.h"
#include "ops/normalize/normalize.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;
constexpr int64_t kFew = 64;        // a smaller group is summed by one thread
constexpr int64_t kPart = 1 << 14;  // least elements that a block sums
constexpr int64_t kMaxParts = 64;   // most parts of a group

struct Part {
  double sum, squares, pivot;
};

struct NormalizeSample {
  const void* in;
  void* out;
  DType in_dtype, out_dtype;
  NormalizeState st;
  int64_t step[abi::maxDims];  // element steps through the sample, per dimension of st
  int64_t volume;
  // How blocks walk the groups: `columns` groups side by side in memory, whose elements lie in rows.
  int outer;  // dimensions before those of the rows
  int64_t columns, row_step, rows;
  int64_t walks;    // number of groups along the outer dimensions
  int64_t members;  // elements of a group along the outer dimensions
  int64_t first_part, parts;
  int64_t first_group, first_mean, first_std;  // indices in the batch's lists
  float epsilon, scale, shift;
  int ddof;
};

// --- device helpers ---

struct AnyDtype {};

template <class T>
PENSTOCK_HD double sum_load(const void* data, int64_t i, DType dtype) {
  if constexpr (std::is_same_v<T, AnyDtype>) {
    return load_as<double>(data, i, dtype);
  } else {
    return static_cast<double>(static_cast<const T*>(data)[i]);
  }
}

// Whether values are 8-bit, which are summed as integers, without a pivot.
template <class T>
constexpr bool kWhole = std::is_same_v<T, uint8_t>;

template <class T>
struct Sums {
  using Number = std::conditional_t<kWhole<T>, int64_t, double>;
  Number sum = 0, squares = 0;
  double pivot = 0;

  PENSTOCK_HD void begin(const void* data, int64_t i, DType dtype) {
    if constexpr (!kWhole<T>) pivot = sum_load<T>(data, i, dtype);
  }
  PENSTOCK_HD void add(const void* data, int64_t i, DType dtype) {
    if constexpr (kWhole<T>) {
      const int v = static_cast<const T*>(data)[i];
      sum += v;
      squares += v * v;
    } else {
      const double d = sum_load<T>(data, i, dtype) - pivot;
      sum += d;
      squares += d * d;
    }
  }
  PENSTOCK_HD Part part() const { return {static_cast<double>(sum), static_cast<double>(squares), pivot}; }
};

// The offset of position number `n` in the reduced (or the kept) dimensions before `end`. `group` advances by the
// position's groups.
PENSTOCK_HD int64_t walk(const NormalizeSample& s, int end, bool reduced, int64_t n, int64_t* group) {
  int64_t at = 0;
  for (int d = end - 1; d >= 0; --d) {
    if (s.st.reduced[d] != reduced) continue;
    const int64_t i = take_coordinate(n, s.st.extent[d]);
    at += i * s.step[d];
    if (group) *group += i * s.st.group_step[d];
  }
  return at;
}

// --- kernels ---

// Sums one part per block. Threads take rows in turn; where columns are few, a block takes several rows at once.
template <class T>
__global__ void sum_parts(const NormalizeSample* samples, Part* parts) {
  const NormalizeSample& s = samples[blockIdx.y];
  if (s.st.count < kFew) return;
  Part* shared = shared_memory<Part>();
  const int t = threadIdx.x;
  const int64_t chunks = (s.columns + kThreads - 1) / kThreads, tasks = s.walks * chunks * s.parts;
  for (int64_t task = blockIdx.x; task < tasks; task += gridDim.x) {
    int64_t rest = task;
    const int64_t part = take_coordinate(rest, s.parts), chunk = take_coordinate(rest, chunks);
    int64_t group = chunk * kThreads;
    const int64_t base = walk(s, s.outer, false, rest, &group) + chunk * kThreads;
    const int columns =
        static_cast<int>(s.columns - chunk * kThreads < kThreads ? s.columns - chunk * kThreads : kThreads);
    // columns * 2^n threads work, so that halving their number does not change a thread's column.
    int active = columns;
    while (active * 2 <= kThreads) active *= 2;
    const int column = t % columns, row = t / columns, rows_at_once = active / columns;
    if (t < active) {
      Sums<T> sums;
      sums.begin(s.in, base + column, s.in_dtype);
      const int64_t total = s.members * s.rows, end = total * (part + 1) / s.parts;
      for (int64_t at = total * part / s.parts; at < end;) {
        int64_t member = at;
        const int64_t first = take_coordinate(member, s.rows);
        const int64_t last = s.rows - first < end - at ? s.rows : first + end - at;
        const int64_t from = base + walk(s, s.outer, true, member, nullptr) + column;
        for (int64_t r = first + row; r < last; r += rows_at_once) sums.add(s.in, from + r * s.row_step, s.in_dtype);
        at += last - first;
      }
      shared[t] = sums.part();
    }
    __syncthreads();
    for (int n = active / 2; n >= columns; n /= 2) {
      if (t < n) {
        shared[t].sum += shared[t + n].sum;
        shared[t].squares += shared[t + n].squares;
      }
      __syncthreads();
    }
    if (t < columns) parts[s.first_part + part * s.st.groups + group + t] = shared[t];
    __syncthreads();
  }
}

// One thread per group.
template <class T>
__global__ void sum_small_groups(const NormalizeSample* samples, Part* parts) {
  const NormalizeSample& s = samples[blockIdx.y];
  if (s.st.count >= kFew) return;
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t g = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; g < s.st.groups; g += stride) {
    const int64_t base = walk(s, s.st.ndim, false, g, nullptr);
    Sums<T> sums;
    sums.begin(s.in, base, s.in_dtype);
    for (int64_t m = 0; m < s.st.count; ++m) {
      sums.add(s.in, base + walk(s, s.st.ndim, true, m, nullptr), s.in_dtype);
    }
    parts[s.first_part + g] = sums.part();
  }
}

struct Values {
  float mean, factor;
};

__global__ void find_values(const NormalizeSample* samples, const Part* parts, const float* means, const float* stds,
                            Values* values) {
  const NormalizeSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t g = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; g < s.st.groups; g += stride) {
    int64_t rest = g, mean_at = s.first_mean, std_at = s.first_std;
    for (int d = s.st.ndim - 1; d >= 0; --d) {
      if (s.st.reduced[d]) continue;
      const int64_t i = take_coordinate(rest, s.st.extent[d]);
      mean_at += i * s.st.mean_step[d];
      std_at += i * s.st.std_step[d];
    }
    Values v{};
    if (s.st.mean_given) v.mean = means[mean_at];
    if (s.st.std_given) v.factor = normalize_given_factor(stds[std_at], s.epsilon, s.scale);
    if (!s.st.mean_given || !s.st.std_given) {
      const double count = static_cast<double>(s.st.count);
      NormalizeSums sums;
      double pivot = parts[s.first_part + g].pivot;
      for (int64_t p = 0; p < s.parts; ++p) {
        const Part& part = parts[s.first_part + p * s.st.groups + g];
        sums.sum += part.sum;
        sums.squares += part.squares;
      }
      if (s.in_dtype == DType::uint8) sums = normalize_moved(sums, count, pivot);
      const double own = normalize_mean(sums, count, pivot);
      const double centre = s.st.mean_given ? static_cast<double>(v.mean) : own;
      if (!s.st.mean_given) v.mean = static_cast<float>(own);
      if (!s.st.std_given) {
        v.factor = normalize_factor(normalize_spread(sums, count, pivot, centre), count - s.ddof, s.epsilon, s.scale);
      }
    }
    values[s.first_group + g] = v;
  }
}

// --- on the host ---

// Chooses the dimensions whose elements form rows, and counts how often the outer dimensions repeat them.
void plan_rows(NormalizeSample& s) {
  const NormalizeState& st = s.st;
  int64_t step = 1;
  for (int d = st.ndim - 1; d >= 0; --d) {
    s.step[d] = step;
    step *= st.extent[d];
  }
  s.outer = st.ndim;
  s.columns = s.row_step = s.rows = 1;
  if (s.outer && !st.reduced[s.outer - 1]) s.columns = st.extent[--s.outer];
  if (s.outer && st.reduced[s.outer - 1]) {
    s.rows = st.extent[--s.outer];
    s.row_step = s.columns;
  }
  s.walks = s.members = 1;
  for (int d = 0; d < s.outer; ++d) (st.reduced[d] ? s.members : s.walks) *= st.extent[d];
  const int64_t rows = s.members * s.rows;
  s.parts = 1;
  if (st.count >= kFew)
    s.parts = std::clamp<int64_t>(rows * std::min<int64_t>(s.columns, kThreads) / kPart, 1, kMaxParts);
}

}  // namespace
}  // namespace penstock::ops
