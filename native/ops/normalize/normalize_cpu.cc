// normalize on the CPU: one pass over the sample sums what mean and deviation need, unless both are given; a second
// pass writes the output. With `batch` setup() makes the first pass, so that run() finds the sums of all samples; each
// thread adds them up once. Both passes treat the sample as blocks of rows. Where channels are innermost, several
// pixels form one row, so that vectors are full.
#include <vector>

#include "kernels/reduce/blocks.h"
#include "ops/normalize/moment_rows.h"
#include "ops/normalize/normalize_setup.h"

namespace penstock::ops {
namespace {

constexpr int64_t kLanes = 192;   // elements of a row, about; a multiple of 2, 3 and 4 channels
constexpr int64_t kPiece = 1024;  // most lanes that are summed at once

// Sums per group. Sums of integers have no pivot yet.
struct GroupSums {
  double *sum, *squares, *pivot;
};

void find_pivots(const NormalizeState& st, const TensorView& in, double* pivot) {
  int64_t element_step[abi::maxDims], step = 1;
  for (int d = st.ndim - 1; d >= 0; --d) {
    element_step[d] = step;
    step *= st.extent[d];
  }
  dispatch(in.dtype, [&](auto zero) {
    const auto* p = in.as<decltype(zero)>();
    for_groups(st, element_step, [&](int64_t g, int64_t at) { pivot[g] = static_cast<double>(p[at]); });
  });
}

void sum_groups(const NormalizeState& st, const Block& b, const NormalizeLoops& loops, const TensorView& in,
                const GroupSums& out, Scratch& scratch) {
  const auto* data = in.as<uint8_t>();
  const int64_t size = dtype_size(in.dtype);
  LaneSums s{};
  if (b.form == Block::lines) {
    for_blocks(st, b, [&](int64_t element, int64_t group) {
      s.in = data + element * size;
      s.rows = b.rows;
      s.step = b.width;
      s.lanes = static_cast<int>(b.width);
      s.pivot = out.pivot + group;
      s.sum = out.sum + group;
      s.squares = out.squares + group;
      loops.add_short(s);
    });
    return;
  }
  double* pivot = scratch.get<double>(kPiece);
  s.pivot = pivot;
  s.sum = scratch.get<double>(kPiece);
  s.squares = scratch.get<double>(kPiece);
  s.part = scratch.get<int32_t>(kPiece);
  s.squared = scratch.get<int32_t>(kPiece);
  const int64_t period = b.period();
  // Adds `rows` rows of `lanes` elements, `step` elements apart, from `element` on. Lane i belongs to group + i %
  // period.
  const auto add = [&](int64_t element, int64_t group, int64_t rows, int64_t step, int64_t lanes) {
    if (!rows || !lanes) return;
    s.in = data + element * size;
    s.rows = rows;
    s.step = step;
    s.lanes = static_cast<int>(lanes);
    for_lanes(lanes, period, [&](int64_t i, int64_t p) {
      pivot[i] = out.pivot[group + p];
      s.sum[i] = s.squares[i] = 0;
    });
    loops.add(s);
    for_lanes(lanes, period, [&](int64_t i, int64_t p) {
      out.sum[group + p] += s.sum[i];
      out.squares[group + p] += s.squares[i];
    });
  };
  const int64_t row = long_row(b, kLanes);
  for_blocks(st, b, [&](int64_t element, int64_t group) {
    if (row <= kPiece) {
      const int64_t rows = b.size() / row;
      add(element, group, rows, row, row);
      add(element + rows * row, group, 1, 0, b.size() - rows * row);
      return;
    }
    for (int64_t x = 0; x < b.width; x += kPiece) {
      add(element + x, group + x, b.rows, b.width, std::min<int64_t>(kPiece, b.width - x));
    }
  });
}

// Fills mean[] and factor[] of all groups where they are given.
void find_given(const NormalizeArgs& a, const NormalizeState& st, float* mean, float* factor) {
  if (st.mean_given) {
    for_groups(st, st.mean_step, [&](int64_t g, int64_t at) { mean[g] = a.mean[static_cast<int>(at)]; });
  }
  if (st.std_given) {
    for_groups(st, st.std_step, [&](int64_t g, int64_t at) {
      factor[g] = normalize_given_factor(a.stddev[static_cast<int>(at)], a.epsilon, a.scale);
    });
  }
}

// Sums all groups; calls f(group, sums, pivot).
template <class F>
void for_sums(const NormalizeState& st, const Block& b, const NormalizeLoops& loops, const TensorView& in,
              Scratch& scratch, F&& f) {
  const GroupSums sums{scratch.get<double>(st.groups), scratch.get<double>(st.groups), scratch.get<double>(st.groups)};
  for (double* list : {sums.sum, sums.squares, sums.pivot}) std::fill_n(list, st.groups, 0.0);
  if (!loops.whole) find_pivots(st, in, sums.pivot);
  sum_groups(st, b, loops, in, sums, scratch);
  for (int64_t g = 0; g < st.groups; ++g) {
    NormalizeSums s{sums.sum[g], sums.squares[g]};
    double pivot = sums.pivot[g];
    if (loops.whole) s = normalize_moved(s, static_cast<double>(st.count), pivot);
    f(g, s, pivot);
  }
}

// Fills mean[] and factor[] of all groups.
void find_values(const NormalizeArgs& a, const NormalizeState& st, const Block& b, const NormalizeLoops& loops,
                 const TensorView& in, float* mean, float* factor, Scratch& scratch) {
  find_given(a, st, mean, factor);
  if (st.mean_given && st.std_given) return;
  const double count = static_cast<double>(st.count), degrees = count - a.ddof;
  for_sums(st, b, loops, in, scratch, [&](int64_t g, const NormalizeSums& s, double pivot) {
    const double own = normalize_mean(s, count, pivot), centre = st.mean_given ? static_cast<double>(mean[g]) : own;
    if (!st.mean_given) mean[g] = static_cast<float>(own);
    if (!st.std_given)
      factor[g] = normalize_factor(normalize_spread(s, count, pivot, centre), degrees, a.epsilon, a.scale);
  });
}

// Means and factors of the last batch that the thread has seen.
struct BatchValues : ThreadLocalState {
  uint64_t serial = 0;
  std::vector<float> mean, factor;
};

// Adds up what setup() has found of the samples, in their order, so that the bytes do not depend on threads.
void find_batch_values(const NormalizeArgs& a, const NormalizeState& st, const BatchView& batch, BatchValues& v) {
  if (v.serial == st.serial) return;
  v.mean.assign(static_cast<size_t>(st.groups), 0);
  v.factor.assign(static_cast<size_t>(st.groups), 0);
  find_given(a, st, v.mean.data(), v.factor.data());
  std::vector<NormalizeMoments> all(static_cast<size_t>(st.groups));
  for (int i = 0; i < batch.count(); ++i) {
    const auto& other = *static_cast<const NormalizeState*>(batch.state(i));
    if (other.serial != st.serial || !other.own) continue;
    for (size_t g = 0; g < all.size(); ++g) normalize_merge(all[g], other.own[g]);
  }
  for (size_t g = 0; g < all.size(); ++g) {
    if (!st.mean_given) v.mean[g] = static_cast<float>(all[g].mean);
    const double centre = st.mean_given ? static_cast<double>(v.mean[g]) : all[g].mean;
    if (!st.std_given) v.factor[g] = normalize_batch_factor(all[g], centre, a.ddof, a.epsilon, a.scale);
  }
  v.serial = st.serial;
}

void setup_all(const NormalizeArgs& a, SampleSetup& s, NormalizeState& st) {
  setup(a, s, st);
  const TensorView& in = s.in[0];
  if (!st.batch || !s.kept || !in.shape.volume()) return;
  auto* own = s.kept->get<NormalizeMoments>(st.groups);
  for_sums(st, innermost(st), normalize_loops(in.dtype, a.dtype), in, *s.scratch,
           [&](int64_t g, const NormalizeSums& sums, double pivot) {
             own[g] = normalize_moments(sums, static_cast<double>(st.count), pivot);
           });
  st.own = own;
}

void run(const NormalizeArgs& a, SampleRun& s, NormalizeState& st) {
  const TensorView &in = s.in[0], &out = s.out[0];
  if (!in.shape.volume()) return;
  const Block b = innermost(st);
  const NormalizeLoops loops = normalize_loops(in.dtype, out.dtype);
  Scratch& scratch = *s.scratch;
  const float *mean, *factor;
  if (st.batch) {
    auto& values = s.local<BatchValues>();
    find_batch_values(a, st, *s.batch, values);
    mean = values.mean.data();
    factor = values.factor.data();
  } else {
    float *means = scratch.get<float>(st.groups), *factors = scratch.get<float>(st.groups);
    find_values(a, st, b, loops, in, means, factors, scratch);
    mean = means;
    factor = factors;
  }

  const int64_t in_size = dtype_size(in.dtype), out_size = dtype_size(out.dtype);
  float* values = out.dtype == DType::float32 ? nullptr : scratch.get<float>(kPiece);
  const auto write = [&](int64_t element, int64_t n, const float* means, const float* factors) {
    const auto* from = in.as<uint8_t>() + element * in_size;
    auto* to = out.as<uint8_t>() + element * out_size;
    for (int64_t x = 0; x < n; x += kPiece) {
      const int64_t piece = std::min(kPiece, n - x);
      float* made = values ? values : reinterpret_cast<float*>(to) + x;
      loops.apply(from + x * in_size, piece, means + x, factors + x, a.shift, made);
      if (values) loops.store(values, piece, to + x * out_size);
    }
  };
  const int64_t row = b.form == Block::lines ? std::min(b.rows, kPiece / b.width) * b.width : long_row(b, kLanes);
  const int64_t period = b.period();
  float *row_mean = scratch.get<float>(row), *row_factor = scratch.get<float>(row);
  for_blocks(st, b, [&](int64_t element, int64_t group) {
    const float *means = mean + group, *factors = factor + group;
    if (b.form != Block::lines && row > period) {
      for_lanes(row, period, [&](int64_t i, int64_t p) {
        row_mean[i] = means[p];
        row_factor[i] = factors[p];
      });
      means = row_mean;
      factors = row_factor;
    }
    for (int64_t x = 0; x < b.size(); x += row) {
      const int64_t n = std::min(row, b.size() - x);
      if (b.form == Block::lines) {
        for (int64_t i = 0, g = x / b.width; i < n; i += b.width, ++g) {
          std::fill_n(row_mean + i, b.width, means[g]);
          std::fill_n(row_factor + i, b.width, factors[g]);
        }
        write(element + x, n, row_mean, row_factor);
      } else {
        write(element + x, n, means, factors);
      }
    }
  });
}

}  // namespace

PENSTOCK_CPU_OP(normalize, NormalizeArgs, NormalizeState, setup_all, run, kNone)

}  // namespace penstock::ops
