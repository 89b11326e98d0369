// See settle.h.
#include "api/settle.h"

#include <algorithm>
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

void fill_device_defaults(GraphNode& node) {
  for (const auto& [name, arg] : schema_of(node.op, node.call_site).at("args").items()) {
    const Json defaults = arg.value("deviceDefaults", Json::object());
    const char* device = device_name(node.device);
    if (defaults.contains(device) && !node.args.contains(name)) node.args[name] = defaults[device];
  }
}

}  // namespace

void settle(Graph& graph, std::optional<int> gpu) {
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
    GraphNode& own = used.emplace_back(node);
    for (ValueRef& v : own.inputs) rewire(v);
    for (auto& [name, v] : own.arg_inputs) rewire(v);
    for (Guard& g : own.guards) rewire(g.value);
  }
  graph.nodes = std::move(used);
}

}  // namespace penstock::api
