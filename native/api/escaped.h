// Text of strangers in messages: see src/errors/escaped.ts, which does the same in JavaScript.
#pragma once
#include <string>

namespace penstock::api {

// The UTF-8 text with escape sequences in place of what steers a terminal, begins a line or turns the direction of
// writing.
std::string escaped(const std::string& text);

}  // namespace penstock::api
