// The rows of the tables of a data set (stored.h), for all threads of a program: pages are unpacked where they are
// asked for, and stay in memory for a while.
#pragma once
#include <cstdint>
#include <vector>

#include "core/tensor.h"
#include "dataset/files/open_files.h"
#include "dataset/set/dataset.h"
#include "parquet/page_cache.h"
#include "parquet/stored.h"
#include "parquet/thrift.h"

namespace penstock::parquet {

// The values of one row in a column.
struct Row {
  PageCache::Values values;
  int64_t begin = 0, count = 0;
  bool list = false;
  bool null_within = false;  // a value of the list is null

  bool missing() const { return !list && count == 0; }
  // Of a text.
  std::string_view text() const { return values->texts[static_cast<size_t>(begin)]; }
  // Writes the numbers as values of `dtype`.
  void copy(DType dtype, void* to) const;
};

// Writes a number as a value of `dtype`.
void copy_number(double number, DType dtype, void* to);

class Table {
 public:
  // `kept`: of so many columns the last page stays in any case.
  Table(bool mapped, size_t kept, int64_t max_unpacked, int64_t cache_bytes)
      : files_(mapped), max_unpacked_(max_unpacked), pages_(cache_bytes, kKeptOfColumn * kept) {}

  // Appends what rows from `first` to `last` of a column would read.
  void append_reads(const Dataset& data, int64_t file, size_t column, int64_t first, int64_t last,
                    std::vector<Extent>& to) const;

 private:
  friend class RowCursor;
  // What rows in order need of a column at one time: a page, and its dictionary.
  static constexpr size_t kKeptOfColumn = 2;

  PageCache::Values unpack(const Dataset& data, int64_t file, const StoredUnit& unit, const StoredChunk& chunk) const;
  void use_dictionary(int64_t number, const StoredChunk& chunk) const;

  const OpenFiles files_;
  const int64_t max_unpacked_;
  const PageCache pages_;
};

// Reads rows of one column; those of the page that was read last cost nothing.
class RowCursor {
 public:
  RowCursor(const Table& table, const Dataset& data, int64_t file, size_t column)
      : table_(table), data_(data), file_(file), column_(column) {}

  // Throws ParquetFault for a damaged page, and FILE_NOT_FOUND and FILE_UNREADABLE.
  Row at(int64_t row);

 private:
  const Table& table_;
  const Dataset& data_;
  const int64_t file_;
  const size_t column_;
  StoredUnit unit_;
  PageCache::Values values_;
};

// Throws BAD_SAMPLE for a page of a column.
[[noreturn]] void bad_page(const std::string& column, const ParquetFault& fault);

}  // namespace penstock::parquet
