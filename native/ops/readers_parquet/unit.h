// Reads what is unpacked at once from a file: a page, or of lists, whose pages may end within a row, a whole chunk.
#pragma once
#include <cstdint>
#include <memory>

#include "dataset/files/open_files.h"
#include "ops/readers_parquet/columns.h"
#include "ops/readers_parquet/values.h"

namespace penstock::ops {

// The rows of a unit; `dictionary` is that of its chunk, or null. It takes at most `max_unpacked` bytes of memory
// (maxUnpackedBytes) beside twice those that it has in the file. Throws ParquetFault, and FILE_UNREADABLE.
std::shared_ptr<const ColumnValues> read_unit(const OpenFile& file, const StoredUnit& unit, const StoredChunk& chunk,
                                              std::shared_ptr<const ColumnValues> dictionary, int64_t max_unpacked);

// The dictionary of a chunk that has one, in as much memory.
std::shared_ptr<const ColumnValues> read_chunk_dictionary(const OpenFile& file, const StoredChunk& chunk,
                                                          int64_t max_unpacked);

}  // namespace penstock::ops
