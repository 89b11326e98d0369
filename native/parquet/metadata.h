// The metadata at the end of a Parquet file: its columns, and where their chunks lie.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/record_source.h"
#include "parquet/schema.h"
#include "parquet/thrift.h"

namespace penstock::parquet {

enum class Codec : int32_t { none, snappy, gzip, lzo, brotli, lz4, zstd, lz4_raw };
enum class Encoding : int32_t {
  plain = 0,
  plain_dictionary = 2,
  rle = 3,
  bit_packed = 4,
  delta_binary = 5,
  delta_length = 6,
  delta_bytes = 7,
  rle_dictionary = 8,
  byte_stream_split = 9
};

// The words for errors.
std::string name_of(Codec);
std::string name_of(Encoding);

struct ColumnChunk {
  PhysicalType type = PhysicalType::boolean;
  Codec codec = Codec::none;
  uint32_t encodings = 0;  // bit i: Encoding i is said to be used, for values or levels
  int64_t values = 0, begin = 0, size = 0;
  int64_t unpacked = 0;     // bytes of the pages that are not compressed
  int64_t dictionary = -1;  // the offset of its page
};

struct RowGroup {
  int64_t rows = 0;
  std::vector<ColumnChunk> columns;  // as many as there are leaves
};

struct ParquetMetadata {
  ColumnNames names;
  std::vector<LeafColumn> columns;
  std::vector<RowGroup> groups;
};

// Parses the metadata at the end of a file of `file_size` bytes. Chunks lie in the file and take no more of it together
// than there is, so that work on all of them is bounded by its size. Throws ParquetFault.
ParquetMetadata parse_metadata(const uint8_t* bytes, int64_t size, int64_t file_size);
// Reads them from the end of a file, of at most `max_bytes` (maxMetadataBytes). Throws ParquetFault.
ParquetMetadata read_metadata(const RecordSource& file, int64_t max_bytes);

}  // namespace penstock::parquet
