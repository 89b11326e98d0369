// readers.parquet, index: finds the files, and reads their metadata and the heads of the pages that are wanted.
#include <algorithm>

#include "core/error.h"
#include "dataset/files/disk.h"
#include "dataset/files/glob.h"
#include "dataset/files/matching.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_parquet.h"
#include "ops/readers_parquet/columns.h"
#include "parquet/asked_columns.h"
#include "parquet/table_file.h"

namespace penstock::ops {
namespace {

using Args = ReadersParquetArgs;

constexpr Wanted kParquetFile{"path", "a Parquet file"};

// The files that a path names: itself, or those of a folder, in the order of their names.
std::vector<std::string> files_of(const std::string& given, const DatasetBuilder& builder) {
  struct stat st;
  if (!find_target(given, kParquetFile, st) || !S_ISDIR(st.st_mode)) return {given};
  const std::string folder = given.back() == '/' ? given : given + '/';
  const NameFilter filter({"*.parquet"}, true);
  std::vector<std::string> files;
  each_entry(folder, kParquetFile, builder, [&](std::string_view name, EntryKind kind) {
    if (kind != EntryKind::folder && name[0] != '.' && filter.matches(name))
      files.push_back(folder + std::string(name));
  });
  std::sort(files.begin(), files.end());
  if (!files.empty()) return files;
  throw Error(ErrorCode::EMPTY_DATASET, "Expected files for path but none match '" + given + "'",
              "Files of a folder count that end in .parquet");
}

// Adds the rows of a file. A row takes its share of the columns that are read.
void add_rows(const std::string& path, const parquet::TableFile& table, DatasetBuilder& builder) {
  const int64_t file = builder.add_path(path);
  for (int64_t row = 0; row < table.rows(); ++row) {
    if (row % 1024 == 0) builder.poll();
    builder.add_part(file, row, 0);
  }
  table.each_group([&](int64_t rows, int64_t bytes) { builder.weigh(rows, bytes); });
}

void index(const Args& args, DatasetBuilder& builder) {
  std::vector<parquet::WantedColumn> columns;
  for (const ColumnSpec& spec : parse_columns(args.columns)) columns.push_back(spec);
  const std::vector<std::string> paths = find_paths("path", args.path, builder, "", Matches::all);
  if (paths.empty()) {
    throw Error(ErrorCode::INVALID_ARGUMENT, "Expected at least one path for path but received an array of 0",
                "Give Parquet files, or a folder of them");
  }
  builder.use_parts();
  parquet::add_table_blobs(builder, columns.size());
  std::vector<std::string> files;
  for (const std::string& given : paths) {
    for (std::string& path : files_of(given, builder)) files.push_back(std::move(path));
  }
  builder.progress().expect(files);
  const parquet::TableRules rules{kParquetFile, "columns", nullptr, parquet::limit_of(args.max_metadata_bytes),
                                  parquet::limit_of(args.max_unpacked_bytes)};
  parquet::AskedColumns asked(builder);
  parquet::RowAllowance allowed(parquet::limit_of(args.max_rows));
  for (const std::string& path : files) {
    parquet::TableFile table(path, rules, builder, allowed);
    table.add(columns);
    asked.add(table);
    add_rows(path, table, builder);
  }
  parquet::close_table_blobs(builder);
  if (builder.count()) return;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected rows in '" + shown_path(paths[0]) + "'" + (paths.size() > 1 ? " and the other files" : "") +
                  " but found none",
              "Check path");
}

}  // namespace

PENSTOCK_DATA_READER(readers_parquet, ReadersParquetArgs, index)

}  // namespace penstock::ops
