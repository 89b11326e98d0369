// See glob.h.
#include "dataset/files/glob.h"

#include <locale.h>
#include <wctype.h>

#include <algorithm>
#include <cstring>

namespace penstock {
namespace {

using Text = std::vector<uint32_t>;

// A locale in which characters of any script have a case, whatever the process's locale is. When the system has no such
// locale, only ASCII letters have a case.
locale_t unicode() {
  static const locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  return made;
}

uint32_t lower(uint32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  return unicode() ? towlower_l(c, unicode()) : c;
}

constexpr uint32_t kNoCharacter = 0x110000;  // the byte b of invalid UTF-8 becomes kNoCharacter + b

// Decodes the first character of s; returns its length in bytes, or 0 when it is invalid.
int decode(std::string_view s, uint32_t& c) {
  const auto b = static_cast<uint8_t>(s[0]);
  if (b < 0x80) return c = b, 1;
  const int more = b >= 0xf0 && b < 0xf5 ? 3 : b >= 0xe0 ? 2 : b >= 0xc2 ? 1 : 0;
  if (!more || b >= 0xf5 || static_cast<size_t>(more) >= s.size()) return 0;
  c = b & (0x3f >> more);
  for (int i = 1; i <= more; ++i) {
    const auto next = static_cast<uint8_t>(s[i]);
    if ((next & 0xc0) != 0x80) return 0;
    c = c << 6 | (next & 0x3f);
  }
  const bool shortest = c >= (more == 1 ? 0x80u : more == 2 ? 0x800u : 0x10000u);
  return shortest && c < kNoCharacter && (c < 0xd800 || c > 0xdfff) ? more + 1 : 0;
}

Text characters(std::string_view s) {
  Text out;
  while (!s.empty()) {
    uint32_t c = 0;
    int length = decode(s, c);
    if (!length) c = kNoCharacter + static_cast<uint8_t>(s[0]), length = 1;
    out.push_back(c);
    s.remove_prefix(length);
  }
  return out;
}

bool in_class(const std::string& name, uint32_t c, bool fold) {
  if (c >= kNoCharacter) return false;
  // When case does not count, the classes upper and lower match both.
  const bool cased = fold && (name == "upper" || name == "lower");
  const wctype_t type = unicode() ? wctype_l(cased ? "alpha" : name.c_str(), unicode()) : wctype(name.c_str());
  if (!type) return false;
  return unicode() ? iswctype_l(c, type, unicode()) : iswctype(c, type);
}

// Matches a set. `at` is the position of its '['. Returns the position after its ']', or 0 when there is none: the '['
// then stands for itself.
size_t match_set(const Text& p, size_t at, uint32_t c, bool fold, bool& matched) {
  const auto same = [&](uint32_t a) { return fold ? lower(a) : a; };
  size_t i = at + 1;
  const bool inverted = i < p.size() && (p[i] == '!' || p[i] == '^');
  i += inverted;
  bool found = false;
  for (bool first = true; i < p.size() && (first || p[i] != ']'); first = false) {
    if (p[i] == '[' && i + 1 < p.size() && p[i + 1] == ':') {
      size_t end = i + 2;
      std::string name;
      while (end < p.size() && p[end] >= 'a' && p[end] <= 'z') name += static_cast<char>(p[end++]);
      if (end + 1 < p.size() && p[end] == ':' && p[end + 1] == ']') {
        found |= in_class(name, c, fold);
        i = end + 2;
        continue;
      }
    }
    if (p[i] == '\\' && i + 1 < p.size()) ++i;
    uint32_t low = p[i++], high = low;
    if (i + 1 < p.size() && p[i] == '-' && p[i + 1] != ']') {
      ++i;
      if (p[i] == '\\' && i + 1 < p.size()) ++i;
      high = p[i++];
    }
    found |= same(low) <= same(c) && same(c) <= same(high);
  }
  if (i >= p.size()) return 0;
  matched = found != inverted;
  return i + 1;
}

// Matches one character of the name against the pattern at p[at]. Returns the position after the matched element, or 0
// when it does not match.
size_t match_one(const Text& p, size_t at, uint32_t c, bool fold) {
  if (p[at] == '?') return at + 1;
  if (p[at] == '[') {
    bool matched = false;
    const size_t end = match_set(p, at, c, fold, matched);
    if (end) return matched ? end : 0;
  }
  if (p[at] == '\\') {
    if (at + 1 == p.size()) return 0;
    ++at;
  }
  return p[at] == c || (fold && lower(p[at]) == lower(c)) ? at + 1 : 0;
}

bool match(const Text& p, const Text& name, bool fold) {
  size_t at = 0, i = 0;
  size_t star = SIZE_MAX, from = 0;  // the last star of the pattern, and where in the name it resumes when the rest
                                     // does not match
  while (i < name.size()) {
    if (at < p.size() && p[at] == '*') {
      star = at++;
      from = i;
      continue;
    }
    const size_t next = at < p.size() ? match_one(p, at, name[i], fold) : 0;
    if (next) {
      at = next;
      ++i;
    } else if (star != SIZE_MAX) {
      at = star + 1;
      i = ++from;
    } else {
      return false;
    }
  }
  while (at < p.size() && p[at] == '*') ++at;
  return at == p.size();
}

bool ascii_equal(std::string_view name, const std::string& ending, bool fold) {
  for (size_t i = 0; i < ending.size(); ++i) {
    const auto c = static_cast<uint8_t>(name[i]);
    if ((fold ? lower(c) : c) != static_cast<uint8_t>(ending[i])) return false;
  }
  return true;
}

}  // namespace

NameFilter::NameFilter(const std::vector<std::string_view>& patterns, bool case_sensitive)
    : case_sensitive_(case_sensitive) {
  for (const std::string_view p : patterns) {
    if (p.empty()) continue;
    const auto plain = [](char c) { return static_cast<uint8_t>(c) < 0x80 && !std::strchr("*?[\\", c); };
    if (p[0] != '*' || !std::all_of(p.begin() + 1, p.end(), plain)) {
      patterns_.push_back(characters(p));
      continue;
    }
    std::string& ending = endings_.emplace_back(p.substr(1));
    if (!case_sensitive) std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) { return lower(c); });
  }
}

bool NameFilter::matches(std::string_view name) const {
  for (const std::string& ending : endings_) {
    if (name.size() < ending.size()) continue;
    if (ascii_equal(name.substr(name.size() - ending.size()), ending, !case_sensitive_)) return true;
  }
  if (patterns_.empty()) return false;
  const Text text = characters(name);
  return std::any_of(patterns_.begin(), patterns_.end(),
                     [&](const Text& p) { return match(p, text, !case_sensitive_); });
}

}  // namespace penstock
