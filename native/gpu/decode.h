// Decoding images into device memory. Each image takes one of three paths: the GPU's hardware engines (hardware.h),
// entropy decoding on a thread with the rest on the GPU ("hybrid"), or decoding on the CPU, of which only the window
// crosses to the GPU. A cost model that is measured while it runs (decode_model.h) splits each batch. See decode.cc.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/tensor.h"
#include "gpu/plugin_loader.h"

namespace penstock::gpu {

// How many images took which path, and why those on the CPU did that had to.
struct DecodeCounts {
  std::atomic<int64_t> hardware{0}, hybrid{0}, cpu{0};
  mutable std::mutex mutex;
  std::map<std::string, int64_t> fallback;

  void note_fallback(const std::string& reason) {
    std::lock_guard lock(mutex);
    ++fallback[reason];
  }
};

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

  // `threads` of the pool may decode at once, within their group.
  Decoder(Device* device, int threads, int group);
  ~Decoder();

  // Decodes all; what is queued on `stream` afterwards sees them. What is queued on it now comes first.
  void decode(std::vector<Item>& items, Stream* stream, DecodeCounts& counts);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock::gpu
