// filter on the CPU: rows become float once, extended beyond their ends, and stay as long as the kernel needs them; an
// output row is one weighted sum of as many rows as the kernel has weights.
#include <algorithm>
#include <cinttypes>

#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/filter.h"
#include "kernels/convolve/rows.h"
#include "kernels/convolve/spatial_axes.h"
#include "ops/filter/filter.h"

namespace penstock::ops {
namespace {

// Whether the input has a first dimension for frames. Throws unless there are as many as the data has.
bool per_frame(const TensorView& in, const TensorView& data, const char* name) {
  if (in.layout.name[0] != 'F') return false;
  const bool sequence = data.layout.name[0] == 'F';
  if (sequence && in.shape[0] == data.shape[0]) return true;
  fail(ErrorCode::INVALID_INPUT,
       "Expected a sequence of %" PRId64 " frames as data beside per-frame %s but received %s%" PRId64, in.shape[0],
       name, sequence ? "" : "no sequence, first extent ", data.shape.ndim ? data.shape[0] : 0);
}

void set_kernel(const FilterArgs& a, const TensorView& kernel, int axes, FilterState& st) {
  const int lead = st.kernel_per_frame ? 1 : 0;
  if (kernel.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for filter but received %s", dtype_name(kernel.dtype));
  }
  if (kernel.shape.ndim - lead != axes) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected a kernel of %d dimensions, as many as the data's spatial axes, for filter but received %d", axes,
         kernel.shape.ndim - lead);
  }
  check_axis_values("anchor", a.anchor, axes);
  const bool valid = a.mode == FilterArgs::Mode::valid;
  for (int i = 0; i < axes; ++i) {
    const int at = kFilterAxes - axes + i;
    const int64_t size = kernel.shape[lead + i], anchor = a.anchor.at(i);
    if (size < 1)
      fail(ErrorCode::INVALID_INPUT, "Expected a kernel with elements for filter but received an extent of 0");
    if (anchor >= size && !valid) {
      fail(ErrorCode::INVALID_ARGUMENT,
           "Expected values below the kernel's %" PRId64 " for anchor but received %" PRId64, size, anchor);
    }
    st.window[at] = size;
    st.anchor[at] = valid ? 0 : anchor < 0 ? size / 2 : anchor;
    st.out[at] = valid ? st.in[at] - size + 1 : st.in[at];
    if (st.out[at] < 1) {
      fail(ErrorCode::INVALID_INPUT,
           "Expected a kernel of at most the data's extent %" PRId64 " for filter under 'valid' but received %" PRId64,
           st.in[at], size);
    }
  }
}

void setup(const FilterArgs& a, SampleSetup& s, FilterState& st) {
  const TensorView& in = s.in[0];
  check_dtype(in, {DType::uint8, DType::int8, DType::uint16, DType::int16, DType::float16, DType::float32});
  s.out[0] = in;
  if (a.has(FilterArgs::kDtype)) s.out[0].dtype = a.dtype;
  if (s.out[0].dtype != in.dtype && s.out[0].dtype != DType::float32) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected float32 or the input's %s for dtype but received %s",
         dtype_name(in.dtype), dtype_name(s.out[0].dtype));
  }
  const SpatialAxes span = spatial_axes(in, 2, kFilterAxes);
  const int axes = span.count();
  if (!in.shape.volume())
    fail(ErrorCode::INVALID_INPUT, "Expected data with elements but received %s", extents_text(in).c_str());
  st.outer = volume_between(in.shape, 0, span.from);
  st.inner = volume_between(in.shape, span.to, in.shape.ndim);
  st.planes = in.layout.name[0] == 'F' ? st.outer / in.shape[0] : in.layout.find('F') == 1 ? 1 : st.outer;
  for (int i = 0; i < axes; ++i) st.in[kFilterAxes - axes + i] = in.shape[span.from + i];
  st.border = static_cast<Border>(a.border);
  st.kernel_per_frame = per_frame(s.in[1], in, "kernels");
  set_kernel(a, s.in[1], axes, st);
  if (s.num_inputs > 2) {
    const TensorView& fill = s.in[2];
    if (fill.dtype != in.dtype) {
      fail(ErrorCode::INVALID_INPUT, "Expected the data's dtype %s for fillValue but received %s", dtype_name(in.dtype),
           dtype_name(fill.dtype));
    }
    st.fill_per_frame = per_frame(fill, in, "fill values");
    if (fill.shape.volume() != (st.fill_per_frame ? in.shape[0] : 1)) {
      fail(ErrorCode::INVALID_INPUT, "Expected one value for fillValue, or one for each frame, but received %s",
           extents_text(fill).c_str());
    }
  }
  for (int i = 0; i < axes; ++i) s.out[0].shape[span.from + i] = st.out[kFilterAxes - axes + i];
  s.cost = static_cast<double>(s.out[0].shape.volume()) * st.weights();
}

// Where a weight lies: in which of the kernel's rows, and how many elements from the output's position.
struct FilterTap {
  int64_t row, offset;
};

// The rows of one plane or volume as float, each made once.
struct FilterRows {
  const FilterState& st;
  const RowLoops& loops;
  const uint8_t* in;
  int64_t n, stride, before, after, kept;
  float *memory, *constant;
  float fill;
  int64_t made = 0;

  // Row y of plane z, from its first pixel on; it must have been made, at most `kept` rows ago.
  const float* get(int64_t z, int64_t y) const {
    return memory + (z * st.in[1] + y) % kept * stride + before * st.inner;
  }
  void make_until(int64_t last) {
    for (; made <= last; ++made) {
      loops.load_wide(in + made * n * loops.in_size, st.in[2], st.inner, before, after, st.border, fill,
                      memory + made % kept * stride + before * st.inner);
    }
  }
};

// The rows below the kernel at output (z, y), one for each of the kernel's rows.
void rows_below(const FilterState& st, const FilterRows& rows, int64_t z, int64_t y, const float** below) {
  for (int64_t k = 0; k < st.window[0]; ++k) {
    const int64_t from_z = border_index(z - st.anchor[0] + k, st.in[0], st.border);
    for (int64_t i = 0; i < st.window[1]; ++i) {
      const int64_t from_y = border_index(y - st.anchor[1] + i, st.in[1], st.border);
      *below++ = from_z < 0 || from_y < 0 ? rows.constant : rows.get(from_z, from_y);
    }
  }
}

FilterRows make_rows(const FilterState& st, const RowLoops& loops, float fill, Scratch& scratch) {
  const int64_t n = st.in[2] * st.inner, all = st.in[0] * st.in[1];
  const int64_t before = st.anchor[2], after = std::max<int64_t>(0, st.out[2] + st.window[2] - 1 - before - st.in[2]);
  const int64_t wide = (st.in[2] + before + after) * st.inner, stride = (wide + 15) / 16 * 16;
  // A mirrored row is at most as far away as the kernel is high; the other end, and other planes, are not near. Two
  // output rows are made at a time.
  const bool near = st.in[0] == 1 && st.border != Border::wrap;
  const int64_t kept = near ? std::min(all, 2 * st.window[1]) : all;
  FilterRows rows{st, loops, nullptr, n, stride, before, after, kept, scratch.get<float>(kept * stride), nullptr, fill};
  float* constant = scratch.get<float>(stride);
  std::fill_n(constant, stride, fill);
  rows.constant = constant + before * st.inner;
  return rows;
}

// Puts the weights that are not 0 in front, with their places. Returns how many there are.
int list_taps(const FilterState& st, const float* kernel, float* weights, FilterTap* taps) {
  int count = 0;
  for (int64_t row = 0; row < st.window[0] * st.window[1]; ++row) {
    for (int64_t j = 0; j < st.window[2]; ++j) {
      const float weight = *kernel++;
      if (weight == 0) continue;
      weights[count] = weight;
      taps[count++] = {row, (j - st.anchor[2]) * st.inner};
    }
  }
  return count;
}

// The weighted sums of one sample's rows.
struct FilterSums {
  const FilterState& st;
  const RowLoops& loops;
  bool whole;  // inputs and outputs are whole numbers
  float* weights;
  FilterTap* taps;
  int count = 0;
  const float** below[2];  // the rows below the kernel, of two outputs
  const float** tap_rows;
  PairTap* pair;
  float* sums[2];

  FilterSums(const FilterState& s, const RowLoops& l, bool integers, int64_t n, Scratch& scratch)
      : st(s), loops(l), whole(integers) {
    const int64_t rows = st.window[0] * st.window[1];
    weights = scratch.get<float>(st.weights());
    taps = scratch.get<FilterTap>(st.weights());
    tap_rows = scratch.get<const float*>(st.weights());
    pair = scratch.get<PairTap>((rows + 1) * st.window[2]);
    for (int i = 0; i < 2; ++i) {
      below[i] = scratch.get<const float*>(rows);
      sums[i] = scratch.get<float>(n);
    }
  }

  // Whether two outputs of a plane, one below the other, have all rows but the first and the last in common. Sums of
  // the two begin with 0 and have taps of weight 0, which whole numbers do not show.
  bool share_rows() const {
    return whole && st.window[0] == 1 && count && std::equal(below[0] + 1, below[0] + st.window[1], below[1]);
  }

  void make_one(int64_t n, void* out) {
    for (int k = 0; k < count; ++k) tap_rows[k] = below[0][taps[k].row] + taps[k].offset;
    if (count) {
      loops.sum({tap_rows, weights, count}, 0, n, sums[0]);
    } else {
      std::fill_n(sums[0], n, 0.0f);
    }
    loops.store(sums[0], n, out);
  }

  // Row r of the shared ones is row r of the first output's kernel, and row r - 1 of the second's.
  void make_pair(const float* kernel, int64_t n, uint8_t* out, int64_t out_row) {
    PairTap* tap = pair;
    const int64_t rows = st.window[1], width = st.window[2];
    PairSum sum{pair, 0, 0, 0};
    for (int64_t r = 0; r <= rows; ++r) {
      const float* row = r < rows ? below[0][r] : below[1][rows - 1];
      int& taps_of_row = r == 0 ? sum.first : r < rows ? sum.both : sum.second;
      for (int64_t j = 0; j < width; ++j) {
        const float first = r < rows ? kernel[r * width + j] : 0, second = r ? kernel[(r - 1) * width + j] : 0;
        if (first == 0 && second == 0) continue;
        *tap++ = {row + (j - st.anchor[2]) * st.inner, first, second};
        ++taps_of_row;
      }
    }
    loops.sum_pair(sum, n, sums[0], sums[1]);
    for (int i = 0; i < 2; ++i) loops.store(sums[i], n, out + i * out_row);
  }
};

// One plane or volume.
void filter_volume(const FilterState& st, FilterRows& rows, FilterSums& sums, const float* kernel, uint8_t* out,
                   int64_t out_row) {
  const int64_t n = st.out[2] * st.inner, all = st.in[0] * st.in[1];
  rows.made = 0;
  for (int64_t z = 0; z < st.out[0]; ++z) {
    for (int64_t y = 0; y < st.out[1];) {
      const bool two = y + 1 < st.out[1];
      rows.make_until(rows.kept == all ? all - 1 : std::min(all - 1, y + st.window[1] - (two ? 0 : 1)));
      rows_below(st, rows, z, y, sums.below[0]);
      if (two) rows_below(st, rows, z, y + 1, sums.below[1]);
      if (two && sums.share_rows()) {
        sums.make_pair(kernel, n, out, out_row);
        y += 2;
        out += 2 * out_row;
      } else {
        sums.make_one(n, out);
        ++y;
        out += out_row;
      }
    }
  }
}

void run(const FilterArgs&, SampleRun& s, FilterState& st) {
  const RowLoops loops = row_loops(s.in[0].dtype, s.out[0].dtype, Rounding::even);
  const int64_t n = st.out[2] * st.inner;
  const auto is_whole = [](DType t) { return t != DType::float32 && t != DType::float16; };
  FilterSums sums(st, loops, is_whole(s.in[0].dtype) && is_whole(s.out[0].dtype), n, *s.scratch);
  FilterRows rows = make_rows(st, loops, 0, *s.scratch);
  const auto* in = s.in[0].as<uint8_t>();
  auto* out = s.out[0].as<uint8_t>();
  const int64_t out_row = n * dtype_size(s.out[0].dtype), volume = st.in[0] * st.in[1] * rows.n * loops.in_size;
  for (int64_t o = 0; o < st.outer; ++o, in += volume, out += st.out[0] * st.out[1] * out_row) {
    const int64_t frame = o / st.planes;
    const float* kernel = s.in[1].as<float>() + (st.kernel_per_frame ? frame * st.weights() : 0);
    if (!o || (st.kernel_per_frame && o % st.planes == 0)) {
      sums.count = list_taps(st, kernel, sums.weights, sums.taps);
    }
    if (s.num_inputs > 2) {
      float fill;
      loops.load(s.in[2].as<uint8_t>() + (st.fill_per_frame ? frame : 0) * loops.in_size, 1, &fill);
      if (fill != rows.fill) std::fill_n(rows.constant - rows.before * st.inner, rows.stride, fill);
      rows.fill = fill;
    }
    rows.in = in;
    filter_volume(st, rows, sums, kernel, out, out_row);
  }
}

}  // namespace

PENSTOCK_CPU_OP(filter, FilterArgs, FilterState, setup, run, kReadsOthers)

}  // namespace penstock::ops
