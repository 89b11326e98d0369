// See graph.h.
#include "api/graph.h"

#include "core/error.h"

namespace penstock::api {
namespace {

Json ref_json(const ValueRef& v) { return {{"node", v.node}, {"output", v.output}}; }
ValueRef parse_ref(const Json& j) { return {j.at("node"), j.at("output")}; }

Device device_of(const std::string& name) {
  for (const Device d : {Device::cpu, Device::mixed, Device::gpu}) {
    if (name == device_name(d)) return d;
  }
  throw Error(ErrorCode::INVALID_ARGUMENT,
              "Expected one of 'cpu', 'mixed', 'gpu' for device but received '" + name + "'");
}

GraphNode parse_node(const Json& j) {
  GraphNode node;
  node.id = j.at("id");
  node.op = j.at("op");
  node.name = j.value("name", "");
  node.device = device_of(j.value("device", "cpu"));
  for (const Json& v : j.at("inputs")) node.inputs.push_back(parse_ref(v));
  node.args = j.at("args");
  const Json arg_inputs = j.value("argInputs", Json::object());
  for (const auto& [name, v] : arg_inputs.items()) node.arg_inputs[name] = parse_ref(v);
  node.num_outputs = j.at("numOutputs");
  if (j.contains("onError")) node.on_error = on_error_of(j["onError"]);
  if (j.contains("seed")) node.seed = j["seed"].get<int64_t>();
  node.bytes_per_sample_hint = j.value("bytesPerSampleHint", Json());
  for (const Json& g : j.value("guards", Json::array()))
    node.guards.push_back({parse_ref(g.at("value")), g.at("want")});
  node.call_site = j.value("callSite", "");
  return node;
}

Json node_json(const GraphNode& node) {
  Json inputs = Json::array(), arg_inputs = Json::object(), guards = Json::array();
  for (const ValueRef& v : node.inputs) inputs.push_back(ref_json(v));
  for (const auto& [name, v] : node.arg_inputs) arg_inputs[name] = ref_json(v);
  for (const Guard& g : node.guards) guards.push_back({{"value", ref_json(g.value)}, {"want", g.want}});
  Json j = {{"id", node.id},
            {"op", node.op},
            {"name", node.name},
            {"device", device_name(node.device)},
            {"inputs", inputs},
            {"args", node.args},
            {"argInputs", arg_inputs},
            {"numOutputs", node.num_outputs},
            {"callSite", node.call_site}};
  if (node.on_error) j["onError"] = on_error_name(*node.on_error);
  if (node.seed) j["seed"] = *node.seed;
  if (!node.bytes_per_sample_hint.is_null()) j["bytesPerSampleHint"] = node.bytes_per_sample_hint;
  if (!node.guards.empty()) j["guards"] = guards;
  return j;
}

}  // namespace

std::vector<ValueRef> GraphNode::reads() const {
  std::vector<ValueRef> all = inputs;
  for (const auto& [name, v] : arg_inputs) all.push_back(v);
  for (const Guard& g : guards) all.push_back(g.value);
  return all;
}

const GraphNode* Graph::find(int id) const {
  for (const GraphNode& node : nodes) {
    if (node.id == id) return &node;
  }
  return nullptr;
}

const char* device_name(Device device) {
  static constexpr const char* kNames[] = {"cpu", "mixed", "gpu"};
  return kNames[static_cast<int>(device)];
}

const char* on_error_name(OnError on_error) {
  static constexpr const char* kNames[] = {"throw", "skip", "placeholder"};
  return kNames[static_cast<int>(on_error)];
}

OnError on_error_of(const std::string& name) {
  for (const OnError e : {OnError::fail, OnError::skip, OnError::placeholder}) {
    if (name == on_error_name(e)) return e;
  }
  throw Error(ErrorCode::INVALID_ARGUMENT,
              "Expected one of 'throw', 'skip', 'placeholder' for onError but received '" + name + "'");
}

Json settled(const GraphNode& node, const char* arg) {
  if (node.args.contains(arg)) return node.args[arg];
  const Json& args = schema_of(node.op, node.call_site).at("args");
  return args.contains(arg) ? args[arg].value("default", Json()) : Json();
}

Graph parse_graph(const Json& json) {
  try {
    Graph graph;
    for (const Json& node : json.at("nodes")) graph.nodes.push_back(parse_node(node));
    for (const Json& out : json.at("outputs")) {
      graph.outputs.push_back({out.value("name", ""), parse_ref(out.at("value")), out.value("onCpu", false)});
    }
    return graph;
  } catch (const Json::exception& e) {
    throw Error(ErrorCode::INVALID_ARGUMENT, std::string("Expected a definition but received other JSON: ") + e.what());
  }
}

Json graph_json(const Graph& graph) {
  Json nodes = Json::array(), outputs = Json::array();
  for (const GraphNode& node : graph.nodes) nodes.push_back(node_json(node));
  for (const GraphOutput& out : graph.outputs) {
    Json one = {{"value", ref_json(out.value)}};
    if (!out.name.empty()) one["name"] = out.name;
    outputs.push_back(one);
  }
  return {{"nodes", nodes}, {"outputs", outputs}};
}

}  // namespace penstock::api
