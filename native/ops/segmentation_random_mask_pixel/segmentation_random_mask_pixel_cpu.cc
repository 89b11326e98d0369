// segmentation.randomMaskPixel on the CPU: counts the foreground, draws a number, and finds the pixel of that number.
#include "core/extents.h"
#include "generated/ops/segmentation_random_mask_pixel.h"
#include "kernels/draw/draw.h"

namespace penstock::ops {
namespace {

void setup(const SegmentationRandomMaskPixelArgs& a, SampleSetup& s, NoState&) {
  const TensorView& in = s.in[0];
  if (in.dtype == DType::float16 || in.dtype == DType::float64) {
    fail(ErrorCode::INVALID_INPUT, "Expected integers, bool or float32 for the mask but received %s",
         dtype_name(in.dtype));
  }
  if (in.shape.volume() < 1) {
    fail(ErrorCode::INVALID_INPUT, "Expected a mask with pixels but received one of %s", extents_text(in).c_str());
  }
  s.out[0].dtype = DType::int64;
  s.out[0].shape = {in.shape.ndim};
}

// Calls found(i) for the number of each foreground pixel, until it returns false.
template <class F>
void each_foreground(const SegmentationRandomMaskPixelArgs& a, const TensorView& in, F&& found) {
  const int64_t count = in.shape.volume();
  dispatch(in.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_same_v<T, Half>) {
      const T* p = in.as<const T>();
      const bool by_value = a.has(SegmentationRandomMaskPixelArgs::kValue);
      const auto value = static_cast<double>(a.value), threshold = static_cast<double>(a.threshold);
      for (int64_t i = 0; i < count; ++i) {
        const auto x = static_cast<double>(p[i]);
        if ((by_value ? x == value : x > threshold) && !found(i)) return;
      }
    }
  });
}

void run(const SegmentationRandomMaskPixelArgs& a, SampleRun& s, NoState&) {
  const TensorView& in = s.in[0];
  Rng rng = s.rng();
  int64_t foreground = 0;
  if (a.foreground) each_foreground(a, in, [&](int64_t) { return ++foreground > 0; });
  int64_t at = draw_below(rng, foreground > 0 ? foreground : in.shape.volume());
  if (foreground > 0) {
    int64_t left = at;
    each_foreground(a, in, [&](int64_t i) {
      at = i;
      return left-- > 0;
    });
  }
  for (int d = in.shape.ndim - 1; d >= 0; --d) {
    s.out[0].as<int64_t>()[d] = at % in.shape[d];
    at /= in.shape[d];
  }
}

}  // namespace

PENSTOCK_CPU_OP(segmentation_random_mask_pixel, SegmentationRandomMaskPixelArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
