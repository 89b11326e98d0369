// See matching.h.
#include "dataset/files/matching.h"

#include <algorithm>

#include "core/error.h"
#include "dataset/files/disk.h"
#include "dataset/files/glob.h"
#include "dataset/files/paths.h"
#include "dataset/stores/object_store.h"

namespace penstock {
namespace {

struct Search {
  Wanted folder;
  const DatasetBuilder& builder;
  const std::string& root;
  Matches matches;
};

// Where the first name with a special character begins; npos where there is none.
size_t first_pattern(std::string_view path) {
  const bool remote = is_remote(path);
  // Servers of the web have no lists of their files.
  if (remote && path.substr(0, 4) == "http") return std::string_view::npos;
  const size_t special = path.find_first_of(remote ? "*[" : "*?[");
  if (special == std::string_view::npos) return special;
  const size_t slash = path.rfind('/', special);
  return slash == std::string_view::npos ? 0 : slash + 1;
}

bool is_folder(const std::string& path, EntryKind kind, const Wanted& wanted) {
  struct stat st;
  if (kind != EntryKind::link) return kind == EntryKind::folder;
  return find_target(path, wanted, st) && S_ISDIR(st.st_mode);
}

// Adds the paths below the folder `before`, which ends in a slash or is empty, that match `rest`, name by name.
void match(const Search& search, const std::string& before, std::string_view rest, std::vector<std::string>& into) {
  const size_t end = std::min(rest.find('/'), rest.size());
  const std::string_view pattern = rest.substr(0, end), after = rest.substr(std::min(end + 1, rest.size()));
  const NameFilter filter({pattern}, true);
  const std::string folder = full_path(search.root, before);
  std::vector<std::string> below;
  each_entry(folder.empty() ? "." : folder, search.folder, search.builder, [&](std::string_view name, EntryKind kind) {
    if ((name[0] == '.' && pattern[0] != '.') || !filter.matches(name)) return;
    const bool inner = is_folder(folder + std::string(name), kind, search.folder);
    if (!after.empty()) {
      if (inner) below.push_back(before + std::string(name) + "/");
    } else if (!inner || search.matches == Matches::all) {
      into.push_back(before + std::string(name));
    }
  });
  for (const std::string& one : below) match(search, one, after, into);
}

}  // namespace

std::vector<std::string> find_paths(const char* argument, const ArgList<std::string_view>& paths,
                                    const DatasetBuilder& builder, const std::string& root, Matches matches) {
  const Search search{{argument, "a folder"}, builder, root, matches};
  std::vector<std::string> out;
  for (std::string& path : expand_paths(argument, paths)) {
    struct stat st;
    const size_t begin = first_pattern(path);
    if (begin == std::string_view::npos || find_target(full_path(root, path), search.folder, st)) {
      out.push_back(std::move(path));
      continue;
    }
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    match(search, path.substr(0, begin), std::string_view(path).substr(begin), out);
    std::sort(out.begin() + first, out.end());
    if (static_cast<std::ptrdiff_t>(out.size()) > first) continue;
    throw Error(
        ErrorCode::EMPTY_DATASET,
        std::string("Expected files for ") + argument + " but none match '" + shown_path(path) + "'",
        "* stands for any letters of a name, ? for one, and [set] for one of a set; check the folder and the ending");
  }
  return out;
}

}  // namespace penstock
