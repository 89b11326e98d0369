// URLs that are signed, or have a password: which of their parts only say who may read an object, and until when.
#pragma once
#include <string>
#include <string_view>

namespace penstock {

// A path without what differs between two URLs that name the same object: signatures, tokens and times of an http(s)
// URL, and its user. What names the object is the same for a new signature. Other paths are returned as they are.
std::string unsigned_url(std::string_view path);

}  // namespace penstock
