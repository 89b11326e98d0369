// See recorder.h.
#include "api/recorder.h"

#include <cstdlib>
#include <set>

#include "api/check.h"
#include "api/convert.h"
#include "generated/plan_limits.h"

namespace penstock {

Node Node::Output(int index) const {
  return api::guarded([&] { return api::Recorder::output(*this, index); });
}
Node Node::Cpu(CallSite at) const {
  return api::guarded([&] { return api::Recorder::on(*this, false, at); });
}
Node Node::Gpu(CallSite at) const {
  return api::guarded([&] { return api::Recorder::on(*this, true, at); });
}

namespace api {
namespace {

// Nodes are in the order of their calls, so a consumer always comes after its producers.
std::vector<GraphNode> needed(const Graph& graph, const std::vector<GraphOutput>& outputs) {
  std::set<int> live;
  for (const GraphOutput& out : outputs) live.insert(out.value.node);
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
    if (!live.count(node->id)) continue;
    for (const ValueRef& v : node->reads()) live.insert(v.node);
  }
  std::vector<GraphNode> out;
  for (const GraphNode& node : graph.nodes) {
    if (live.count(node.id)) out.push_back(node);
  }
  return out;
}

void give_names(std::vector<GraphNode>& nodes) {
  std::set<std::string> taken;
  for (const GraphNode& node : nodes) {
    if (!node.name.empty()) taken.insert(node.name);
  }
  for (GraphNode& node : nodes) {
    if (!node.name.empty()) continue;
    const std::string base = node.op == "math" ? "math." + node.args.at("operation").get<std::string>() : node.op;
    node.name = base;
    for (int i = 2; taken.count(node.name); ++i) node.name = base + "_" + std::to_string(i);
    taken.insert(node.name);
  }
}

// The launchers' variables of rank and world size, innermost launcher first.
constexpr const char* kLaunchers[][2] = {{"RANK", "WORLD_SIZE"},
                                         {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                         {"PMI_RANK", "PMI_SIZE"},
                                         {"SLURM_PROCID", "SLURM_NTASKS"}};

std::string variable(const char* name) {
  const char* text = std::getenv(name);
  return text ? text : "";
}

int64_t rank_of(const GraphNode& node, const char* name, int64_t min) {
  const std::string text = variable(name);
  const bool digits = !text.empty() && text.size() <= 10 && text.find_first_not_of("0123456789") == std::string::npos;
  const int64_t value = digits ? std::stoll(text) : -1;
  if (value >= min && value <= INT32_MAX) return value;
  arg_error(node,
            "Expected an integer of at least " + std::to_string(min) + " in " + name +
                " for shard 'auto' but received '" + text + "'",
            "The launcher sets it; or give shard_id and num_shards");
}

}  // namespace

std::string site_text(const CallSite& at) {
  return at.file && *at.file ? std::string(at.file) + ":" + std::to_string(at.line) : "";
}

void resolve_shard(GraphNode& node) {
  if (node.args.value("shard", "") != "auto") return;
  node.args.erase("shard");
  node.args["shardId"] = 0;
  node.args["numShards"] = 1;
  for (const auto& [rank, size] : kLaunchers) {
    if (variable(rank).empty() && variable(size).empty()) continue;
    const int64_t shards = rank_of(node, size, 1), shard = rank_of(node, rank, 0);
    if (shard >= shards) {
      arg_error(node, std::string("Expected ") + rank + " below " + size + " for shard 'auto' but received " +
                          std::to_string(shard) + " and " + std::to_string(shards));
    }
    node.args["shardId"] = shard;
    node.args["numShards"] = shards;
    return;
  }
}

const std::shared_ptr<Recorder>& Recorder::of(const Node& node, const GraphNode& at, const char* what) {
  if (!node.recorder_) arg_error(at, std::string("Expected a node for ") + what + " but received an empty one");
  return node.recorder_;
}

ValueRef Recorder::ref(const Node& node, const GraphNode& at, const char* what) const {
  if (of(node, at, what).get() != this) {
    arg_error(at, std::string("Expected a node of this pipeline for ") + what + " but received one of another",
              "Make it with the same pipeline");
  }
  return {node.id_, node.output_};
}

Node Recorder::add(GraphNode node) {
  node.id = static_cast<int>(graph_.nodes.size());
  for (const GraphNode& other : graph_.nodes) {
    if (node.name.empty() || other.name != node.name) continue;
    arg_error(node, "Expected a name that no other operator has but received '" + node.name + "', which is at " +
                        other.call_site);
  }
  if (node.name.substr(0, 2) == "__") arg_error(node, "Expected a name (not starting with '__') for name");
  check_node(node);
  check_places(node, graph_);
  const Json& schema = schema_of(node.op, node.call_site);
  if (has_flag(schema, "reader")) resolve_shard(node);
  node.num_outputs = static_cast<int>(output_ports(schema, node.args, node.inputs.size()).size());
  const int id = node.id;
  graph_.nodes.push_back(std::move(node));
  return {shared_from_this(), id, 0};
}

int Recorder::output_count(const Node& node) {
  return node.recorder_->graph_.nodes[static_cast<size_t>(node.id_)].num_outputs;
}

Node Recorder::output(const Node& node, int index) {
  GraphNode at;
  at.op = "Output";
  const auto& recorder = of(node, at, "Output()");
  const GraphNode& made = recorder->graph_.nodes[static_cast<size_t>(node.id_)];
  if (index < 0 || index >= made.num_outputs) {
    arg_error(made, "Expected an output below " + std::to_string(made.num_outputs) + " but received " +
                        std::to_string(index));
  }
  return {recorder, node.id_, index};
}

Node Recorder::on(const Node& node, bool gpu, CallSite at) {
  GraphNode copy;
  copy.op = "copy";
  copy.call_site = site_text(at);
  const auto& recorder = of(node, copy, gpu ? "Gpu()" : "Cpu()");
  const ValueRef v{node.id_, node.output_};
  if (recorder->on_gpu(v) == gpu) return node;
  copy.device = gpu ? Device::gpu : Device::cpu;
  copy.inputs = {v};
  return recorder->add(std::move(copy));
}

Graph Recorder::finish(const std::vector<PipelineOutput>& outputs) const {
  GraphNode at;
  at.op = "Pipeline";
  if (outputs.empty()) {
    arg_error(at, "Expected at least one output but received none", "Call SetOutputs() with the values to give");
  }
  Graph graph;
  for (const PipelineOutput& out : outputs) {
    graph.outputs.push_back({out.name, ref(out.node, at, "SetOutputs()"), false});
  }
  if (outputs.size() > limits::maxOutputs) {
    call_error(at, ErrorCode::UNSUPPORTED,
               "Expected at most " + std::to_string(limits::maxOutputs) + " outputs but received " +
                   std::to_string(outputs.size()));
  }
  graph.nodes = needed(graph_, graph.outputs);
  give_names(graph.nodes);
  return graph;
}

}  // namespace api
}  // namespace penstock
