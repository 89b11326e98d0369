// Separable resampling of one image, row by row. A Resampler keeps the tables of the last plan; it belongs to one
// thread.
//   r.plan(y, x, {0, y.out}, {0, x.out});            // axes and the wanted part of the output: see filters.h
//   r.image_u8(in, pitch, channels, out, scratch);
//   r.rows_u8(in, pitch, channels, sink, scratch);   // finished rows in order, for operators fused with a resize
// uint8 runs in fixed point, within 1/2 + 0.06 of the exact value; other types in float32. All SIMD levels give the
// same bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/op.h"
#include "core/scratch.h"
#include "kernels/resample/filters.h"
#include "kernels/resample/kernels.h"

namespace penstock::resample {

// Gets row y as planes of uint8, `stride` bytes apart, each with kPlanePad readable bytes after it.
struct RowSink {
  void (*row)(void* self, int y, const uint8_t* planes, ptrdiff_t stride);
  void* self;
};

class Resampler : public ThreadLocalState {
 public:
  explicit Resampler(SimdLevel level = simd_level()) : kernels_(&kernels(level)) {}

  Resampler(const Resampler&) = delete;
  Resampler& operator=(const Resampler&) = delete;

  void plan(const Axis& y, const Axis& x, const Part& rows, const Part& columns);

  int width() const { return x_->count; }
  int height() const { return y_->count; }
  // Whether every output sample is a copy of an input sample, so that copy() can be used for any dtype.
  bool pick() const { return y_->pick && x_->pick; }

  // `pitch` is the distance of input rows in elements. Outputs are dense.
  void copy(const void* in, ptrdiff_t pitch_bytes, int pixel_bytes, void* out) const;
  void image_u8(const uint8_t* in, ptrdiff_t pitch, int channels, uint8_t* out, Scratch& scratch);
  void rows_u8(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink, Scratch& scratch);
  // In: uint8_t, uint16_t, int16_t, float. Out: In or float.
  template <class In, class Out>
  void image_float(const In* in, ptrdiff_t pitch, int channels, Out* out, Scratch& scratch) const;

 private:
  // int16 weights of the vertical pass, with leading and trailing zeros left out row by row.
  struct VerticalRow {
    int32_t first, taps;  // first input row; number of taps, which is even, so the last may have weight 0
    int32_t coef;         // offset in vertical_coef_
    int32_t rows;         // rows that exist: taps or taps - 1
  };

  void quantise();
  void quantise_vertical(int bits);
  void quantise_horizontal(int bits);
  void vertical_first(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink, Scratch& scratch);
  void horizontal_first(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink, Scratch& scratch);
  void rows_float_u8(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink, Scratch& scratch);

  const Kernels* kernels_;
  struct Side {
    Axis axis;
    Part part;
    Taps whole, taken;
    // Whether `whole` and the part are complete for `axis`; memory may run out while they are made.
    bool whole_made = false, part_made = false;
    bool made_for(const Axis& new_axis, const Part& new_part) const;
    void make(const Axis& new_axis, const Part& new_part);
    const Taps& wanted() const { return part.whole(axis) ? whole : taken; }
  };
  Side y_side_, x_side_;
  const Taps *y_ = &y_side_.whole, *x_ = &x_side_.whole;

  bool quantised_ = false, fixed_ = false, vertical_first_ = true;
  int first_shift_ = 0, second_shift_ = 0;
  std::vector<VerticalRow> vertical_;
  std::vector<int16_t> vertical_coef_, horizontal_coef_, packed_;
  std::vector<int32_t> horizontal_index_, bases_;
  HTaps horizontal_;
};

// out[i] = sum_k weight[k] * rows[k][i]
template <class In>
void vertical_float(const In* const* rows, const float* weight, int taps, int64_t n, float* out);
void horizontal_float(const Taps& x, int channels, const float* in, float* out);

}  // namespace penstock::resample
