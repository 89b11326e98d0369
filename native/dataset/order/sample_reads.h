// Tells which bytes a sample is made of, for readers whose data set does not say it: rows of tables lie in pages.
#pragma once
#include <cstdint>
#include <vector>

#include "dataset/set/dataset.h"

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
