// See paths.h.
#include "dataset/paths.h"

#include <string>

#include "core/error.h"

namespace penstock {

void check_paths(const char* argument, const ArgList<std::string_view>& paths) {
  for (int i = 0; i < paths.size; ++i) {
    if (!paths[i].empty() && paths[i].find('\0') == std::string_view::npos) continue;
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected a path for " + std::string(argument) + "[" + std::to_string(i) + "] but received " +
                    (paths[i].empty() ? "''" : "a string with a NUL character"),
                "Give the path of a file");
  }
}

}  // namespace penstock
