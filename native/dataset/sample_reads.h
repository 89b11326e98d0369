// What a reader tells whose samples are not the extents that its data set has: rows of tables, which lie in pages.
#pragma once
#include <cstdint>
#include <vector>

#include "dataset/dataset.h"

namespace penstock {

// A reader's shared state (core/op.h) may be one. Any thread may call it.
class SampleReads {
 public:
  // Appends the ranges of files that the sample is made of, without those whose contents are in memory.
  virtual void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const = 0;

 protected:
  ~SampleReads() = default;
};

}  // namespace penstock
