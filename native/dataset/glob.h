// Name filters: glob patterns with the meaning of POSIX fnmatch, as DALI's filters have them: * ? [set] and backslash
// escapes are special; a leading dot, braces and all else stand for themselves. Names and patterns are UTF-8; a byte
// that is none counts as one character. Made once for a scan: endings ("*.jpg"), which most patterns are, are compared,
// not searched for.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace penstock {

class NameFilter {
 public:
  // Empty patterns match nothing.
  NameFilter(const std::vector<std::string_view>& patterns, bool case_sensitive);
  // Whether the whole name matches one of the patterns.
  bool matches(std::string_view name) const;

 private:
  bool case_sensitive_;
  std::vector<std::string> endings_;  // of patterns that are * and plain ASCII, in lower case unless case counts
  std::vector<std::vector<uint32_t>> patterns_;  // the others, as characters
};

}  // namespace penstock
