// FNV-1a of 64 bits (Fowler, Noll and Vo): a quick number that follows from bytes, and no protection against forgery.
#pragma once
#include <cstdint>
#include <string_view>

namespace penstock {

inline uint64_t fnv1a(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : bytes) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace penstock
