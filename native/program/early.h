// Which operators run during setup: those that an argument, a choice between branches, or an input whose bytes setup()
// looks at depends on. All others run when every shape is known.
#pragma once
#include "program/spec.h"

namespace penstock {

// How many values there are: inputs, and what operators give.
int count_values(const ProgramSpec& spec);

// Sets OpNode::early. Throws INVALID_ARGUMENT where such an operator is not on the CPU.
void mark_early(ProgramSpec& spec, int values);

}  // namespace penstock
