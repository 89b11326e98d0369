// See fortran_order.h. The output is a table: a row for each index of the first dimension, a column for each index of
// the others. A column's elements are neighbours in the input, a row's in the output, so the table is moved in tiles
// that have whole cache lines of both.
#include "formats/npy/fortran_order.h"

#include <algorithm>

namespace penstock::ops {
namespace {

constexpr int64_t kRows = 16, kColumns = 64;

using Four = uint32_t __attribute__((vector_size(16)));

// Transposes four columns of N neighbours each into the rows of a tile.
template <int64_t N>
void transpose_four(const uint32_t* const (&column)[4], uint32_t* tile, int64_t pitch) {
  for (int64_t i = 0; i < N; i += 4) {
    Four in[4], out[4];
    for (int k = 0; k < 4; ++k) std::memcpy(&in[k], column[k] + i, sizeof(Four));
    const Four low01 = __builtin_shufflevector(in[0], in[1], 0, 4, 1, 5);
    const Four high01 = __builtin_shufflevector(in[0], in[1], 2, 6, 3, 7);
    const Four low23 = __builtin_shufflevector(in[2], in[3], 0, 4, 1, 5);
    const Four high23 = __builtin_shufflevector(in[2], in[3], 2, 6, 3, 7);
    out[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
    out[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
    out[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
    out[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
    for (int k = 0; k < 4; ++k) std::memcpy(tile + (i + k) * pitch, &out[k], sizeof(Four));
  }
}

// Gives the offsets of the table's columns, in turn.
class Columns {
 public:
  Columns(const int64_t* step, const Shape& shape) : step_(step), shape_(shape) {}
  int64_t next() {
    const int64_t offset = offset_;
    for (int d = shape_.ndim - 1; d > 0; --d) {
      offset_ += step_[d];
      if (++at_[d] < shape_[d]) break;
      offset_ -= at_[d] * step_[d];
      at_[d] = 0;
    }
    return offset;
  }

 private:
  const int64_t* step_;
  const Shape& shape_;
  int64_t at_[abi::maxDims] = {}, offset_ = 0;
};

template <class U>
struct Table {
  const U* from;
  U* to;
  int64_t rows, columns, row_step;

  // Moves rows r to r + N - 1 of `count` columns from column c on.
  template <int64_t N>
  void move_tile(int64_t r, int64_t c, const int64_t* offset, int64_t count) const {
    alignas(64) U tile[N][kColumns];
    int64_t k = 0;
    if constexpr (sizeof(U) == 4 && N % 4 == 0) {
      for (; row_step == 1 && k + 4 <= count; k += 4) {
        const U* const column[4] = {from + offset[k] + r, from + offset[k + 1] + r, from + offset[k + 2] + r,
                                    from + offset[k + 3] + r};
        transpose_four<N>(column, &tile[0][k], kColumns);
      }
    }
    for (; k < count; ++k) {
      const U* p = from + offset[k] + r * row_step;
      for (int64_t i = 0; i < N; ++i) tile[i][k] = p[i * row_step];
    }
    for (int64_t i = 0; i < N; ++i) {
      std::memcpy(to + (r + i) * columns + c, tile[i], static_cast<size_t>(count) * sizeof(U));
    }
  }

  void move(Columns next) const {
    int64_t offset[kColumns];
    for (int64_t c = 0; c < columns; c += kColumns) {
      const int64_t count = std::min(kColumns, columns - c);
      for (int64_t k = 0; k < count; ++k) offset[k] = next.next();
      int64_t r = 0;
      for (; r + kRows <= rows; r += kRows) move_tile<kRows>(r, c, offset, count);
      for (; r < rows; ++r) move_tile<1>(r, c, offset, count);
    }
  }

  // With few columns a row is written at once, and there are few places to read from.
  void move_few(Columns next) const {
    int64_t offset[kRows];
    for (int64_t k = 0; k < columns; ++k) offset[k] = next.next();
    U* o = to;
    for (int64_t r = 0; r < rows; ++r) {
      const U* p = from + r * row_step;
      for (int64_t k = 0; k < columns; ++k) *o++ = p[offset[k]];
    }
  }
};

template <class U>
void gather(const uint8_t* from, const int64_t* all_steps, const Shape& all, uint8_t* to) {
  // Dimensions of one element are left out, so that the first one has neighbours.
  Shape shape;
  int64_t step[abi::maxDims] = {};
  for (int d = 0; d < all.ndim; ++d) {
    if (all[d] == 1) continue;
    step[shape.ndim] = all_steps[d];
    shape[shape.ndim++] = all[d];
  }
  Table<U> table{reinterpret_cast<const U*>(from), reinterpret_cast<U*>(to), shape.ndim ? shape[0] : 1, 1, step[0]};
  for (int d = 1; d < shape.ndim; ++d) table.columns *= shape[d];
  const Columns columns(step, shape);
  if (table.columns <= kRows) return table.move_few(columns);
  table.move(columns);
}

}  // namespace

void gather_fortran(const uint8_t* from, const int64_t* step, const Shape& shape, int64_t size, uint8_t* to) {
  switch (size) {
    case 1: return gather<uint8_t>(from, step, shape, to);
    case 2: return gather<uint16_t>(from, step, shape, to);
    case 4: return gather<uint32_t>(from, step, shape, to);
    default: return gather<uint64_t>(from, step, shape, to);
  }
}

}  // namespace penstock::ops
