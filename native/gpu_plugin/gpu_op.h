// The contract of a GPU operator: one function over a whole batch.
//   run(r)  queues kernels on r.ctx.stream() that fill r.out from r.in; it must not wait for them
// The shapes come from the CPU operator's setup(), which has run for every sample. r.state<State>(i) is the state that
// it made, and r.args<Args>(i) are the sample's arguments. Both are in host memory that ends with run(), so the data
// that kernels need goes into descriptors, one per sample, which r.ctx.upload() copies to the device. Tensors are
// dense, and start at any address that is a multiple of the element's size. Inputs that setup() reads (OpFlags) are in
// host memory. The pixel arithmetic stands in <op>.h, marked PENSTOCK_HD; CPU and GPU share it.
#pragma once
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "core/error.h"
#include "core/tensor.h"
#include "gpu_plugin/peak_charge.h"
#include "gpu_plugin/plugin.h"

namespace penstock::gpu {

// Throws OUT_OF_MEMORY or INTERNAL, with the name of the CUDA error, unless the call succeeded.
void check(cudaError_t, const char* what);

// Memory for one batch's kernels. Several batches may be in progress; each has its own frame of memory.
struct Context {
  Context(Device*, cudaStream_t, ChargeFn, void* user);
  Context(const Context&) = delete;
  ~Context();

  cudaStream_t stream() const { return stream_; }
  Device* device() const { return device_; }

  // Copies `count` descriptors to the device, before later kernels. The host's copy may be released when this returns.
  template <class T>
  const T* upload(const T* data, size_t count) {
    return static_cast<const T*>(upload_bytes(data, count * sizeof(T)));
  }
  template <class T>
  const T* upload(const std::vector<T>& data) {
    return upload(data.data(), data.size());
  }
  // Returns uninitialised device memory, 256-byte aligned, which lives until the batch's end.
  template <class T>
  T* scratch(size_t count) {
    return static_cast<T*>(scratch_bytes(count * sizeof(T)));
  }

  void begin();
  void end();
  // Between batches: gives all memory back to the pool when it is free; returns its bytes.
  int64_t trim();

 private:
  struct Block {
    uint8_t *host, *device;
    size_t size, used;
  };
  struct Frame {
    std::vector<Block> blocks;
    cudaEvent_t done = nullptr;
    bool pending = false;
  };
  static constexpr int kFrames = 4;

  const void* upload_bytes(const void* data, size_t bytes);
  void* scratch_bytes(size_t bytes);
  void charge(int64_t bytes);
  void give_back_taken();
  int64_t drop_blocks();

  Device* device_;
  cudaStream_t stream_;
  PeakCharge charge_;
  Frame frames_[kFrames];
  int frame_ = 0;
  struct Taken {
    void* data;
    int64_t bytes;
  };
  std::vector<Taken> taken_;
};

struct Run : OpRun {
  Context& ctx;
  Run(const OpRun& r, Context& c) : OpRun(r), ctx(c) {}
  template <class Args>
  const Args& arg(int sample) const {
    return *static_cast<const Args*>(OpRun::args[sample]);
  }
  template <class State>
  const State& state(int sample) const {
    return *static_cast<const State*>(states[sample]);
  }
};

struct Op {
  const char* name;
  void (*run)(Run&);
};

}  // namespace penstock::gpu

// At the end of <op>_gpu.cu, inside namespace penstock::ops. `symbol` is the folder's name.
#define PENSTOCK_GPU_OP(symbol, ArgsType, run_fn) \
  extern const ::penstock::gpu::Op symbol##_gpu;  \
  const ::penstock::gpu::Op symbol##_gpu = {ArgsType::op_name, run_fn};
