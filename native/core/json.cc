// See json.h.
#include "core/json.h"

namespace penstock {

Json parse_json(std::string_view text) { return Json::parse(text); }

Json json_or_discarded(std::string_view text) { return Json::parse(text, nullptr, false); }

std::string json_text(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace penstock
