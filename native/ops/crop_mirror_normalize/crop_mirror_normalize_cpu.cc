// cropMirrorNormalize on the CPU: walks the window's rows in the order of the output's memory and hands 8-bit rows to
// the row kernels; other dtypes are computed with the same formula in double.
#include <algorithm>

#include "core/dispatch.h"
#include "generated/ops/crop_mirror_normalize.h"
#include "kernels/normalize/normalize_line.h"
#include "kernels/normalize/normalize_row.h"
#include "kernels/normalize/normalize_window.h"
#include "kernels/window/crop_window.h"

namespace penstock::ops {
namespace {

struct NormalizeLocal : ThreadLocalState {
  NormalizeCache cache;
};

void setup(const CropMirrorNormalizeArgs& a, SampleSetup& s, NormalizeWindow& st) {
  const TensorView& in = s.in[0];
  st.in_layout = image_layout(in);
  st.window = crop_window(a, in.shape, st.in_layout);
  apply_bounds(bounds_of(a), in.shape, st.window);

  OutSpec& out = s.out[0];
  out.dtype = a.dtype;
  out.layout = a.output_layout;
  out.shape.ndim = in.shape.ndim;
  const auto letters = out.layout.view();
  uint32_t seen = 0;
  for (size_t i = 0; i < letters.size(); ++i) {
    const int d = st.in_layout.find(letters[i]);
    if (d >= 0) {
      seen |= 1u << d;
      out.shape[static_cast<int>(i)] = st.window.shape[d];
    }
  }
  if (static_cast<int>(letters.size()) != in.shape.ndim || seen != (1u << in.shape.ndim) - 1) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected a permutation of the input's layout %s for outputLayout but received %s", st.in_layout.name,
         out.layout.name);
  }
  int64_t& channels = out.shape[out.layout.find('C')];
  if (channels > 1 << 20) fail(ErrorCode::INVALID_INPUT, "Expected at most %d channels but received more", 1 << 20);
  channels = padded_channels(static_cast<int>(channels), a.pad_output);
}

// Writes the fill values to positions [begin, end) of one row, in the channels from `channel` on.
void fill_places(const NormalizePlan& plan, const NormalizeAxis& w, const NormalizeAxis& c, void* row, int64_t begin,
                 int64_t end, int channel = 0) {
  if (begin >= end) return;
  with_bits(plan.dtype, [&](auto zero) {
    using U = decltype(zero);
    for (int k = channel; k < plan.out_channels; ++k) {
      const U value = static_cast<const U*>(plan.fill)[k];
      U* o = static_cast<U*>(row) + k * c.out_step;
      for (int64_t x = begin; x < end; ++x) o[x * w.out_step] = value;
    }
  });
}

template <class In>
void normalize_any(const NormalizePlan& plan, const NormalizeAxis& w, const NormalizeAxis& c, const In* in,
                   int64_t count, void* out, double* values) {
  const int64_t step = plan.mirror ? -w.in_step : w.in_step;
  if (plan.mirror) in += (count - 1) * w.in_step;
  for (int k = 0; k < plan.channels; ++k) {
    const double mean = plan.linear[2 * k], std = plan.linear[2 * k + 1];
    const In* p = in + k * c.in_step;
    for (int64_t x = 0; x < count; ++x) {
      values[x] = normalized(static_cast<double>(p[x * step]), mean, std, plan.scale, plan.shift);
    }
    dispatch(plan.dtype, [&](auto zero) {
      using T = decltype(zero);
      T* o = static_cast<T*>(out) + k * c.out_step;
      for (int64_t x = 0; x < count; ++x) o[x * w.out_step] = convert<T>(values[x]);
    });
  }
  fill_places(plan, w, c, out, 0, count, plan.channels);
}

void run(const CropMirrorNormalizeArgs& a, SampleRun& s, NormalizeWindow& st) {
  const TensorView& in = s.in[0];
  const TensorView& out = s.out[0];
  if (!out.shape.volume()) return;
  const auto axis = [&](char name) { return normalize_axis(name, in, out, st); };
  const NormalizeAxis w = axis('W'), h = axis('H'), c = axis('C'), d = axis('D'), f = axis('F');
  const int channels = static_cast<int>(c.size);
  const NormalizePlan& plan = s.local<NormalizeLocal>().cache.get(normalize_spec(a, channels, w.out_step == 1));

  const bool bytes = in.dtype == DType::uint8 && plan.table;
  const bool pixels_in = c.in_step == 1 && w.in_step == channels;
  const bool whole_rows = bytes && pixels_in && (plan.planar || (c.out_step == 1 && w.out_step == plan.out_channels));
  const int64_t in_size = dtype_size(in.dtype), out_size = dtype_size(out.dtype);
  const int64_t count = w.to - w.from, begin = plan.mirror ? w.size - w.to : w.from;
  double* values = bytes ? nullptr : s.scratch->get<double>(count);

  const auto row = [&](const uint8_t* src, uint8_t* dst) {
    fill_places(plan, w, c, dst, 0, begin);
    fill_places(plan, w, c, dst, begin + count, w.size);
    dst += begin * w.out_step * out_size;
    if (!count) return;
    if (whole_rows) {
      normalize_row(plan, src, count, dst, c.out_step);
    } else if (bytes) {
      for (int k = 0; k < channels; ++k) {
        normalize_channel(plan, k, src + k * c.in_step, w.in_step, count, dst + k * c.out_step * out_size, w.out_step);
      }
      fill_places(plan, w, c, dst, 0, count, channels);
    } else {
      dispatch(in.dtype, [&](auto zero) {
        using In = decltype(zero);
        normalize_any(plan, w, c, reinterpret_cast<const In*>(src), count, dst, values);
      });
    }
  };

  for (int64_t i = 0; i < f.size; ++i) {
    for (int64_t j = 0; j < d.size; ++j) {
      for (int64_t y = 0; y < h.size; ++y) {
        uint8_t* dst = out.as<uint8_t>() + (i * f.out_step + j * d.out_step + y * h.out_step) * out_size;
        if (!f.inside(i) || !d.inside(j) || !h.inside(y)) {
          fill_places(plan, w, c, dst, 0, w.size);
          continue;
        }
        const int64_t at = (f.first + i) * f.in_step + (d.first + j) * d.in_step + (h.first + y) * h.in_step +
                           (w.first + w.from) * w.in_step;
        row(in.as<uint8_t>() + at * in_size, dst);
      }
    }
  }
  normalize_done();
}

}  // namespace

PENSTOCK_CPU_OP(crop_mirror_normalize, CropMirrorNormalizeArgs, NormalizeWindow, setup, run, kNone)

}  // namespace penstock::ops
