// See delta.h.
#include "parquet/delta.h"

#include <algorithm>

namespace penstock::parquet {
namespace {

// Calls visit(number) for `count` numbers of `bits` bits, modulo 2^64, and leaves `in` at their end. A block has a
// least difference, and miniblocks, each with a width of its own, of what differences have above it.
template <class Visit>
void each_delta(Span& in, int bits, int64_t count, const Visit& visit) {
  const uint64_t block = in.varint(), miniblocks = in.varint(), total = in.varint();
  if (block == 0 || block % 128 || block > uint64_t{1} << 31 || miniblocks == 0 || block % miniblocks ||
      block / miniblocks % 32) {
    throw ParquetFault("a page is damaged: its numbers lie in blocks of another size");
  }
  if (total != static_cast<uint64_t>(count)) {
    throw ParquetFault("a page is damaged: it has " + std::to_string(total) + " numbers in place of " +
                       std::to_string(count));
  }
  const auto per = static_cast<int64_t>(block / miniblocks);
  uint64_t value = in.signed_varint();
  if (count == 0) return;
  visit(value);
  for (int64_t left = count - 1; left > 0;) {
    const uint64_t least = in.signed_varint();
    const Span widths = in.take(static_cast<int64_t>(miniblocks));
    for (uint64_t m = 0; m < miniblocks && left > 0; ++m) {
      const int width = widths.at[m];
      if (width > bits) throw ParquetFault("a page is damaged: a difference has too many bits");
      const Span packed = in.take(per / 8 * width);
      const int64_t here = std::min(per, left);
      for (int64_t i = 0; i < here; ++i) visit(value += least + bits_at(packed, i * width, width));
      left -= here;
    }
  }
}

template <class T>
void append_numbers(Span in, int64_t count, ColumnValues& to) {
  make_room(to.bytes, count * static_cast<int64_t>(sizeof(T)));
  each_delta(in, 8 * sizeof(T), count, [&](uint64_t value) {
    const auto number = static_cast<T>(value);
    const auto* const bytes = reinterpret_cast<const uint8_t*>(&number);
    to.bytes.insert(to.bytes.end(), bytes, bytes + sizeof number);
  });
}

std::vector<int32_t> read_lengths(Span& in, int64_t count, const Allowance& left) {
  left.check(count * static_cast<int64_t>(sizeof(int32_t)));
  std::vector<int32_t> lengths;
  lengths.reserve(static_cast<size_t>(count));
  each_delta(in, 32, count, [&](uint64_t value) {
    lengths.push_back(static_cast<int32_t>(value));
    if (lengths.back() < 0) throw ParquetFault("a page is damaged: a text has a negative length");
  });
  return lengths;
}

// The bytes of all texts together.
int64_t add_up(const std::vector<int32_t>& shared, const std::vector<int32_t>& own, const Allowance& left) {
  int64_t total = 0, last = 0;
  for (size_t i = 0; i < own.size(); ++i) {
    if (shared[i] > last) throw ParquetFault("a page is damaged: a text begins with more than the one before it has");
    last = int64_t{shared[i]} + own[i];
    total += last;
    left.check(total);
  }
  return total;
}

}  // namespace

void append_delta_numbers(Span in, int64_t count, ColumnValues& to) {
  if (to.type == PhysicalType::int32) return append_numbers<uint32_t>(in, count, to);
  append_numbers<uint64_t>(in, count, to);
}

void append_delta_lengths(Span in, int64_t count, const Allowance& left, ColumnValues& to) {
  const std::vector<int32_t> lengths = read_lengths(in, count, left);
  make_room(to.texts, count);
  for (const int32_t length : lengths) {
    const Span text = in.take(length);
    to.texts.emplace_back(reinterpret_cast<const char*>(text.at), static_cast<size_t>(length));
  }
}

void append_delta_texts(Span in, int64_t count, Allowance& left, ColumnValues& to) {
  const std::vector<int32_t> shared = read_lengths(in, count, left), own = read_lengths(in, count, left);
  const int64_t total = add_up(shared, own, left);
  left.take(total);
  std::vector<uint8_t> made(static_cast<size_t>(total));
  make_room(to.texts, count);
  uint8_t* at = made.data();
  const uint8_t* last = at;
  for (size_t i = 0; i < own.size(); ++i) {
    const Span rest = in.take(own[i]);
    uint8_t* const text = at;
    if (shared[i]) std::memcpy(at, last, static_cast<size_t>(shared[i]));
    at += shared[i];
    if (own[i]) std::memcpy(at, rest.at, static_cast<size_t>(own[i]));
    at += own[i];
    to.texts.emplace_back(reinterpret_cast<const char*>(text), static_cast<size_t>(at - text));
    last = text;
  }
  to.pages.push_back(std::move(made));
}

}  // namespace penstock::parquet
