// See passed_over.h.
#include "dataset/set/passed_over.h"

#include <algorithm>

namespace penstock {

bool is_passed_path(std::string_view path) {
  for (size_t begin = 0;;) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    if (end == path.size()) return path.empty() || name.substr(0, 1) == ".";
    if (is_mac_folder(name)) return true;
    begin = end + 1;
  }
}

}  // namespace penstock
