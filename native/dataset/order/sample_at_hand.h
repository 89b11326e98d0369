// The sample that a thread works on, and where its first part lies. The program looks that up once, in a place where it
// is in the processor's caches, for the sample's name and for what is asked for ahead; so readers need not look it up
// again, on another thread, in setup() and in run().
#pragma once
#include <cstdint>

#include "dataset/set/packed_extents.h"

namespace penstock {

// Says so for its thread as long as it lives; a thread has at most one. The extent must live as long.
class SampleAtHand {
 public:
  SampleAtHand(int64_t sample, const Extent& extent);
  ~SampleAtHand();
  SampleAtHand(const SampleAtHand&) = delete;
  SampleAtHand& operator=(const SampleAtHand&) = delete;

  // The extent of the first part of this sample; null where it is not at hand.
  static const Extent* find(int64_t sample);
};

}  // namespace penstock
