// The part of a batch that the GPU's kernels decode (cuda/jpeg): which images they take, and what becomes of those that
// they find doubtful.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "gpu_host/decode.h"

namespace penstock::gpu {

class KernelDecode {
 public:
  // `charge` and `account` count the kernels' memory. Batches of one thread group are decoded in their order.
  KernelDecode(Device* device, int group, ChargeFn charge, void* account);
  ~KernelDecode();

  void clear();
  // Adds an image, by its number in the batch. Returns false, with the reason, when the kernels do not decode it.
  bool add(const Decoder::Item& item, int number, const DecodeWindow& window, const char*& reason);
  bool empty() const { return numbers_.empty(); }
  int count() const { return static_cast<int>(numbers_.size()); }

  // Queues the decoding. Returns false, with the reason, when there is no memory for it.
  bool queue(Stream* stream, bool fancy, float share, std::string& reason);
  // Waits for the kernels; returns the images, by their numbers in the batch, that the CPU has to decode.
  const std::vector<int>& finish(DecodeCounts& counts);
  const std::vector<int>& numbers() const { return numbers_; }
  // Between batches: gives the kernels' memory to the pool; returns its bytes.
  int64_t trim();

 private:
  Device* const device_;
  const int group_;
  const ChargeFn charge_;
  void* const account_;
  Stream* stream_ = nullptr;  // of kernels_
  using KernelsOwner = Owner<JpegKernels, &Table::jpeg_kernels_close>;
  std::unique_ptr<KernelsOwner> kernels_;
  std::vector<JpegPlan> plans_;
  std::vector<JpegKernelImage> images_;
  std::vector<int> numbers_, doubtful_;
};

}  // namespace penstock::gpu
