// Loops over dense operands of one type, per SIMD level, and the tables that find them. Every loop is plain code that
// the compiler vectorises; the levels differ in the instructions that it may use, not in the bytes.
#pragma once
#include <cstdint>

#include "core/cpu.h"
#include "core/dispatch.h"
#include "kernels/math/promote.h"

namespace penstock::ops::math {

// in: 1 to 3 dense operands of the dtype that the kernel was looked up for. out: n results.
using Kernel = void (*)(const void* const* in, void* out, int64_t n);
// in: n elements of one dtype; out: these elements, promoted to another dtype.
using Loader = void (*)(const void* in, void* out, int64_t n);

// Return null where the operation does not support the dtype.
Kernel find_unary(Operation op, DType dtype);
Kernel find_binary(Operation op, DType dtype);  // and clamp
// The comparison of uint64 (left) with int64.
Kernel find_mixed(Operation op);
// mod of an integer and a float32: operands are float64, results float32.
Kernel find_wide_mod();
Loader find_loader(DType from, DType to);

#if defined(__x86_64__)
#define PENSTOCK_MATH_AVX2 __attribute__((target("avx2")))
#else
#define PENSTOCK_MATH_AVX2
#endif
#define PENSTOCK_MATH_INLINE __attribute__((always_inline)) static inline

// Body::run is inlined into the function of each SIMD level, and so compiled for its instructions.
template <class Body>
struct Leveled {
  template <class... Args>
  static void baseline(Args... args) {
    Body::run(args...);
  }
  template <class... Args>
  PENSTOCK_MATH_AVX2 static void avx2(Args... args) {
    Body::run(args...);
  }
};

template <class Body>
Kernel kernel_of() {
  if (simd_level() >= SimdLevel::avx2) return &Leveled<Body>::template avx2<const void* const*, void*, int64_t>;
  return &Leveled<Body>::template baseline<const void* const*, void*, int64_t>;
}

template <class Op, class T>
struct UnaryLoop {
  PENSTOCK_MATH_INLINE void run(const void* const* in, void* out, int64_t n) {
    using R = decltype(Op::apply(T{}));
    const T* a = static_cast<const T*>(in[0]);
    R* __restrict o = static_cast<R*>(out);
    for (int64_t i = 0; i < n; ++i) o[i] = Op::apply(a[i]);
  }
};

template <class Op, class A, class B = A>
struct BinaryLoop {
  PENSTOCK_MATH_INLINE void run(const void* const* in, void* out, int64_t n) {
    using R = decltype(Op::apply(A{}, B{}));
    const A* a = static_cast<const A*>(in[0]);
    const B* b = static_cast<const B*>(in[1]);
    R* __restrict o = static_cast<R*>(out);
    for (int64_t i = 0; i < n; ++i) o[i] = Op::apply(a[i], b[i]);
  }
};

template <class Op, class T>
struct TernaryLoop {
  PENSTOCK_MATH_INLINE void run(const void* const* in, void* out, int64_t n) {
    const T *a = static_cast<const T*>(in[0]), *b = static_cast<const T*>(in[1]), *c = static_cast<const T*>(in[2]);
    T* __restrict o = static_cast<T*>(out);
    for (int64_t i = 0; i < n; ++i) o[i] = Op::apply(a[i], b[i], c[i]);
  }
};

template <class Op, template <class, class...> class Loop>
Kernel find_kernel(DType dtype) {
  return dispatch(dtype, [](auto zero) -> Kernel {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, Half>) {
      return nullptr;
    } else if constexpr (Op::template takes<T>) {
      return kernel_of<Loop<Op, T>>();
    } else {
      return nullptr;
    }
  });
}

}  // namespace penstock::ops::math
