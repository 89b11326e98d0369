// Reads and writes inputs.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/engine/child.h"

namespace penstock::fuzz {

inline File read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  File file((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (file.size() > kMaxInput) file.resize(kMaxInput);
  return file;
}

inline void write_file(const std::string& path, const File& file) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
}

// The file itself, or all files of a folder and its subfolders, sorted by name; empty when there is no such path.
inline std::vector<std::string> files_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::vector<std::string> all;
  std::error_code none;
  if (fs::is_regular_file(path, none)) return {path};
  for (const auto& entry : fs::recursive_directory_iterator(path, none)) {
    if (entry.is_regular_file()) all.push_back(entry.path().string());
  }
  std::sort(all.begin(), all.end());
  return all;
}

inline std::string name_of(const File& file) {
  char name[24];
  std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hash_of(file)));
  return name;
}

}  // namespace penstock::fuzz
