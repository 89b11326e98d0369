// See json.h.
#include "core/json.h"

#include <cstdlib>

namespace penstock {

namespace {

// A surrogate that stands alone in a text of JavaScript, which JSON writes as an escape, is no character: it becomes
// U+FFFD, as where JavaScript's texts become UTF-8 otherwise.
std::string well_formed(std::string_view text) {
  std::string out(text);
  const auto unit = [&out](size_t at) {
    return at + 6 <= out.size() && out[at] == '\\' && out[at + 1] == 'u'
               ? std::strtol(out.substr(at + 2, 4).c_str(), nullptr, 16)
               : 0;
  };
  for (size_t at = out.find('\\'); at != std::string::npos; at = out.find('\\', at)) {
    const long first = unit(at), second = unit(at + 6);
    const bool high = first >= 0xD800 && first < 0xDC00, low = first >= 0xDC00 && first < 0xE000;
    const bool pair = high && second >= 0xDC00 && second < 0xE000;
    if ((high && !pair) || low) out.replace(at + 2, 4, "fffd");
    at += pair ? 12 : 2;
  }
  return out;
}

}  // namespace

Json parse_json(std::string_view text) {
  const bool escapes = text.find("\\ud") != std::string_view::npos || text.find("\\uD") != std::string_view::npos;
  return escapes ? Json::parse(well_formed(text)) : Json::parse(text);
}

Json json_or_discarded(std::string_view text) { return Json::parse(text, nullptr, false); }

std::string json_text(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace penstock
