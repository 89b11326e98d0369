// See shards.h.
#include "ops/readers_mds/shards.h"

#include <algorithm>
#include <cstring>

#include "core/json.h"
#include "dataset/stores/object_store.h"

namespace penstock::ops {
namespace {

// The offsets of a shard are 32 bits wide.
constexpr int64_t kMaxRaw = int64_t{1} << 32;

const Json& field(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) throw MdsFault(std::string("a shard has no ") + name);
  return *found;
}

std::string text_of(const Json& object, const char* name) {
  const Json& value = field(object, name);
  if (!value.is_string()) throw MdsFault(std::string(name) + " is no text");
  return value.get<std::string>();
}

int64_t count_of(const Json& value, const char* name, int64_t most) {
  if (!value.is_number_integer() || value < 0 || value > most) throw MdsFault(std::string(name) + " is no such number");
  return value.get<int64_t>();
}

// The name of a shard's file. It lies in the folder of its index, or below it.
std::string file_of(const Json& file) {
  if (!file.is_object()) throw MdsFault("a shard does not name its file");
  std::string name = text_of(file, "basename");
  bool below = !name.empty() && name[0] != '/' && name.find('\0') == std::string::npos && !is_remote(name);
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('/', begin), name.size());
    if (name.compare(begin, end - begin, "..") == 0) below = false;
    begin = end + 1;
  }
  if (!below) throw MdsFault("the file of a shard, '" + name.substr(0, 100) + "', does not lie beside the index");
  return name;
}

void take_columns(const Json& shard, MdsEntry& entry) {
  const Json &names = field(shard, "column_names"), &encodings = field(shard, "column_encodings"),
             &sizes = field(shard, "column_sizes");
  if (!names.is_array() || !encodings.is_array() || !sizes.is_array() || names.size() != encodings.size() ||
      names.size() != sizes.size()) {
    throw MdsFault("a shard does not say name, encoding and size of each column");
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].is_string() || !encodings[i].is_string()) throw MdsFault("a column has no name or no encoding");
    entry.names.push_back(names[i].get<std::string>());
    entry.encodings.push_back(encodings[i].get<std::string>());
    // Values of size 0 have sizes of their own, as MosaicML's reader takes it.
    const int64_t size = sizes[i].is_null() ? 0 : count_of(sizes[i], "the size of a column", kMaxRaw);
    entry.sizes.push_back(size ? size : MdsColumn::kAny);
  }
}

Codec codec_of(const std::string& name) {
  if (name == "zstd") return Codec::zstd;
  if (name == "gz") return Codec::gzip;
  if (name == "br") return Codec::brotli;
  return name == "snappy" ? Codec::snappy : Codec::none;
}

void take_codec(const Json& shard, MdsEntry& entry) {
  const auto found = shard.find("compression");
  if (found == shard.end() || found->is_null()) return;
  if (!found->is_string()) throw MdsFault("compression is no text");
  // A level may follow.
  const auto text = found->get<std::string>();
  const std::string name = text.substr(0, text.find(':'));
  const Json& packed = field(shard, "zip_data");
  entry.packed = file_of(packed);
  entry.packed_bytes = count_of(field(packed, "bytes"), "bytes", INT64_MAX);
  entry.codec = codec_of(name);
  if (entry.codec == Codec::none) entry.codec_name = name.substr(0, 100);
}

MdsEntry parse_entry(const Json& shard) {
  if (!shard.is_object()) throw MdsFault("a shard is no object");
  MdsEntry entry;
  const std::string format = text_of(shard, "format");
  if (format != "mds") throw MdsFault("a shard has the format '" + format.substr(0, 100) + "', and 'mds' is read");
  if (field(shard, "version") != 2) throw MdsFault("a shard has another version than 2");
  const Json& raw = field(shard, "raw_data");
  entry.raw = file_of(raw);
  entry.raw_bytes = count_of(field(raw, "bytes"), "bytes", kMaxRaw);
  entry.samples = count_of(field(shard, "samples"), "samples", kMaxRaw / 4);
  if (offsets_bytes(entry.samples) > entry.raw_bytes) throw MdsFault("a shard has more samples than its bytes hold");
  take_codec(shard, entry);
  take_columns(shard, entry);
  return entry;
}

}  // namespace

std::vector<MdsOutput> parse_outputs(std::string_view json) {
  std::vector<MdsOutput> outputs;
  const Json parsed = parse_json(json);
  for (const auto& [name, column] : parsed.items()) {
    const auto dtype = column.at("dtype").get<std::string>();
    const std::optional<DType> type = dtype_of_word(dtype);
    outputs.push_back({name, type.value_or(DType::uint8), !type});
  }
  return outputs;
}

std::vector<MdsEntry> parse_index(std::string_view text) {
  const Json index = json_or_discarded(text);
  if (!index.is_object()) throw MdsFault("it is no JSON object");
  const auto version = index.find("version"), shards = index.find("shards");
  if (version == index.end() || *version != 2) throw MdsFault("it has another version than 2");
  if (shards == index.end() || !shards->is_array()) throw MdsFault("it has no shards");
  std::vector<MdsEntry> entries;
  for (const Json& shard : *shards) entries.push_back(parse_entry(shard));
  return entries;
}

std::vector<uint32_t> parse_offsets(const uint8_t* head, int64_t samples, int64_t raw_bytes) {
  uint32_t count;
  std::memcpy(&count, head, sizeof count);
  if (count != samples) {
    throw MdsFault("it has " + std::to_string(count) + " samples, and the index says " + std::to_string(samples));
  }
  std::vector<uint32_t> offsets(static_cast<size_t>(samples) + 1);
  std::memcpy(offsets.data(), head + sizeof count, offsets.size() * sizeof(uint32_t));
  if (offsets.front() < offsets_bytes(samples)) throw MdsFault("its first sample lies in its offsets");
  if (!std::is_sorted(offsets.begin(), offsets.end()) || offsets.back() > raw_bytes) {
    throw MdsFault("its offsets are not in order, or lead beyond its end");
  }
  return offsets;
}

}  // namespace penstock::ops
