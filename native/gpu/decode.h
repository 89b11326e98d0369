// JPEG decoding into device memory, split over three paths by a cost model that is measured while it runs: the GPU's
// hardware engines, entropy decoding on threads with the rest on the GPU (hybrid), and decoding on the CPU. See decode.cc.
#pragma once
#include <memory>
#include <vector>

#include "core/error.h"
#include "core/tensor.h"
#include "gpu/plugin_loader.h"

namespace penstock {
struct ProgramSpec;
}

namespace penstock::gpu {

class Decoder {
 public:
  // One image: what the operator's setup() left (ops::DecodeState), the file's bytes in host memory, and where its
  // window goes on the device.
  struct Item {
    const void* state;
    TensorView in, out;
    std::unique_ptr<Error> error;  // the image is bad
    int warnings;
  };

  Decoder(Device* device, const ProgramSpec& spec);
  ~Decoder();

  // Decodes all; what is queued on `stream` afterwards sees them. What is queued on it now comes first.
  void decode(std::vector<Item>& items, Stream* stream);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock::gpu
