// The schema of a Parquet file: its columns, which are the leaves of a tree.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parquet/thrift.h"

namespace penstock::parquet {

enum class PhysicalType : int32_t { boolean, int32, int64, int96, float32, float64, bytes, fixed_bytes };

// The word for errors.
std::string name_of(PhysicalType);

// The names of columns: paths with dots. A part that columns share is held once, so names take no more than the schema.
class ColumnNames {
 public:
  static constexpr int32_t kRoot = -1;

  // Adds a name below `parent`; returns its number.
  int32_t add(int32_t parent, std::string_view part);
  // The bytes of a name.
  int64_t size(int32_t name) const { return parts_[static_cast<size_t>(name)].size; }
  bool equals(int32_t name, std::string_view text) const;
  std::string text(int32_t name) const;

 private:
  struct Part {
    std::string text;
    int32_t parent;
    int64_t size;  // of the whole name
  };
  std::vector<Part> parts_;
};

// A column of values, a leaf of the schema. Levels: docs of Parquet, "Nested Encoding".
struct LeafColumn {
  int32_t name = 0;  // in ColumnNames, without the groups that only make a list
  PhysicalType type = PhysicalType::boolean;
  int32_t type_length = 0;
  int32_t definitions = 0;        // the definition level of a value that is there
  int32_t repetitions = 0;        // 0: one value per row at most; 1: a list of them
  bool optional = false;          // the value itself may be null
  bool unsigned32 = false;        // INT32 without a sign
  const char* refused = nullptr;  // what the values mean, where that is not supported
};

// The levels of a column are at most so high.
inline constexpr int kMaxSchemaDepth = 64;

// Parses the list of the schema's elements. Throws ParquetFault.
void parse_schema(ThriftReader& in, ColumnNames& names, std::vector<LeafColumn>& columns);

}  // namespace penstock::parquet
