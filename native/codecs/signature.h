// Compares the first bytes of a file with a format's signature.
#pragma once
#include <cstring>
#include <string_view>

#include "codecs/codec.h"

namespace penstock::codecs {

// Signatures may contain zeros, so write them as "..."sv.
using namespace std::string_view_literals;

// Whether `signature` is at the offset `at`; false when the file ends before it does.
inline bool has_signature(Bytes b, std::string_view signature, size_t at = 0) {
  return b.size >= at + signature.size() && !std::memcmp(b.data + at, signature.data(), signature.size());
}

}  // namespace penstock::codecs
