// Makes the samples that setup() has described on a GPU, operator by operator over the whole batch. All work is queued
// on one stream, which is the program's own or was passed in; the calling thread waits only when a copy reads or writes
// host memory. A program that decodes leaves a stream that was passed in for one of its own and joins it again, so that
// batches which share that stream are decoded at the same time. gpu_executor.cc has the operators, gpu_transfers.cc the
// memory of their values.
#pragma once
#include <memory>
#include <vector>

#include "gpu_host/decode.h"
#include "gpu_host/decoded_images.h"
#include "gpu_host/slot.h"
#include "gpu_host/video_thread.h"
#include "program/batch_state.h"

namespace penstock {

class GpuExecutor {
 public:
  explicit GpuExecutor(BatchState& state);
  GpuExecutor(const GpuExecutor&) = delete;
  ~GpuExecutor();

  // Makes the samples from number `from` on.
  void run(int from, const ArenaRef& arena);
  // Between batches: gives the device all memory that is kept for the next one; returns its bytes.
  int64_t trim();

 private:
  // One value on the device: for each sample of the batch the address of its data, or null when it is not there.
  struct OnDevice {
    std::vector<TensorView> views;
    void* block = nullptr;  // memory of a value that lives for this run only
    int64_t bytes = 0;
    int last_use = -1;  // position of the last operator that uses it
  };

  void plan_values();
  void find_kernels();
  void queue(int from, const ArenaRef& arena);
  void begin(int from, const ArenaRef& arena);
  void order(gpu::Stream* earlier, gpu::Stream* later);
  void be_busy();
  void run_op(const OpNode& op, int op_index);
  int gather(const OpNode& op);
  void gather_frames(const OpNode& op, int position);
  void decode(const OpNode& op, int op_index);
  void decode_videos(const OpNode& op, int op_index);
  void decode_video(const OpNode& op, int op_index, int position, int worker);
  void bind_alias(const OpNode& op);
  bool skipped(const OpNode&, int position) const;
  int made() const { return state_.count - from_; }

  void upload_inputs();
  void upload(int value);
  void copy_in(int value, const uint8_t* begin, int64_t span, bool together);
  void place_outputs(const ArenaRef& arena);
  void place_value(int value, size_t output);
  int shown_whole(int value) const;
  void take_memory(const OpNode& op);
  void hand_over(const ArenaRef& arena);
  bool hand_over_sample(const ArenaRef& arena, size_t output, int position, bool pinned);
  void count_memory();
  bool came_on_host(int value) const;
  void* take(int64_t bytes);
  void release(OnDevice&);
  const TensorView& view(int value, int position) const { return on_device_[value].views[position - from_]; }

  BatchState& state_;
  const gpu::Table& t_;
  gpu::Device* device_;
  const std::shared_ptr<gpu::SharedStream> shared_stream_;  // the program's own, or the one that was passed in
  gpu::StreamOwner branch_;                                 // empty unless work leaves the stream that was passed in
  gpu::Stream* stream_;                                     // on which the work is queued: branch_, or the shared one
  gpu::StreamOwner copies_;
  gpu::EventOwner copied_, begun_, branched_;
  gpu::ContextOwner context_;
  std::vector<const gpu::Op*> ops_;         // per operator of the program
  std::vector<OnDevice> on_device_;         // per value
  std::vector<std::vector<int>> releases_;  // per operator: the values that none after it uses
  std::vector<bool> needed_;                // per value: an operator on the GPU or an output in device memory uses it
  std::vector<bool> handed_;                // per value: it is an output, in host or device memory
  gpu::PeakCharge values_;                  // of the values that live for one run
  const bool any_on_device_;                // at least one output lies in device memory
  const std::shared_ptr<gpu::BatchTurns> turns_;
  std::unique_ptr<gpu::Decoder> decoder_;
  std::vector<std::unique_ptr<gpu::VideoThread>> videos_;    // per thread; empty where no operator decodes videos
  std::vector<std::unique_ptr<gpu::DecodedImages>> caches_;  // per operator; null where it keeps no decoded images
  int from_ = 0;
  size_t chunk_ = 0;
  bool host_read_ = false;  // copies from host slots are in progress
  std::vector<const void*> args_, states_;
  std::vector<std::vector<TensorView>> in_, out_;
  std::vector<gpu::Decoder::Item> items_;
  std::vector<int> positions_;
};

}  // namespace penstock
