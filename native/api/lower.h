// From the graph of a definition to the plan that an Engine runs, in the form of src/graph/types.ts. Stages are a
// chain: readers and sources, then one stage per change of device, then the sink. JavaScript's passes fuse operators
// and move nodes between stages on top of that, which changes no byte; their plans run here as they are
// (Pipeline::FromJson).
#pragma once
#include <cstdint>
#include <optional>

#include "api/graph.h"

namespace penstock::api {

struct PlanOptions {
  int batch_size = 0;
  std::optional<int> device_id;
  int64_t seed = 0;
  int depth_cpu = 2, depth_gpu = 2;
  OnError on_error = OnError::fail;
};

// Throws UNSUPPORTED for an operator that has no kernel where it must run, and for functions in JavaScript.
Json lower(Graph graph, const PlanOptions& options);

}  // namespace penstock::api
