// The order in which a GPU decodes the batches of a group: as they are queued. Batches that run at once share the GPU,
// so they end at about the same time, and the consumer waits for three batches and then gets them together. So each
// half of a batch's work begins when that half of the batch before it has ended; two batches are on the GPU at a time,
// in different halves, because the first half alone waits too much to fill it.
#pragma once
#include <memory>
#include <mutex>

#include "cuda/runtime.h"

namespace penstock::gpu {

class DecodeOrder {
 public:
  // The order of a group, which lives as long as one of its decoders; null for group 0.
  static std::shared_ptr<DecodeOrder> of(Device* device, int group);
  explicit DecodeOrder(Device* device);
  DecodeOrder(const DecodeOrder&) = delete;
  ~DecodeOrder();

  // A batch's place in the order, held while its work is queued: what a stream waits for has been recorded then.
  class Turn {
   public:
    // Without an order a turn does nothing.
    Turn(DecodeOrder* order, cudaStream_t stream);
    // Everything that was queued since the start was the first half.
    void second_half();
    void end();

   private:
    void wait(cudaEvent_t event) const;
    void record(cudaEvent_t event) const;
    DecodeOrder* const order_;
    const cudaStream_t stream_;
    std::unique_lock<std::mutex> lock_;
  };

 private:
  // The ends of the halves that were queued last.
  cudaEvent_t first_ = nullptr, second_ = nullptr;
  std::mutex mutex_;
};

}  // namespace penstock::gpu
