// Name filters: glob patterns with the meaning of POSIX fnmatch, as DALI's filters have. The special characters are * ?
// [set] and backslash escapes; a leading dot, braces and all others stand for themselves. Names and patterns are UTF-8;
// an invalid byte counts as one character. A filter is made once per scan. Most patterns are endings ("*.jpg"), which
// are compared and need no search.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace penstock {

class NameFilter {
 public:
  // An empty pattern matches nothing.
  NameFilter(const std::vector<std::string_view>& patterns, bool case_sensitive);
  // Whether the whole name matches one of the patterns.
  bool matches(std::string_view name) const;

 private:
  bool case_sensitive_;
  std::vector<std::string> endings_;  // patterns of a * and plain ASCII, without the *; in lower case unless case
                                      // counts
  std::vector<std::vector<uint32_t>> patterns_;  // the other patterns, as characters
};

}  // namespace penstock
