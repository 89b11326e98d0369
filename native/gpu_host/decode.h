// Decoding images into device memory. An image has one of three decoders: kernels that decode whole batches
// (kernel_decode.h), the GPU's JPEG engines (hardware.h), or a thread of the CPU, of whose pixels only the window
// crosses to the GPU (decode_thread.h). Which one depends on the image and on decodeWith alone, never on time.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/tensor.h"
#include "gpu_host/batch_turns.h"
#include "gpu_host/plugin_loader.h"

namespace penstock::gpu {

// The images, or the videos, that one decoder took, and the bytes of their files.
struct PathCount {
  std::atomic<int64_t> images{0}, bytes{0};

  void note(int64_t more_images, int64_t more_bytes) {
    images.fetch_add(more_images, std::memory_order_relaxed);
    bytes.fetch_add(more_bytes, std::memory_order_relaxed);
  }
};

// How many each decoder took, and how often each reason kept one from kernels or engines.
struct DecodeCounts {
  PathCount kernels, hardware, cpu;
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

  // Between batches: gives memory that is kept for the next one to the pool; returns its bytes.
  int64_t trim();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock::gpu
