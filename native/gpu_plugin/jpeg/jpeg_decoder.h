// Decodes whole batches of JPEG files with kernels: no image waits for another, and the host waits for none of them.
// The bytes are libjpeg-turbo's. What the kernels cannot prove sound is left to the CPU, which decides what is wrong
// with it. docs/design/gpu-jpeg.md has the method.
#pragma once
#include <memory>
#include <vector>

#include "gpu_plugin/jpeg/decode_order.h"
#include "gpu_plugin/jpeg/jpeg_layout.h"
#include "gpu_plugin/plugin.h"
#include "gpu_plugin/runtime.h"

namespace penstock::gpu {

struct JpegKernels {
  JpegKernels(Device*, Stream*, int group, ChargeFn, void* user);
  JpegKernels(const JpegKernels&) = delete;
  ~JpegKernels();

  // Queues the work, in streams of the group; the caller's waits for it. The files must stay until wait(). With a share
  // below 1, few CUDA blocks run at a time, in streams of low priority.
  void decode(const JpegKernelImage* images, int count, bool fancy, float share);
  // Waits until all is decoded. Returns what is doubtful, by image: JpegDoubt; the windows of doubtful images are
  // undefined. `seconds` is what the GPU took.
  const uint32_t* wait(double& seconds);
  // Gives the group's memory back, which is taken again when it is needed; returns its bytes.
  int64_t trim();

 private:
  void make_room(int count);
  DecodeOrder& order(bool low);
  void queue_all(DecodeOrder& order, const JpegKernelImage* images, int count, bool fancy, float share);
  void queue(DecodeOrder::Turn& turn, float share);
  void copy_files(uint8_t* raw, cudaStream_t stream) const;

  Device* const device_;
  const cudaStream_t stream_;
  const int group_;
  const ChargeFn charge_;
  void* const user_;
  std::shared_ptr<DecodeOrder> orders_[2];  // of usual and of low priority; null until they are needed
  JpegLayout layout_;
  cudaEvent_t begun_ = nullptr, done_ = nullptr;
  uint32_t* status_ = nullptr;  // page-locked
  int room_ = 0;                // images
  bool pending_ = false;
  double seconds_ = 0;
};

}  // namespace penstock::gpu
