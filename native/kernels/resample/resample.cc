// Planning and the uint8 passes; see resample.h. Order of the passes and all precisions follow from sizes and filters
// alone, never from the SIMD level, so that bytes are the same everywhere.
#include "kernels/resample/resample.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace penstock::resample {
namespace {

constexpr int kMaxFixedTaps = 256;  // with more taps, rounding the weights to 15 bits loses too much

// Bits of the fraction of samples between the passes: int16 holds 255 << 7, or 6 bits and room for overshoot.
int fraction_bits(const Taps& first) { return first.negative ? 6 : 7; }

// The most bits at which every weight fits into int16.
int weight_bits(const Taps& t, int most) {
  int bits = 14;
  while (bits < most && t.largest * static_cast<float>(2 << bits) < 32000) ++bits;
  return bits;
}

// Rounds a row of weights so that its sum is exactly 1 << bits.
void quantise_row(const float* weight, int taps, int bits, int16_t* out) {
  const float unit = static_cast<float>(1 << bits);
  int sum = 0, peak = 0;
  for (int k = 0; k < taps; ++k) {
    const float v = weight[k] * unit;
    const int q = static_cast<int>(v + (v < 0 ? -0.5f : 0.5f));
    out[k] = static_cast<int16_t>(q);
    sum += q;
    if (weight[k] > weight[peak]) peak = k;
  }
  out[peak] = static_cast<int16_t>(out[peak] + (1 << bits) - sum);
}

ptrdiff_t padded(ptrdiff_t n) { return (n + kPlanePad + 31) & ~ptrdiff_t{31}; }

}  // namespace

bool Resampler::Side::made_for(const Axis& new_axis, const Part& new_part) const {
  return part_made && new_axis == axis && new_part == part;
}

void Resampler::Side::make(const Axis& new_axis, const Part& new_part) {
  if (made_for(new_axis, new_part)) return;
  part_made = false;
  if (!whole_made || !(new_axis == axis)) {
    whole_made = false;
    make_taps(new_axis, whole);
    axis = new_axis;
    whole_made = true;
  }
  part = new_part;
  if (!part.whole(axis)) take_part(whole, part, taken);
  part_made = true;
}

void Resampler::plan(const Axis& y, const Axis& x, const Part& rows, const Part& columns) {
  if (y_side_.made_for(y, rows) && x_side_.made_for(x, columns)) return;
  quantised_ = false;
  y_side_.make(y, rows);
  x_side_.make(x, columns);
  y_ = &y_side_.wanted();
  x_ = &x_side_.wanted();
}

// Its last step marks it as done, because memory may run out before.
void Resampler::quantise() {
  if (quantised_) return;
  fixed_ = std::max(y_->taps, x_->taps) <= kMaxFixedTaps;
  if (!fixed_) {
    quantised_ = true;
    return;
  }
  // Measured time per sample of the AVX-512 kernels; only the ratios matter. The whole axes count, not the parts.
  const Taps &y = y_side_.whole, &x = x_side_.whole;
  const double pairs_y = (y.taps + 1) / 2, pairs_x = (x.taps + 1) / 2;
  const double out_w = x.count, out_h = y.count;
  const double in_w = x.end - x.begin, in_h = std::min<double>(y.end - y.begin, out_h * y.taps);
  const double across = 0.6 + 0.38 * pairs_x;
  const double down_first = out_h * (in_w * (0.3 + 0.3 * pairs_y) + out_w * across);
  const double across_first = in_h * (in_w * 0.26 + out_w * across) + out_h * out_w * (0.3 + 0.27 * pairs_y);
  vertical_first_ = down_first <= across_first;
  const Taps &first = vertical_first_ ? y : x, &second = vertical_first_ ? x : y;
  const int bits1 = weight_bits(first, 20), bits2 = weight_bits(second, 15), fraction = fraction_bits(first);
  first_shift_ = bits1 - fraction;
  // Rows that are only copied keep no fraction.
  second_shift_ = vertical_first_ && y.pick ? bits2 : bits2 + fraction;
  quantise_vertical(vertical_first_ ? bits1 : bits2);
  quantise_horizontal(vertical_first_ ? bits2 : bits1);
  quantised_ = true;
}

void Resampler::quantise_vertical(int bits) {
  const int stride = y_->taps + 2;
  vertical_.resize(y_->count);
  vertical_coef_.assign(static_cast<size_t>(y_->count) * stride, 0);
  for (int i = 0; i < y_->count; ++i) {
    int16_t* c = vertical_coef_.data() + static_cast<size_t>(i) * stride;
    quantise_row(y_->weight.data() + static_cast<size_t>(i) * y_->taps, y_->taps, bits, c);
    int begin = 0, end = y_->taps;
    while (begin < end - 1 && c[begin] == 0) ++begin;
    while (end > begin + 1 && c[end - 1] == 0) --end;
    const int rows = end - begin;
    vertical_[i] = {y_->index[i] + begin, rows + (rows & 1), i * stride + begin, rows};
  }
}

void Resampler::quantise_horizontal(int bits) {
  HTaps& h = horizontal_;
  h.out = x_->count;
  h.taps = x_->taps;
  h.stride = (x_->taps + 7) & ~7;
  horizontal_coef_.assign(static_cast<size_t>(h.out) * h.stride + 16, 0);
  horizontal_index_.resize(h.out);
  for (int i = 0; i < h.out; ++i) {
    quantise_row(x_->weight.data() + static_cast<size_t>(i) * x_->taps, x_->taps, bits,
                 horizontal_coef_.data() + static_cast<size_t>(i) * h.stride);
    horizontal_index_[i] = x_->index[i] - x_->begin;
  }
  h.index = horizontal_index_.data();
  h.coef = horizontal_coef_.data();
  packed_.resize(pack_words(h.out, h.taps) + 32);
  bases_.resize(pack_bases(h.out));
  const uintptr_t at = reinterpret_cast<uintptr_t>(packed_.data());
  kernels_->pack(h, bases_.data(), packed_.data() + ((64 - at % 64) % 64) / 2);
}

void Resampler::rows_u8(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink, Scratch& scratch) {
  quantise();
  const Scratch::Mark mark = scratch.mark();
  if (!fixed_) {
    rows_float_u8(in, pitch, channels, sink, scratch);
  } else if (vertical_first_) {
    vertical_first(in, pitch, channels, sink, scratch);
  } else {
    horizontal_first(in, pitch, channels, sink, scratch);
  }
  scratch.rewind(mark);
}

void Resampler::vertical_first(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink,
                               Scratch& scratch) {
  const Kernels& k = *kernels_;
  const int in_width = x_->end - x_->begin, n = in_width * channels;
  const ptrdiff_t in_stride = padded(in_width), out_stride = padded(x_->count);
  int16_t* mixed = scratch.get<int16_t>(padded(n) + kPlanePad);
  int16_t* planes = channels == 1 ? mixed : scratch.get<int16_t>(in_stride * channels + kPlanePad);
  uint8_t* out = scratch.get<uint8_t>(out_stride * channels);
  const uint8_t** rows = scratch.get<const uint8_t*>(y_->taps + 1);
  in += static_cast<ptrdiff_t>(x_->begin) * channels;
  for (int y = 0; y < y_->count; ++y) {
    if (y_->pick) {
      k.split_u8(in + y_->index[y] * pitch, in_width, channels, planes, in_stride);
    } else {
      const VerticalRow& v = vertical_[y];
      for (int t = 0; t < v.taps; ++t) rows[t] = in + (v.first + std::min(t, v.rows - 1)) * pitch;
      k.vertical_u8(rows, vertical_coef_.data() + v.coef, v.taps, n, first_shift_, mixed);
      if (channels > 1) k.split_i16(mixed, in_width, channels, planes, in_stride);
    }
    k.horizontal_u8(horizontal_, planes, in_stride, channels, second_shift_, out, out_stride);
    sink.row(sink.self, y, out, out_stride);
  }
}

void Resampler::horizontal_first(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink,
                                 Scratch& scratch) {
  const Kernels& k = *kernels_;
  const int in_width = x_->end - x_->begin;
  const ptrdiff_t in_stride = padded(in_width), out_stride = padded(x_->count), slot_words = out_stride * channels;
  int16_t* planes = scratch.get<int16_t>(in_stride * channels + kPlanePad);
  uint8_t* out = scratch.get<uint8_t>(slot_words);
  // Input row r lives in slot r % slots; a window of y_->taps rows never needs one slot twice.
  const int slots = y_->taps;
  int16_t* ring = scratch.get<int16_t>(slot_words * slots + kPlanePad);
  int* held = scratch.get<int>(slots);
  std::fill_n(held, slots, -1);
  const int16_t** rows = scratch.get<const int16_t*>(y_->taps + 1);
  in += static_cast<ptrdiff_t>(x_->begin) * channels;
  for (int y = 0; y < y_->count; ++y) {
    const VerticalRow& v = vertical_[y];
    for (int t = 0; t < v.rows; ++t) {
      const int r = v.first + t, slot = r % slots;
      int16_t* row = ring + slot * slot_words;
      if (held[slot] != r) {
        held[slot] = r;
        k.split_u8(in + r * pitch, in_width, channels, planes, in_stride);
        k.horizontal_i16(horizontal_, planes, in_stride, channels, first_shift_, row, out_stride);
      }
      rows[t] = row;
    }
    rows[v.taps - 1] = rows[v.rows - 1];
    k.vertical_i16(rows, vertical_coef_.data() + v.coef, v.taps, static_cast<int>(slot_words), second_shift_, out);
    sink.row(sink.self, y, out, out_stride);
  }
}

void Resampler::image_u8(const uint8_t* in, ptrdiff_t pitch, int channels, uint8_t* out, Scratch& scratch) {
  if (pick()) return copy(in, pitch, channels, out);
  quantise();
  if (!fixed_) return image_float<uint8_t, uint8_t>(in, pitch, channels, out, scratch);
  struct Join {
    const Kernels* kernels;
    uint8_t* out;
    int width, channels;
  } join{kernels_, out, x_->count, channels};
  const RowSink sink{[](void* self, int y, const uint8_t* planes, ptrdiff_t stride) {
                       const Join& j = *static_cast<Join*>(self);
                       j.kernels->join_u8(planes, stride, j.width, j.channels,
                                          j.out + static_cast<ptrdiff_t>(y) * j.width * j.channels);
                     },
                     &join};
  rows_u8(in, pitch, channels, sink, scratch);
}

void Resampler::copy(const void* in, ptrdiff_t pitch_bytes, int pixel_bytes, void* out) const {
  const char* source = static_cast<const char*>(in);
  char* to = static_cast<char*>(out);
  const ptrdiff_t row_bytes = static_cast<ptrdiff_t>(x_->count) * pixel_bytes;
  bool contiguous = true;
  for (int i = 1; i < x_->count && contiguous; ++i) contiguous = x_->index[i] == x_->index[0] + i;
  const auto gather = [&](const char* row, auto size) {
    constexpr int kBytes = decltype(size)::value;
    const int bytes = kBytes ? kBytes : pixel_bytes;
    for (int i = 0; i < x_->count; ++i) {
      std::memcpy(to + static_cast<ptrdiff_t>(i) * bytes, row + static_cast<ptrdiff_t>(x_->index[i]) * bytes, bytes);
    }
  };
  for (int y = 0; y < y_->count; ++y, to += row_bytes) {
    const char* row = source + y_->index[y] * pitch_bytes;
    if (y > 0 && y_->index[y] == y_->index[y - 1]) {
      std::memcpy(to, to - row_bytes, row_bytes);
    } else if (contiguous && x_->count > 0) {
      std::memcpy(to, row + static_cast<ptrdiff_t>(x_->index[0]) * pixel_bytes, row_bytes);
    } else if (pixel_bytes == 1) {
      gather(row, std::integral_constant<int, 1>{});
    } else if (pixel_bytes == 3) {
      gather(row, std::integral_constant<int, 3>{});
    } else if (pixel_bytes == 4) {
      gather(row, std::integral_constant<int, 4>{});
    } else if (pixel_bytes == 12) {
      gather(row, std::integral_constant<int, 12>{});
    } else {
      gather(row, std::integral_constant<int, 0>{});
    }
  }
}

}  // namespace penstock::resample
