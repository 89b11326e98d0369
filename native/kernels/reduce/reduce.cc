// See reduce.h. A sample is walked as blocks of rows (blocks.h) by the loops of reduce_rows.h; what is added up of each
// group lies in scratch memory until the last step makes the output of it.
#include "kernels/reduce/reduce.h"

#include <cinttypes>

#include "core/extents.h"
#include "kernels/reduce/blocks.h"
#include "kernels/reduce/reduce_rows.h"

namespace penstock::ops {
namespace {

constexpr int64_t kPiece = 1024;   // most lanes that are reduced at once
constexpr int64_t kLongRow = 768;  // lanes of a row that is made of several, about; a multiple of 3 and 4 channels

// What the loops of one sample work on.
template <class Total>
struct Sample {
  ReduceStep step;
  const uint8_t* data;
  int64_t size;        // of an element, in bytes
  Total* total;        // [groups]
  const double* mean;  // [groups], for deviations
  ReduceLoops loops;
};

// Reduces the lanes that a row of one group was added up in, to one value. Always by halves, so that all SIMD levels
// add in one order.
template <class Total>
Total fold(ReduceStep step, Total* lanes) {
  for (int n = kReduceLanes / 2; n; n /= 2) {
    for (int i = 0; i < n; ++i) lanes[i] = reduce_merge(step, lanes[i], lanes[i + n]);
  }
  return lanes[0];
}

template <class Total>
struct Walker {
  const Sample<Total>& s;
  ReduceRows rows{};
  Total* lanes;
  double* means;

  Walker(const Sample<Total>& sample, Scratch& scratch) : s(sample) {
    lanes = scratch.get<Total>(kPiece);
    rows.part = scratch.get<uint64_t>(kPiece);
    means = scratch.get<double>(kPiece);
  }

  void whole_group(int64_t element, int64_t group, int64_t count) {
    std::fill_n(lanes, kReduceLanes, reduce_identity<Total>(s.step));
    if (s.mean) std::fill_n(means, kReduceLanes, s.mean[group]);
    rows.total = lanes;
    rows.mean = means;
    rows.step = rows.lanes = kReduceLanes;
    rows.rows = count / kReduceLanes;
    rows.in = s.data + element * s.size;
    s.loops.wide(rows);
    rows.in = s.data + (element + rows.rows * kReduceLanes) * s.size;
    rows.lanes = static_cast<int>(count % kReduceLanes);
    rows.rows = rows.lanes > 0;
    s.loops.rows(rows);
    s.total[group] = reduce_merge(s.step, s.total[group], fold(s.step, lanes));
  }

  // Adds rows whose lane i belongs to group + i % period. With a period of at least the lanes they are added in place.
  void columns(int64_t element, int64_t group, int64_t count, int64_t step, int64_t n, int64_t period) {
    if (!count || !n) return;
    rows.in = s.data + element * s.size;
    rows.rows = count;
    rows.step = step;
    rows.lanes = static_cast<int>(n);
    if (n <= period) {
      rows.total = s.total + group;
      rows.mean = s.mean ? s.mean + group : nullptr;
      s.loops.rows(rows);
      return;
    }
    std::fill_n(lanes, n, reduce_identity<Total>(s.step));
    if (s.mean) for_lanes(n, period, [&](int64_t i, int64_t p) { means[i] = s.mean[group + p]; });
    rows.total = lanes;
    rows.mean = means;
    s.loops.rows(rows);
    for_lanes(n, period,
              [&](int64_t i, int64_t p) { s.total[group + p] = reduce_merge(s.step, s.total[group + p], lanes[i]); });
  }

  void block(const Block& b, int64_t element, int64_t group) {
    if (b.form == Block::group) return whole_group(element, group, b.size());
    if (b.form == Block::lines) {
      rows.in = s.data + element * s.size;
      rows.rows = b.rows;
      rows.lanes = static_cast<int>(b.width);
      rows.total = s.total + group;
      rows.mean = s.mean ? s.mean + group : nullptr;
      return b.width == 3 ? s.loops.lines3(rows) : s.loops.lines(rows);
    }
    const int64_t row = long_row(b, kLongRow);
    if (row > kPiece) {
      for (int64_t x = 0; x < b.width; x += kPiece) {
        columns(element + x, group + x, b.rows, b.width, std::min(kPiece, b.width - x), b.width);
      }
      return;
    }
    const int64_t count = b.size() / row;
    columns(element, group, count, row, row, b.width);
    columns(element + count * row, group, 1, 0, b.size() - count * row, b.width);
  }
};

template <class Total>
void add_up(const ReduceState& st, const TensorView& in, const ReduceLoops& loops, const double* mean, void* totals,
            Scratch& scratch) {
  const ReduceStep step = step_of(st.kind);
  auto* total = static_cast<Total*>(totals);
  std::fill_n(total, st.groups, reduce_identity<Total>(step));
  if (!in.shape.volume()) return;
  const Sample<Total> s{step, in.as<uint8_t>(), static_cast<int64_t>(dtype_size(in.dtype)), total, mean, loops};
  Walker<Total> walker(s, scratch);
  const Block b = innermost(st);
  for_blocks(st, b, [&](int64_t element, int64_t group) { walker.block(b, element, group); });
}

// The loops that add up elements of T in `type`.
template <ReduceStep step, class T>
ReduceLoops loops_of(ReduceType type) {
  constexpr ReduceType plain = reduce_type<T>(step, false), averaged = reduce_type<T>(step, true);
  if constexpr (plain == ReduceType::whole) {
    if (type == plain) return reduce_loops<step, T, int64_t>();
  } else if constexpr (plain == ReduceType::natural) {
    if (type == plain) return reduce_loops<step, T, uint64_t>();
  }
  if constexpr (plain == ReduceType::real || averaged == ReduceType::real) return reduce_loops<step, T, double>();
  return {};
}

ReduceLoops loops_of(ReduceStep step, DType dtype, ReduceType type) {
  return dispatch(dtype, [&](auto zero) {
    // A bool is the number 0 or 1: the loops of uint8 serve it.
    using T = std::conditional_t<std::is_same_v<decltype(zero), bool>, uint8_t, decltype(zero)>;
    switch (step) {
      case ReduceStep::sum: return loops_of<ReduceStep::sum, T>(type);
      case ReduceStep::squares: return loops_of<ReduceStep::squares, T>(type);
      case ReduceStep::deviations: return loops_of<ReduceStep::deviations, T>(type);
      case ReduceStep::least: return loops_of<ReduceStep::least, T>(type);
      default: return loops_of<ReduceStep::most, T>(type);
    }
  });
}

// The mean of each group, as double. Null where the reduction takes none.
const double* group_means(const ReduceState& st, SampleRun& s) {
  if (step_of(st.kind) != ReduceStep::deviations) return nullptr;
  auto* means = s.scratch->get<double>(st.groups);
  dispatch(s.in[1].dtype, [&](auto zero) {
    const auto* given = s.in[1].as<decltype(zero)>();
    for (int64_t g = 0; g < st.groups; ++g) means[g] = convert<double>(given[st.one_mean ? 0 : g]);
  });
  return means;
}

}  // namespace

void place_mean(const TensorView& mean, const OutSpec& in, uint32_t reduced, ReduceState& st) {
  st.one_mean = mean.shape.volume() == 1;
  if (st.one_mean) return;
  OutSpec kept, whole;
  for (int d = 0; d < in.shape.ndim; ++d) {
    const bool gone = reduced >> d & 1;
    if (!gone) kept.shape[kept.shape.ndim++] = in.shape[d];
    whole.shape[whole.shape.ndim++] = gone ? 1 : in.shape[d];
  }
  if (mean.shape == kept.shape || mean.shape == whole.shape) return;
  OutSpec given = mean;
  given.dtype = kept.dtype = mean.dtype;
  fail(ErrorCode::INVALID_INPUT,
       "Expected one value for mean, or the shape of the output, %s, but received a tensor of shape %s",
       extents_text(kept).c_str(), extents_text(given).c_str());
}

void reduce(const ReduceState& st, SampleRun& s) {
  const TensorView &in = s.in[0], &out = s.out[0];
  const double* means = group_means(st, s);
  auto* totals = s.scratch->get<uint64_t>(st.groups);
  const ReduceType type = reduce_type(st.kind, in.dtype);
  const ReduceLoops loops = loops_of(step_of(st.kind), in.dtype, type);
  with_total(type, [&](auto zero) {
    using Total = decltype(zero);
    add_up<Total>(st, in, loops, means, totals, *s.scratch);
    const auto* total = reinterpret_cast<const Total*>(totals);
    dispatch(out.dtype, [&](auto out_zero) {
      using Out = decltype(out_zero);
      for (int64_t g = 0; g < st.groups; ++g) {
        out.as<Out>()[g] = reduce_value<Out, Total>(st.kind, total[g], st.count, st.ddof);
      }
    });
  });
}

}  // namespace penstock::ops
