// See match.h.
#include "kernels/match/match.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace penstock::match {
namespace {

// Whether the samples are those of the input, one after the other.
bool in_order(const Taps& t) {
  if (t.sum != Sum::copy) return false;
  for (int i = 0; i < t.count; ++i) {
    if (t.first[i] != t.first[0] + i) return false;
  }
  return true;
}

// Copies one sample for each of the result.
template <class T>
void copy_across(const Taps& t, const T* in, int channels, T* out) {
  for (int i = 0; i < t.count; ++i, out += channels) {
    std::memcpy(out, in + static_cast<ptrdiff_t>(t.first[i]) * channels, sizeof(T) * channels);
  }
}

template <class T>
T sum_of(const Taps& t, int i, const T* in, ptrdiff_t step) {
  const double sum = sum_doubles(in, step, t.real.data() + static_cast<size_t>(i) * t.most, t.number[i]);
  if constexpr (std::is_same_v<T, uint16_t>) {
    return round_u16(sum);
  } else {
    return static_cast<T>(sum);
  }
}

template <class T>
void across(const Taps& t, const T* in, int channels, T* out) {
  if (t.sum == Sum::copy) return copy_across(t, in, channels, out);
  for (int i = 0; i < t.count; ++i) {
    const T* from = in + static_cast<ptrdiff_t>(t.first[i]) * channels;
    for (int c = 0; c < channels; ++c) *out++ = sum_of(t, i, from + c, channels);
  }
}

}  // namespace

void Matcher::plan(const Rule& rule, DType dtype, const Side& y, const Side& x) {
  if (rule == rule_ && dtype == dtype_ && y == y_.side && x == x_.side && x_.made) return;
  if (!(rule == rule_) || dtype != dtype_) y_.made = x_.made = false;
  rule_ = rule;
  dtype_ = dtype;
  listed_ = y.in && x.in && lists_.plan(rule, dtype, y.in, y.out, x.in, x.out);
  if (listed_) {
    lists_.take_parts(y.part, x.part);
    y_.side = y;
    x_.side = x;
    y_.made = x_.made = false;
    return;
  }
  make(y, y_);
  make(x, x_);
  down_first_ = down_first(rule, y.in, y.out, x.in, x.out);
}

void Matcher::make(const Side& side, Table& table) {
  if (table.made && table.side == side) return;
  table.made = false;
  make_taps(rule_, dtype_, side.in, side.out, table.whole);
  take_part(table.whole, side.part, table.taps);
  const Taps& t = table.taps;
  if (t.sum == Sum::fixed) {
    table.kernels = t.largest <= kMostWeight ? kernels_ : &kBaseline;
    const size_t words = packed_words(t.most);
    table.packed.resize(words * t.count);
    for (int i = 0; i < t.count; ++i) {
      table.kernels->pack(t.fixed.data() + static_cast<size_t>(i) * t.most, t.number[i],
                          table.packed.data() + static_cast<size_t>(i) * words);
    }
  }
  table.side = side;
  table.made = true;
}

void Matcher::sum_u8(const Table& table, int i, const uint8_t* in, ptrdiff_t pitch, int n, uint8_t* out) {
  const Taps& t = table.taps;
  table.kernels->sum(in, pitch, t.fixed.data() + static_cast<size_t>(i) * t.most,
                     table.packed.data() + static_cast<size_t>(i) * packed_words(t.most), t.number[i], n, t.shift, out);
}

// Row i of the result of the pass down. `mixed` is the row y_.taps.begin of its input.
void Matcher::down_u8(int i, const uint8_t* mixed, ptrdiff_t pitch, int n, uint8_t* out) const {
  const uint8_t* from = mixed + (y_.taps.first[i] - y_.taps.begin) * pitch;
  if (y_.taps.sum == Sum::copy) {
    std::memcpy(out, from, n);
  } else {
    sum_u8(y_, i, from, pitch, n, out);
  }
}

// The pass across. `in` is the column x_.taps.begin.
void Matcher::across_u8(const uint8_t* in, ptrdiff_t pitch, int rows, int channels, uint8_t* out,
                        Scratch& scratch) const {
  const Taps& x = x_.taps;
  const ptrdiff_t out_pitch = static_cast<ptrdiff_t>(x.count) * channels;
  if (x.sum == Sum::copy) {
    in -= static_cast<ptrdiff_t>(x.begin) * channels;
    for (int r = 0; r < rows; ++r) copy_across(x, in + r * pitch, channels, out + r * out_pitch);
    return;
  }
  const int n = (x.end - x.begin) * channels;
  const ptrdiff_t column = static_cast<ptrdiff_t>(kBlock) * channels;
  const Scratch::Mark mark = scratch.mark();
  uint8_t* block = scratch.get<uint8_t>(static_cast<size_t>(n) * kBlock);
  uint8_t* result = scratch.get<uint8_t>(static_cast<size_t>(out_pitch) * kBlock);
  for (int r = 0; r < rows; r += kBlock) {
    const int some = std::min(kBlock, rows - r);
    to_columns(in + r * pitch, pitch, some, n, block);
    for (int i = 0; i < x.count; ++i) {
      sum_u8(x_, i, block + (x.first[i] - x.begin) * column, column, static_cast<int>(column), result + i * column);
    }
    from_columns(result, some, static_cast<int>(out_pitch), out + r * out_pitch, out_pitch);
  }
  scratch.rewind(mark);
}

// The pass across over the rows that the pass down needs. Returns the first of these, and their distance.
const uint8_t* Matcher::mix_across(const uint8_t* in, ptrdiff_t& pitch, int channels, Scratch& scratch) const {
  const Taps& x = x_.taps;
  const int rows = y_.taps.end - y_.taps.begin;
  in += y_.taps.begin * pitch + static_cast<ptrdiff_t>(x.begin) * channels;
  if (in_order(x)) return in;
  const ptrdiff_t out_pitch = static_cast<ptrdiff_t>(x.count) * channels;
  uint8_t* out = scratch.get<uint8_t>(static_cast<size_t>(out_pitch) * rows);
  across_u8(in, pitch, rows, channels, out, scratch);
  pitch = out_pitch;
  return out;
}

void Matcher::image_u8(const uint8_t* in, ptrdiff_t pitch, int channels, uint8_t* out, Scratch& scratch) const {
  const Scratch::Mark mark = scratch.mark();
  const int height = y_.taps.count;
  if (down_first_) {
    const int n = (x_.taps.end - x_.taps.begin) * channels;
    uint8_t* mixed = scratch.get<uint8_t>(static_cast<size_t>(n) * height);
    in += y_.taps.begin * pitch + static_cast<ptrdiff_t>(x_.taps.begin) * channels;
    for (int i = 0; i < height; ++i) down_u8(i, in, pitch, n, mixed + static_cast<ptrdiff_t>(i) * n);
    across_u8(mixed, n, height, channels, out, scratch);
  } else {
    const int n = x_.taps.count * channels;
    const uint8_t* mixed = mix_across(in, pitch, channels, scratch);
    for (int i = 0; i < height; ++i) down_u8(i, mixed, pitch, n, out + static_cast<ptrdiff_t>(i) * n);
  }
  scratch.rewind(mark);
}

void Matcher::rows_u8(const uint8_t* in, ptrdiff_t pitch, int channels, const RowSink& sink, Scratch& scratch) {
  if (!width() || !height()) return;
  const Scratch::Mark mark = scratch.mark();
  const int n = width() * channels;
  if (down_first_ || listed_) {
    uint8_t* image = scratch.get<uint8_t>(static_cast<size_t>(n) * height());
    this->image(in, pitch, channels, image, scratch);
    for (int i = 0; i < height(); ++i) sink.row(sink.self, i, image + static_cast<ptrdiff_t>(i) * n);
  } else {
    const uint8_t* mixed = mix_across(in, pitch, channels, scratch);
    uint8_t* row = scratch.get<uint8_t>(n);
    for (int i = 0; i < height(); ++i) {
      down_u8(i, mixed, pitch, n, row);
      sink.row(sink.self, i, row);
    }
  }
  scratch.rewind(mark);
}

template <class T>
void Matcher::image_of(const T* in, ptrdiff_t pitch, int channels, T* out, Scratch& scratch) const {
  const Taps &y = y_.taps, &x = x_.taps;
  const ptrdiff_t out_n = static_cast<ptrdiff_t>(x.count) * channels;
  const auto down = [&](const T* from, ptrdiff_t step, ptrdiff_t n, T* to) {
    for (int i = 0; i < y.count; ++i, to += n) {
      const T* rows = from + y.first[i] * step;
      if (y.sum == Sum::copy) {
        std::memcpy(to, rows, sizeof(T) * n);
      } else {
        for (ptrdiff_t j = 0; j < n; ++j) to[j] = sum_of(y, i, rows + j, step);
      }
    }
  };
  const Scratch::Mark mark = scratch.mark();
  if (down_first_) {
    const ptrdiff_t n = static_cast<ptrdiff_t>(x.end - x.begin) * channels;
    T* mixed = scratch.get<T>(static_cast<size_t>(n) * y.count);
    down(in + static_cast<ptrdiff_t>(x.begin) * channels, pitch, n, mixed);
    for (int i = 0; i < y.count; ++i) {
      across(x, mixed + i * n - static_cast<ptrdiff_t>(x.begin) * channels, channels, out + i * out_n);
    }
  } else {
    T* mixed = scratch.get<T>(static_cast<size_t>(out_n) * (y.end - y.begin));
    for (int r = y.begin; r < y.end; ++r) across(x, in + r * pitch, channels, mixed + (r - y.begin) * out_n);
    down(mixed - y.begin * out_n, out_n, out_n, out);
  }
  scratch.rewind(mark);
}

void Matcher::image(const void* in, ptrdiff_t pitch, int channels, void* out, Scratch& scratch) {
  if (!width() || !height()) return;
  if (listed_) return lists_.image(in, pitch, channels, out, dtype_, scratch);
  const auto as = [&](auto zero) {
    using T = decltype(zero);
    image_of(static_cast<const T*>(in), pitch, channels, static_cast<T*>(out), scratch);
  };
  if (dtype_ == DType::float32) return as(float{});
  if (dtype_ == DType::uint16) return as(uint16_t{});
  image_u8(static_cast<const uint8_t*>(in), pitch, channels, static_cast<uint8_t*>(out), scratch);
}

}  // namespace penstock::match
