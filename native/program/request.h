// What a caller says with each call of a program: which samples, and how much memory may come.
#pragma once
#include <cstdint>
#include <limits>

namespace penstock {

// A sample that has no input arena: the reader's.
struct SampleId {
  int64_t index;
  int32_t epoch;
  uint32_t flags;
  int64_t ordinal = 0;
};

// What the caller knows of the memory that setup() and run() need.
struct MemoryOutlook {
  // Memory that the budget does not hold now may come: then the call answers Program::kRefused, and the caller makes
  // the same call again when others have given memory back. Otherwise a sample for which alone there is too little
  // memory is bad.
  bool may_grow = false;
  // The most bytes that the output arena can have.
  int64_t arena = std::numeric_limits<int64_t>::max();
};

}  // namespace penstock
