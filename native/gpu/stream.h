// A stream that several programs, contexts and threads queue work on. Ours is destroyed with its last user; one that
// the user gave is left alone.
#pragma once
#include <cstdint>
#include <memory>

#include "gpu/plugin_loader.h"

namespace penstock::gpu {

class SharedStream {
 public:
  // A new stream. Throws CUDA_UNAVAILABLE.
  static std::shared_ptr<SharedStream> open(int gpu);
  // The stream behind a cudaStream_t: the same object for one of ours that is still open, else the user's.
  static std::shared_ptr<SharedStream> adopt(int gpu, uint64_t raw);
  ~SharedStream();

  // The stream that contexts of all threads use on this GPU unless they have one of their own; may be empty.
  static std::shared_ptr<SharedStream> standard(int gpu);
  static void set_standard(int gpu, std::shared_ptr<SharedStream> stream);

  Stream* get() const { return stream_; }
  int gpu() const { return gpu_; }
  uint64_t raw() const;
  // Blocks until what is queued by now is done.
  void sync() const;

 private:
  explicit SharedStream(int gpu) : gpu_(gpu) {}

  const int gpu_;
  StreamOwner stream_;
};

}  // namespace penstock::gpu
