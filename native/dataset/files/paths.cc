// See paths.h.
#include "dataset/files/paths.h"

#include <algorithm>
#include <cstdint>

#include "core/error.h"
#include "dataset/stores/object_store.h"

namespace penstock {
namespace {

constexpr size_t kMaxPaths = 1'000'000;
constexpr size_t kMaxDigits = 15;

bool digits(std::string_view text) {
  return !text.empty() && text.size() <= kMaxDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// What the text between two braces stands for; nothing where the braces stand for themselves.
std::vector<std::string> choices(std::string_view text) {
  std::vector<std::string> out;
  const size_t dots = text.find("..");
  if (dots != std::string_view::npos && digits(text.substr(0, dots)) && digits(text.substr(dots + 2))) {
    const std::string first(text.substr(0, dots)), last(text.substr(dots + 2));
    const int64_t from = std::stoll(first), to = std::stoll(last), step = from <= to ? 1 : -1;
    const bool padded = (first.size() > 1 && first[0] == '0') || (last.size() > 1 && last[0] == '0');
    const size_t width = padded ? std::max(first.size(), last.size()) : 0;
    for (int64_t i = from; out.size() <= kMaxPaths; i += step) {
      const std::string number = std::to_string(i);
      out.push_back(std::string(width > number.size() ? width - number.size() : 0, '0') + number);
      if (i == to) break;
    }
  } else if (text.find(',') != std::string_view::npos) {
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      out.emplace_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return out;
}

// Returns false when there are too many paths.
bool expand(const std::string& before, std::string_view rest, std::vector<std::string>& into) {
  for (size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{', open + 1)) {
    const size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    const auto several = choices(rest.substr(open + 1, close - open - 1));
    if (several.empty()) continue;
    for (const std::string& one : several) {
      if (!expand(before + std::string(rest.substr(0, open)) + one, rest.substr(close + 1), into)) return false;
    }
    return true;
  }
  into.push_back(before + std::string(rest));
  return into.size() <= kMaxPaths;
}

}  // namespace

std::vector<std::string> expand_paths(const char* argument, const ArgList<std::string_view>& paths) {
  std::vector<std::string> out;
  const auto refuse = [&](int i, const std::string& expected, const std::string& received, const char* hint) {
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected " + expected + " for " + argument + "[" + std::to_string(i) + "] but received " + received,
                hint);
  };
  for (int i = 0; i < paths.size; ++i) {
    if (paths[i].empty() || paths[i].find('\0') != std::string_view::npos) {
      refuse(i, "a path", paths[i].empty() ? "''" : "a string with a NUL character", "Give the path of a file");
    }
    if (!expand("", paths[i], out)) {
      refuse(i, "braces that stand for at most 1000000 paths", "'" + shown_path(paths[i]) + "'", "Give fewer paths");
    }
  }
  return out;
}

std::string full_path(const std::string& root, std::string_view path) {
  if (root.empty() || path.substr(0, 1) == "/" || is_remote(path)) return std::string(path);
  std::string full = root;
  if (full.back() != '/') full += '/';
  return full.append(path);
}

std::string folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, std::max<size_t>(slash, 1)));
}

}  // namespace penstock
