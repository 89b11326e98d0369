// See settle.h.
#include "api/settle.h"

#include <algorithm>
#include <map>
#include <set>

#include "api/check.h"

namespace penstock::api {
namespace {

constexpr const char* kCopy = "copy";

void put_on_cpu(GraphNode& node) {
  if (!node.on_gpu()) return;
  const Json& devices = schema_of(node.op, node.call_site).at("devices");
  if (std::find(devices.begin(), devices.end(), "cpu") == devices.end()) {
    call_error(node, ErrorCode::UNSUPPORTED, "[" + node.op + "] has no cpu kernel, and there is no device_id",
               "Give the pipeline a device_id");
  }
  node.device = Device::cpu;
}

template <class F>
void each_read(GraphNode& node, const F& body) {
  for (ValueRef& v : node.inputs) body(v);
  for (auto& [name, v] : node.arg_inputs) body(v);
  for (Guard& g : node.guards) body(g.value);
}

void fill_device_defaults(GraphNode& node) {
  for (const auto& [name, arg] : schema_of(node.op, node.call_site).at("args").items()) {
    const Json defaults = arg.value("deviceDefaults", Json::object());
    const char* device = device_name(node.device);
    if (defaults.contains(device) && !node.args.contains(name)) node.args[name] = defaults[device];
  }
}

// Where the CPU makes the outputs of a node, puts the node on the CPU and adds a copy to the GPU after each output.
void add_copies(Graph& graph) {
  const auto is_copied = [](const GraphNode& node) {
    return node.on_gpu() && schema_of(node.op, node.call_site).value("copied", false);
  };
  // The first copy of each such node; those of its other outputs follow it.
  std::map<int, int> firsts;
  int next = 0;
  for (const GraphNode& node : graph.nodes) next = std::max(next, node.id + 1);
  for (const GraphNode& node : graph.nodes) {
    if (!is_copied(node)) continue;
    firsts[node.id] = next;
    next += node.num_outputs;
  }
  if (firsts.empty()) return;
  const auto move = [&](ValueRef& v) {
    if (const auto first = firsts.find(v.node); first != firsts.end()) v = {first->second + v.output, 0};
  };
  std::vector<GraphNode> nodes;
  for (GraphNode& node : graph.nodes) {
    each_read(node, move);
    const auto first = firsts.find(node.id);
    if (first == firsts.end()) {
      nodes.push_back(std::move(node));
      continue;
    }
    node.device = Device::cpu;
    nodes.push_back(node);
    for (int output = 0; output < node.num_outputs; ++output) {
      GraphNode& copy = nodes.emplace_back();
      copy.id = first->second + output;
      copy.op = kCopy;
      copy.name = "copy of " + node.name;
      copy.device = Device::gpu;
      copy.inputs = {{node.id, output}};
      copy.guards = node.guards;
      copy.call_site = node.call_site;
    }
  }
  graph.nodes = std::move(nodes);
  for (GraphOutput& out : graph.outputs) move(out.value);
}

}  // namespace

void settle(Graph& graph, std::optional<int> gpu) {
  if (gpu) add_copies(graph);
  for (GraphNode& node : graph.nodes) {
    if (gpu) {
      fill_device_defaults(node);
    } else {
      put_on_cpu(node);
    }
  }
  const auto node_of = [&](const ValueRef& v) { return graph.find(v.node); };
  const auto root = [&](ValueRef v) {
    while (node_of(v)->op == kCopy) v = node_of(v)->inputs[0];
    return v;
  };
  std::set<int> kept;
  for (GraphOutput& out : graph.outputs) {
    const bool wanted = node_of(out.value)->on_gpu();
    const ValueRef value = root(out.value);
    const bool there = node_of(value)->on_gpu();
    if (wanted && !there) {
      // Its copy stays and brings it to the GPU: the last one of several.
      ValueRef last = out.value;
      while (node_of(node_of(last)->inputs[0])->op == kCopy) last = node_of(last)->inputs[0];
      kept.insert(last.node);
      out.value = {last.node, 0};
    } else {
      out.on_cpu = out.on_cpu || (!wanted && there);
      out.value = value;
    }
  }
  const auto rewire = [&](ValueRef& v) { v = root(v); };
  std::vector<GraphNode> used;
  for (const GraphNode& node : graph.nodes) {
    if (node.op == kCopy && !kept.count(node.id)) continue;
    each_read(used.emplace_back(node), rewire);
  }
  graph.nodes = std::move(used);
}

}  // namespace penstock::api
