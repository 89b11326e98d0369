// Marks the arithmetic that the CPU's loops and the GPU's kernels share: inline functions in headers. A marked function
// must not allocate, throw, or call functions that exist on one side only.
#pragma once

#ifdef __CUDACC__
#define PENSTOCK_HD __host__ __device__ __forceinline__
// Stands before a template that calls a function it is given, which may be for the host or the device.
#define PENSTOCK_CALLS_EITHER _Pragma("nv_exec_check_disable")
#else
#define PENSTOCK_HD inline
#define PENSTOCK_CALLS_EITHER
#endif

// A constant: whether the code is being compiled for the GPU.
#ifdef __CUDA_ARCH__
#define PENSTOCK_ON_GPU true
#else
#define PENSTOCK_ON_GPU false
#endif
