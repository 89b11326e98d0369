// See page.h. The layout is that of Parquet's document "Data Pages".
#include "parquet/page.h"

#include <algorithm>

#include "parquet/encodings.h"
#include "parquet/unpack.h"

namespace penstock::parquet {
namespace {

struct Levels {
  std::vector<uint8_t> repetitions, definitions;  // empty where the column has none
};

// Where the parts of a page lie.
struct Parts {
  Span repetitions, definitions, values;
};

Levels read_levels(const PageHead& page, const LeafColumn& column, const Parts& parts, const Allowance& left) {
  Levels levels;
  const bool v1 = page.kind == PageKind::data;
  left.check(int64_t{page.values} * ((column.repetitions > 0) + (column.definitions > 0)));
  if (column.repetitions) {
    levels.repetitions = read_levels(parts.repetitions, column.repetitions, page.values,
                                     v1 && page.repetition_encoding == Encoding::bit_packed);
  }
  if (column.definitions) {
    levels.definitions = read_levels(parts.definitions, column.definitions, page.values,
                                     v1 && page.definition_encoding == Encoding::bit_packed);
  }
  return levels;
}

// Appends the rows that the levels describe; returns how many values there are.
int64_t append_rows(const Levels& levels, int64_t count, const LeafColumn& column, Allowance& left, ColumnValues& to) {
  const std::vector<uint8_t>&repetitions = levels.repetitions, &definitions = levels.definitions;
  const int64_t rows = column.repetitions ? std::count(repetitions.begin(), repetitions.end(), uint8_t{0}) : count;
  left.take(rows * static_cast<int64_t>(sizeof(int64_t)) + rows / 8);
  make_room(to.begins, rows);
  make_room(to.nulls, rows);
  int64_t value = to.begins.back();
  const int64_t first = value;
  for (size_t at = 0; at < static_cast<size_t>(count); ++at) {
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

std::vector<uint8_t> unpacked(Codec codec, Span stored, int64_t size, const Allowance& left) {
  left.check(size);
  if (claims_too_much(codec, stored.size(), size)) throw ParquetFault("a page is damaged: it claims too many bytes");
  std::vector<uint8_t> bytes(static_cast<size_t>(size));
  unpack(codec, stored.at, stored.size(), bytes.data(), size);
  return bytes;
}

// The levels of a page of version 1 stand in front of its values, with their length or, where they are BIT_PACKED,
// without.
Span take_levels(Span& in, int max, Encoding encoding, int64_t count) {
  if (max == 0) return {in.at, in.at};
  if (encoding == Encoding::bit_packed) return in.take(packed_levels_size(max, count));
  if (encoding != Encoding::rle) throw ParquetFault("the levels of a page have the encoding " + name_of(encoding));
  return in.take(in.word());
}

}  // namespace

std::shared_ptr<ColumnValues> read_dictionary(const PageHead& page, const uint8_t* stored, const LeafColumn& column,
                                              Codec codec, Allowance left) {
  if (page.kind != PageKind::dictionary) throw ParquetFault("there is no dictionary where its metadata says");
  if (page.encoding != Encoding::plain && page.encoding != Encoding::plain_dictionary) {
    throw ParquetFault("a dictionary has the encoding " + name_of(page.encoding));
  }
  auto made = std::make_shared<ColumnValues>();
  made->type = column.type;
  std::vector<uint8_t> bytes = unpacked(codec, {stored, stored + page.stored}, page.unpacked, left);
  left.take(page.unpacked);
  append_values(Encoding::plain, {bytes.data(), bytes.data() + bytes.size()}, column, page.values, left, *made);
  if (width_of(column.type) == 0) made->pages.push_back(std::move(bytes));
  return made;
}

bool read_page(const PageHead& page, const uint8_t* stored, const LeafColumn& column, Codec codec, Allowance& left,
               ColumnValues& to) {
  Span in{stored, stored + page.stored};
  Parts parts{{in.at, in.at}, {in.at, in.at}, in};
  int64_t size = page.unpacked;
  if (page.kind == PageKind::data_v2) {
    parts.repetitions = in.take(page.repetition_bytes);
    parts.definitions = in.take(page.definition_bytes);
    size -= page.repetition_bytes + int64_t{page.definition_bytes};
    if (size < 0) cut_off();
    if (!page.compressed) codec = Codec::none;
  }
  const bool packed = codec != Codec::none && (size || in.size());
  std::vector<uint8_t> bytes;
  if (packed) {
    bytes = unpacked(codec, in, size, left);
    in = {bytes.data(), bytes.data() + bytes.size()};
  } else if (in.size() != size) {
    cut_off();
  }
  parts.values = in;
  if (page.kind == PageKind::data) {
    parts.repetitions = take_levels(parts.values, column.repetitions, page.repetition_encoding, page.values);
    parts.definitions = take_levels(parts.values, column.definitions, page.definition_encoding, page.values);
  }
  const Levels levels = read_levels(page, column, parts, left);
  const int64_t count = append_rows(levels, page.values, column, left, to);
  const int64_t before = to.count();
  const bool lie_here = append_values(page.encoding, parts.values, column, count, left, to);
  if (to.count() != before + count) cut_off();
  if (!lie_here || !packed) return lie_here;
  left.take(size);
  to.pages.push_back(std::move(bytes));
  return false;
}

}  // namespace penstock::parquet
