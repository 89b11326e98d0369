// What the decoders of a group share: the order in which the GPU decodes their launches, and the memory that these
// take.
//
// The GPU decodes launches as they are queued. Launches that run at once share the GPU, so they end at about the same
// time, and the consumer waits for three batches and then gets them together. So each half of a launch's work begins
// when that half of the launch before it has ended; two launches are on the GPU at a time, in different halves, because
// the first half alone waits too much to fill it. The files of a third are copied meanwhile.
//
// Hence two launches need memory of their own for codes, files lie in one of two pieces until their bits are prepared,
// and all launches take turns with one piece of memory for the coefficients and samples of the second half. It is kept
// from launch to launch.
#pragma once
#include <memory>
#include <mutex>

#include "gpu_plugin/runtime.h"

namespace penstock::gpu {

class DecodeOrder {
 public:
  // The order of a group, which lives as long as one of its decoders. `low`: its work has low priority, and an order of
  // its own, since it would hold up the others. Group 0 shares with no other decoder.
  static std::shared_ptr<DecodeOrder> of(Device* device, int group, bool low);
  DecodeOrder(Device* device, int lanes, bool low);
  DecodeOrder(const DecodeOrder&) = delete;
  ~DecodeOrder();

  // A decoder begins and ends to use the order. What the memory was charged to goes with the decoder that leaves last.
  void join();
  void leave(ChargeFn charge, void* user);
  // Gives all memory back when the work that uses it is done; returns its bytes.
  int64_t trim(ChargeFn charge, void* user);

 private:
  // Device memory that grows and is kept.
  struct Kept {
    uint8_t* data = nullptr;
    int64_t bytes = 0;
  };
  // Where every other launch runs, and where its files are copied to, in a stream of all lanes.
  struct Lane {
    cudaStream_t stream = nullptr;
    cudaEvent_t ended = nullptr, copied = nullptr, read = nullptr;
    std::unique_ptr<Context> context;
    Kept memory, files;
  };

 public:
  // A launch's place in the order, held while its work is queued: what a stream waits for has been recorded then.
  class Turn {
   public:
    // The launch runs after `begun`. Memory is charged to `user`.
    Turn(DecodeOrder& order, cudaEvent_t begun, ChargeFn charge, void* user);
    Turn(const Turn&) = delete;
    ~Turn();
    Context& context() const { return *lane_.context; }
    // The stream in which files are copied, and memory for them until files_read().
    cudaStream_t copies() const { return order_.copies_; }
    uint8_t* files(int64_t bytes);
    // Memory that is this launch's until its end.
    uint8_t* memory(int64_t bytes) { return order_.room(lane_.memory, bytes, lane_.stream); }
    // Everything that is queued from here on is the first half. The files are copied.
    void first_half();
    // No work that is queued from here on reads the files.
    void files_read() { record(lane_.read); }
    // Everything that was queued since then was the first half. Returns memory of the second half.
    uint8_t* second_half(int64_t bytes);
    // Work queued on `stream` afterwards sees the results.
    void end(cudaStream_t stream);

   private:
    void wait(cudaEvent_t event) const;
    void record(cudaEvent_t event) const;
    DecodeOrder& order_;
    const std::unique_lock<std::mutex> lock_;
    Lane& lane_;
    bool ended_ = false;
  };

 private:
  static constexpr int kLanes = 2;
  static bool charge_current(void* self, int64_t bytes);
  Lane& next_lane();
  uint8_t* room(Kept& memory, int64_t bytes, cudaStream_t stream);
  int64_t drop(Kept& memory);
  int64_t drop_all();

  Device* const device_;
  const int count_;
  const bool low_;
  std::mutex mutex_;  // guards all that follows
  Lane lanes_[kLanes];
  cudaStream_t copies_ = nullptr;
  int next_ = 0, members_ = 0;
  Kept second_memory_;
  // The ends of the halves that were queued last.
  cudaEvent_t first_ = nullptr, second_ = nullptr;
  // What the present caller charges memory to.
  ChargeFn charge_ = nullptr;
  void* user_ = nullptr;
};

}  // namespace penstock::gpu
