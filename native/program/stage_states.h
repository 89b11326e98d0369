// What operators share among all programs of a stage (StageState in core/shared_work.h).
#pragma once
#include <memory>

#include "core/shared_work.h"

namespace penstock {

// What an operator's share() has made, or what an earlier program of the stage has for the operator at this position,
// if that is a StageState. The stage 0 is that of one program.
std::shared_ptr<SharedState> of_stage(int stage, int position, std::unique_ptr<SharedState> made);

}  // namespace penstock
