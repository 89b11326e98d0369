// Paths that arguments of readers give.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/args.h"

namespace penstock {

// The paths of a list. Braces are expanded as shells do: 'x-{000..012}.tar' stands for 13 paths, with as many digits,
// and '{train,val}.tar' for two. Other braces stand for themselves. Throws INVALID_ARGUMENT for a path that is empty or
// has a NUL character, and for braces that give more than a million paths.
std::vector<std::string> expand_paths(const char* argument, const ArgList<std::string_view>& paths);

// Joins `root` and a relative path; returns an absolute path, or a URL, unchanged. An empty root is the working folder.
std::string full_path(const std::string& root, std::string_view path);

// The folder of a file, by its path: empty for the working folder.
std::string folder_of(std::string_view path);

}  // namespace penstock
