// See encodings.h.
#include "parquet/encodings.h"

#include <algorithm>

#include "parquet/delta.h"

namespace penstock::parquet {
namespace {

// Calls visit(value, how often) for runs of numbers of `bits` bits until there are `count` of them: runs of equal
// numbers, and numbers that are packed bit by bit (RLE / bit-packed hybrid).
template <class Visit>
void each_run(Span in, int bits, int64_t count, const Visit& visit) {
  if (bits < 0 || bits > 32) throw ParquetFault("a page is damaged: it has numbers of more than 32 bits");
  if (bits == 0) {
    if (count) visit(uint32_t{0}, count);
    return;
  }
  while (count > 0) {
    const uint64_t head = in.varint();
    if (head > UINT32_MAX) cut_off();
    const int64_t times = std::min(static_cast<int64_t>(head >> 1) * (head & 1 ? 8 : 1), count);
    if (times == 0) cut_off();
    if (head & 1) {
      // The last group may be cut off after the last number.
      const Span packed = in.take(std::min(static_cast<int64_t>(head >> 1) * bits, in.size()));
      if (packed.size() * 8 < times * bits) cut_off();
      for (int64_t i = 0; i < times; ++i) visit(static_cast<uint32_t>(bits_at(packed, i * bits, bits)), int64_t{1});
    } else {
      const Span value = in.take((bits + 7) / 8);
      uint32_t number = 0;
      std::memcpy(&number, value.at, static_cast<size_t>(value.size()));
      if (number >> (bits - 1) > 1) cut_off();
      visit(number, times);
    }
    count -= times;
  }
}

int bits_of(int max) {
  int bits = 0;
  while (max >> bits) ++bits;
  return bits;
}

bool is_text(PhysicalType type) { return type == PhysicalType::bytes || type == PhysicalType::fixed_bytes; }

void append_texts(Span in, const LeafColumn& column, int64_t count, ColumnValues& to) {
  const bool fixed = column.type == PhysicalType::fixed_bytes;
  // A text has at least the four bytes of its length.
  if (!fixed && count > in.size() / 4) cut_off();
  make_room(to.texts, count);
  for (int64_t i = 0; i < count; ++i) {
    const Span text = in.take(fixed ? column.type_length : static_cast<int64_t>(in.word()));
    to.texts.emplace_back(reinterpret_cast<const char*>(text.at), static_cast<size_t>(text.size()));
  }
}

void append_plain(Span in, const LeafColumn& column, int64_t count, ColumnValues& to) {
  if (column.type == PhysicalType::boolean) {
    const Span bits = in.take((count + 7) / 8);
    make_room(to.bytes, count);
    for (int64_t i = 0; i < count; ++i) to.bytes.push_back(bits.at[i / 8] >> (i % 8) & 1);
  } else if (const int64_t width = width_of(column.type)) {
    const Span values = in.take(count * width);
    to.bytes.insert(to.bytes.end(), values.at, values.end);
  } else {
    append_texts(in, column, count, to);
  }
}

// Calls visit(entry, how often) for the entries of the dictionary that a page refers to.
template <class Visit>
void each_entry(Span in, int64_t count, const ColumnValues& dictionary, const Visit& visit) {
  const auto entries = static_cast<uint64_t>(dictionary.count());
  const int bits = *in.take(1).at;
  each_run(in, bits, count, [&](uint32_t entry, int64_t times) {
    if (entry >= entries) throw ParquetFault("a page is damaged: it refers to an entry that its dictionary lacks");
    visit(entry, times);
  });
}

template <size_t Width>
void append_numbers_of_dictionary(Span in, int64_t count, ColumnValues& to) {
  const size_t before = to.bytes.size();
  make_room(to.bytes, count * static_cast<int64_t>(Width));
  to.bytes.resize(before + static_cast<size_t>(count) * Width);
  uint8_t* at = to.bytes.data() + before;
  const uint8_t* const from = to.dictionary->bytes.data();
  each_entry(in, count, *to.dictionary, [&](uint32_t entry, int64_t times) {
    for (; times > 0; --times, at += Width) std::memcpy(at, from + entry * Width, Width);
  });
}

void append_of_dictionary(Span in, int64_t count, ColumnValues& to) {
  if (!to.dictionary) throw ParquetFault("a page refers to a dictionary that is not there");
  const ColumnValues& from = *to.dictionary;
  switch (width_of(from.type)) {
    case 1: return append_numbers_of_dictionary<1>(in, count, to);
    case 4: return append_numbers_of_dictionary<4>(in, count, to);
    case 8: return append_numbers_of_dictionary<8>(in, count, to);
    default: break;
  }
  make_room(to.texts, count);
  each_entry(in, count, from, [&](uint32_t entry, int64_t times) {
    to.texts.insert(to.texts.end(), static_cast<size_t>(times), from.texts[entry]);
  });
}

void append_runs_of_booleans(Span in, int64_t count, ColumnValues& to) {
  make_room(to.bytes, count);
  each_run(in.take(in.word()), 1, count, [&](uint32_t value, int64_t times) {
    to.bytes.insert(to.bytes.end(), static_cast<size_t>(times), static_cast<uint8_t>(value));
  });
}

// The first bytes of all values, then all second ones, ...
void append_split(Span in, const LeafColumn& column, int64_t count, Allowance& left, ColumnValues& to) {
  const bool texts = is_text(column.type);
  const int64_t width = texts ? column.type_length : width_of(column.type);
  const Span values = in.take(count * width);
  std::vector<uint8_t> own;
  if (texts) left.take(values.size());
  std::vector<uint8_t>& bytes = texts ? own : to.bytes;
  make_room(bytes, values.size());
  bytes.resize(bytes.size() + static_cast<size_t>(values.size()));
  uint8_t* const made = bytes.data() + bytes.size() - values.size();
  for (int64_t k = 0; k < width; ++k) {
    for (int64_t i = 0; i < count; ++i) made[i * width + k] = values.at[k * count + i];
  }
  if (!texts) return;
  make_room(to.texts, count);
  for (int64_t i = 0; i < count; ++i) {
    to.texts.emplace_back(reinterpret_cast<const char*>(made + i * width), static_cast<size_t>(width));
  }
  to.pages.push_back(std::move(own));
}

// Texts of a column with a fixed length may come with lengths of their own.
void check_lengths(const LeafColumn& column, size_t first, const ColumnValues& values) {
  for (size_t i = first; i < values.texts.size(); ++i) {
    if (static_cast<int64_t>(values.texts[i].size()) != column.type_length) {
      throw ParquetFault("a page is damaged: a value has another length than its column");
    }
  }
}

}  // namespace

bool can_read(Encoding encoding, PhysicalType type) {
  switch (encoding) {
    case Encoding::plain:
    case Encoding::plain_dictionary:
    case Encoding::rle_dictionary: return true;
    case Encoding::rle: return type == PhysicalType::boolean;
    case Encoding::delta_binary: return type == PhysicalType::int32 || type == PhysicalType::int64;
    case Encoding::delta_length: return type == PhysicalType::bytes;
    case Encoding::delta_bytes: return is_text(type);
    case Encoding::byte_stream_split: return type != PhysicalType::boolean && type != PhysicalType::bytes;
    default: return false;
  }
}

bool append_values(Encoding encoding, Span in, const LeafColumn& column, int64_t count, Allowance& left,
                   ColumnValues& to) {
  // A page of nulls alone may be without what stands in front of values.
  if (count == 0) return false;
  if (!can_read(encoding, column.type)) throw ParquetFault("a page has the encoding " + name_of(encoding));
  left.take(count * memory_of(column.type));
  const size_t texts = to.texts.size();
  switch (encoding) {
    case Encoding::plain: append_plain(in, column, count, to); return is_text(column.type);
    case Encoding::rle: append_runs_of_booleans(in, count, to); return false;
    case Encoding::delta_binary: append_delta_numbers(in, count, to); return false;
    case Encoding::delta_length: append_delta_lengths(in, count, left, to); return true;
    case Encoding::byte_stream_split: append_split(in, column, count, left, to); return false;
    case Encoding::delta_bytes:
      append_delta_texts(in, count, left, to);
      if (column.type == PhysicalType::fixed_bytes) check_lengths(column, texts, to);
      return false;
    default: append_of_dictionary(in, count, to); return false;
  }
}

std::vector<uint8_t> read_levels(Span in, int max, int64_t count, bool packed) {
  std::vector<uint8_t> levels;
  levels.reserve(static_cast<size_t>(count));
  const auto add = [&](uint32_t level, int64_t times) {
    if (level > static_cast<uint32_t>(max)) throw ParquetFault("a page is damaged: a level is too high");
    levels.insert(levels.end(), static_cast<size_t>(times), static_cast<uint8_t>(level));
  };
  const int bits = bits_of(max);
  if (!packed) {
    each_run(in, bits, count, add);
    return levels;
  }
  // Bits go from the highest of a byte to its lowest.
  const Span stored = in.take(packed_levels_size(max, count));
  for (int64_t i = 0; i < count; ++i) {
    uint32_t level = 0;
    for (int64_t bit = i * bits; bit < (i + 1) * bits; ++bit) {
      level = level << 1 | (stored.at[bit / 8] >> (7 - bit % 8) & 1u);
    }
    add(level, 1);
  }
  return levels;
}

int64_t packed_levels_size(int max, int64_t count) { return (bits_of(max) * count + 7) / 8; }

}  // namespace penstock::parquet
