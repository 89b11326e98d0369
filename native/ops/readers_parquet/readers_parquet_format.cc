// readers.parquet, format: Parquet files. Their columns are seen from the metadata, and which of them has pictures from
// the first value.
#include <algorithm>
#include <cctype>

#include "core/error.h"
#include "dataset/set/named_values.h"
#include "formats/contents/contents.h"
#include "parquet/encodings.h"
#include "parquet/page.h"
#include "parquet/unpack.h"

namespace penstock::ops {
namespace {

using namespace parquet;

// A file with more columns is read with these alone.
constexpr size_t kMaxColumns = 64;
// A page that is larger is not unpacked to see what its first value is.
constexpr int64_t kMaxPage = int64_t{1} << 28;
constexpr int64_t kMaxMetadata = int64_t{1} << 27;
// A column with a longer name is left out.
constexpr int64_t kMaxName = 1000;

bool recognises(const DataFile& file) { return file.begins("PAR1"); }

bool is_text(const LeafColumn& leaf) {
  return leaf.type == PhysicalType::bytes || leaf.type == PhysicalType::fixed_bytes;
}

// The dtype that columns gives the column; null for one that the reader does not read.
const char* dtype_of(const LeafColumn& leaf) {
  if (leaf.refused || leaf.repetitions > 1 || (is_text(leaf) && leaf.repetitions)) return nullptr;
  if (is_text(leaf)) return "string";
  switch (leaf.type) {
    case PhysicalType::boolean: return "bool";
    case PhysicalType::int32: return leaf.unsigned32 ? "int64" : "int32";
    case PhysicalType::int64: return "int64";
    case PhysicalType::float32: return "float32";
    case PhysicalType::float64: return "float64";
    default: return nullptr;
  }
}

std::vector<uint8_t> stored_page(const RecordSource& file, int64_t at, const PageHead& page) {
  if (page.stored < 0 || page.stored > kMaxPage || page.stored > file.size() - at - page.head) {
    throw ParquetFault("a page lies beyond its column");
  }
  std::vector<uint8_t> stored(static_cast<size_t>(page.stored));
  file.copy(at + page.head, stored.data(), page.stored);
  return stored;
}

// The values of the first page: its dictionary, or rows.
std::shared_ptr<ColumnValues> first_page(const PageHead& page, const std::vector<uint8_t>& stored,
                                         const LeafColumn& leaf, Codec codec) {
  Allowance left(kMaxPage, page.stored);
  if (page.kind == PageKind::dictionary) return read_dictionary(page, stored.data(), leaf, codec, left);
  auto values = std::make_shared<ColumnValues>();
  values->type = leaf.type;
  values->begins.push_back(0);
  if (page.has_rows() && can_read(page.encoding, leaf.type)) {
    read_page(page, stored.data(), leaf, codec, left, *values);
  }
  return values;
}

// What the first value of a column of bytes is. A dictionary begins with the value of the first row.
Contents contents_of_column(const RecordSource& file, const LeafColumn& leaf, const ColumnChunk& chunk) try {
  const PageHead page = read_page_head(file, chunk.begin, chunk.begin + chunk.size);
  const std::vector<uint8_t> stored = stored_page(file, chunk.begin, page);
  const std::shared_ptr<ColumnValues> values = first_page(page, stored, leaf, chunk.codec);
  if (values->texts.empty()) return Contents::other;
  const std::string_view first = values->texts[0];
  const auto size = static_cast<int64_t>(first.size());
  return contents_of(MemorySource(reinterpret_cast<const uint8_t*>(first.data()), size), 0, size);
} catch (const ParquetFault& fault) {
  // A page that takes too much memory may be sound.
  if (fault.limit) return Contents::other;
  throw;
}

const char* what_of(Contents contents) {
  return contents == Contents::picture ? holds::picture : contents == Contents::sound ? holds::sound : holds::bytes;
}

bool is_label(const LeafColumn& leaf, std::string name) {
  if (leaf.repetitions || (leaf.type != PhysicalType::int32 && leaf.type != PhysicalType::int64)) return false;
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name.find("label") != std::string::npos || name == "class" || name == "target";
}

NamedValue value_of(const LeafColumn& leaf, const std::string& name, const char* dtype, const char* what) {
  NamedValue value{name, what, is_label(leaf, name), {dtype}, {"string"}, {dtype, nullptr, -1}};
  // Nulls are common in tables.
  value.plain.text_default = is_text(leaf);
  if (!is_text(leaf) && !leaf.repetitions) value.plain.number_default = 0;
  return value;
}

std::vector<NamedValue> columns_of(const RecordSource& file, const ParquetMetadata& data) {
  const auto group = std::find_if(data.groups.begin(), data.groups.end(), [](const RowGroup& g) { return g.rows > 0; });
  std::vector<NamedValue> columns;
  for (size_t i = 0; i < data.columns.size() && columns.size() < kMaxColumns; ++i) {
    const LeafColumn& leaf = data.columns[i];
    const char* dtype = dtype_of(leaf);
    if (!dtype || group == data.groups.end() || data.names.size(leaf.name) > kMaxName) continue;
    if (!can_unpack(group->columns[i].codec)) continue;
    const char* what = is_text(leaf) ? what_of(contents_of_column(file, leaf, group->columns[i])) : holds::values;
    columns.push_back(value_of(leaf, data.names.text(leaf.name), dtype, what));
  }
  return columns;
}

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const DataFile file(source.first, builder);
  try {
    const ParquetMetadata data = read_metadata(file, kMaxMetadata);
    const std::vector<NamedValue> columns = columns_of(file, data);
    if (columns.empty()) throw ParquetFault("it has no row, or no column that can be read");
    DataReading reading = reading_of_values("columns", columns);
    reading.args.set("path", source.paths);
    return reading;
  } catch (const ParquetFault& fault) {
    throw Error(ErrorCode::FILE_UNREADABLE,
                "Expected a Parquet file but '" + shown_path(file.path()) + "' is none, or damaged: " + fault.what(),
                "Write the file again; docs/data/parquet.md lists what can be read");
  }
}

}  // namespace

extern const DataFormat readers_parquet_format;
const DataFormat readers_parquet_format = {
    "parquet", "Parquet (.parquet)", "parquet", DataFormat::Unit::files, recognises, reading};

}  // namespace penstock::ops
