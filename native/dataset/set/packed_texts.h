// Texts in a few bytes each: a text is what differs from the one before it, in groups of 32, of which the first is
// whole. They are bytes, and may have any value.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "dataset/set/growing_buffer.h"

namespace penstock {

class PackedTexts {
 public:
  void add(std::string_view text);
  int64_t count() const { return count_; }
  std::string at(int64_t i) const;

  const GrowingBuffer& groups() const { return groups_; }
  const GrowingBuffer& bytes() const { return bytes_; }

 private:
  static constexpr int64_t kGroup = 32;
  static constexpr size_t kShort = 15;  // both lengths below this share a byte

  void put(size_t begin, size_t end, std::string_view middle);

  int64_t count_ = 0;
  std::string last_;
  GrowingBuffer groups_, bytes_;  // where each group begins; the groups
};

}  // namespace penstock
