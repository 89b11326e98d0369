// LZ4 blocks: a sequence is a token (lengths of 4 bits each), literals, and a match: the distance back to bytes of the
// output (2 bytes), which are repeated. A length of 15 goes on in the bytes that follow, until one is below 255. The
// last sequence has literals alone. The format is public: lz4_Block_format.md of the LZ4 project.
#pragma once
#include <cstdint>

namespace penstock::ops {

// Fills to[0, size) with what the block inflates to, which is exactly so much. Throws RecordFault for any other block,
// with the byte of the block; `to` has undefined bytes then. Reads and writes nothing outside of the two.
void inflate_lz4(const uint8_t* block, int64_t length, uint8_t* to, int64_t size);

}  // namespace penstock::ops
