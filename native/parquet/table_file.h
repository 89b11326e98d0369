// A Parquet file while a data set is built: its metadata, and the columns of it that the reader wants.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/tensor.h"
#include "dataset/set/builder.h"
#include "parquet/indexed_file.h"
#include "parquet/stored.h"
#include "parquet/values.h"

namespace penstock::parquet {

// A column that a reader wants: its values become `dtype`, or are texts.
struct WantedColumn {
  std::string name;
  DType dtype = DType::uint8;
  bool text = false;
  const char* argument = nullptr;  // what names it; null for that of TableRules
};

struct TableRules {
  // For errors: what the files are, the argument that names the columns, and the file that says which columns there
  // are, where one does.
  Wanted file;
  const char* columns;
  const char* described;
  int64_t max_metadata, max_unpacked;  // limits; docs/operators/readers.parquet.md says which
};

// How many rows files may claim: maxRows, and eight for each of their bytes, which is a bit for each row.
class RowAllowance {
 public:
  explicit RowAllowance(int64_t max_rows) : left_(max_rows) {}
  void add_file(int64_t bytes) {
    if (left_ <= std::numeric_limits<int64_t>::max() - 8 * bytes) left_ += 8 * bytes;
  }
  void take(int64_t rows) {
    if (rows > left_) throw ParquetFault("it claims more rows than maxRows allows", "maxRows");
    left_ -= rows;
  }

 private:
  int64_t left_;
};

// Adds the blobs of tables of so many columns to a builder that has none yet; the last one is closed behind the last
// file.
void add_table_blobs(DatasetBuilder&, size_t columns);
void close_table_blobs(DatasetBuilder&);

class TableFile {
 public:
  // Reads the metadata. All arguments must outlive the object. All functions throw FILE_NOT_FOUND and FILE_UNREADABLE.
  TableFile(const std::string& path, const TableRules& rules, DatasetBuilder& builder, RowAllowance& allowed);

  int64_t rows() const { return rows_; }
  // Adds where the pages of the columns lie to the blobs. Throws INVALID_ARGUMENT for a column that is not there or has
  // another type (FILE_UNREADABLE where a file describes them), and UNSUPPORTED.
  void add(const std::vector<WantedColumn>& wanted);
  // Calls visit(rows, bytes) for each group of rows, with the bytes that added columns take.
  void each_group(const std::function<void(int64_t rows, int64_t bytes)>& visit) const;

  bool has(const std::string& column) const;
  const std::string& path() const { return path_; }
  // A column with one value in each row, as texts or as numbers that hold it. Throws as add(), and INVALID_ARGUMENT for
  // a column of lists.
  WantedColumn one_value_each(const std::string& column, const char* argument) const;
  // Reads a whole column, a group of rows at a time, and calls visit(values of the group). Throws as add().
  void read(const WantedColumn& wanted, const std::function<void(const ColumnValues&)>& visit);

 private:
  template <class F>
  void guard(const F& body);
  int64_t number_of(const std::string& column) const;
  size_t find(const WantedColumn& wanted) const;
  const char* described(const WantedColumn& wanted) const { return wanted.argument ? nullptr : rules_.described; }
  std::string argument_of(const WantedColumn& wanted) const;
  [[noreturn]] void mismatch(const WantedColumn& wanted, const std::string& message, const std::string& hint) const;
  [[noreturn]] void unsupported(const WantedColumn& wanted, const std::string& what,
                                const std::string& cure = "Write it in another way") const;
  void check_type(const WantedColumn& wanted, const LeafColumn& leaf) const;
  void check_codec(const WantedColumn& wanted, Codec codec) const;
  void check_encoding(const WantedColumn& wanted, const LeafColumn& leaf, Encoding encoding) const;
  void check_list(const WantedColumn& wanted, const LeafColumn& leaf, const ColumnChunk& chunk) const;
  StoredChunk stored_chunk(const LeafColumn& leaf, const ColumnChunk& chunk);
  void add_column(const WantedColumn& wanted, size_t which);
  int64_t add_pages(const WantedColumn& wanted, const LeafColumn& leaf, StoredUnit chunk);
  int64_t dictionary_of(const ColumnChunk& chunk);

  const std::string& path_;
  const TableRules& rules_;
  DatasetBuilder& builder_;
  IndexedFile file_;
  ParquetMetadata data_;
  int64_t rows_ = 0;
  std::vector<size_t> added_;
};

}  // namespace penstock::parquet
