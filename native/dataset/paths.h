// Checks arguments that are lists of paths, which readers of containers have.
#pragma once
#include <string_view>

#include "core/args.h"

namespace penstock {

// Throws INVALID_ARGUMENT for a path that is empty or has a NUL character.
void check_paths(const char* argument, const ArgList<std::string_view>& paths);

}  // namespace penstock
