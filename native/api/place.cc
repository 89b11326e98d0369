// See place.h.
#include "api/place.h"

#include <algorithm>
#include <map>

#include "api/check.h"

namespace penstock::api {
namespace {

using Kind = PlacedStage::Kind;

// While one actor of a mixed stage waits for the GPU or for threads, the others keep both busy.
constexpr int kMixedWorkers = 3;
// The source of a graph that reads no data: its batches are empty and only start the work.
constexpr const char* kCounter = "__counter";

const Json& own_schema(const GraphNode& node) { return api::schema_of(node.op, node.call_site); }

// Whether the call looks at all samples of the batch: always, or where a bool argument is true.
bool needs_whole_batch(const GraphNode& node) {
  const Json& schema = own_schema(node);
  const auto whole = schema.find("wholeBatch");
  if (whole == schema.end()) return false;
  return whole->is_string() ? node.args.value(whole->get<std::string>(), false) : whole->get<bool>();
}

Kind kind_of(const GraphNode& node) {
  switch (node.device) {
    case Device::cpu: return Kind::cpu;
    case Device::mixed: return Kind::mixed;
    case Device::gpu: return Kind::gpu;
  }
  return Kind::cpu;
}

std::vector<PlacedStage> sources_of(const Graph& graph) {
  std::vector<PlacedStage> sources;
  for (const GraphNode& node : graph.nodes) {
    const Json& schema = own_schema(node);
    if (schema.at("kind") == "js") {
      call_error(node, ErrorCode::UNSUPPORTED, "A function in JavaScript cannot run in a pipeline of C++");
    }
    if (schema.at("kind") != "source") continue;
    if (!node.inputs.empty()) {
      call_error(node, ErrorCode::UNSUPPORTED, "A mixture of readers cannot run in a pipeline of C++");
    }
    PlacedStage& stage = sources.emplace_back();
    stage.kind = has_flag(schema, "reader") ? Kind::reader : Kind::source;
    stage.name = node.name;
    stage.nodes = {&node};
  }
  if (!sources.empty()) return sources;
  PlacedStage& counter = sources.emplace_back();
  counter.kind = Kind::source;
  counter.name = kCounter;
  return sources;
}

// How many changes of kind lie between the sources and each call; calls of one kind and level share a stage.
std::map<int, int> levels_of(const std::vector<const GraphNode*>& work) {
  std::map<int, int> levels;
  std::map<int, Kind> kinds;
  for (const GraphNode* node : work) {
    const Kind kind = kind_of(*node);
    const std::vector<ValueRef> host = host_reads(*node);
    int level = 0;
    for (const ValueRef& v : node->reads()) {
      const auto from = levels.find(v.node);
      if (from == levels.end()) continue;
      // A stage on the GPU reads some values on the host before it begins; these come from an earlier stage.
      const bool on_host = kind != Kind::cpu && std::find(host.begin(), host.end(), v) != host.end();
      // So do the inputs of an operator that looks at the whole batch, and what chooses the samples of its branch.
      const bool guard =
          std::any_of(node->guards.begin(), node->guards.end(), [&](const auto& g) { return g.value == v; });
      const bool whole = needs_whole_batch(*node) &&
                         (guard || std::find(node->inputs.begin(), node->inputs.end(), v) != node->inputs.end());
      level = std::max(level, from->second + (kinds[v.node] == kind && !on_host && !whole ? 0 : 1));
    }
    levels[node->id] = level;
    kinds[node->id] = kind;
  }
  return levels;
}

std::vector<PlacedStage> work_of(const std::vector<const GraphNode*>& work, int mixed_workers) {
  const std::map<int, int> levels = levels_of(work);
  std::map<std::pair<int, Kind>, PlacedStage> groups;
  for (const GraphNode* node : work) groups[{levels.at(node->id), kind_of(*node)}].nodes.push_back(node);
  std::vector<PlacedStage> stages;
  std::map<Kind, int> taken;
  for (auto& [rank, stage] : groups) {
    stage.kind = rank.second;
    const int count = ++taken[stage.kind];
    stage.name = std::string(kind_name(stage.kind)) + (count == 1 ? "" : " " + std::to_string(count));
    stage.workers = stage.kind == Kind::mixed ? mixed_workers : 1;
    stages.push_back(std::move(stage));
  }
  return stages;
}

// A value that some samples lack must not leave its stage.
void refuse_split_branches(const std::vector<const GraphNode*>& work, size_t stages) {
  if (stages < 2) return;
  for (const GraphNode* node : work) {
    if (node->guards.empty()) continue;
    call_error(*node, ErrorCode::UNSUPPORTED, "Branches of cond() on several devices cannot be placed in C++",
               "Give FromJson() the plan of JavaScript, graph(), in place of serialize()");
  }
}

}  // namespace

const char* kind_name(Kind kind) {
  static constexpr const char* kNames[] = {"reader", "source", "cpu", "mixed", "gpu", "sink"};
  return kNames[static_cast<int>(kind)];
}

std::vector<ValueRef> host_reads(const GraphNode& node) {
  const Json& schema = own_schema(node);
  std::vector<ValueRef> list;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (!node.on_gpu() || host_input(schema, i)) list.push_back(node.inputs[i]);
  }
  for (const auto& [name, v] : node.arg_inputs) list.push_back(v);
  for (const Guard& g : node.guards) list.push_back(g.value);
  return list;
}

std::vector<ValueRef> device_reads(const GraphNode& node) {
  const Json& schema = own_schema(node);
  std::vector<ValueRef> list;
  for (size_t i = 0; node.on_gpu() && i < node.inputs.size(); ++i) {
    if (!host_input(schema, i)) list.push_back(node.inputs[i]);
  }
  return list;
}

bool skips(const GraphNode& node, OnError fallback) {
  return has_flag(own_schema(node), "onError") && node.on_error.value_or(fallback) == OnError::skip;
}

std::vector<PlacedStage> place(const Graph& graph, const PlanOptions& options) {
  std::vector<PlacedStage> stages = sources_of(graph);
  const size_t sources = stages.size();
  std::vector<const GraphNode*> work;
  bool any_skip = false;
  for (const GraphNode& node : graph.nodes) {
    if (own_schema(node).at("kind") == "op") work.push_back(&node);
    any_skip = any_skip || skips(node, options.on_error);
  }
  std::vector<PlacedStage> chain = work_of(work, any_skip ? 1 : kMixedWorkers);
  refuse_split_branches(work, chain.size());
  const auto add_idle = [&](Kind kind, const char* name) {
    PlacedStage& idle = chain.emplace_back();
    idle.kind = kind;
    idle.name = name;
  };
  // Several sources must meet in one stage.
  if (chain.empty() && sources > 1) add_idle(Kind::cpu, "cpu");
  // Outputs on the GPU that had to pass through host memory are uploaded again.
  const bool ends = std::any_of(graph.outputs.begin(), graph.outputs.end(), [&](const GraphOutput& out) {
    return !out.on_cpu && graph.find(out.value.node)->on_gpu();
  });
  if (ends && !chain.back().on_gpu()) add_idle(Kind::gpu, "upload");
  // Workers take batches in turn, which needs a single input.
  if (!chain.empty() && chain.front().workers > 1 && sources > 1) {
    PlacedStage meet;
    meet.name = "inputs of " + chain.front().name;
    chain.insert(chain.begin(), meet);
  }
  add_idle(Kind::sink, "sink");
  for (PlacedStage& stage : chain) {
    const auto at = static_cast<int>(stages.size());
    if (static_cast<size_t>(at) > sources) {
      stage.inputs = {at - 1};
    } else {
      for (int i = 0; i < at; ++i) stage.inputs.push_back(i);
    }
    stages.push_back(std::move(stage));
  }
  return stages;
}

}  // namespace penstock::api
