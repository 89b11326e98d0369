// contrast on the CPU: setup() reduces the arguments to a factor and an offset; run() applies them to each element.
// With aroundMean run() finds them, frame by frame.
#include <algorithm>

#include "generated/ops/contrast.h"
#include "kernels/color/scale_shift_elements.h"
#include "ops/contrast/contrast.h"

namespace penstock::ops {
namespace {

void check_mean(const ContrastArgs& a, const OutSpec& in, const ChannelRuns& frames) {
  if (a.has(ContrastArgs::kContrastCenter)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected no contrastCenter beside aroundMean but received one");
  }
  const bool interleaved = in.layout == Layout("HWC") || in.layout == Layout("FHWC");
  if (in.dtype != DType::uint8 || !interleaved || (frames.channels != 1 && frames.channels != 3)) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected uint8 in HWC or FHWC with 1 or 3 channels beside aroundMean but received %s in '%s' with %lld "
         "channels",
         dtype_name(in.dtype), in.layout.name, static_cast<long long>(frames.channels));
  }
}

void setup(const ContrastArgs& a, SampleSetup& s, ContrastPlan& plan) {
  const DType out = setup_elementwise(a, s);
  if (a.around_mean) {
    OutSpec image = s.in[0];
    plan.frames = channel_runs(image);
    check_mean(a, image, plan.frames);
    return;
  }
  plan.fixed = make_scale_shift(out, 1, 0, a.contrast,
                                a.has(ContrastArgs::kContrastCenter) ? a.contrast_center : middle(s.in[0].dtype));
}

// Sums the channels of `n` elements up. Blocks of 32-bit sums vectorise.
template <int channels>
void sum_channels(const uint8_t* in, int64_t n, ChannelSum* sums) {
  constexpr int abreast = 16 * channels;
  constexpr int64_t block = int64_t{abreast} << 16;
  for (int64_t from = 0; from < n; from += block) {
    uint32_t part[abreast] = {};
    const int64_t end = std::min(n, from + block), whole = from + (end - from) / abreast * abreast;
    for (int64_t i = from; i < whole; i += abreast) {
      for (int k = 0; k < abreast; ++k) part[k] += in[i + k];
    }
    for (int64_t i = whole; i < end; ++i) part[i - whole] += in[i];
    for (int k = 0; k < abreast; ++k) sums[k % channels].sum += part[k];
  }
}

void run(const ContrastArgs& a, SampleRun& s, ContrastPlan& plan) {
  if (!a.around_mean) return scale_shift_elements(s.in[0], s.out[0], plan.fixed);
  const ChannelRuns& frames = plan.frames;
  const int64_t n = frames.elements();
  TensorView in = s.in[0], out = s.out[0];
  in.shape = out.shape = Shape{n};
  for (int64_t i = 0; n && i < frames.runs; ++i) {
    ChannelSum sums[3];
    in.data = s.in[0].as<uint8_t>() + i * n;
    out.data = s.out[0].as<uint8_t>() + i * n * dtype_size(out.dtype);
    (frames.channels == 1 ? sum_channels<1> : sum_channels<3>)(in.as<uint8_t>(), n, sums);
    scale_shift_elements(in, out, around_mean(sums, frames.channels, frames.pixels(), a.contrast));
  }
}

}  // namespace

PENSTOCK_CPU_OP(contrast, ContrastArgs, ContrastPlan, setup, run, kNone)

}  // namespace penstock::ops
