// A stand-in for the CUDA runtime that computes on the CPU, for tests on machines without a GPU: the part of its
// interface that the plugin uses, under the same names. Streams are threads that do their work in order, so code that
// forgets to wait fails here too. It is not meant to be fast.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>

#define PENSTOCK_EMULATED 1
#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __shared__ static thread_local
#define __restrict__ __restrict
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __constant__

using cudaError_t = int;
enum : int {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101,
  cudaErrorInvalidContext = 201,
  cudaErrorMapFailed = 205,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorNotReady = 600
};
struct cudaStreamBody;
struct cudaEventBody;
using cudaStream_t = cudaStreamBody*;
using cudaEvent_t = cudaEventBody*;
using cudaMemPool_t = void*;
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDefault = 4 };
enum : unsigned {
  cudaStreamNonBlocking = 1,
  cudaEventDefault = 0,
  cudaEventDisableTiming = 2,
  cudaEventBlockingSync = 1,
  cudaEventInterprocess = 4,
  cudaHostRegisterPortable = 1,
  cudaHostAllocPortable = 1
};

struct cudaIpcMemHandle_t {
  char reserved[64];
};
struct cudaIpcEventHandle_t {
  char reserved[64];
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
extern thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;

struct alignas(2) uchar2 {
  unsigned char x, y;
};
struct uchar3 {
  unsigned char x, y, z;
};
struct alignas(4) uchar4 {
  unsigned char x, y, z, w;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(8) int2 {
  int x, y;
};
struct alignas(16) int4 {
  int x, y, z, w;
};
struct alignas(8) float2 {
  float x, y;
};
struct float3 {
  float x, y, z;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return {x, y, z, w}; }
inline float2 make_float2(float x, float y) { return {x, y}; }
inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }

template <class T>
T __ldg(const T* p) {
  return *p;
}
inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a > b ? a : b; }
inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }
inline float min(float a, float b) { return a < b ? a : b; }
inline float max(float a, float b) { return a > b ? a : b; }
inline float __saturatef(float v) { return v < 0 ? 0 : v > 1 ? 1 : v; }
inline int __float2int_rn(float v) { return static_cast<int>(std::nearbyint(v)); }
// Blocks of one kernel run one after the other, but kernels of several streams may share memory.
template <class T>
T atomicAdd(T* to, T v) {
  T old, now;
  __atomic_load(to, &old, __ATOMIC_RELAXED);
  do {
    now = old + v;
  } while (!__atomic_compare_exchange(to, &old, &now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return old;
}

template <class T>
T atomicMin(T* to, T v) {
  T now = __atomic_load_n(to, __ATOMIC_RELAXED);
  while (v < now && !__atomic_compare_exchange_n(to, &now, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return now;
}
template <class T>
T atomicOr(T* to, T v) {
  return __atomic_fetch_or(to, v, __ATOMIC_RELAXED);
}
inline int __popc(unsigned v) { return __builtin_popcount(v); }
inline int __ffs(unsigned v) { return __builtin_ffs(static_cast<int>(v)); }
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<uint64_t>(hi) << 32 | lo) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<uint64_t>(hi) << 32 | lo) >> (shift & 31));
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned select) {
  const uint64_t both = static_cast<uint64_t>(b) << 32 | a;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) result |= static_cast<unsigned>(both >> 8 * (select >> 4 * i & 7) & 255) << 8 * i;
  return result;
}

// Only for kernels started with launch_synced(). The mask of the warp's functions is that of all lanes.
void __syncthreads();
int __syncthreads_or(int);
void __syncwarp(unsigned mask = ~0u);
unsigned __ballot_sync(unsigned mask, int);
unsigned __shfl_sync(unsigned mask, unsigned value, int lane);
unsigned __shfl_up_sync(unsigned mask, unsigned value, unsigned by);

const char* cudaGetErrorName(cudaError_t);
const char* cudaGetErrorString(cudaError_t);
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaGetDeviceCount(int*);
cudaError_t cudaSetDevice(int);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t*, unsigned, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t*, unsigned);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to);
struct cudaMemPoolProps {
  int allocType;
  struct {
    int type, id;
  } location;
};
enum { cudaMemAllocationTypePinned, cudaMemLocationTypeDevice };
enum cudaMemPoolAttr { cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent };
cudaError_t cudaMemPoolCreate(cudaMemPool_t*, const cudaMemPoolProps*);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t keep);
cudaError_t cudaMallocFromPoolAsync(void**, size_t, cudaMemPool_t, cudaStream_t);
cudaError_t cudaFreeAsync(void*, cudaStream_t);
cudaError_t cudaMalloc(void**, size_t);
cudaError_t cudaFree(void*);
cudaError_t cudaMallocHost(void**, size_t);
cudaError_t cudaFreeHost(void*);
cudaError_t cudaHostRegister(void*, size_t, unsigned);
cudaError_t cudaHostUnregister(void*);
cudaError_t cudaMemcpyAsync(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t cudaMemcpy2DAsync(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t cudaMemsetAsync(void*, int, size_t, cudaStream_t);
cudaError_t cudaMemGetInfo(size_t*, size_t*);
cudaError_t cudaDeviceGetPCIBusId(char*, int length, int device);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t);

namespace emulated {

// Queues work on a stream.
void enqueue(cudaStream_t, std::function<void()>);

// Marks host memory as read by the device for as long as this object lives. Unlocking such memory ends the process.
class HostRead {
 public:
  HostRead(const void* from, size_t bytes);
  HostRead(const HostRead&) = delete;
  ~HostRead();

 private:
  const void* from_;
  size_t bytes_;
};

// Runs a kernel's body for every thread of every block. With `synced`, the threads of a block may call __syncthreads().
void run_blocks(dim3 grid, dim3 block, size_t shared, bool synced, const std::function<void()>& thread);
void* shared();

}  // namespace emulated
