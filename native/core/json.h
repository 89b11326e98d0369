// JSON values are nlohmann's. Its parser and its printer are large templates, which every file that calls them compiles
// anew; here they are compiled once, and so files call these functions.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace penstock {

using Json = nlohmann::json;

// Throws Json::exception, which says where the text is no JSON.
Json parse_json(std::string_view text);
// The same without an exception: is_discarded() of a text that is no JSON.
Json json_or_discarded(std::string_view text);
// On one line. Bytes that are no UTF-8 become U+FFFD.
std::string json_text(const Json& value);

}  // namespace penstock
