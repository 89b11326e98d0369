// What a file is by its first bytes, in words. Errors give this in place of the bytes: the files that a list or a
// manifest names may be any files of the machine, and errors are shown, logged and sent.
#pragma once
#include <string_view>

namespace penstock {

// "text", "an HTML page", "data compressed by gzip", ...; "binary data" where nothing is known of it.
const char* kind_of_bytes(std::string_view head);

// How a file is compressed, and the program that unpacks it; null names where it is not.
struct Compression {
  const char* name = nullptr;
  const char* unpack = nullptr;
};
Compression compression_of(std::string_view head);

}  // namespace penstock
