// See table_file.h.
#include "parquet/table_file.h"

#include <algorithm>

#include "core/error.h"
#include "parquet/encodings.h"
#include "parquet/page_head.h"
#include "parquet/unit.h"
#include "parquet/unpack.h"

namespace penstock::parquet {
namespace {

// The longest name of a column that an error shows whole.
constexpr size_t kMaxShown = 200;

[[noreturn]] void damaged(const std::string& path, const TableRules& rules, const ParquetFault& fault) {
  if (fault.limit) {
    throw Error(ErrorCode::FILE_UNREADABLE,
                "Expected a smaller Parquet file than '" + shown_path(path) + "': " + fault.what(),
                std::string("Raise ") + fault.limit + " where the file comes from a source that you trust");
  }
  const std::string argument = rules.file.argument;
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected a Parquet file for " + argument + " but '" + shown_path(path) +
                  "' is none, or damaged: " + fault.what(),
              rules.described ? "Write the file again" : "Write the file again, or leave it out of " + argument);
}

// Where a file describes the columns, it says how many bits of an INT32 there are.
bool numbers_fit(const LeafColumn& leaf, DType dtype, bool described) {
  if (leaf.unsigned32) {
    return dtype == DType::int64 || dtype == DType::float64 || (described && dtype == DType::uint32);
  }
  switch (leaf.type) {
    case PhysicalType::boolean: return dtype == DType::boolean;
    case PhysicalType::int32:
      if (described && (dtype == DType::int8 || dtype == DType::int16)) return true;
      if (described && (dtype == DType::uint8 || dtype == DType::uint16)) return true;
      return dtype == DType::int32 || dtype == DType::int64 || dtype == DType::float64;
    case PhysicalType::int64: return dtype == DType::int64;
    case PhysicalType::float32:
    case PhysicalType::float64: return dtype == DType::float32 || dtype == DType::float64;
    default: return false;
  }
}

}  // namespace

void add_table_blobs(DatasetBuilder& builder, size_t columns) {
  for (const int blob : {kUnits, kChunks, kUnitBegins}) {
    if (builder.add_blob() != blob) fail(ErrorCode::INTERNAL, "blobs are in another order");
  }
  builder.blob(kUnitBegins).push(static_cast<int64_t>(columns));
}

void close_table_blobs(DatasetBuilder& builder) {
  builder.blob(kUnitBegins).push(static_cast<int64_t>(builder.blob(kUnits).size() / sizeof(StoredUnit)));
}

template <class F>
void TableFile::guard(const F& body) {
  try {
    body();
  } catch (const ParquetFault& fault) {
    refuse_compressed(file_, rules_.file, path_);
    damaged(path_, rules_, fault);
  }
}

TableFile::TableFile(const std::string& path, const TableRules& rules, DatasetBuilder& builder, RowAllowance& allowed)
    : path_(path), rules_(rules), builder_(builder), file_(path, rules.file, builder) {
  guard([&] {
    data_ = read_metadata(file_, rules.max_metadata);
    allowed.add_file(file_.size());
    for (const RowGroup& group : data_.groups) {
      allowed.take(group.rows);
      rows_ += group.rows;
    }
  });
}

void TableFile::add(const std::vector<WantedColumn>& wanted) {
  guard([&] {
    for (const WantedColumn& column : wanted) added_.push_back(find(column));
    for (size_t i = 0; i < wanted.size(); ++i) add_column(wanted[i], added_[i]);
  });
}

void TableFile::each_group(const std::function<void(int64_t rows, int64_t bytes)>& visit) const {
  for (const RowGroup& group : data_.groups) {
    int64_t bytes = 0;
    for (const size_t column : added_) bytes += group.columns[column].size;
    visit(group.rows, bytes);
  }
}

int64_t TableFile::number_of(const std::string& column) const {
  for (size_t i = 0; i < data_.columns.size(); ++i) {
    if (data_.names.equals(data_.columns[i].name, column)) return static_cast<int64_t>(i);
  }
  return -1;
}

bool TableFile::has(const std::string& column) const { return number_of(column) >= 0; }

void TableFile::read(const WantedColumn& wanted, const std::function<void(const ColumnValues&)>& visit) {
  guard([&] {
    const size_t which = find(wanted);
    const LeafColumn& leaf = data_.columns[which];
    check_type(wanted, leaf);
    for (const RowGroup& group : data_.groups) {
      if (group.rows == 0) continue;
      builder_.poll();
      const ColumnChunk& chunk = group.columns[which];
      check_codec(wanted, chunk.codec);
      const StoredChunk stored = stored_chunk(leaf, chunk);
      std::vector<uint8_t> bytes(static_cast<size_t>(chunk.size));
      if (chunk.size) file_.copy(chunk.begin, bytes.data(), chunk.size);
      visit(*read_chunk(std::move(bytes), chunk.begin, group.rows, stored, rules_.max_unpacked));
    }
  });
}

size_t TableFile::find(const WantedColumn& wanted) const {
  if (const int64_t number = number_of(wanted.name); number >= 0) return static_cast<size_t>(number);
  std::string names;
  for (size_t i = 0; i < data_.columns.size() && i < 20; ++i) {
    const std::string name = data_.names.text(data_.columns[i].name);
    names += (i ? ", " : "") + (name.size() > kMaxShown ? name.substr(0, kMaxShown) + "..." : name);
  }
  mismatch(wanted,
           "Expected a column of '" + shown_path(path_) + "' for " +
               (wanted.argument ? wanted.argument : rules_.columns) + " but received '" + wanted.name + "'",
           "It has " + names + (data_.columns.size() > 20 ? ", ..." : ""));
}

std::string TableFile::argument_of(const WantedColumn& wanted) const {
  return wanted.argument ? wanted.argument + (" ('" + wanted.name + "')") : rules_.columns + ("." + wanted.name);
}

WantedColumn TableFile::one_value_each(const std::string& column, const char* argument) const {
  WantedColumn wanted{column, DType::float64, false, argument};
  const LeafColumn& leaf = data_.columns[find(wanted)];
  if (leaf.repetitions) {
    mismatch(wanted,
             "Expected a column with one value in each row for " + argument_of(wanted) + " but that of '" +
                 shown_path(path_) + "' has lists",
             "Name another column");
  }
  wanted.text = leaf.type == PhysicalType::bytes || leaf.type == PhysicalType::fixed_bytes;
  if (leaf.type == PhysicalType::boolean) wanted.dtype = DType::boolean;
  if (leaf.type == PhysicalType::int64) wanted.dtype = DType::int64;
  return wanted;
}

void TableFile::mismatch(const WantedColumn& wanted, const std::string& message, const std::string& hint) const {
  if (!described(wanted)) throw Error(ErrorCode::INVALID_ARGUMENT, message, hint);
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected the column '" + wanted.name + "' in '" + shown_path(path_) + "' as " + described(wanted) +
                  " describes it: " + (wanted.text ? "texts" : dtype_name(wanted.dtype)) + ", but it is not so",
              hint);
}

void TableFile::check_type(const WantedColumn& wanted, const LeafColumn& leaf) const {
  // Where the columns are described, the values of a row have a shape.
  if (leaf.repetitions > 1 && !rules_.described) unsupported(wanted, "lists of lists");
  const bool texts = leaf.type == PhysicalType::bytes || leaf.type == PhysicalType::fixed_bytes;
  if (leaf.refused) unsupported(wanted, leaf.refused);
  if (leaf.type == PhysicalType::int96) unsupported(wanted, "the type INT96");
  if (texts && leaf.repetitions) unsupported(wanted, "lists of texts");
  if (leaf.type == PhysicalType::fixed_bytes && leaf.type_length <= 0) throw ParquetFault("a column has no length");
  if (wanted.text ? texts : numbers_fit(leaf, wanted.dtype, rules_.described)) return;
  mismatch(
      wanted,
      "Expected another dtype for " + argument_of(wanted) + ": the column of '" + shown_path(path_) + "' is " +
          name_of(leaf.type),
      rules_.described
          ? "It is " + name_of(leaf.type)
          : "BYTE_ARRAY is 'string', INT32 'int32', INT64 'int64', FLOAT 'float32', DOUBLE 'float64' or 'float32'");
}

void TableFile::unsupported(const WantedColumn& wanted, const std::string& what, const std::string& cure) const {
  throw Error(ErrorCode::UNSUPPORTED,
              "Expected a column that can be read for " + argument_of(wanted) + " but that of '" + shown_path(path_) +
                  "' has " + what,
              cure + "; docs/data/parquet.md lists what can be read");
}

void TableFile::check_codec(const WantedColumn& wanted, Codec codec) const {
  if (can_unpack(codec)) return;
  unsupported(wanted, "the codec " + name_of(codec), "Write it with pyarrow's compression='zstd', 'snappy' or 'none'");
}

void TableFile::check_encoding(const WantedColumn& wanted, const LeafColumn& leaf, Encoding encoding) const {
  if (can_read(encoding, leaf.type)) return;
  unsupported(wanted, "the encoding " + name_of(encoding),
              "Write it with pyarrow's use_dictionary=False and column_encoding={'" + wanted.name + "': 'PLAIN'}");
}

// The pages of lists are not looked at before they are read, but a chunk says which encodings it has, and how large
// it is. BIT_PACKED and RLE stand there for levels, too.
void TableFile::check_list(const WantedColumn& wanted, const LeafColumn& leaf, const ColumnChunk& chunk) const {
  for (int32_t i = 0; i < 32; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    if (encoding == Encoding::bit_packed || encoding == Encoding::rle) continue;
    if (chunk.encodings >> i & 1) check_encoding(wanted, leaf, encoding);
  }
  if (chunk.unpacked / 2 > chunk.size && chunk.unpacked - 2 * chunk.size > rules_.max_unpacked) {
    unsupported(wanted, "row groups of " + std::to_string(chunk.unpacked) + " bytes, more than maxUnpackedBytes allows",
                "Raise maxUnpackedBytes, or write smaller row groups with pyarrow's row_group_size");
  }
}

StoredChunk TableFile::stored_chunk(const LeafColumn& leaf, const ColumnChunk& chunk) {
  StoredChunk stored;
  stored.dictionary = dictionary_of(chunk);
  stored.dictionary_end = chunk.begin + chunk.size;
  stored.type = leaf.type;
  stored.codec = chunk.codec;
  stored.type_length = leaf.type_length;
  stored.definitions = leaf.definitions;
  stored.repetitions = leaf.repetitions;
  stored.optional = leaf.optional;
  stored.unsigned32 = leaf.unsigned32;
  return stored;
}

void TableFile::add_column(const WantedColumn& wanted, size_t which) {
  const LeafColumn& leaf = data_.columns[which];
  check_type(wanted, leaf);
  close_table_blobs(builder_);
  int64_t row = 0;
  for (const RowGroup& group : data_.groups) {
    if (group.rows == 0) continue;
    const ColumnChunk& chunk = group.columns[which];
    check_codec(wanted, chunk.codec);
    StoredChunk stored = stored_chunk(leaf, chunk);
    GrowingBuffer& chunks = builder_.blob(kChunks);
    const auto number = static_cast<int64_t>(chunks.size() / sizeof stored);
    const StoredUnit whole{chunk.begin, chunk.begin + chunk.size, row, group.rows, number};
    if (leaf.repetitions) {
      check_list(wanted, leaf, chunk);
      builder_.blob(kUnits).push(whole);
    } else {
      stored.dictionary_end = add_pages(wanted, leaf, whole);
    }
    chunks.push(stored);
    row += group.rows;
  }
}

// Some writers do not say that the first page of a chunk is its dictionary.
int64_t TableFile::dictionary_of(const ColumnChunk& chunk) {
  if (chunk.dictionary >= 0 || chunk.size == 0) return chunk.dictionary;
  return read_page_head(file_, chunk.begin, chunk.begin + chunk.size).kind == PageKind::dictionary ? chunk.begin : -1;
}

// Adds the pages of a chunk that have its rows; returns the end of its dictionary, or of the chunk where it has none.
int64_t TableFile::add_pages(const WantedColumn& wanted, const LeafColumn& leaf, StoredUnit chunk) {
  const int64_t row_end = chunk.row + chunk.rows;
  int64_t dictionary_end = chunk.end;
  for (int64_t at = chunk.begin, row = chunk.row; row < row_end;) {
    builder_.poll();
    const PageHead page = read_page_head(file_, at, chunk.end);
    const int64_t size = page.head + page.stored;
    if (size > chunk.end - at) throw ParquetFault("a page lies beyond its column");
    if (page.has_rows()) {
      if (page.values > row_end - row) throw ParquetFault("a column has more values than rows");
      check_encoding(wanted, leaf, page.encoding);
      if (page.values) builder_.blob(kUnits).push(StoredUnit{at, at + size, row, page.values, chunk.chunk});
      row += page.values;
    }
    at += size;
    if (page.kind == PageKind::dictionary) dictionary_end = at;
  }
  return dictionary_end;
}

}  // namespace penstock::parquet
