// Marks the arithmetic that the CPU's loops and the GPU's kernels share: inline functions in headers.
// What is marked must not allocate, throw, or call what only one side has.
#pragma once

#ifdef __CUDACC__
#define PENSTOCK_HD __host__ __device__ __forceinline__
// In front of a template that calls what it is given, whichever side that is for.
#define PENSTOCK_CALLS_EITHER _Pragma("nv_exec_check_disable")
#else
#define PENSTOCK_HD inline
#define PENSTOCK_CALLS_EITHER
#endif

// Whether this is being compiled for the GPU; a constant.
#ifdef __CUDA_ARCH__
#define PENSTOCK_ON_GPU true
#else
#define PENSTOCK_ON_GPU false
#endif
