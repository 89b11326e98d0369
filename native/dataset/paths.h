// Paths that arguments of readers give.
#pragma once
#include <string>
#include <string_view>

#include "core/args.h"

namespace penstock {

// Throws INVALID_ARGUMENT for a path that is empty or has a NUL character.
void check_paths(const char* argument, const ArgList<std::string_view>& paths);

// Joins `root` and a relative path; returns an absolute path unchanged. An empty root is the working folder.
std::string full_path(const std::string& root, std::string_view path);

// The folder of a file, by its path: empty for the working folder.
std::string folder_of(std::string_view path);

}  // namespace penstock
