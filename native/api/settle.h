// The pass that settles which values lie in host memory and which on the GPU, as src/graph/devices.ts does.
#pragma once
#include <optional>

#include "api/graph.h"

namespace penstock::api {

// Without a GPU everything runs on the CPU. Otherwise the copies that Gpu() and Cpu() recorded are removed, because
// every stage fetches its inputs from where they are; only an output that must be brought to the GPU keeps its copy.
void settle(Graph& graph, std::optional<int> gpu);

}  // namespace penstock::api
