// Marks the arithmetic that the CPU's loops and the GPU's kernels share: inline functions in an operator's <op>.h.
// What is marked must not allocate, throw, or call what only one side has.
#pragma once

#ifdef __CUDACC__
#define PENSTOCK_HD __host__ __device__ __forceinline__
#else
#define PENSTOCK_HD inline
#endif
