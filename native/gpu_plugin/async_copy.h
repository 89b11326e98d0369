// Asynchronous copies from global to shared memory, which overlap with a kernel's arithmetic. Threads make them, or,
// from compute capability 9.0 on (PENSTOCK_BULK_COPIES is then defined), the copy engine.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>

namespace penstock::gpu {

// Copies 4 or 16 bytes; both addresses are multiples of that size.
template <int kBytes>
__device__ inline void copy_async(void* shared, const void* global) {
#ifdef __CUDA_ARCH__
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  if constexpr (kBytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(global) : "memory");
  }
#else
  std::memcpy(shared, global, kBytes);
#endif
}
// Waits for the calling thread's copies. For the copies of other threads, call __syncthreads() afterwards.
__device__ inline void wait_copies() {
#ifdef __CUDA_ARCH__
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define PENSTOCK_BULK_COPIES 1

// Bulk copies: one instruction copies any multiple of 16 bytes; both addresses are multiples of 16. A barrier in shared
// memory counts arrivals, each with the number of bytes it expects, and opens when all arrivals and bytes are there.
__device__ inline unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ inline void barrier_init(uint64_t* barrier, int arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
}
// Makes initialised barriers visible to the copy engine. Call it after barrier_init() and before __syncthreads().
__device__ inline void barriers_ready() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ inline void barrier_expect(uint64_t* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
               : "memory");
}
__device__ inline void copy_bulk(void* shared, const void* global, int bytes, uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(shared)),
               "l"(__cvta_generic_to_global(global)), "r"(bytes), "r"(shared_address(barrier))
               : "memory");
}
// `turn`: how often the barrier has been passed before.
__device__ inline void barrier_wait(uint64_t* barrier, int turn) {
  unsigned passed;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(passed)
                 : "r"(shared_address(barrier)), "r"(turn & 1)
                 : "memory");
  } while (!passed);
}
#endif

}  // namespace penstock::gpu
