// See escaped.h.
#include "api/escaped.h"

#include <cstdint>
#include <cstdio>

namespace penstock::api {
namespace {

struct Character {
  uint32_t code = 0;
  size_t bytes = 1;
};

// The character at `at`, of at most three bytes; any other byte stands for itself.
Character character_at(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) { return at + i < text.size() ? static_cast<uint8_t>(text[at + i]) : 0u; };
  const auto follows = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const uint32_t first = byte(0);
  if ((first & 0xE0) == 0xC0 && follows(1)) return {(first & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if ((first & 0xF0) == 0xE0 && follows(1) && follows(2)) {
    return {(first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  }
  return {first, 1};
}

bool steers(Character c) {
  if (c.code < 0x20 || c.code == 0x7F) return true;
  if (c.bytes == 1) return false;
  return (c.code >= 0x80 && c.code <= 0x9F) || c.code == 0x061C || c.code == 0x200E || c.code == 0x200F ||
         (c.code >= 0x2028 && c.code <= 0x202E) || (c.code >= 0x2066 && c.code <= 0x2069) || c.code == 0xFEFF;
}

std::string sequence(uint32_t code) {
  switch (code) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    case '\b': return "\\b";
  }
  char text[8];
  std::snprintf(text, sizeof text, code < 256 ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(code));
  return text;
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    out += steers(c) ? sequence(c.code) : text.substr(at, c.bytes);
    at += c.bytes;
  }
  return out;
}

}  // namespace penstock::api
