// The values of a column in one page, or in all pages of a chunk: unpacked once, and then read by row.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "ops/readers_parquet/metadata.h"

namespace penstock::ops {

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

// The bytes of a value of the type; 0 for texts.
int64_t width_of(PhysicalType type);

// Reads the dictionary of a chunk out of its page. Throws ParquetFault.
std::shared_ptr<ColumnValues> read_dictionary(const PageHead& page, const uint8_t* stored, const LeafColumn& column,
                                              Codec codec);

// Appends the rows of a data page to `to`, whose type, dictionary and begins (one 0 at first) are set. Returns
// true when texts lie in `stored`, which then must live as long as `to`: those of a page that is not compressed. Throws
// ParquetFault.
bool read_page(const PageHead& page, const uint8_t* stored, const LeafColumn& column, Codec codec, ColumnValues& to);

}  // namespace penstock::ops
