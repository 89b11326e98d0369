// The values of a column in one page, or in all pages of a chunk: unpacked once, and then read by row.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "parquet/schema.h"

namespace penstock::parquet {

// `bytes` has numbers in their own width each; `texts` says where texts lie.
struct ColumnValues {
  PhysicalType type = PhysicalType::boolean;
  bool unsigned32 = false;      // of INT32
  bool list = false;            // a row has a list of values
  std::vector<int64_t> begins;  // the first value of each row, and the end of the last
  std::vector<bool> nulls;      // rows that have a null in their list
  std::vector<uint8_t> bytes;
  std::vector<std::string_view> texts;
  std::vector<std::vector<uint8_t>> pages;         // what texts lie in
  std::shared_ptr<const ColumnValues> dictionary;  // or that

  int64_t rows() const { return static_cast<int64_t>(begins.size()) - 1; }
  int64_t count() const;
  // The memory that it takes, without the dictionary's.
  int64_t size() const;
};

// A number among the values, by its place.
double number_at(const ColumnValues& values, int64_t place);
// The bytes of a value of the type; 0 for texts.
int64_t width_of(PhysicalType type);
// The memory of a value in ColumnValues, without a text's bytes.
int64_t memory_of(PhysicalType type);

// Makes room for `more` elements, so that adding them does not move the others again and again.
template <class T>
void make_room(std::vector<T>& to, int64_t more) {
  const size_t size = to.size() + static_cast<size_t>(more);
  if (to.capacity() < size) to.reserve(std::max(size, 2 * to.capacity()));
}

// How much memory what a file claims may still take: maxUnpackedBytes, and twice the bytes that it has for it.
class Allowance {
 public:
  Allowance(int64_t max_unpacked, int64_t stored);
  // Throws ParquetFault unless so many bytes are left.
  void check(int64_t bytes) const;
  void take(int64_t bytes) {
    check(bytes);
    left_ -= bytes;
  }

 private:
  int64_t left_;
};

}  // namespace penstock::parquet
