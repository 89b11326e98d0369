// The values of a page in each of Parquet's encodings, and its levels (documents "Encodings" and "Data Pages").
#pragma once
#include <cstdint>
#include <vector>

#include "parquet/bits.h"
#include "parquet/metadata.h"
#include "parquet/values.h"

namespace penstock::parquet {

// Whether values of the type are read in the encoding.
bool can_read(Encoding, PhysicalType);

// Appends `count` values; `left` is charged with what they take. Returns whether texts lie in `in`, which then must
// live as long as `to`. Throws ParquetFault.
bool append_values(Encoding, Span in, const LeafColumn& column, int64_t count, Allowance& left, ColumnValues& to);

// Reads `count` levels of 0 to `max`. `packed`: the encoding is BIT_PACKED, which old writers have; otherwise RLE.
std::vector<uint8_t> read_levels(Span in, int max, int64_t count, bool packed);
// The bytes that BIT_PACKED levels take.
int64_t packed_levels_size(int max, int64_t count);

}  // namespace penstock::parquet
