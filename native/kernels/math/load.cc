// Promotion of operands: copies elements to a wider dtype. Integers become the nearest floating-point value; uint64
// promoted to int64 keeps its bits, as in DALI.
#include <cstring>

#include "kernels/math/loops.h"

namespace penstock::ops::math {
namespace {

// The DType of a C++ type that dispatch() gives.
template <class T>
constexpr DType id_of() {
  if constexpr (std::is_same_v<T, bool>) return DType::boolean;
  if constexpr (std::is_same_v<T, Half>) return DType::float16;
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? DType::float32 : DType::float64;
  if constexpr (std::is_signed_v<T>) return signed_of(sizeof(T));
  return sizeof(T) == 1   ? DType::uint8
         : sizeof(T) == 2 ? DType::uint16
         : sizeof(T) == 4 ? DType::uint32
                          : DType::uint64;
}

template <class From, class To>
struct LoadLoop {
  PENSTOCK_MATH_INLINE void run(const void* in, void* out, int64_t n) {
    // A bool may hold any byte; every byte but 0 is read as 1.
    using Stored = std::conditional_t<std::is_same_v<From, bool>, uint8_t, From>;
    const Stored* a = static_cast<const Stored*>(in);
    To* __restrict o = static_cast<To*>(out);
    for (int64_t i = 0; i < n; ++i) {
      if constexpr (std::is_same_v<From, bool>) {
        o[i] = static_cast<To>(a[i] != 0);
      } else {
        o[i] = static_cast<To>(a[i]);
      }
    }
  }
};

template <class From, class To>
Loader loader() {
  constexpr DType from = id_of<From>(), to = id_of<To>();
  if constexpr (std::is_same_v<From, Half> || std::is_same_v<To, Half> || promote(from, to) != to) {
    return nullptr;
  } else {
    using Loop = Leveled<LoadLoop<From, To>>;
    if (simd_level() >= SimdLevel::avx2) return &Loop::template avx2<const void*, void*, int64_t>;
    return &Loop::template baseline<const void*, void*, int64_t>;
  }
}

}  // namespace

Loader find_loader(DType from, DType to) {
  return dispatch(from,
                  [&](auto a) { return dispatch(to, [](auto b) { return loader<decltype(a), decltype(b)>(); }); });
}

}  // namespace penstock::ops::math
