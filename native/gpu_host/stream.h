// A stream that several programs, slots, contexts and threads queue work on. Users may know it by its cudaStream_t, and
// such a number outlives the stream. Penstock's own streams are therefore never destroyed: a stream that has lost its
// last user is kept for reuse, so CUDA gives its number to no other stream. A stream that the user gave is never ended.
#pragma once
#include <cstdint>
#include <memory>

#include "gpu_host/plugin_loader.h"

namespace penstock::gpu {

class SharedStream {
 public:
  // Returns a stream of penstock's: an ended one, reused, or a new one. Throws CUDA_UNAVAILABLE.
  static std::shared_ptr<SharedStream> open(int gpu);
  // Returns the stream of a cudaStream_t: the existing object where it is an open stream of penstock's (possibly of
  // another GPU), otherwise an object for the user's stream on this GPU. Throws STREAM_ENDED for a stream of penstock's
  // that has ended.
  static std::shared_ptr<SharedStream> find(int gpu, uint64_t raw);
  // find(), which also throws INVALID_ARGUMENT for a stream of another GPU.
  static std::shared_ptr<SharedStream> adopt(int gpu, uint64_t raw);
  ~SharedStream();

  // The stream that contexts of all threads use on this GPU unless they have one of their own; may be empty.
  static std::shared_ptr<SharedStream> standard(int gpu);
  static void set_standard(int gpu, std::shared_ptr<SharedStream> stream);

  Stream* get() const { return stream_; }
  int gpu() const { return gpu_; }
  uint64_t raw() const;
  // Throws INVALID_ARGUMENT unless the stream belongs to GPU `gpu`.
  void expect_gpu(int gpu) const;
  // Blocks until the work that is queued now is done.
  void sync() const;

 private:
  SharedStream(int gpu, bool own) : gpu_(gpu), own_(own) {}

  const int gpu_;
  const bool own_;
  Stream* stream_ = nullptr;
};

}  // namespace penstock::gpu
