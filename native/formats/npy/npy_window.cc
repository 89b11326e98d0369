// See npy_window.h.
#include "formats/npy/npy_window.h"

#include <algorithm>

#include "core/dispatch.h"
#include "formats/npy/fortran_order.h"

namespace penstock::ops {
namespace {

// Rows of bytes, as long as neighbours in the source are neighbours in the target too. Rows come in the order in which
// they lie in the source.
struct Rows {
  int64_t from = 0, to = 0, length = 1;  // the first row: where it is, and how many bytes it has
  int ndim = 0;
  int64_t count[abi::maxDims] = {}, from_step[abi::maxDims] = {}, to_step[abi::maxDims] = {};

  // Adds a dimension outside those that are there.
  void add(int64_t n, int64_t step_from, int64_t step_to) {
    if (n == 1) return;
    if (ndim == 0 && step_from == length && step_to == length) {
      length *= n;
      return;
    }
    if (ndim && step_from == count[ndim - 1] * from_step[ndim - 1] && step_to == count[ndim - 1] * to_step[ndim - 1]) {
      count[ndim - 1] *= n;
      return;
    }
    count[ndim] = n;
    from_step[ndim] = step_from;
    to_step[ndim++] = step_to;
  }

  // The number of bytes from the first one of all rows to the last one.
  int64_t span() const {
    int64_t end = length;
    for (int d = 0; d < ndim; ++d) end += (count[d] - 1) * from_step[d];
    return end;
  }

  // Calls visit(from, to) for each row.
  template <class Visit>
  void each(const Visit& visit) const {
    int64_t at[abi::maxDims] = {}, f = from, t = to;
    for (;;) {
      visit(f, t);
      int d = 0;
      for (; d < ndim; ++d) {
        f += from_step[d];
        t += to_step[d];
        if (++at[d] < count[d]) break;
        f -= at[d] * from_step[d];
        t -= at[d] * to_step[d];
        at[d] = 0;
      }
      if (d == ndim) return;
    }
  }
};

// Copies rows to `out`, of a source that is not in memory: rows with little between them come by one read.
void copy_by_blocks(const RecordSource& source, const Rows& rows, uint8_t* out, Scratch& scratch) {
  constexpr int64_t kBlock = 65536, kGap = 2048;
  const int64_t gap = rows.ndim ? rows.from_step[0] - rows.length : 0;
  if (rows.ndim == 0 || gap > kGap || rows.length + gap > kBlock / 2) {
    rows.each([&](int64_t from, int64_t to) { source.copy(from, out + to, rows.length); });
    return;
  }
  uint8_t* block = scratch.get(kBlock);
  int64_t begin = 0, end = 0;
  // The rows of the innermost dimension are close; a block ends with the last of them that fits.
  const int64_t pitch = rows.from_step[0], fitting = (kBlock - rows.length) / pitch + 1;
  int64_t row = 0;
  rows.each([&](int64_t from, int64_t to) {
    if (row == rows.count[0]) row = 0;
    if (row % fitting == 0) {
      begin = from;
      end = from + (std::min(fitting, rows.count[0] - row) - 1) * pitch + rows.length;
      source.copy(begin, block, end - begin);
    }
    ++row;
    std::memcpy(out + to, block + (from - begin), static_cast<size_t>(rows.length));
  });
}

void copy_rows(const RecordSource& source, const Rows& rows, uint8_t* out, Scratch& scratch) {
  if (rows.ndim == 0) return source.copy(rows.from, out + rows.to, rows.length);
  const auto work = [&](const uint8_t* bytes) {
    rows.each([&](int64_t from, int64_t to) {
      std::memcpy(out + to, bytes + (from - rows.from), static_cast<size_t>(rows.length));
    });
  };
  if (!source.in_place(rows.from, rows.span(), std::cref(work))) copy_by_blocks(source, rows, out, scratch);
}

// The part of a window that is inside the array: where it is in the array, and where in the window.
struct Part {
  Shape shape;
  int64_t in[abi::maxDims] = {}, out[abi::maxDims] = {};

  Part(const Shape& array, const Window& window) {
    shape.ndim = array.ndim;
    for (int d = 0; d < array.ndim; ++d) {
      in[d] = std::clamp<int64_t>(window.anchor[d], 0, array[d]);
      shape[d] = std::clamp(window.anchor[d] + window.shape[d], in[d], array[d]) - in[d];
      out[d] = in[d] - window.anchor[d];
    }
  }
};

// The rows of a part of a tensor in C order, in bytes, which go to a part of another one.
Rows rows_of(int64_t size, const Shape& from, const int64_t* at_from, const Shape& to, const int64_t* at_to,
             const Shape& part) {
  Rows rows;
  rows.length = size;
  int64_t from_step = size, to_step = size;
  for (int d = part.ndim - 1; d >= 0; --d) {
    rows.from += at_from[d] * from_step;
    rows.to += at_to[d] * to_step;
    rows.add(part[d], from_step, to_step);
    from_step *= from[d];
    to_step *= to[d];
  }
  return rows;
}

constexpr int64_t kNowhere[abi::maxDims] = {};
constexpr int64_t kCopied = int64_t{1} << 20;  // a part of so few bytes stays in the cache

Shape reversed(const Shape& shape) {
  Shape other;
  for (int d = shape.ndim - 1; d >= 0; --d) other[other.ndim++] = shape[d];
  return other;
}

// Writes a part of an array in Fortran order densely to `out`.
void read_fortran(const RecordSource& source, const NpyArray& array, const Part& part, uint8_t* out, Scratch& scratch) {
  const int64_t size = dtype_size(array.dtype);
  int64_t step[abi::maxDims], next = 1, begin = array.begin, span = size;
  for (int d = 0; d < array.shape.ndim; ++d) {
    step[d] = next;
    begin += part.in[d] * next * size;
    span += (part.shape[d] - 1) * next * size;
    next *= array.shape[d];
  }
  const auto work = [&](const uint8_t* bytes) { gather_fortran(bytes, step, part.shape, size, out); };
  // A small part is copied first, because rows are read faster than single cache lines of them. A header may end
  // anywhere, and elements are read as numbers.
  const bool small = part.shape.volume() * size <= kCopied;
  if (!small && begin % size == 0 && source.in_place(begin, span, std::cref(work))) return;
  int64_t at[abi::maxDims];
  for (int d = 0; d < array.shape.ndim; ++d) at[d] = part.in[array.shape.ndim - 1 - d];
  const Shape stored = reversed(array.shape), wanted = reversed(part.shape);
  Rows rows = rows_of(size, stored, at, wanted, kNowhere, wanted);
  rows.from += array.begin;
  uint8_t* dense = scratch.get(static_cast<size_t>(part.shape.volume() * size));
  copy_rows(source, rows, dense, scratch);
  next = 1;
  for (int d = 0; d < part.shape.ndim; ++d) {
    step[d] = next;
    next *= part.shape[d];
  }
  gather_fortran(dense, step, part.shape, size, out);
}

void fill_all(const TensorView& out, float value) {
  dispatch(out.dtype, [&](auto zero) {
    using T = decltype(zero);
    std::fill_n(out.as<T>(), out.shape.volume(), convert<T>(value));
  });
}

// A bool of NumPy is a byte, which may have any value where the file comes from elsewhere.
void settle_bools(const TensorView& out) {
  uint8_t* bytes = out.as<uint8_t>();
  for (int64_t i = 0, n = out.shape.volume(); i < n; ++i) bytes[i] = bytes[i] != 0;
}

}  // namespace

void read_npy(const RecordSource& source, const NpyArray& array, const Window& window, float fill,
              const TensorView& out, Scratch& scratch) {
  const Part part(array.shape, window);
  const int64_t size = dtype_size(array.dtype);
  const bool padded = part.shape != out.shape;
  if (padded) fill_all(out, fill);
  if (!part.shape.volume()) return;
  if (!array.fortran || array.shape.ndim < 2) {
    Rows rows = rows_of(size, array.shape, part.in, out.shape, part.out, part.shape);
    rows.from += array.begin;
    copy_rows(source, rows, out.as<uint8_t>(), scratch);
  } else if (!padded) {
    read_fortran(source, array, part, out.as<uint8_t>(), scratch);
  } else {
    const int64_t bytes = part.shape.volume() * size;
    uint8_t* dense = scratch.get(static_cast<size_t>(bytes));
    read_fortran(source, array, part, dense, scratch);
    const Rows rows = rows_of(size, part.shape, kNowhere, out.shape, part.out, part.shape);
    copy_rows(MemorySource(dense, bytes), rows, out.as<uint8_t>(), scratch);
  }
  if (array.dtype == DType::boolean) settle_bools(out);
}

}  // namespace penstock::ops
