// Images whose channels are looked at one by one: equalize, autocontrast. A dense tensor is a row of runs, each a frame
// [height, width, channels] of its own, or a plane (channels: 1) where the channels stand before the pixels.
#pragma once
#include "core/error.h"
#include "core/tensor.h"

namespace penstock::ops {

struct ChannelRuns {
  int64_t runs = 1, height = 0, width = 0;
  int64_t channels = 1;  // interleaved

  int64_t pixels() const { return height * width; }
  int64_t elements() const { return pixels() * channels; }
};

// Sets the layout where it is missing; refuses others than HW, HWC, CHW, FHW, FHWC and FCHW.
inline ChannelRuns channel_runs(OutSpec& image) {
  static constexpr const char* kLayouts[] = {"HW", "HWC", "CHW", "FHW", "FHWC", "FCHW"};
  static constexpr const char* kMissing[] = {"HW", "HWC", "FHWC"};
  const Shape& shape = image.shape;
  if (image.layout.empty()) {
    for (const char* name : kMissing) {
      if (static_cast<int>(Layout(name).view().size()) == shape.ndim) image.layout = name;
    }
  }
  bool known = false;
  for (const char* name : kLayouts) known = known || image.layout == Layout(name);
  if (!known) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected layout HW, HWC, CHW, FHW, FHWC or FCHW for the input but received '%s' with %d dimensions",
         image.layout.name, shape.ndim);
  }
  const int h = image.layout.find('H');
  ChannelRuns r;
  r.height = shape[h];
  r.width = shape[h + 1];
  for (int d = 0; d < h; ++d) r.runs *= shape[d];
  for (int d = h + 2; d < shape.ndim; ++d) r.channels *= shape[d];
  return r;
}

// out = table[channel][in] for the elements of a run. Two or more channels are interleaved.
void apply_tables(const uint8_t* in, uint8_t* out, const ChannelRuns& r, const uint8_t (*table)[256]);

}  // namespace penstock::ops
