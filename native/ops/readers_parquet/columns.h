// The argument `columns` of readers.parquet.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "parquet/table_file.h"

namespace penstock::ops {

// dtype 'string' is a text.
struct ColumnSpec : parquet::WantedColumn {
  bool has_default = false;
  std::string text_default;
  double number_default = 0;
};

// Parses the JSON of the argument. Throws INVALID_ARGUMENT for a default that does not fit.
std::vector<ColumnSpec> parse_columns(std::string_view json);

}  // namespace penstock::ops
