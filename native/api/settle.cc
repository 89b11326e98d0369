// See settle.h.
#include "api/settle.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

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

// A node that does a part of what the user asked of `node`.
GraphNode follower_of(const GraphNode& node, int id, const char* op, const std::string& name) {
  GraphNode made;
  made.id = id;
  made.op = op;
  made.name = name;
  made.device = Device::gpu;
  made.guards = node.guards;
  made.call_site = node.call_site;
  return made;
}

// The nodes that replace a node on a GPU: the node on the CPU, and those that follow it.
struct Followers {
  std::vector<GraphNode> nodes;
  std::vector<ValueRef> outputs;  // the places of the node's outputs
};

Followers copies_of(GraphNode node, int next) {
  Followers all;
  for (int output = 0; output < node.num_outputs; ++output) {
    GraphNode copy = follower_of(node, next + output, kCopy, "copy of " + node.name);
    copy.inputs = {{node.id, output}};
    all.outputs.push_back({copy.id, 0});
    all.nodes.push_back(std::move(copy));
  }
  node.device = Device::cpu;
  all.nodes.insert(all.nodes.begin(), std::move(node));
  return all;
}

// The first of the operators makes all outputs of the reader, and those after it change the first output.
Followers handed(GraphNode node, const Json& ops, int next) {
  Followers all;
  for (int o = 0; o < node.num_outputs; ++o) all.outputs.push_back({next, o});
  all.outputs.at(0).node = next + static_cast<int>(ops.size()) - 1;
  ValueRef from{node.id, 0};
  for (const std::string op : ops) {
    const bool first = from.node == node.id;
    GraphNode made = follower_of(node, next++, op.c_str(), (first ? "frames" : op) + " of " + node.name);
    const Json& schema = schema_of(op, node.call_site);
    made.inputs = {from};
    for (const auto& [name, value] : node.args.items()) {
      if (schema.at("args").contains(name)) made.args[name] = value;
    }
    if (first) {
      made.device = Device::mixed;
      made.num_outputs = node.num_outputs;
    }
    made.parts = {{node.op, node.call_site}};
    if (schema.value("onError", false)) made.on_error = node.on_error;
    from = {made.id, 0};
    all.nodes.push_back(std::move(made));
  }
  node.device = Device::cpu;
  node.args["handsOn"] = true;
  node.num_outputs = 1;
  all.nodes.insert(all.nodes.begin(), std::move(node));
  return all;
}

// Moves to the CPU the nodes whose outputs on a GPU other nodes make, and adds those after them: copies where the CPU
// makes the outputs, and the operators that a reader hands its samples on to.
void add_followers(Graph& graph) {
  std::map<ValueRef, ValueRef> places;
  int next = 0;
  for (const GraphNode& node : graph.nodes) next = std::max(next, node.id + 1);
  const auto move = [&](ValueRef& v) {
    if (const auto place = places.find(v); place != places.end()) v = place->second;
  };
  std::vector<GraphNode> nodes;
  for (GraphNode& node : graph.nodes) {
    each_read(node, move);
    const Json& schema = schema_of(node.op, node.call_site);
    const bool copied = schema.value("copied", false);
    if (!node.on_gpu() || !(copied || schema.contains("handedTo"))) {
      nodes.push_back(std::move(node));
      continue;
    }
    const int id = node.id;
    Followers all = copied ? copies_of(std::move(node), next) : handed(std::move(node), schema.at("handedTo"), next);
    next += static_cast<int>(all.nodes.size()) - 1;
    for (size_t o = 0; o < all.outputs.size(); ++o) places[{id, static_cast<int>(o)}] = all.outputs[o];
    std::move(all.nodes.begin(), all.nodes.end(), std::back_inserter(nodes));
  }
  graph.nodes = std::move(nodes);
  for (GraphOutput& out : graph.outputs) move(out.value);
}

}  // namespace

void settle(Graph& graph, std::optional<int> gpu) {
  if (gpu) add_followers(graph);
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
