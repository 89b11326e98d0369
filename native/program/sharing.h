// How samples that share work (core/shared_work.h) are handed to threads. Those that share some are one item, made
// by one thread in the order of their line. An item is cut, where its parts share least, if the batch then ends
// earlier.
#pragma once
#include <vector>

#include "core/shared_work.h"

namespace penstock {

struct SharingSample {
  int position;
  double cost;  // when it is made alone
  SharedWork work;
};

// Reorders the samples and returns where each item ends. The items that take longest come first. Samples are in the
// order of the batch before.
std::vector<int> hand_out(std::vector<SharingSample>& samples, int threads);

}  // namespace penstock
