// The GPU's half of a Program: its stream, and the device's view of every value of the batch being made.
#pragma once
#include <vector>

#include "gpu/decode.h"
#include "gpu/slot.h"
#include "program_state.h"

namespace penstock {

struct Program::Gpu {
  explicit Gpu(Program& program);
  Gpu(const Gpu&) = delete;
  ~Gpu();

  // What is known of one value: per sample of the batch, where its data is on the device; null where it is not.
  struct OnDevice {
    std::vector<TensorView> views;
    void* block = nullptr;  // of a value that lives for this run only
    int64_t bytes = 0;
    int last_use = -1;  // op
  };

  void run(int from, const ArenaRef& arena);

 private:
  void queue(int from, const ArenaRef& arena);
  void upload_inputs();
  void upload(int value);
  void place_outputs(const ArenaRef& arena);
  void make_room(int op_index);
  void run_op(int op_index);
  void decode(int op_index, const ArenaRef& arena);
  void hand_over(const ArenaRef& arena);
  void release(OnDevice&);
  void* take(int64_t bytes);
  int64_t volume(int value) const;
  bool came_on_host(int value) const;
  bool skipped(const OpNode&, int position) const;
  const TensorView& view(int value, int position) const { return on_device_[value].views[position - from_]; }

  Program& p_;
  const gpu::Table& t_;
  gpu::Device* device_;
  const std::shared_ptr<gpu::SharedStream> shared_stream_;  // the program's own, or the one that it was given
  gpu::Stream* const stream_;
  gpu::StreamOwner copies_;
  gpu::EventOwner copied_, begun_;
  gpu::ContextOwner context_;
  std::vector<const gpu::Op*> ops_;  // per operator of the program
  std::vector<OnDevice> on_device_;  // per value
  std::vector<bool> needed_;         // per value: some operator on the GPU, or an output there, wants it
  std::vector<bool> handed_;         // per value: it is an output, wherever
  std::unique_ptr<gpu::Decoder> decoder_;
  int from_ = 0;
  size_t chunk_ = 0;
  bool host_read_ = false;  // copies from host slots are on their way
  std::vector<const void*> args_, states_;
  std::vector<std::vector<TensorView>> in_, out_;
  std::vector<gpu::Decoder::Item> items_;
  std::vector<int> positions_;
};

}  // namespace penstock
