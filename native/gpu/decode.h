// Decoding images into device memory. Each image takes one of four paths: kernels that decode whole batches
// (kernel_decode.h), the GPU's hardware engines (hardware.h), entropy decoding on a thread with the rest on the GPU
// ("hybrid"), or decoding on the CPU, of which only the window crosses to the GPU. A cost model that is measured while
// it runs (decode_model.h) splits each batch. See decode.cc.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/tensor.h"
#include "gpu/batch_turns.h"
#include "gpu/plugin_loader.h"

namespace penstock::gpu {

// The images that took one path, and the bytes of their files.
struct PathCount {
  std::atomic<int64_t> images{0}, bytes{0};

  void note(int64_t more_images, int64_t more_bytes) {
    images.fetch_add(more_images, std::memory_order_relaxed);
    bytes.fetch_add(more_bytes, std::memory_order_relaxed);
  }
};

// How many images took each path, and how often each reason forced an image onto the CPU.
struct DecodeCounts {
  PathCount kernels, hardware, hybrid, cpu;
  std::atomic<int64_t> kernel_ns{0};  // of the GPU, for the kernels
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
    std::unique_ptr<Error> error;  // set when the image could not be decoded
    int warnings;
  };

  // At most `threads` of the pool's threads decode at once; `group` is the pool's group that they belong to. `charge`
  // and `account` count the memory of kernels.
  Decoder(Device* device, int threads, int group, ChargeFn charge, void* account);
  ~Decoder();

  // Decodes all items, after the work that is now queued on `stream`. Work queued on it afterwards sees the results.
  // The kernels' part of it is queued in its turn.
  void decode(std::vector<Item>& items, Stream* stream, DecodeCounts& counts, BatchTurn& turn);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock::gpu
