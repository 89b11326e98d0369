// Unpacks what a page is compressed with.
#pragma once
#include <cstdint>

#include "parquet/metadata.h"

namespace penstock::parquet {

// Whether pages of the codec are read. Throws UNSUPPORTED where a library is missing that unpacks them.
bool can_unpack(Codec);

// Whether no bytes of the codec, `stored` of them, unpack to so many.
bool claims_too_much(Codec, int64_t stored, int64_t unpacked);

// Fills to[0, to_size) from compressed bytes. Throws ParquetFault unless they have exactly as many bytes, and for a
// codec that can_unpack() does not know.
void unpack(Codec, const uint8_t* from, int64_t from_size, uint8_t* to, int64_t to_size);

}  // namespace penstock::parquet
