// Tensors joined along an axis: cat and stack. The output is `outer` rows, and each input gives a piece of each row.
#pragma once
#include <cstring>

#include "core/extents.h"
#include "core/op.h"

namespace penstock::ops {

struct JoinState {
  int64_t outer = 1;  // the product of the extents before the axis
};

// The axis that the argument names, of a tensor of `ndim` dimensions, which may be the output's.
inline int checked_axis(int axis, int ndim) {
  if (axis >= -ndim && axis < ndim) return axis < 0 ? axis + ndim : axis;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected axis from %d to %d for tensors of this shape but received %d", -ndim,
       ndim - 1, axis);
}

// Refuses inputs that differ from the first in dtype or in the number of dimensions.
inline void check_alike(const SampleSetup& s) {
  const TensorView& first = s.in[0];
  for (int k = 1; k < s.num_inputs; ++k) {
    if (s.in[k].dtype == first.dtype && s.in[k].shape.ndim == first.shape.ndim) continue;
    fail(ErrorCode::INVALID_INPUT,
         "Expected inputs of one dtype and number of dimensions (%s, %d) but received %s, %d as input %d",
         dtype_name(first.dtype), first.shape.ndim, dtype_name(s.in[k].dtype), s.in[k].shape.ndim, k);
  }
}

// Calls f(input, piece, offset) for each input: its bytes in each row, and their place in the row of the output.
template <class F>
void for_pieces(const TensorView* in, int count, int64_t outer, F&& f) {
  int64_t offset = 0;
  for (int k = 0; k < count; ++k) {
    const int64_t piece = outer ? in[k].bytes() / outer : 0;
    if (piece) f(in[k], piece, offset);
    offset += piece;
  }
}

// `Piece` is 0, or the number of bytes of each piece, so that small pieces are moved by single instructions.
template <int Piece>
void copy_piece(const uint8_t* from, uint8_t* to, int64_t outer, int64_t piece, int64_t pitch) {
  const int64_t bytes = Piece ? Piece : piece;
  for (int64_t i = 0; i < outer; ++i) std::memcpy(to + i * pitch, from + i * bytes, Piece ? Piece : bytes);
}

inline void join(SampleRun& s, int64_t outer) {
  const TensorView& out = s.out[0];
  if (!out.bytes()) return;
  const int64_t pitch = out.bytes() / outer;
  for_pieces(s.in, s.num_inputs, outer, [&](const TensorView& in, int64_t piece, int64_t offset) {
    const auto* from = in.as<const uint8_t>();
    auto* to = out.as<uint8_t>() + offset;
    switch (piece) {
      case 1: return copy_piece<1>(from, to, outer, piece, pitch);
      case 2: return copy_piece<2>(from, to, outer, piece, pitch);
      case 3: return copy_piece<3>(from, to, outer, piece, pitch);
      case 4: return copy_piece<4>(from, to, outer, piece, pitch);
      case 8: return copy_piece<8>(from, to, outer, piece, pitch);
      case 12: return copy_piece<12>(from, to, outer, piece, pitch);
      case 16: return copy_piece<16>(from, to, outer, piece, pitch);
      default: copy_piece<0>(from, to, outer, piece, pitch);
    }
  });
}

}  // namespace penstock::ops
