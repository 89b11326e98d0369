// How kernels are started, so that the same source runs on a GPU and on the emulated device of the tests.
//   launch(kernel, grid, block, stream, args...)                  kernels whose threads are independent
//   launch_synced(kernel, grid, block, shared, stream, args...)   kernels that use __syncthreads() or shared memory
// shared_memory<T>() gives a kernel its dynamic shared memory. The emulated device has barriers, ballots and shuffles
// of whole warps, for kernels started with launch_synced(); `__shared__` variables of a block outlive it there.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <set>
#include <tuple>
#include <type_traits>
#include <utility>

#include "gpu_plugin/gpu_op.h"

namespace penstock::gpu {

// Unrolls the loop that follows in kernels, so that arrays stay in registers; or keeps it from being unrolled.
#ifdef __CUDACC__
#define PENSTOCK_UNROLL _Pragma("unroll")
#define PENSTOCK_ROLLED _Pragma("unroll 1")
#else
#define PENSTOCK_UNROLL
#define PENSTOCK_ROLLED
#endif

#ifdef __CUDACC__

// Allows the kernel more than 48 KB of shared memory, which CUDA otherwise refuses. It always asks for the maximum,
// because launches of other threads with other sizes may come between this call and the launch itself.
inline void allow_shared_memory(const void* kernel) {
  static std::mutex mutex;
  static auto* allowed = new std::set<std::pair<int, const void*>>();
  int device = 0, most = 0;
  check(cudaGetDevice(&device), "asking for the current device");
  std::lock_guard lock(mutex);
  if (allowed->count({device, kernel})) return;
  cudaFuncAttributes own;
  check(cudaFuncGetAttributes(&own, kernel), "asking for a kernel's memory");
  check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "shared memory of the device");
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             most - static_cast<int>(own.sharedSizeBytes)),
        "shared memory of a kernel");
  allowed->insert({device, kernel});
}

template <class... P, class... A>
void launch_synced(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, cudaStream_t stream, A&&... args) {
  if (!grid.x || !grid.y || !grid.z) return;
  if (shared > 48 * 1024) allow_shared_memory(reinterpret_cast<const void*>(kernel));
  kernel<<<grid, block, shared, stream>>>(static_cast<P>(args)...);
  check(cudaGetLastError(), "launching a kernel");
}
template <class... P, class... A>
void launch(void (*kernel)(P...), dim3 grid, dim3 block, cudaStream_t stream, A&&... args) {
  launch_synced(kernel, grid, block, 0, stream, static_cast<A&&>(args)...);
}

template <class T>
__device__ __forceinline__ T* shared_memory() {
  extern __shared__ __align__(16) unsigned char penstock_shared[];
  return reinterpret_cast<T*>(penstock_shared);
}

#else

template <class... P, class... A>
void launch_synced(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, cudaStream_t stream, A&&... args) {
  emulated::enqueue(stream, [=, given = std::tuple<std::decay_t<P>...>(static_cast<P>(args)...)] {
    emulated::run_blocks(grid, block, shared, true, [&] { std::apply(kernel, given); });
  });
}
template <class... P, class... A>
void launch(void (*kernel)(P...), dim3 grid, dim3 block, cudaStream_t stream, A&&... args) {
  emulated::enqueue(stream, [=, given = std::tuple<std::decay_t<P>...>(static_cast<P>(args)...)] {
    emulated::run_blocks(grid, block, 0, false, [&] { std::apply(kernel, given); });
  });
}

template <class T>
T* shared_memory() {
  return static_cast<T*>(emulated::shared());
}

#endif

// A grid for samples of different sizes: blockIdx.y is the sample, blockIdx.x strides over its items (at most `most`,
// with `threads` per block). The number of blocks is limited, so that small samples beside large ones cost little.
inline dim3 ragged_grid(int samples, int64_t most, int threads, int64_t cap = 256) {
  const int64_t blocks = std::clamp<int64_t>((most + threads - 1) / threads, most > 0 ? 1 : 0, cap);
  return dim3(static_cast<unsigned>(blocks), static_cast<unsigned>(samples), 1);
}

}  // namespace penstock::gpu
