// See asked_columns.h.
#include "parquet/asked_columns.h"

#include <limits>

#include "core/error.h"

namespace penstock::parquet {
namespace {

constexpr const char* kArgument = "where or weights";

}  // namespace

void AskedColumns::add(TableFile& table, const std::vector<bool>* kept) {
  for (size_t i = 0; i < names_.size(); ++i) {
    const WantedColumn wanted = table.one_value_each(names_[i], kArgument);
    if (i == columns_.size()) {
      const ColumnType type = wanted.text ? ColumnType::text : ColumnType::float64;
      columns_.push_back({builder_.add_column(names_[i], type), wanted.text});
    }
    const Column column = columns_[i];
    if (column.text != wanted.text) {
      throw Error(ErrorCode::INVALID_ARGUMENT,
                  "Expected the column '" + names_[i] + "' for " + kArgument + " to have " +
                      (column.text ? "texts" : "numbers") + " in all files but it has " +
                      (wanted.text ? "texts" : "numbers") + " in '" + shown_path(table.path()) + "'",
                  "Write the files with one schema");
    }
    size_t row = 0;
    table.read(wanted, [&](const ColumnValues& values) {
      for (size_t i = 0; i < static_cast<size_t>(values.rows()); ++i, ++row) {
        if (kept && !kept->at(row)) continue;
        const int64_t at = values.begins[i];
        const bool null = at == values.begins[i + 1];
        if (column.text) {
          builder_.add_text(column.number, null ? std::string_view() : values.texts[static_cast<size_t>(at)]);
        } else {
          builder_.add_number(column.number, null ? std::numeric_limits<double>::quiet_NaN() : number_at(values, at));
        }
      }
    });
  }
}

}  // namespace penstock::parquet
