// randomCropGenerator on the CPU: run() reads the shape and draws the window.
#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/random_crop_generator.h"
#include "kernels/window/random_crop_window.h"
#include "kernels/window/slice_window.h"

namespace penstock::ops {
namespace {

void setup(const RandomCropGeneratorArgs& a, SampleSetup& s, NoState&) {
  const TensorView& in = s.in[0];
  const bool whole = dispatch(in.dtype, [](auto zero) {
    using T = decltype(zero);
    return std::is_integral_v<T> && !std::is_same_v<T, bool>;
  });
  if (!whole) {
    fail(ErrorCode::INVALID_INPUT, "Expected integers for the image's shape but received %s", dtype_name(in.dtype));
  }
  if (in.shape.ndim != 1 || in.shape[0] < 2 || in.shape[0] > 3) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected [height, width] or [height, width, channels] for the image's shape but received a tensor of %s",
         extents_text(in).c_str());
  }
  check_range("randomArea", a.random_area, false);
  check_range("randomAspectRatio", a.random_aspect_ratio, true);
  for (int o = 0; o < 2; ++o) {
    s.out[o].dtype = DType::int32;
    s.out[o].shape = {2};
  }
}

void run(const RandomCropGeneratorArgs& a, SampleRun& s, NoState&) {
  int extent[2];
  for (int d = 0; d < 2; ++d) {
    const double value = detail::element(s.in[0], d);
    if (!(value >= 0 && value <= static_cast<double>(abi::maxExtent))) {
      fail(ErrorCode::INVALID_INPUT, "Expected extents of 0 to %lld for the image's shape but received %g",
           static_cast<long long>(abi::maxExtent), value);
    }
    extent[d] = static_cast<int>(value);
  }
  Window w;
  if (extent[0] > 0 && extent[1] > 0) {
    Rng rng = s.rng();
    w = random_crop_window(rng, extent[0], extent[1], a.random_area, a.random_aspect_ratio, a.num_attempts);
  }
  for (int d = 0; d < 2; ++d) {
    s.out[0].as<int32_t>()[d] = static_cast<int32_t>(w.anchor[d]);
    s.out[1].as<int32_t>()[d] = static_cast<int32_t>(w.shape[d]);
  }
}

}  // namespace

PENSTOCK_CPU_OP(random_crop_generator, RandomCropGeneratorArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
