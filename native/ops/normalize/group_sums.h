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

}  // namespace
}  // namespace penstock::ops
