// Tensors for other libraries of this process, by the DLPack interface (dmlc/dlpack, dlpack.h). The structs are that
// interface's, in its unversioned form, which all consumers take.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "core/tensor.h"

namespace penstock::gpu {

struct DLDevice {
  int32_t type, id;
};
struct DLDataType {
  uint8_t code, bits;
  uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;  // null: dense, row-major
  uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor tensor;
  void* context;
  void (*deleter)(DLManagedTensor*);
};

// A negative `gpu` stands for host memory. `done` is called once, when the consumer calls the deleter, on the
// consumer's thread.
DLManagedTensor* export_dlpack(void* data, int gpu, DType dtype, std::vector<int64_t> shape,
                               std::function<void()> done);

}  // namespace penstock::gpu
