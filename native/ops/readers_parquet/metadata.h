// The metadata of a Parquet file: its columns, where their chunks lie, and the heads of pages.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/record_source.h"
#include "ops/readers_parquet/thrift.h"

namespace penstock::ops {

enum class PhysicalType : int32_t { boolean, int32, int64, int96, float32, float64, bytes, fixed_bytes };
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
std::string name_of(PhysicalType);
std::string name_of(Codec);
std::string name_of(Encoding);

// A column of values, a leaf of the schema. Levels: docs of Parquet, "Nested Encoding".
struct LeafColumn {
  std::string name;  // its path with dots, without the groups that only make a list
  PhysicalType type = PhysicalType::boolean;
  int32_t type_length = 0;
  int32_t definitions = 0;        // the definition level of a value that is there
  int32_t repetitions = 0;        // 0: one value per row at most; 1: a list of them
  bool optional = false;          // the value itself may be null
  bool unsigned32 = false;        // INT32 without a sign
  const char* refused = nullptr;  // what the values mean, where that is not supported
};

struct ColumnChunk {
  PhysicalType type = PhysicalType::boolean;
  Codec codec = Codec::none;
  int64_t values = 0, begin = 0, size = 0;
  int64_t dictionary = -1;  // the offset of its page
};

struct RowGroup {
  int64_t rows = 0;
  std::vector<ColumnChunk> columns;  // as many as there are leaves
};

struct ParquetMetadata {
  std::vector<LeafColumn> columns;
  std::vector<RowGroup> groups;
};

// Parses the metadata at the end of a file of `file_size` bytes. All extents are checked against it. Throws
// ParquetFault.
ParquetMetadata parse_metadata(const uint8_t* bytes, int64_t size, int64_t file_size);
// Reads them from the end of a file. Throws ParquetFault.
ParquetMetadata read_metadata(const RecordSource& file);

enum class PageKind : int32_t { data, index, dictionary, data_v2 };

struct PageHead {
  PageKind kind = PageKind::data;
  int64_t head = 0;  // bytes of the head itself
  int32_t stored = 0, unpacked = 0;
  int32_t values = 0;
  Encoding encoding = Encoding::plain, definition_encoding = Encoding::rle, repetition_encoding = Encoding::rle;
  // Pages of version 2 have these; their levels are not compressed.
  int32_t rows = 0, definition_bytes = 0, repetition_bytes = 0;
  bool compressed = true;
};

// Parses the head of a page. Throws CutOff where `size` bytes do not have all of it, and ParquetFault.
PageHead parse_page_head(const uint8_t* bytes, int64_t size);
// Reads the head of the page at an offset, which ends before `end`. Throws ParquetFault.
PageHead read_page_head(const RecordSource& file, int64_t at, int64_t end);

}  // namespace penstock::ops
