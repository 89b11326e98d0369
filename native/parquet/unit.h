// Reads what is unpacked at once from a file: a page, or of lists, whose pages may end within a row, a whole chunk.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "dataset/files/open_files.h"
#include "parquet/stored.h"
#include "parquet/values.h"

namespace penstock::parquet {

// The rows of a unit; `dictionary` is that of its chunk, or null. It takes at most `max_unpacked` bytes of memory
// (maxUnpackedBytes) beside twice those that it has in the file. Throws ParquetFault, and FILE_UNREADABLE.
std::shared_ptr<const ColumnValues> read_unit(const OpenFile& file, const StoredUnit& unit, const StoredChunk& chunk,
                                              std::shared_ptr<const ColumnValues> dictionary, int64_t max_unpacked);

// The rows of a whole chunk, whose bytes begin at `begin` in the file.
std::shared_ptr<const ColumnValues> read_chunk(std::vector<uint8_t> stored, int64_t begin, int64_t rows,
                                               const StoredChunk& chunk, int64_t max_unpacked);

// The dictionary of a chunk that has one, in as much memory.
std::shared_ptr<const ColumnValues> read_chunk_dictionary(const OpenFile& file, const StoredChunk& chunk,
                                                          int64_t max_unpacked);

}  // namespace penstock::parquet
