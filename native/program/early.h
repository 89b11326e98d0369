// Finds the operators that run during setup: those that make an argument, a selector of branches, or an input whose
// bytes setup() reads. All others run once every shape is known.
#pragma once
#include "program/spec.h"

namespace penstock {

// The number of values: the program's inputs and the operators' outputs.
int count_values(const ProgramSpec& spec);

// Sets OpNode::early. Throws INVALID_ARGUMENT when such an operator is not on the CPU.
void mark_early(ProgramSpec& spec, int values);

}  // namespace penstock
