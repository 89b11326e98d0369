// The pass that decides which call runs in which stage.
#pragma once
#include <string>
#include <vector>

#include "api/graph.h"
#include "api/lower.h"

namespace penstock::api {

struct PlacedStage {
  enum class Kind { reader, source, cpu, mixed, gpu, sink };
  Kind kind = Kind::cpu;
  std::string name;
  std::vector<const GraphNode*> nodes;  // in order of execution
  // The stages whose batches it takes. Sample records are copied from the first one.
  std::vector<int> inputs;
  int workers = 1;

  bool on_gpu() const { return kind == Kind::mixed || kind == Kind::gpu; }
};

const char* kind_name(PlacedStage::Kind kind);

// The stages in the order in which data flows. They point to the graph's nodes.
std::vector<PlacedStage> place(const Graph& graph, const PlanOptions& options);

// The values that a call reads in host memory, and those that it reads on the GPU.
std::vector<ValueRef> host_reads(const GraphNode& node);
std::vector<ValueRef> device_reads(const GraphNode& node);

// Whether samples that fail are left out of batches by this call.
bool skips(const GraphNode& node, OnError fallback);

}  // namespace penstock::api
