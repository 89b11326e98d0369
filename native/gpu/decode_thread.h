// How a thread decodes one image for the GPU: wholly on the CPU, and the window crosses; or entropy decoding alone,
// with the rest on the GPU ("hybrid"). Which one is taken follows from measured rates.
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

// Page-locked memory that a thread decodes into while the image before is on its way.
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
  // At least `bytes`, once the image before is away.
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
      // Where it cannot be locked, copies are slower and still right.
      plugin().pin(data, size);
    }
    return data;
  }
};

// What one thread keeps between images.
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

// Safe from several threads, each with a DecodeThread of its own.
class ThreadPaths {
 public:
  explicit ThreadPaths(Device* device);

  // How much longer this machine takes on the CPU than estimated.
  double cpu_factor();
  bool prefers_hybrid(DecodeThread& w, const HardwareImage& i);
  void on_cpu(DecodeThread& w, Decoder::Item& item, DecodeCounts& counts);
  // False: nvJPEG refuses the image, and says why.
  bool on_hybrid(DecodeThread& w, Jpeg* jpeg, HardwareImage i, DecodeCounts& counts, std::string& refusal);

  EventOwner begun;  // what the batch waits for

 private:
  void prepare(DecodeThread& w) const;

  Device* device_;
  std::mutex rates_;
  Rate cpu_{0.02}, hybrid_{0.02};
};

}  // namespace penstock::gpu
