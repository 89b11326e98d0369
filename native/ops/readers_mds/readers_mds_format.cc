// readers.mds, format: the index.json of MDS shards. Which columns there are is seen from the index, and what the bytes
// of a column are from its encoding or, of a shard that is not compressed, from the first sample.
#include <algorithm>

#include "core/error.h"
#include "dataset/files/paths.h"
#include "dataset/set/named_values.h"
#include "formats/contents/contents.h"
#include "ops/readers_mds/index_text.h"

namespace penstock::ops {
namespace {

// A shard with more columns is read with these alone.
constexpr size_t kMaxColumns = 64;

// MDSWriter sorts the keys of its JSON, so the shards come first, and the columns in them.
bool recognises(const DataFile& file) {
  const std::string_view head = file.head();
  const size_t open = head.find_first_not_of(" \t\r\n");
  if (open == std::string_view::npos || head[open] != '{') return false;
  const size_t shards = head.find("\"shards\"");
  return shards != std::string_view::npos && head.find("\"column_", shards) != std::string_view::npos;
}

// What the bytes of a column hold, by the first sample of the shard.
class FirstSample {
 public:
  FirstSample(const std::string& index, const MdsEntry& entry, const DatasetBuilder& builder) {
    if (!entry.packed.empty() || entry.samples == 0) return;
    try {
      file_.emplace(full_path(folder_of(index), entry.raw), builder);
      std::vector<uint8_t> head(static_cast<size_t>(std::min<int64_t>(offsets_bytes(1), file_->size())));
      file_->copy(0, head.data(), static_cast<int64_t>(head.size()));
      uint32_t offset[2] = {};
      if (head.size() == static_cast<size_t>(offsets_bytes(1))) std::memcpy(offset, head.data() + 4, sizeof offset);
      sample_.emplace(*file_, offset[0], int64_t{offset[1]} - offset[0]);
      std::vector<MdsColumn> columns(entry.sizes.size());
      for (size_t i = 0; i < columns.size(); ++i) columns[i].size = entry.sizes[i];
      find_parts(columns, *sample_, parts_);
    } catch (const Error&) {
      // The reader says what is wrong, and where.
    } catch (const MdsFault&) {
    } catch (const RecordFault&) {
    }
  }

  const char* holds_of(size_t column) const {
    if (column >= parts_.size()) return holds::bytes;
    switch (contents_of(*sample_, parts_[column].begin, parts_[column].size)) {
      case Contents::picture: return holds::picture;
      case Contents::sound: return holds::sound;
      default: return holds::bytes;
    }
  }

 private:
  std::optional<DataFile> file_;
  std::optional<PartSource> sample_;
  std::vector<MdsPart> parts_;
};

bool is_label(const std::string& name) {
  return name == "y" || name.find("label") != std::string::npos || name.find("class") != std::string::npos;
}

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const std::string index = index_file(source.first.empty() ? source.paths[0] : source.first);
  const std::vector<MdsEntry> entries = read_index(index, builder);
  if (entries.empty()) damaged_index(index, "it has no shards");
  const MdsEntry& entry = entries[0];
  const FirstSample first(index, entry, builder);
  std::vector<NamedValue> values;
  for (size_t i = 0; i < std::min(entry.names.size(), kMaxColumns); ++i) {
    MdsColumn column;
    try {
      column = parse_encoding(entry.encodings[i]);
    } catch (const MdsFault&) {
      continue;
    }
    // The dtype of an array that says it in each sample is not known here.
    if (column.kind == MdsKind::array && column.dtype == MdsColumn::kAny) continue;
    const bool text = column.kind == MdsKind::bytes;
    const char* const what = holds_picture(entry.encodings[i]) ? holds::picture
                             : text                            ? first.holds_of(i)
                                                               : holds::values;
    const char* const dtype = text ? "string" : dtype_word(static_cast<DType>(column.dtype));
    const bool whole = column.kind == MdsKind::scalar && column.dtype != static_cast<int64_t>(DType::float32) &&
                       column.dtype != static_cast<int64_t>(DType::float64);
    const ValueEntry wanted{dtype};
    values.push_back({entry.names[i], what, whole && is_label(entry.names[i]) ? 1 : 0, wanted, wanted, wanted});
  }
  if (values.empty()) damaged_index(index, "it has no column that can be read");
  DataReading reading = reading_of_values("columns", values);
  reading.args.set("path", source.paths);
  return reading;
}

}  // namespace

extern const DataFormat readers_mds_format;
const DataFormat readers_mds_format = {"mds",      "indexes of MDS shards (index.json)",
                                       "",         DataFormat::Unit::files,
                                       recognises, reading,
                                       nullptr,    "",
                                       "",         false,
                                       true};

}  // namespace penstock::ops
