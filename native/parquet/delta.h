// Numbers and texts that a page has as differences: DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY and DELTA_BYTE_ARRAY
// of Parquet's document "Encodings". All functions append `count` values, and throw ParquetFault.
#pragma once
#include <cstdint>

#include "parquet/bits.h"
#include "parquet/values.h"

namespace penstock::parquet {

// INT32 and INT64.
void append_delta_numbers(Span in, int64_t count, ColumnValues& to);
// The texts lie in the bytes that were given.
void append_delta_lengths(Span in, int64_t count, const Allowance& left, ColumnValues& to);
// A text begins with a part of the one before it, so texts lie in memory of their own.
void append_delta_texts(Span in, int64_t count, Allowance& left, ColumnValues& to);

}  // namespace penstock::parquet
