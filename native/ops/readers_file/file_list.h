// The lines of a list file, "path label" each.
#pragma once
#include <string>

#include "dataset/builder.h"

namespace penstock::ops {

// Adds the files of a list, in its order, with their labels; `root` stands before paths that are relative. Throws
// INVALID_ARGUMENT, which names the line, FILE_NOT_FOUND, FILE_UNREADABLE.
void read_list(const std::string& list, const std::string& root, int label_column, DatasetBuilder& builder);

// A path below `root`, which stands before it unless it is absolute; an empty root is the working folder.
std::string full_path(const std::string& root, std::string_view path);

}  // namespace penstock::ops
