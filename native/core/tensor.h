// An operator's view of one sample: dtype, layout, shape and a pointer. Plain values; nothing here owns memory.
#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/half.h"
#include "generated/abi.h"

namespace penstock {

struct Shape {
  int ndim = 0;
  int64_t dim[abi::maxDims] = {};

  Shape() = default;
  Shape(std::initializer_list<int64_t> dims) {
    for (int64_t d : dims) dim[ndim++] = d;
  }
  int64_t operator[](int i) const { return dim[i]; }
  int64_t& operator[](int i) { return dim[i]; }
  // The number of elements. Saturates at the largest int64_t when the product overflows, which only a shape that is not
  // checked yet can do.
  int64_t volume() const {
    int64_t v = 1;
    bool over = false, empty = false;
    for (int i = 0; i < ndim; ++i) {
      over |= __builtin_mul_overflow(v, dim[i], &v);
      empty |= dim[i] == 0;
    }
    return !over ? v : empty ? 0 : INT64_MAX;
  }
  bool operator==(const Shape& o) const { return ndim == o.ndim && !std::memcmp(dim, o.dim, sizeof(int64_t) * ndim); }
  bool operator!=(const Shape& o) const { return !(*this == o); }
};

// Axis names, e.g. "HWC"; empty when unknown. At most 7 letters.
struct Layout {
  char name[8] = {};

  Layout() = default;
  Layout(std::string_view s) { s.copy(name, 7); }
  Layout(const char* s) : Layout(std::string_view(s)) {}
  std::string_view view() const { return name; }
  bool empty() const { return !name[0]; }
  int find(char axis) const {
    const char* p = axis ? std::strchr(name, axis) : nullptr;
    return p ? static_cast<int>(p - name) : -1;
  }
  bool operator==(const Layout& o) const { return !std::memcmp(name, o.name, 8); }
  bool operator!=(const Layout& o) const { return !(*this == o); }
};

struct OutSpec {
  DType dtype = DType::uint8;
  Layout layout;
  Shape shape;
  int64_t bytes() const {
    int64_t bytes;
    return __builtin_mul_overflow(shape.volume(), dtype_size(dtype), &bytes) ? INT64_MAX : bytes;
  }
};

struct TensorView : OutSpec {
  void* data = nullptr;  // dense, row-major
  template <class T>
  T* as() const {
    return static_cast<T*>(data);
  }
};

}  // namespace penstock
