// Decodes images on one thread of the CPU, and copies each window to the GPU while the next image is decoded.
#pragma once
#include <cstdint>

#include "codecs/codec.h"
#include "core/scratch.h"
#include "gpu_host/decode.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::gpu {

inline const ops::DecodeState& state_of(const Decoder::Item& item) {
  return *static_cast<const ops::DecodeState*>(item.state);
}

inline codecs::Bytes file_of(const Decoder::Item& item) {
  return {item.in.as<const uint8_t>(), static_cast<size_t>(item.in.shape[0])};
}

// Page-locked memory that a thread decodes into while the previous image is being copied to the GPU.
struct Staging {
  void* data = nullptr;
  int64_t size = 0;
  EventOwner sent;
  bool pending = false;

  ~Staging() { drop(); }
  void drop();
  // Returns at least `bytes` of memory, after waiting until the previous image in it has been copied.
  void* room(Device* device, int64_t bytes);
};

// Used by one thread at a time.
class DecodeThread {
 public:
  explicit DecodeThread(Device* device) : device_(device) {}

  void begin_batch() { used_ = false; }
  // Decodes the item. Its window is copied after `begun`, at which the batch's memory may be written.
  void decode(Decoder::Item& item, Event* begun);
  // Makes later work of `stream` wait for the copies of this batch.
  void join(Stream* stream);

 private:
  Device* const device_;
  StreamOwner stream_;
  EventOwner done_;
  codecs::Decoders decoders_;
  Scratch scratch_;
  Staging staging_[2];
  int turn_ = 0;
  bool used_ = false;  // in this batch
};

}  // namespace penstock::gpu
