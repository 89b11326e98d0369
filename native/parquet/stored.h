// What a data set holds of tables: where the pages of each column lie.
#pragma once
#include <cstdint>
#include <limits>

#include "parquet/metadata.h"

namespace penstock::parquet {

// The value of an argument that is a limit: 0 stands for none.
inline int64_t limit_of(int32_t argument) { return argument ? argument : std::numeric_limits<int64_t>::max(); }

// A chunk of a column, whose pages may be read.
struct StoredChunk {
  LeafColumn column() const {
    LeafColumn leaf;
    leaf.type = type;
    leaf.type_length = type_length;
    leaf.definitions = definitions;
    leaf.repetitions = repetitions;
    leaf.optional = optional;
    leaf.unsigned32 = unsigned32;
    return leaf;
  }
  int64_t dictionary = -1, dictionary_end = 0;
  PhysicalType type = PhysicalType::boolean;
  Codec codec = Codec::none;
  int32_t type_length = 0, definitions = 0, repetitions = 0, optional = 0, unsigned32 = 0;
  int32_t padding = 0;  // the fingerprint takes all bytes
};

// What is unpacked at once: a page, or of lists, whose pages may end within a row, a whole chunk.
struct StoredUnit {
  int64_t begin = 0, end = 0;  // in the file
  int64_t row = 0;             // the first one, in the file
  int64_t rows = 0;
  int64_t chunk = 0;
};

// The first blobs of the data set. The files of tables are its first files. A sample's extent has the row in place of
// an offset.
enum TableBlob {
  kUnits,
  kChunks,
  kUnitBegins,  // int64: how many columns there are; the first unit of each file and column, file by file; the end
  kTableBlobs,
};

}  // namespace penstock::parquet
