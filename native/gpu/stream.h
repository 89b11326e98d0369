// A stream that several programs, slots, contexts and threads queue work on. Users may know it by its cudaStream_t, and
// such a number outlives the stream. So penstock's own streams are never destroyed: one that has lost its last user
// waits to be used again, and its number stands for no other stream of the process. A stream that the user gave is left
// alone.
#pragma once
#include <cstdint>
#include <memory>

#include "gpu/plugin_loader.h"

namespace penstock::gpu {

class SharedStream {
 public:
  // A stream of penstock's: one that has ended, or a new one. Throws CUDA_UNAVAILABLE.
  static std::shared_ptr<SharedStream> open(int gpu);
  // The stream behind a cudaStream_t: the same object for an open one of penstock's, whose GPU may be another, else the
  // user's on this GPU. Throws STREAM_ENDED for one of penstock's that has ended.
  static std::shared_ptr<SharedStream> find(int gpu, uint64_t raw);
  // The same. Throws INVALID_ARGUMENT for a stream of another GPU.
  static std::shared_ptr<SharedStream> adopt(int gpu, uint64_t raw);
  ~SharedStream();

  // The stream that contexts of all threads use on this GPU unless they have one of their own; may be empty.
  static std::shared_ptr<SharedStream> standard(int gpu);
  static void set_standard(int gpu, std::shared_ptr<SharedStream> stream);

  Stream* get() const { return stream_; }
  int gpu() const { return gpu_; }
  uint64_t raw() const;
  // Throws INVALID_ARGUMENT unless it is one of this GPU.
  void expect_gpu(int gpu) const;
  // Blocks until what is queued by now is done.
  void sync() const;

 private:
  SharedStream(int gpu, bool own) : gpu_(gpu), own_(own) {}

  const int gpu_;
  const bool own_;
  Stream* stream_ = nullptr;
};

}  // namespace penstock::gpu
