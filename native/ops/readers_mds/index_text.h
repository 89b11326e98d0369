// Reads index.json of MDS shards.
#pragma once
#include <string>
#include <vector>

#include "dataset/set/builder.h"
#include "ops/readers_mds/shards.h"

namespace penstock::ops {

// The index of a path: itself, or index.json of the folder that it names.
std::string index_file(const std::string& path);

// Throws FILE_NOT_FOUND, FILE_UNREADABLE, and INVALID_ARGUMENT for a folder.
std::vector<MdsEntry> read_index(const std::string& path, const DatasetBuilder& builder);

[[noreturn]] void damaged_index(const std::string& path, const std::string& what);

}  // namespace penstock::ops
