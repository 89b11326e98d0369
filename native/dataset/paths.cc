// See paths.h.
#include "dataset/paths.h"

#include <algorithm>

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

std::string full_path(const std::string& root, std::string_view path) {
  if (root.empty() || path.substr(0, 1) == "/") return std::string(path);
  std::string full = root;
  if (full.back() != '/') full += '/';
  return full.append(path);
}

std::string folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, std::max<size_t>(slash, 1)));
}

}  // namespace penstock
