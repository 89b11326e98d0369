// The parts of a request to a program: which samples it makes, and how much memory may become available.
#pragma once
#include <cstdint>
#include <limits>

namespace penstock {

// Identifies a sample that has no input arena: those of a reader.
struct SampleId {
  int64_t index;
  int32_t epoch;
  uint32_t flags;
  int64_t ordinal = 0;
};

// What the caller knows about the memory that setup() and run() need.
struct MemoryOutlook {
  // Memory that the budget does not hold now may become available later. The call then returns Program::kRefused, and
  // the caller repeats it when other stages have released memory. When false, a sample that has too little memory even
  // alone is bad.
  bool may_grow = false;
  // The most bytes that the output arena can have.
  int64_t arena = std::numeric_limits<int64_t>::max();
};

}  // namespace penstock
