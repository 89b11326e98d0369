// Reads list files, whose lines have the form "path label".
#pragma once
#include <string>

#include "dataset/set/builder.h"

namespace penstock::ops {

// Adds the files of a list, in its order, with their labels. Relative paths are below `root`. Throws INVALID_ARGUMENT,
// which names the line, FILE_NOT_FOUND or FILE_UNREADABLE.
void read_list(const std::string& list, const std::string& root, int label_column, DatasetBuilder& builder);

}  // namespace penstock::ops
