// See page.h. The layout is that of Parquet's documents "Data Pages" and "Encodings".
#include "ops/readers_parquet/page.h"

#include <algorithm>
#include <cstring>

#include "ops/readers_parquet/unpack.h"

namespace penstock::ops {
namespace {

constexpr int64_t kMostUnpacked = int64_t{1} << 30;
constexpr int32_t kMostValues = 1 << 26;

[[noreturn]] void cut_off() { throw ParquetFault("a page is damaged: it ends within its values"); }

struct Span {
  const uint8_t* at;
  const uint8_t* end;

  int64_t size() const { return end - at; }
  Span take(int64_t bytes) {
    if (bytes < 0 || bytes > size()) cut_off();
    const Span taken{at, at + bytes};
    at += bytes;
    return taken;
  }
  uint32_t word() {
    uint32_t value;
    std::memcpy(&value, take(4).at, sizeof value);
    return value;
  }
};

// Calls visit(value, how often) for runs of numbers of `bits` bits until there are `count` of them: runs of equal
// numbers, and numbers that are packed bit by bit (RLE / bit-packed hybrid).
template <class Visit>
void each_run(Span in, int bits, int64_t count, const Visit& visit) {
  if (bits < 0 || bits > 32) throw ParquetFault("a page is damaged: it has numbers of more than 32 bits");
  if (bits == 0) {
    if (count) visit(uint32_t{0}, count);
    return;
  }
  const uint64_t mask = (uint64_t{1} << bits) - 1;
  while (count > 0) {
    uint64_t head = 0;
    for (int shift = 0;; shift += 7) {
      if (shift > 28) cut_off();
      const uint8_t b = *in.take(1).at;
      head |= static_cast<uint64_t>(b & 127) << shift;
      if (b < 128) break;
    }
    if (head & 1) {
      const int64_t groups = static_cast<int64_t>(head >> 1);
      // The last group may be cut off behind the last number.
      const Span packed = in.take(std::min(groups * bits, in.size()));
      const int64_t numbers = std::min(groups * 8, count);
      if (packed.size() * 8 < numbers * bits) cut_off();
      uint64_t window = 0;
      int filled = 0;
      const uint8_t* from = packed.at;
      for (int64_t i = 0; i < numbers; ++i) {
        while (filled < bits) {
          window |= static_cast<uint64_t>(*from++) << filled;
          filled += 8;
        }
        visit(static_cast<uint32_t>(window & mask), int64_t{1});
        window >>= bits;
        filled -= bits;
      }
      count -= numbers;
      if (numbers == 0) cut_off();
    } else {
      const Span value = in.take((bits + 7) / 8);
      uint32_t number = 0;
      std::memcpy(&number, value.at, static_cast<size_t>(value.size()));
      const int64_t times = std::min(static_cast<int64_t>(head >> 1), count);
      if (number > mask || times == 0) cut_off();
      visit(number, times);
      count -= times;
    }
  }
}

int bits_of(int32_t most) {
  int bits = 0;
  while (most >> bits) ++bits;
  return bits;
}

std::vector<int32_t> read_levels(Span in, int32_t most, int64_t count) {
  std::vector<int32_t> levels;
  levels.reserve(static_cast<size_t>(count));
  each_run(in, bits_of(most), count, [&](uint32_t level, int64_t times) {
    if (level > static_cast<uint32_t>(most)) throw ParquetFault("a page is damaged: a level is too high");
    levels.insert(levels.end(), static_cast<size_t>(times), static_cast<int32_t>(level));
  });
  return levels;
}

void append_texts(Span in, const LeafColumn& column, int64_t count, ColumnValues& to) {
  const bool fixed = column.type == PhysicalType::fixed_bytes;
  for (int64_t i = 0; i < count; ++i) {
    const Span text = in.take(fixed ? column.type_length : static_cast<int64_t>(in.word()));
    to.texts.emplace_back(reinterpret_cast<const char*>(text.at), static_cast<size_t>(text.size()));
  }
}

void append_plain(Span in, const LeafColumn& column, int64_t count, ColumnValues& to) {
  if (column.type == PhysicalType::boolean) {
    const Span bits = in.take((count + 7) / 8);
    for (int64_t i = 0; i < count; ++i) to.bytes.push_back(bits.at[i / 8] >> (i % 8) & 1);
  } else if (const int64_t width = width_of(column.type)) {
    const Span values = in.take(count * width);
    to.bytes.insert(to.bytes.end(), values.at, values.end);
  } else {
    append_texts(in, column, count, to);
  }
}

void append_of_dictionary(Span in, int64_t count, ColumnValues& to) {
  if (!to.dictionary) throw ParquetFault("a page refers to a dictionary that is not there");
  const ColumnValues& from = *to.dictionary;
  const int64_t entries = from.count();
  const auto width = static_cast<size_t>(width_of(from.type));
  const int bits = *in.take(1).at;
  each_run(in, bits, count, [&](uint32_t entry, int64_t times) {
    if (entry >= entries) throw ParquetFault("a page is damaged: it refers to an entry that its dictionary lacks");
    for (; times > 0; --times) {
      if (width) {
        const uint8_t* const value = from.bytes.data() + entry * width;
        to.bytes.insert(to.bytes.end(), value, value + width);
      } else {
        to.texts.push_back(from.texts[entry]);
      }
    }
  });
}

void append_values(Encoding encoding, Span in, const LeafColumn& column, int64_t count, ColumnValues& to) {
  // A page of nulls alone may be without the number of bits.
  if (count == 0) return;
  if (encoding == Encoding::plain) {
    append_plain(in, column, count, to);
  } else if (encoding == Encoding::plain_dictionary || encoding == Encoding::rle_dictionary) {
    append_of_dictionary(in, count, to);
  } else if (encoding == Encoding::rle && column.type == PhysicalType::boolean) {
    const Span runs = in.take(in.word());
    each_run(runs, 1, count, [&](uint32_t value, int64_t times) {
      to.bytes.insert(to.bytes.end(), static_cast<size_t>(times), static_cast<uint8_t>(value));
    });
  } else {
    throw ParquetFault("a page has the encoding " + name_of(encoding) + ", which is not supported");
  }
}

// Appends the rows that the levels describe; returns how many values there are.
int64_t append_rows(const std::vector<int32_t>& definitions, const std::vector<int32_t>& repetitions, int64_t count,
                    const LeafColumn& column, ColumnValues& to) {
  int64_t value = to.begins.back();
  const int64_t first = value;
  for (int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    const bool begins_row = column.repetitions == 0 || repetitions[at] == 0;
    if (begins_row) {
      to.begins.push_back(value);
      to.nulls.push_back(false);
    } else if (to.begins.size() == 1) {
      throw ParquetFault("a page is damaged: it begins within a row");
    }
    if (column.definitions == 0 || definitions[at] == column.definitions) {
      to.begins.back() = ++value;
    } else if (column.repetitions && column.optional && definitions[at] == column.definitions - 1) {
      to.nulls.back() = true;
    }
  }
  return value - first;
}

std::vector<uint8_t> unpacked(Codec codec, Span stored, int64_t size) {
  if (size > kMostUnpacked) throw ParquetFault("a page has more than 1 GiB");
  // A codec makes at most a few hundred bytes of one, so a page that claims more is damaged.
  if (size / 1024 > stored.size() + 64) throw ParquetFault("a page is damaged: it claims too many bytes");
  std::vector<uint8_t> bytes(static_cast<size_t>(size));
  unpack(codec, stored.at, stored.size(), bytes.data(), size);
  return bytes;
}

}  // namespace

int64_t width_of(PhysicalType type) {
  switch (type) {
    case PhysicalType::boolean: return 1;
    case PhysicalType::int32:
    case PhysicalType::float32: return 4;
    case PhysicalType::int64:
    case PhysicalType::float64: return 8;
    default: return 0;
  }
}

int64_t ColumnValues::count() const {
  const int64_t width = width_of(type);
  return width ? static_cast<int64_t>(bytes.size()) / width : static_cast<int64_t>(texts.size());
}

int64_t ColumnValues::size() const {
  size_t size = sizeof *this + begins.size() * sizeof(int64_t) + bytes.size() + texts.size() * sizeof(std::string_view);
  for (const auto& page : pages) size += page.size();
  return static_cast<int64_t>(size);
}

std::shared_ptr<ColumnValues> read_dictionary(const PageHead& page, const uint8_t* stored, const LeafColumn& column,
                                              Codec codec) {
  if (page.kind != PageKind::dictionary) throw ParquetFault("there is no dictionary where its metadata says");
  if (page.encoding != Encoding::plain && page.encoding != Encoding::plain_dictionary) {
    throw ParquetFault("a dictionary has the encoding " + name_of(page.encoding));
  }
  if (page.values > kMostValues) throw ParquetFault("a dictionary has more than 67108864 values");
  auto made = std::make_shared<ColumnValues>();
  made->type = column.type;
  made->pages.push_back(unpacked(codec, {stored, stored + page.stored}, page.unpacked));
  const std::vector<uint8_t>& bytes = made->pages.back();
  append_plain({bytes.data(), bytes.data() + bytes.size()}, column, page.values, *made);
  return made;
}

bool read_page(const PageHead& page, const uint8_t* stored, const LeafColumn& column, Codec codec, ColumnValues& to) {
  if (page.values > kMostValues) throw ParquetFault("a page has more than 67108864 values");
  Span in{stored, stored + page.stored};
  Span repetition{in.at, in.at}, definition = repetition;
  int64_t size = page.unpacked;
  if (page.kind == PageKind::data_v2) {
    repetition = in.take(page.repetition_bytes);
    definition = in.take(page.definition_bytes);
    size -= page.repetition_bytes + int64_t{page.definition_bytes};
    if (size < 0) cut_off();
    if (!page.compressed) codec = Codec::none;
  }
  const bool packed = codec != Codec::none && (size || in.size());
  if (packed) {
    to.pages.push_back(unpacked(codec, in, size));
    in = {to.pages.back().data(), to.pages.back().data() + to.pages.back().size()};
  } else if (in.size() != size) {
    cut_off();
  }
  Span values = in;
  if (page.kind == PageKind::data) {
    const auto levels = [&](int32_t most, Encoding encoding) {
      if (most == 0) return Span{values.at, values.at};
      if (encoding != Encoding::rle) throw ParquetFault("the levels of a page have the encoding " + name_of(encoding));
      return values.take(values.word());
    };
    repetition = levels(column.repetitions, page.repetition_encoding);
    definition = levels(column.definitions, page.definition_encoding);
  }
  std::vector<int32_t> repetitions, definitions;
  if (column.repetitions) repetitions = read_levels(repetition, column.repetitions, page.values);
  if (column.definitions) definitions = read_levels(definition, column.definitions, page.values);
  const int64_t count = append_rows(definitions, repetitions, page.values, column, to);
  const int64_t before = to.count();
  append_values(page.encoding, values, column, count, to);
  if (to.count() != before + count) cut_off();
  const bool texts = width_of(column.type) == 0;
  if (packed && !texts) to.pages.pop_back();
  return texts && !packed;
}

}  // namespace penstock::ops
