// paste on the CPU: fills each row with the colour, and copies the image's row over it.
#include <algorithm>
#include <cinttypes>
#include <cstring>

#include "core/op.h"
#include "generated/ops/paste.h"
#include "ops/paste/paste.h"

namespace penstock::ops {
namespace {

int64_t canvas_extent(const PasteArgs& a, int64_t extent) {
  constexpr float kMax = 1 << 24;  // float32 represents all integers up to here
  const float size = paste_canvas(a.ratio, extent);
  if (!(size <= kMax && a.min_canvas_size <= kMax)) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected a canvas of up to %g pixels a side for ratio and minCanvasSize but received %g",
         static_cast<double>(kMax), static_cast<double>(std::max(size, a.min_canvas_size)));
  }
  return std::max({static_cast<int64_t>(size), static_cast<int64_t>(std::max(a.min_canvas_size, 0.0f)), extent});
}

void setup(const PasteArgs& a, SampleSetup& s, PasteState& p) {
  const TensorView& in = s.in[0];
  if (in.dtype != DType::uint8) {
    fail(ErrorCode::INVALID_INPUT, "Expected uint8 for the input but received %s", dtype_name(in.dtype));
  }
  if (in.shape.ndim != 3 || !(in.layout.empty() || in.layout == Layout("HWC"))) {
    fail(ErrorCode::INVALID_INPUT, "Expected layout HWC for the input but received '%s' with %d dimensions",
         in.layout.name, in.shape.ndim);
  }
  p.height = in.shape[0];
  p.width = in.shape[1];
  p.channels = in.shape[2];
  if (p.channels != a.n_channels) {
    fail(ErrorCode::INVALID_INPUT, "Expected nChannels = %d channels in the input but received %" PRId64, a.n_channels,
         p.channels);
  }
  if (a.fill_value.size != 1 && a.fill_value.size != p.channels) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected 1 or %" PRId64 " values (one per channel) for fillValue but received %d", p.channels,
         a.fill_value.size);
  }
  p.canvas_height = canvas_extent(a, p.height);
  p.canvas_width = canvas_extent(a, p.width);
  p.y = paste_position(a.paste_y, p.canvas_height - p.height);
  p.x = paste_position(a.paste_x, p.canvas_width - p.width);
  OutSpec& out = s.out[0];
  out.dtype = DType::uint8;
  out.layout = "HWC";
  out.shape = {p.canvas_height, p.canvas_width, p.channels};
}

void run(const PasteArgs& a, SampleRun& s, PasteState& p) {
  const int64_t row = p.canvas_width * p.channels, image_row = p.width * p.channels, left = p.x * p.channels;
  const uint8_t* in = s.in[0].as<const uint8_t>();
  uint8_t* out = s.out[0].as<uint8_t>();
  uint8_t* blank = s.scratch->get<uint8_t>(row);
  for (int64_t i = 0; i < row; ++i) blank[i] = static_cast<uint8_t>(a.fill_value.at(static_cast<int>(i % p.channels)));
  for (int64_t y = 0; y < p.canvas_height; ++y, out += row) {
    if (y < p.y || y >= p.y + p.height) {
      std::memcpy(out, blank, row);
      continue;
    }
    std::memcpy(out, blank, left);
    // An image without pixels may have a null address, which memcpy() must not get.
    if (image_row) std::memcpy(out + left, in + (y - p.y) * image_row, image_row);
    std::memcpy(out + left + image_row, blank + left + image_row, row - left - image_row);
  }
}

}  // namespace

PENSTOCK_CPU_OP(paste, PasteArgs, PasteState, setup, run, kNone)

}  // namespace penstock::ops
