// readers.parquet, index: finds the files, and reads their metadata and the heads of the pages that are wanted.
#include <algorithm>
#include <cstring>
#include <limits>

#include "core/error.h"
#include "dataset/files/disk.h"
#include "dataset/files/glob.h"
#include "dataset/files/matching.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_parquet.h"
#include "ops/readers_parquet/columns.h"
#include "ops/readers_parquet/encodings.h"
#include "ops/readers_parquet/indexed_file.h"
#include "ops/readers_parquet/page_head.h"
#include "ops/readers_parquet/unpack.h"

namespace penstock::ops {
namespace {

using Args = ReadersParquetArgs;

[[noreturn]] void damaged(const std::string& path, const ParquetFault& fault) {
  if (fault.limit) {
    throw Error(ErrorCode::FILE_UNREADABLE,
                "Expected a smaller Parquet file than '" + shown_path(path) + "': " + fault.what(),
                std::string("Raise ") + fault.limit + " where the file comes from a source that you trust");
  }
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected a Parquet file for path but '" + shown_path(path) + "' is none, or damaged: " + fault.what(),
              "Write the file again, or leave it out of path");
}

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

// The longest name of a column that an error shows whole.
constexpr size_t kMaxShown = 200;

class FileIndex {
 public:
  FileIndex(const std::string& path, const Args& args, const std::vector<ColumnSpec>& specs, DatasetBuilder& builder)
      : path_(path), args_(args), specs_(specs), builder_(builder), file_(path, builder) {}

  void add(RowAllowance& allowed) {
    try {
      data_ = read_metadata(file_, limit_of(args_.max_metadata_bytes));
      count_rows(allowed);
      std::vector<size_t> columns;
      for (const ColumnSpec& spec : specs_) columns.push_back(find(spec));
      for (size_t i = 0; i < specs_.size(); ++i) add_column(specs_[i], columns[i]);
      add_rows();
      weigh_rows(columns);
    } catch (const ParquetFault& fault) {
      refuse_compressed(file_, kParquetFile, path_);
      damaged(path_, fault);
    }
  }

 private:
  void count_rows(RowAllowance& allowed) {
    allowed.add_file(file_.size());
    for (const RowGroup& group : data_.groups) {
      allowed.take(group.rows);
      rows_ += group.rows;
    }
  }

  size_t find(const ColumnSpec& spec) const {
    for (size_t i = 0; i < data_.columns.size(); ++i) {
      if (data_.names.equals(data_.columns[i].name, spec.name)) return i;
    }
    std::string names;
    for (size_t i = 0; i < data_.columns.size() && i < 20; ++i) {
      const std::string name = data_.names.text(data_.columns[i].name);
      names += (i ? ", " : "") + (name.size() > kMaxShown ? name.substr(0, kMaxShown) + "..." : name);
    }
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

  [[noreturn]] void unsupported(const ColumnSpec& spec, const std::string& what,
                                const std::string& cure = "Write it in another way") const {
    throw Error(ErrorCode::UNSUPPORTED,
                "Expected a column that can be read for columns." + spec.name + " but that of '" + shown_path(path_) +
                    "' has " + what,
                cure + "; docs/data/parquet.md lists what can be read");
  }

  void check_codec(const ColumnSpec& spec, Codec codec) const {
    if (can_unpack(codec)) return;
    unsupported(spec, "the codec " + name_of(codec), "Write it with pyarrow's compression='zstd', 'snappy' or 'none'");
  }

  void check_encoding(const ColumnSpec& spec, const LeafColumn& leaf, Encoding encoding) const {
    if (can_read(encoding, leaf.type)) return;
    unsupported(spec, "the encoding " + name_of(encoding),
                "Write it with pyarrow's use_dictionary=False and column_encoding={'" + spec.name + "': 'PLAIN'}");
  }

  // The pages of lists are not looked at before they are read, but a chunk says which encodings it has, and how large
  // it is. BIT_PACKED and RLE stand there for levels, too.
  void check_list(const ColumnSpec& spec, const LeafColumn& leaf, const ColumnChunk& chunk) const {
    for (int32_t i = 0; i < 32; ++i) {
      const auto encoding = static_cast<Encoding>(i);
      if (encoding == Encoding::bit_packed || encoding == Encoding::rle) continue;
      if (chunk.encodings >> i & 1) check_encoding(spec, leaf, encoding);
    }
    if (chunk.unpacked / 2 > chunk.size && chunk.unpacked - 2 * chunk.size > limit_of(args_.max_unpacked_bytes)) {
      unsupported(spec, "row groups of " + std::to_string(chunk.unpacked) + " bytes, more than maxUnpackedBytes allows",
                  "Raise maxUnpackedBytes, or write smaller row groups with pyarrow's row_group_size");
    }
  }

  void add_column(const ColumnSpec& spec, size_t which) {
    const LeafColumn& leaf = data_.columns[which];
    check_type(spec, leaf);
    builder_.blob(kUnitBegins).push(static_cast<int64_t>(builder_.blob(kUnits).size() / sizeof(StoredUnit)));
    int64_t row = 0;
    for (const RowGroup& group : data_.groups) {
      if (group.rows == 0) continue;
      const ColumnChunk& chunk = group.columns[which];
      check_codec(spec, chunk.codec);
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
        check_list(spec, leaf, chunk);
        builder_.blob(kUnits).push(StoredUnit{chunk.begin, end, row, group.rows, number});
      } else {
        stored.dictionary_end = add_pages(spec, leaf, {chunk.begin, end, row, group.rows, number});
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

  // Adds the pages of a chunk that have its rows; returns the end of its dictionary, or of the chunk where it has none.
  int64_t add_pages(const ColumnSpec& spec, const LeafColumn& leaf, StoredUnit chunk) {
    const int64_t row_end = chunk.row + chunk.rows;
    int64_t dictionary_end = chunk.end;
    for (int64_t at = chunk.begin, row = chunk.row; row < row_end;) {
      builder_.poll();
      const PageHead page = read_page_head(file_, at, chunk.end);
      const int64_t size = page.head + page.stored;
      if (size > chunk.end - at) throw ParquetFault("a page lies beyond its column");
      if (page.has_rows()) {
        if (page.values > row_end - row) throw ParquetFault("a column has more values than rows");
        check_encoding(spec, leaf, page.encoding);
        if (page.values) builder_.blob(kUnits).push(StoredUnit{at, at + size, row, page.values, chunk.chunk});
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
  void weigh_rows(const std::vector<size_t>& columns) {
    for (const RowGroup& group : data_.groups) {
      int64_t bytes = 0;
      for (const size_t column : columns) bytes += group.columns[column].size;
      builder_.weigh(group.rows, bytes);
    }
  }

  const std::string& path_;
  const Args& args_;
  const std::vector<ColumnSpec>& specs_;
  DatasetBuilder& builder_;
  IndexedFile file_;
  ParquetMetadata data_;
  int64_t rows_ = 0;
};

void index(const Args& args, DatasetBuilder& builder) {
  const std::vector<ColumnSpec> specs = parse_columns(args.columns);
  const std::vector<std::string> paths = find_paths("path", args.path, builder, "", Matches::all);
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
  RowAllowance rows(limit_of(args.max_rows));
  for (const std::string& path : files) FileIndex(path, args, specs, builder).add(rows);
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
