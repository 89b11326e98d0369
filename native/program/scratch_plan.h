// Which intermediates of a sample share memory: a buffer is free again after the last operator that reads what lies in
// it. Operators run in one order for every sample, so that is known when the program is made.
#pragma once
#include <vector>

#include "program/spec.h"

namespace penstock {

struct ScratchPlan {
  std::vector<int> buffer_of;  // per value: the scratch buffer that it is made in, -1 for none
  int buffers = 0;
};

ScratchPlan assign_scratch(const ProgramSpec& spec, int values);

}  // namespace penstock
