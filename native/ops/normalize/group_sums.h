// The first half of normalize on a GPU: what is summed of a group, and the kernel that makes means and factors of the
// sums. Only normalize_gpu.cu includes this file.
#pragma once
#include "kernels/reduce/groups_gpu.h"
#include "ops/normalize/normalize.h"

namespace penstock::ops {
namespace {

using namespace gpu;

struct Part {
  double sum, squares, pivot;
};

struct NormalizeSample : GroupWalk {
  void* out;
  DType out_dtype;
  NormalizeState st;
  int64_t volume;
  int64_t first_group, first_mean, first_std;  // indices in the batch's lists
  int64_t first_value;                         // of its groups' Values: first_group, or 0 where samples share them
  float epsilon, scale, shift;
  int ddof;
};

// --- device helpers ---

// Whether values are 8-bit, which are summed as integers, without a pivot.
template <class T>
constexpr bool kWhole = std::is_same_v<T, uint8_t>;

template <class T>
struct Sums {
  using Sample = NormalizeSample;
  using Part = ops::Part;
  using Number = std::conditional_t<kWhole<T>, int64_t, double>;
  const void* data;
  DType dtype;
  Number sum = 0, squares = 0;
  double pivot = 0;

  PENSTOCK_HD explicit Sums(const Sample& s) : data(s.in), dtype(s.in_dtype) {}
  PENSTOCK_HD void begin(int64_t i, int64_t) {
    if constexpr (!kWhole<T>) pivot = load_element<double, T>(data, i, dtype);
  }
  PENSTOCK_HD void add(int64_t i) {
    if constexpr (kWhole<T>) {
      const int v = static_cast<const T*>(data)[i];
      sum += v;
      squares += v * v;
    } else {
      const double d = load_element<double, T>(data, i, dtype) - pivot;
      sum += d;
      squares += d * d;
    }
  }
  PENSTOCK_HD Part part() const { return {static_cast<double>(sum), static_cast<double>(squares), pivot}; }
  static PENSTOCK_HD void merge(Part& into, const Part& from) {
    into.sum += from.sum;
    into.squares += from.squares;
  }
};

// --- kernels ---

struct Values {
  float mean, factor;
};

// Adds the parts of a group.
PENSTOCK_HD NormalizeSums sums_of(const NormalizeSample& s, const Part* parts, int64_t g, double& pivot) {
  pivot = parts[s.first_part + g].pivot;
  NormalizeSums sums;
  for (int64_t p = 0; p < s.parts; ++p) {
    const Part& part = parts[s.first_part + p * s.st.groups + g];
    sums.sum += part.sum;
    sums.squares += part.squares;
  }
  if (s.in_dtype == DType::uint8) sums = normalize_moved(sums, static_cast<double>(s.st.count), pivot);
  return sums;
}

// What is given of a group; the rest is 0.
PENSTOCK_HD Values given_values(const NormalizeSample& s, const float* means, const float* stds, int64_t g) {
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
  return v;
}

__global__ void find_values(const NormalizeSample* samples, const Part* parts, const float* means, const float* stds,
                            Values* values) {
  const NormalizeSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t g = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; g < s.st.groups; g += stride) {
    Values v = given_values(s, means, stds, g);
    if (!s.st.mean_given || !s.st.std_given) {
      const double count = static_cast<double>(s.st.count);
      double pivot;
      const NormalizeSums sums = sums_of(s, parts, g, pivot);
      const double own = normalize_mean(sums, count, pivot);
      const double centre = s.st.mean_given ? static_cast<double>(v.mean) : own;
      if (!s.st.mean_given) v.mean = static_cast<float>(own);
      if (!s.st.std_given) {
        v.factor = normalize_factor(normalize_spread(sums, count, pivot, centre), count - s.ddof, s.epsilon, s.scale);
      }
    }
    values[s.first_value + g] = v;
  }
}

// The two halves of find_values() for groups that go through the whole batch: first the moments of each sample's
// groups, then, with one thread per group, those of all samples in their order.
__global__ void find_moments(const NormalizeSample* samples, const Part* parts, NormalizeMoments* moments) {
  const NormalizeSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t g = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; g < s.st.groups; g += stride) {
    double pivot;
    const NormalizeSums sums = sums_of(s, parts, g, pivot);
    moments[s.first_group + g] = normalize_moments(sums, static_cast<double>(s.st.count), pivot);
  }
}

__global__ void find_batch_values(const NormalizeSample* samples, int count, const NormalizeMoments* moments,
                                  const float* means, const float* stds, Values* values) {
  const NormalizeSample& s = samples[0];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t g = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; g < s.st.groups; g += stride) {
    NormalizeMoments all;
    for (int i = 0; i < count; ++i) normalize_merge(all, moments[samples[i].first_group + g]);
    Values v = given_values(s, means, stds, g);
    const double centre = s.st.mean_given ? static_cast<double>(v.mean) : all.mean;
    if (!s.st.mean_given) v.mean = static_cast<float>(all.mean);
    if (!s.st.std_given) v.factor = normalize_batch_factor(all, centre, s.ddof, s.epsilon, s.scale);
    values[s.first_value + g] = v;
  }
}

}  // namespace
}  // namespace penstock::ops
