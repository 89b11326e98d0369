// See unit.h.
#include "parquet/unit.h"

#include <algorithm>

#include "parquet/page.h"

namespace penstock::parquet {
namespace {

std::vector<uint8_t> read(const OpenFile& file, int64_t begin, int64_t end) {
  file.check_range(begin, end - begin);
  std::vector<uint8_t> bytes(static_cast<size_t>(end - begin));
  if (end > begin) file.read(begin, bytes.data(), end - begin);
  return bytes;
}

std::shared_ptr<const ColumnValues> unpack_rows(std::vector<uint8_t> stored, int64_t rows, const StoredChunk& chunk,
                                                std::shared_ptr<const ColumnValues> dictionary, int64_t max_unpacked) {
  const LeafColumn column = chunk.column();
  auto made = std::make_shared<ColumnValues>();
  made->type = column.type;
  made->list = column.repetitions > 0;
  made->unsigned32 = column.unsigned32;
  made->begins.push_back(0);
  made->dictionary = std::move(dictionary);
  const auto size = static_cast<int64_t>(stored.size());
  Allowance left(max_unpacked, size);
  bool needed = false;
  for (int64_t at = 0; at < size && made->rows() <= rows;) {
    const PageHead page = parse_page_head(stored.data() + at, size - at);
    if (page.stored > size - at - page.head) throw ParquetFault("a page lies beyond its column");
    if (page.has_rows()) needed |= read_page(page, stored.data() + at + page.head, column, chunk.codec, left, *made);
    at += page.head + page.stored;
  }
  // Numbers are copied out of the dictionary.
  if (width_of(column.type)) made->dictionary = nullptr;
  // Moving it leaves texts where they are.
  if (needed) made->pages.push_back(std::move(stored));
  if (made->rows() == rows) return made;
  throw ParquetFault("a column has " + std::to_string(made->rows()) + " rows in place of " + std::to_string(rows));
}

}  // namespace

std::shared_ptr<const ColumnValues> read_unit(const OpenFile& file, const StoredUnit& unit, const StoredChunk& chunk,
                                              std::shared_ptr<const ColumnValues> dictionary, int64_t max_unpacked) {
  return unpack_rows(read(file, unit.begin, unit.end), unit.rows, chunk, std::move(dictionary), max_unpacked);
}

std::shared_ptr<const ColumnValues> read_chunk(std::vector<uint8_t> stored, int64_t begin, int64_t rows,
                                               const StoredChunk& chunk, int64_t max_unpacked) {
  std::shared_ptr<const ColumnValues> dictionary;
  if (chunk.dictionary >= 0) {
    const int64_t at = chunk.dictionary - begin, size = static_cast<int64_t>(stored.size()) - at;
    if (at < 0 || size <= 0) throw ParquetFault("a dictionary lies beyond its column");
    const PageHead page = parse_page_head(stored.data() + at, size);
    if (page.head + page.stored > size) throw ParquetFault("a dictionary lies beyond its column");
    dictionary = read_dictionary(page, stored.data() + at + page.head, chunk.column(), chunk.codec,
                                 Allowance(max_unpacked, page.stored));
  }
  return unpack_rows(std::move(stored), rows, chunk, std::move(dictionary), max_unpacked);
}

std::shared_ptr<const ColumnValues> read_chunk_dictionary(const OpenFile& file, const StoredChunk& chunk,
                                                          int64_t max_unpacked) {
  // The dictionary is the first page of its chunk; the head says how long it is.
  const int64_t head_end = std::min(chunk.dictionary_end, chunk.dictionary + 256);
  std::vector<uint8_t> stored = read(file, chunk.dictionary, head_end);
  const PageHead page = parse_page_head(stored.data(), static_cast<int64_t>(stored.size()));
  if (page.head + page.stored > chunk.dictionary_end - chunk.dictionary) {
    throw ParquetFault("a dictionary lies beyond its column");
  }
  stored = read(file, chunk.dictionary + page.head, chunk.dictionary + page.head + page.stored);
  return read_dictionary(page, stored.data(), chunk.column(), chunk.codec, Allowance(max_unpacked, page.stored));
}

}  // namespace penstock::parquet
