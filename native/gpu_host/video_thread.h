// Decodes videos into device memory, on one thread: by the GPU's video engines, or, where these do not take the video
// or find it damaged, by the thread itself, whose frames are then copied. Both give the same bytes. Which of them
// decodes a sequence depends on the video alone.
#pragma once
#include <cstdint>
#include <vector>

#include "formats/video/decode_clip.h"
#include "gpu_host/decode_thread.h"

namespace penstock::gpu {

// Used by one thread at a time.
class VideoThread final : public video::DeviceClips {
 public:
  explicit VideoThread(Device* device) : device_(device) {}

  // Frames are written after `begun`.
  void begin_batch(Event* begun, DecodeCounts& counts);
  void decode(video::VideoFile&, const video::ClipSpec&, const std::vector<int32_t>& numbers, Scratch&,
              const TensorView& out) override;
  // Copies what the operator has made beside the frames.
  void copy(const TensorView& to, const void* from);
  // For the calls of one sample. Like that of images it is not of the budget.
  Scratch& scratch() { return scratch_; }
  // Makes later work of `stream` wait for this batch.
  void join(Stream* stream);

 private:
  void open();
  void by_engines(video::VideoFile&, const video::ClipSpec&, const std::vector<int32_t>&, const TensorView& out);
  void by_thread(video::VideoFile&, const video::ClipSpec&, const std::vector<int32_t>&, Scratch&,
                 const TensorView& out);
  void write_others(video::ClipWriter&, const video::ClipSpec&, const TensorView& out);

  Device* const device_;
  Event* begun_ = nullptr;
  DecodeCounts* counts_ = nullptr;
  StreamOwner stream_;
  EventOwner done_;
  Scratch scratch_;
  Staging staging_[2];
  int turn_ = 0;
  bool used_ = false;  // in this batch
};

}  // namespace penstock::gpu
