// Which entries of folders and archives are no data, by their names: hidden ones, and what macOS writes beside files
// (._NAME with their attributes, and a folder __MACOSX of such files). All readers go by these rules.
#pragma once
#include <string_view>

namespace penstock {

// Files that macOS writes beside others.
inline bool is_mac_file(std::string_view name) { return name.substr(0, 2) == "._" || name == ".DS_Store"; }

inline bool is_mac_folder(std::string_view name) { return name == "__MACOSX"; }

// Folders that are passed over, with all that is in them.
inline bool is_passed_folder(std::string_view name) { return name[0] == '.' || is_mac_folder(name); }

// A file of an archive, by its path: a hidden one, or one of macOS. All files of an archive may lie in a hidden folder.
bool is_passed_path(std::string_view path);

}  // namespace penstock
