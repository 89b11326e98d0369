// colorSpaceConversion on the GPU: four pixels per thread. The conversion is the same for the whole batch, so all
// threads of a warp take the same branch.
#include "generated/ops/color_space_conversion.h"
#include "gpu_plugin/map_pixels.h"
#include "ops/color_space_conversion/color_space_conversion.h"

namespace penstock::ops {
namespace {

template <int InChannels, int OutChannels>
struct ConversionMap {
  using In = uint8_t;
  using Out = uint8_t;
  static constexpr int in = InChannels, out = OutChannels;
  ColorConversion c;

  PENSTOCK_HD void operator()(const In* p, Out* o) const { convert_color<InChannels, OutChannels>(c, p, o); }
};

template <class Map>
void convert_batch(gpu::Run& r) {
  gpu::map_pixels<Map>(r, [&](int i) { return Map{r.state<ColorConversion>(i)}; });
}

void run(gpu::Run& r) {
  const ColorConversion& c = r.state<ColorConversion>(0);
  if (c.in_channels == 3 && c.out_channels == 3) return convert_batch<ConversionMap<3, 3>>(r);
  if (c.in_channels == 3) return convert_batch<ConversionMap<3, 1>>(r);
  if (c.out_channels == 3) return convert_batch<ConversionMap<1, 3>>(r);
  convert_batch<ConversionMap<1, 1>>(r);
}

}  // namespace

PENSTOCK_GPU_OP(color_space_conversion, ColorSpaceConversionArgs, run)

}  // namespace penstock::ops
