// Columns of tables that only the choice of samples reads (DatasetBuilder::missing()): they become columns of the data
// set, where each number is a float64, of which a null is NaN, and a null of a text is an empty one.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dataset/set/builder.h"
#include "parquet/table_file.h"

namespace penstock::parquet {

class AskedColumns {
 public:
  // It is made behind the last column that the reader has of its own. The builder must outlive it.
  explicit AskedColumns(DatasetBuilder& builder) : builder_(builder), names_(builder.missing()) {}
  // Adds the values of a file, in rows that are samples: all, or those that are `kept`. Throws as TableFile::read(),
  // and INVALID_ARGUMENT for a column of another kind than that of the file before.
  void add(TableFile& table, const std::vector<bool>* kept = nullptr);

 private:
  struct Column {
    int number;
    bool text;
  };
  DatasetBuilder& builder_;
  const std::vector<std::string> names_;
  std::vector<Column> columns_;
};

}  // namespace penstock::parquet
