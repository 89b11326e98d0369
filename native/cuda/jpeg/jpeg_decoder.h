// Decodes whole batches of JPEG files with kernels: no image waits for another, and the host waits for none of them.
// The bytes are libjpeg-turbo's. What the kernels cannot prove sound is left to the CPU, which decides what is wrong
// with it. docs/design/gpu-jpeg.md has the method.
#pragma once
#include <memory>
#include <vector>

#include "cuda/jpeg/decode_order.h"
#include "cuda/jpeg/jpeg_layout.h"
#include "cuda/plugin.h"
#include "cuda/runtime.h"

namespace penstock::gpu {

struct JpegKernels {
  JpegKernels(Device*, Stream*, int group, ChargeFn, void* user);
  JpegKernels(const JpegKernels&) = delete;
  ~JpegKernels();

  // Queues the work. The files must stay until wait(). With a share below 1, few CUDA blocks run at a time, in a stream
  // of low priority; the caller's stream waits for it.
  void decode(const JpegKernelImage* images, int count, bool fancy, float share);
  // Waits until all is decoded. Returns what is doubtful, by image: JpegDoubt; the windows of doubtful images are
  // undefined. `seconds` is what the GPU took.
  const uint32_t* wait(double& seconds);

 private:
  void make_room(int count);
  Context& enter(float share);
  void queue_all(Context& context, const JpegKernelImage* images, int count, bool fancy, float share);
  void queue(Context& context, float share);
  void launch(const JpegLaunch& launch);
  const uint8_t* copy_files(Context& context) const;

  Device* const device_;
  const cudaStream_t stream_;
  const std::shared_ptr<DecodeOrder> order_;  // null: no group
  const ChargeFn charge_;
  void* const user_;
  Context context_;
  cudaStream_t low_stream_ = nullptr;  // of low priority
  std::unique_ptr<Context> low_;
  JpegLayout layout_;
  cudaEvent_t begun_ = nullptr, done_ = nullptr;
  uint32_t* status_ = nullptr;  // page-locked
  int room_ = 0;                // images
  bool pending_ = false;
  double seconds_ = 0;
};

}  // namespace penstock::gpu
