// How a thread decodes one image for the GPU: either wholly on the CPU, after which the window is copied to the GPU, or
// only the entropy decoding, with the rest on the GPU ("hybrid"). Measured rates decide between the two.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string>

#include "codecs/codec.h"
#include "core/scratch.h"
#include "gpu/decode.h"
#include "gpu/decode_model.h"
#include "gpu/hardware.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::gpu {

inline const ops::DecodeState& state_of(const Decoder::Item& item) {
  return *static_cast<const ops::DecodeState*>(item.state);
}

// Page-locked memory that a thread decodes into while the previous image is being copied to the GPU.
struct Staging {
  void* data = nullptr;
  int64_t size = 0;
  EventOwner sent;
  bool pending = false;

  ~Staging() { drop(); }
  void drop() {
    if (pending) plugin().event_sync(sent);
    pending = false;
    if (data) plugin().unpin(data);
    std::free(data);
    data = nullptr;
    size = 0;
  }
  // Returns at least `bytes` of memory, after waiting until the previous image in it has been copied.
  void* room(Device* device, int64_t bytes) {
    if (!sent) must(plugin().event_open(device, sent.out()));
    if (pending) must(plugin().event_sync(sent));
    pending = false;
    if (bytes > size) {
      drop();
      const int64_t wanted = (bytes + bytes / 4 + 65535) / 65536 * 65536;
      data = std::aligned_alloc(4096, static_cast<size_t>(wanted));
      if (!data) throw std::bad_alloc();
      size = wanted;
      // Where the memory cannot be locked, copies are slower but still correct.
      plugin().pin(data, size);
    }
    return data;
  }
};

// The state that one thread keeps between images.
struct DecodeThread {
  StreamOwner stream;
  EventOwner done;
  ContextOwner context;
  codecs::Decoders decoders;
  Scratch scratch;
  Staging staging[2];
  int turn = 0;
  int hybrid_state = -1;
  uint64_t images = 0;
  bool used = false;  // in this batch
};

// The two paths. Several threads may call it at once, each with its own DecodeThread.
class ThreadPaths {
 public:
  explicit ThreadPaths(Device* device);

  // Measured CPU time divided by estimated CPU time.
  double cpu_factor();
  bool prefers_hybrid(DecodeThread& w, const HardwareImage& i);
  void on_cpu(DecodeThread& w, Decoder::Item& item, DecodeCounts& counts);
  // Returns false when nvJPEG refuses the image; `refusal` is then the reason.
  bool on_hybrid(DecodeThread& w, Jpeg* jpeg, HardwareImage i, DecodeCounts& counts, std::string& refusal);

  EventOwner begun;  // recorded when the batch begins; the threads' streams wait for it

 private:
  void prepare(DecodeThread& w) const;

  Device* device_;
  std::mutex rates_;
  Rate cpu_{0.02}, hybrid_{0.02};
};

}  // namespace penstock::gpu
