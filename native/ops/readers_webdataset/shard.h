// The samples of one archive: which components belong together, from its headers or from an index file.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/set/builder.h"
#include "dataset/set/index_file.h"

namespace penstock::ops {

struct Component {
  std::string name;  // the file's name in the archive; empty where the index does not have it
  std::string extension;
  int64_t offset = 0, size = 0;
  bool sparse = false;  // not all of its bytes are stored
};

using TakeSample = std::function<void(const std::vector<Component>&)>;

// Calls `take` for each sample of an archive, in its order. Throws FILE_NOT_FOUND, FILE_UNREADABLE; polls the builder.
void samples_of_archive(const std::string& path, const DatasetBuilder& builder, const TakeSample& take);

// Does that by an index of wds2idx. Throws INVALID_ARGUMENT, which names the line, FILE_NOT_FOUND, FILE_UNREADABLE.
void samples_of_index(const std::string& index, const DatasetBuilder& builder, const TakeSample& take);

// Writes the index of an archive, as wds2idx does: DataFormat.
void write_archive_index(const std::string& path, const DatasetBuilder& builder, IndexFile& to);

// Splits a name at the first dot of its base name. Returns the extension; `key` gets what comes before the dot.
std::string_view split_name(std::string_view name, std::string_view& key);

}  // namespace penstock::ops
