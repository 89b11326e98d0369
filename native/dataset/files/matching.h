// Glob patterns in the paths that arguments of readers give.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/args.h"
#include "dataset/set/builder.h"

namespace penstock {

// What a pattern stands for: files, or also folders.
enum class Matches : uint8_t { files, all };

// The paths of a list, whose braces are expanded (paths.h). A path that no file has, and in which a name has * ? or
// [set], stands for the files that match it, in the order of their bytes; names that begin with a dot match a pattern
// that does so. `root`: the folder that relative paths are below; empty for the working folder. In a store, a question
// mark stands for itself. Throws as expand_paths() and each_entry() do, and EMPTY_DATASET for a pattern that nothing
// matches.
std::vector<std::string> find_paths(const char* argument, const ArgList<std::string_view>& paths,
                                    const DatasetBuilder& builder, const std::string& root = "",
                                    Matches matches = Matches::files);

}  // namespace penstock
