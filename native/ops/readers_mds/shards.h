// The shards of an MDS data set: what index.json says of each, and what the data set holds of them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ops/readers_mds/columns.h"
#include "parquet/metadata.h"

namespace penstock::ops {

using parquet::Codec;

// A shard, as the data set's blob kShards has it, by the number of its file.
struct MdsShard {
  int64_t samples = 0;
  int64_t raw_bytes = 0;  // of the shard, unpacked
  int64_t stored = 0;     // of its file
  int64_t codec = 0;      // a Codec
  int64_t layout = 0;

  Codec packed_with() const { return static_cast<Codec>(codec); }
};

// Blobs of the data set.
enum MdsBlob {
  kShards,
  kColumns,  // MdsColumn: those of each layout
  kLayouts,  // int64: where the columns of each layout begin, and the end
};

// A shard of an index.
struct MdsEntry {
  std::string raw, packed;  // names relative to the index; `packed` is empty for a shard that is not compressed
  int64_t samples = 0, raw_bytes = 0, packed_bytes = 0;
  Codec codec = Codec::none;  // of `packed`
  std::string codec_name;     // of one that is not read
  std::vector<std::string> names, encodings;
  std::vector<int64_t> sizes;  // MdsColumn::kAny for values of any size
};

// Parses the JSON of the argument `columns`.
std::vector<MdsOutput> parse_outputs(std::string_view json);

// Reads the text of index.json. Throws MdsFault where it is none, and for formats and versions that are not read.
std::vector<MdsEntry> parse_index(std::string_view text);

// Reads the offsets of a shard's samples, of which there are `samples`, out of its first 4 * (samples + 2) bytes.
// Returns samples + 1 of them, in ascending order and below `raw_bytes`. Throws MdsFault.
std::vector<uint32_t> parse_offsets(const uint8_t* head, int64_t samples, int64_t raw_bytes);

// The bytes that parse_offsets() takes.
inline int64_t offsets_bytes(int64_t samples) { return 4 * (samples + 2); }

}  // namespace penstock::ops
