// Words for the enumerations of Parquet, by their numbers in files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace penstock::parquet {

template <class Enum, size_t N>
std::string word(Enum value, const char* const (&words)[N]) {
  const auto i = static_cast<size_t>(value);
  return i < N ? words[i] : "number " + std::to_string(static_cast<int32_t>(value));
}

}  // namespace penstock::parquet
