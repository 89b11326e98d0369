// The pass that makes the stages of the plan: it numbers the values of each program and decides which values each stage
// passes on, as src/graph/programs.ts does.
#pragma once
#include <vector>

#include "api/place.h"

namespace penstock::api {

Json programs(const Graph& graph, const std::vector<PlacedStage>& placed, const PlanOptions& options);

}  // namespace penstock::api
