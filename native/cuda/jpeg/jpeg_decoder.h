// Decodes whole batches of JPEG files with kernels: no image waits for another, and the host waits for none of them. The
// bytes are libjpeg-turbo's. What the kernels cannot prove sound is left to the CPU, which decides what is wrong with
// it. docs/design/gpu-jpeg.md has the method.
#pragma once
#include <memory>
#include <vector>

#include "cuda/jpeg/jpeg_layout.h"
#include "cuda/plugin.h"
#include "cuda/runtime.h"

namespace penstock::gpu {

struct JpegKernels {
  JpegKernels(Device*, Stream*, ChargeFn, void* user);
  JpegKernels(const JpegKernels&) = delete;
  ~JpegKernels();

  // Queues the work. The files must stay until wait().
  void decode(const JpegKernelImage* images, int count, bool fancy, float share);
  // Waits until all is decoded. Returns what is doubtful, by image: JpegDoubt; the windows of doubtful images are
  // undefined.
  const uint32_t* wait();

 private:
  void queue(const JpegLayout& layout, float share);
  const uint8_t* copy_files(JpegLayout& layout);

  Device* device_;
  Context context_;
  JpegLayout layout_;
  cudaEvent_t done_ = nullptr;
  uint32_t* status_ = nullptr;  // page-locked
  int room_ = 0, count_ = 0;
  bool pending_ = false, begun_ = false;
};

}  // namespace penstock::gpu
