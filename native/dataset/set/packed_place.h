// Packs a number (24 bits) and an offset (40 bits) into 8 bytes: the place of something within one of many files or
// folders.
#pragma once
#include <cstdint>

namespace penstock {

class PackedPlace {
 public:
  static constexpr int64_t kNumbers = int64_t{1} << 24;        // numbers are below this
  static constexpr int64_t kOffsets = (int64_t{1} << 40) - 1;  // offsets are below this

  PackedPlace() = default;
  PackedPlace(int64_t number, int64_t offset)
      : word_(static_cast<uint64_t>(number) << 40 | static_cast<uint64_t>(offset)) {}
  int64_t number() const { return static_cast<int64_t>(word_ >> 40); }
  int64_t offset() const { return static_cast<int64_t>(word_ & ((uint64_t{1} << 40) - 1)); }

 private:
  uint64_t word_ = 0;
};

}  // namespace penstock
