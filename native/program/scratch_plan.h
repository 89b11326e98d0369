// Plans which intermediates of a sample share memory: a buffer is free again after the last operator that reads its
// content. Operators run in the same order for every sample, so the plan is made with the program.
#pragma once
#include <vector>

#include "program/spec.h"

namespace penstock {

struct ScratchPlan {
  std::vector<int> buffer_of;  // per value: the scratch buffer in which it is made, or -1 for none
  int buffers = 0;
};

ScratchPlan assign_scratch(const ProgramSpec& spec, int values);

}  // namespace penstock
