// See values.h.
#include "parquet/values.h"

#include <cstring>
#include <limits>

#include "parquet/thrift.h"

namespace penstock::parquet {

double number_at(const ColumnValues& values, int64_t place) {
  const auto read = [&](auto value) {
    std::memcpy(&value, values.bytes.data() + place * static_cast<int64_t>(sizeof value), sizeof value);
    return static_cast<double>(value);
  };
  switch (values.type) {
    case PhysicalType::boolean: return read(uint8_t{});
    case PhysicalType::int32: return values.unsigned32 ? read(uint32_t{}) : read(int32_t{});
    case PhysicalType::int64: return read(int64_t{});
    case PhysicalType::float32: return read(float{});
    default: return read(double{});
  }
}

int64_t width_of(PhysicalType type) {
  switch (type) {
    case PhysicalType::boolean: return 1;
    case PhysicalType::int32:
    case PhysicalType::float32: return 4;
    case PhysicalType::int64:
    case PhysicalType::float64: return 8;
    default: return 0;
  }
}

int64_t memory_of(PhysicalType type) {
  const int64_t width = width_of(type);
  return width ? width : static_cast<int64_t>(sizeof(std::string_view));
}

int64_t ColumnValues::count() const {
  const int64_t width = width_of(type);
  return width ? static_cast<int64_t>(bytes.size()) / width : static_cast<int64_t>(texts.size());
}

int64_t ColumnValues::size() const {
  size_t size = sizeof *this + begins.capacity() * sizeof(int64_t) + nulls.capacity() / 8 + bytes.capacity() +
                texts.capacity() * sizeof(std::string_view);
  for (const auto& page : pages) size += page.capacity();
  return static_cast<int64_t>(size);
}

Allowance::Allowance(int64_t max_unpacked, int64_t stored)
    : left_(max_unpacked > std::numeric_limits<int64_t>::max() - 2 * stored ? std::numeric_limits<int64_t>::max()
                                                                            : max_unpacked + 2 * stored) {}

void Allowance::check(int64_t bytes) const {
  if (bytes <= left_) return;
  throw ParquetFault("a page takes more memory than maxUnpackedBytes allows", "maxUnpackedBytes");
}

}  // namespace penstock::parquet
