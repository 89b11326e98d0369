// readers.parquet, index: finds the files, and reads their metadata and the heads of the pages that are wanted.
#include <algorithm>
#include <cstring>
#include <optional>

#include "core/error.h"
#include "dataset/disk.h"
#include "dataset/glob.h"
#include "dataset/open_files.h"
#include "dataset/paths.h"
#include "dataset/reader_op.h"
#include "dataset/skim.h"
#include "generated/ops/readers_parquet.h"
#include "ops/readers_parquet/columns.h"
#include "ops/readers_parquet/unpack.h"

namespace penstock::ops {
namespace {

using Args = ReadersParquetArgs;

constexpr Wanted kFile{"path", "a Parquet file"};

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected a Parquet file for path but '" + shown_path(path) + "' is none, or damaged: " + what,
              "Write the file again, or leave it out of path");
}

bool numbers_fit(const LeafColumn& leaf, DType dtype) {
  if (leaf.unsigned32) return dtype == DType::int64 || dtype == DType::float64;
  switch (leaf.type) {
    case PhysicalType::boolean: return dtype == DType::boolean;
    case PhysicalType::int32: return dtype == DType::int32 || dtype == DType::int64 || dtype == DType::float64;
    case PhysicalType::int64: return dtype == DType::int64;
    case PhysicalType::float32:
    case PhysicalType::float64: return dtype == DType::float32 || dtype == DType::float64;
    default: return false;
  }
}

// The files that an entry of path names, in the order of their names.
std::vector<std::string> files_of(const std::string& given, const DatasetBuilder& builder) {
  if (is_remote(given)) return {given};
  struct stat st;
  const bool there = find_target(given, kFile, st);
  const bool pattern = !there && given.find_first_of("*?[") != std::string::npos;
  if (!pattern && !(there && S_ISDIR(st.st_mode))) return {given};
  const size_t slash = given.rfind('/');
  std::string folder = pattern ? (slash == std::string::npos ? "." : given.substr(0, slash + 1)) : given;
  const std::string names = pattern ? given.substr(slash == std::string::npos ? 0 : slash + 1) : "*.parquet";
  const NameFilter filter({names}, true);
  std::vector<std::string> files;
  if (folder.back() != '/') folder += '/';
  each_entry(folder, kFile, builder, [&](std::string_view name, EntryKind kind) {
    if (kind == EntryKind::folder || name[0] == '.' || !filter.matches(name)) return;
    files.push_back((pattern && slash == std::string::npos ? "" : folder) + std::string(name));
  });
  std::sort(files.begin(), files.end());
  if (!files.empty()) return files;
  throw Error(
      ErrorCode::EMPTY_DATASET, "Expected files for path but none match '" + given + "'",
      pattern ? "Only the last part of a path may be a pattern" : "Files of a folder count that end in .parquet");
}

// The bytes of a file, or of an object in a store. Heads of pages lie apart there, and a request brings many that are
// near each other.
class Source final : public RecordSource {
 public:
  Source(const std::string& path, const DatasetBuilder& builder) : path_(path), builder_(builder) {
    if (is_remote(path)) {
      skim_.emplace(path, kFile, builder);
    } else {
      file_.emplace(path, true);
      listed_.emplace(builder.progress(), path, file_->size());
    }
  }

  int64_t size() const override { return file_ ? file_->size() : skim_->size(); }
  void copy(int64_t at, uint8_t* to, int64_t size) const override {
    if (file_) return file_->read(at, to, size);
    if (at < 0 || size > this->size() - at) throw ParquetFault("a part of it lies beyond its end");
    if (size <= kMostSkimmed) {
      std::memcpy(to, skim_->at(at, size), static_cast<size_t>(size));
      return;
    }
    const std::vector<uint8_t> bytes = builder_.remote().read(path_, at, size, [&] { builder_.poll(); });
    if (static_cast<int64_t>(bytes.size()) < size) throw ParquetFault("it has become shorter");
    std::memcpy(to, bytes.data(), static_cast<size_t>(size));
  }

 private:
  static constexpr int64_t kMostSkimmed = 1024;
  const std::string& path_;
  const DatasetBuilder& builder_;
  std::optional<OpenFile> file_;
  std::optional<ListedFile> listed_;
  mutable std::optional<Skim> skim_;
};

class FileIndex {
 public:
  FileIndex(const std::string& path, const std::vector<ColumnSpec>& specs, DatasetBuilder& builder)
      : path_(path), specs_(specs), builder_(builder), file_(path, builder) {}

  void add() {
    try {
      data_ = read_metadata(file_);
      count_rows();
      for (const ColumnSpec& spec : specs_) add_column(spec);
      add_rows();
      weigh_rows();
    } catch (const ParquetFault& fault) {
      damaged(path_, fault.what());
    }
  }

 private:
  void count_rows() {
    for (const RowGroup& group : data_.groups) {
      // A page of one value repeated takes few bytes, but not so few.
      if (group.rows / 256 > file_.size() + 4096) throw ParquetFault("it claims too many rows");
      rows_ += group.rows;
    }
  }

  size_t find(const ColumnSpec& spec) const {
    for (size_t i = 0; i < data_.columns.size(); ++i) {
      if (data_.columns[i].name == spec.name) return i;
    }
    std::string names;
    for (size_t i = 0; i < data_.columns.size() && i < 20; ++i) names += (i ? ", " : "") + data_.columns[i].name;
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected a column of '" + shown_path(path_) + "' for columns but received '" + spec.name + "'",
                "It has " + names + (data_.columns.size() > 20 ? ", ..." : ""));
  }

  void check_type(const ColumnSpec& spec, const LeafColumn& leaf) const {
    if (leaf.repetitions > 1) unsupported(spec, "lists of lists");
    const bool texts = leaf.type == PhysicalType::bytes || leaf.type == PhysicalType::fixed_bytes;
    if (leaf.refused) unsupported(spec, leaf.refused);
    if (leaf.type == PhysicalType::int96) unsupported(spec, "the type INT96");
    if (texts && leaf.repetitions) unsupported(spec, "lists of texts");
    if (leaf.type == PhysicalType::fixed_bytes && leaf.type_length <= 0) throw ParquetFault("a column has no length");
    if (spec.text ? texts : numbers_fit(leaf, spec.dtype)) return;
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected another dtype for columns." + spec.name + ": the column of '" + shown_path(path_) + "' is " +
                    name_of(leaf.type),
                "BYTE_ARRAY is 'string', INT32 'int32', INT64 'int64', FLOAT 'float32', DOUBLE 'float64' or 'float32'");
  }

  [[noreturn]] void unsupported(const ColumnSpec& spec, const std::string& what) const {
    throw Error(ErrorCode::UNSUPPORTED,
                "Expected a column that can be read for columns." + spec.name + " but that of '" + shown_path(path_) +
                    "' has " + what,
                "Write it in another way; docs/parquet.md lists what can be read");
  }

  void add_column(const ColumnSpec& spec) {
    const size_t which = find(spec);
    const LeafColumn& leaf = data_.columns[which];
    check_type(spec, leaf);
    builder_.blob(kUnitBegins).push(static_cast<int64_t>(builder_.blob(kUnits).size() / sizeof(StoredUnit)));
    int64_t row = 0;
    for (const RowGroup& group : data_.groups) {
      if (group.rows == 0) continue;
      const ColumnChunk& chunk = group.columns[which];
      if (!can_unpack(chunk.codec)) unsupported(spec, "the codec " + name_of(chunk.codec));
      const int64_t end = chunk.begin + chunk.size;
      StoredChunk stored;
      stored.dictionary = dictionary_of(chunk);
      stored.dictionary_end = end;
      stored.type = leaf.type;
      stored.codec = chunk.codec;
      stored.type_length = leaf.type_length;
      stored.definitions = leaf.definitions;
      stored.repetitions = leaf.repetitions;
      stored.optional = leaf.optional;
      stored.unsigned32 = leaf.unsigned32;
      GrowingBuffer& chunks = builder_.blob(kChunks);
      const auto number = static_cast<int64_t>(chunks.size() / sizeof stored);
      if (leaf.repetitions) {
        builder_.blob(kUnits).push(StoredUnit{chunk.begin, end, row, group.rows, number});
      } else {
        stored.dictionary_end = add_pages(chunk.begin, end, row, group.rows, number);
      }
      chunks.push(stored);
      row += group.rows;
    }
  }

  // Some writers do not say that the first page of a chunk is its dictionary.
  int64_t dictionary_of(const ColumnChunk& chunk) {
    if (chunk.dictionary >= 0 || chunk.size == 0) return chunk.dictionary;
    return read_page_head(file_, chunk.begin, chunk.begin + chunk.size).kind == PageKind::dictionary ? chunk.begin : -1;
  }

  // Adds the pages that have the rows; returns the end of the chunk's dictionary, or of the chunk where it has none.
  int64_t add_pages(int64_t at, int64_t end, int64_t row, int64_t rows, int64_t chunk) {
    const int64_t row_end = row + rows;
    int64_t dictionary_end = end;
    while (row < row_end) {
      builder_.poll();
      const PageHead page = read_page_head(file_, at, end);
      const int64_t size = page.head + page.stored;
      if (size > end - at) throw ParquetFault("a page lies beyond its column");
      if (page.kind == PageKind::data || page.kind == PageKind::data_v2) {
        if (page.values > row_end - row) throw ParquetFault("a column has more values than rows");
        if (page.values) builder_.blob(kUnits).push(StoredUnit{at, at + size, row, page.values, chunk});
        row += page.values;
      }
      at += size;
      if (page.kind == PageKind::dictionary) dictionary_end = at;
    }
    return dictionary_end;
  }

  void add_rows() {
    const int64_t file = builder_.add_path(path_);
    for (int64_t row = 0; row < rows_; ++row) {
      if (row % 1024 == 0) builder_.poll();
      builder_.add_part(file, row, 0);
    }
  }

  // A row takes its share of the columns that are read.
  void weigh_rows() {
    for (const RowGroup& group : data_.groups) {
      int64_t bytes = 0;
      for (const ColumnSpec& spec : specs_) bytes += group.columns[find(spec)].size;
      builder_.weigh(group.rows, bytes);
    }
  }

  const std::string& path_;
  const std::vector<ColumnSpec>& specs_;
  DatasetBuilder& builder_;
  Source file_;
  ParquetMetadata data_;
  int64_t rows_ = 0;
};

void index(const Args& args, DatasetBuilder& builder) {
  const std::vector<ColumnSpec> specs = parse_columns(args.columns);
  const std::vector<std::string> paths = expand_paths("path", args.path);
  if (paths.empty()) {
    throw Error(ErrorCode::INVALID_ARGUMENT, "Expected at least one path for path but received an array of 0",
                "Give Parquet files, or a folder of them");
  }
  builder.use_parts();
  for (const int blob : {kUnits, kChunks, kUnitBegins}) {
    if (builder.add_blob() != blob) fail(ErrorCode::INTERNAL, "blobs are in another order");
  }
  std::vector<std::string> files;
  for (const std::string& given : paths) {
    for (std::string& path : files_of(given, builder)) files.push_back(std::move(path));
  }
  builder.progress().expect(files);
  for (const std::string& path : files) FileIndex(path, specs, builder).add();
  builder.blob(kUnitBegins).push(static_cast<int64_t>(builder.blob(kUnits).size() / sizeof(StoredUnit)));
  if (builder.count()) return;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected rows in '" + shown_path(paths[0]) + "'" + (paths.size() > 1 ? " and the other files" : "") +
                  " but found none",
              "Check path");
}

}  // namespace

PENSTOCK_DATA_READER(readers_parquet, ReadersParquetArgs, index)

}  // namespace penstock::ops
