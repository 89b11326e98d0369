// See check.h.
#include "api/check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "generated/plan_limits.h"
#include "program/sample_error.h"

namespace penstock::api {
namespace {

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& one : list) text += (text.empty() ? "" : ", ") + one;
  return text;
}

std::vector<std::string> texts(const Json& list) { return list.get<std::vector<std::string>>(); }

void check_device(const GraphNode& node, const Json& schema) {
  const auto devices = texts(schema.at("devices"));
  const char* name = device_name(node.device);
  if (std::find(devices.begin(), devices.end(), name) != devices.end()) return;
  call_error(node, ErrorCode::UNSUPPORTED, "[" + node.op + "] has no " + name + " kernel",
             "It runs on: " + joined(devices));
}

void check_inputs(const GraphNode& node, const Json& schema) {
  const Json& ports = schema.at("inputs");
  size_t least = 0;
  bool many = false;
  std::string names;
  for (const Json& port : ports) {
    const bool optional = port.value("optional", false);
    least += !optional;
    many = port.value("many", false);
    names += (names.empty() ? "" : ", ") + port.at("name").get<std::string>() + (optional ? "?" : "");
  }
  const size_t count = node.inputs.size();
  const size_t most = has_flag(schema, "merges") ? SIZE_MAX : limits::maxInputs;
  if (count >= least && count <= (many ? most : ports.size())) return;
  if (many && count > most) {
    arg_error(node, "Expected at most " + std::to_string(most) + " inputs but received " + std::to_string(count));
  }
  const std::string range = std::to_string(least) + (many                    ? " or more"
                                                     : least == ports.size() ? ""
                                                                             : " to " + std::to_string(ports.size()));
  arg_error(node, "Expected " + range + " inputs" + (names.empty() ? "" : " (" + names + ")") + " but received " +
                      std::to_string(count));
}

// The words for a range: " >= 0", " from 1 to 64".
std::string range_text(const Json& arg) {
  const bool min = arg.contains("min"), max = arg.contains("max");
  if (min && max) return " from " + arg["min"].dump() + " to " + arg["max"].dump();
  return min ? " >= " + arg["min"].dump() : max ? " <= " + arg["max"].dump() : "";
}

bool within(double v, const Json& arg) {
  return !(arg.contains("min") && v < arg["min"].get<double>()) &&
         !(arg.contains("max") && v > arg["max"].get<double>());
}

// Throws unless a constant has the argument's type and range. Names of dtypes, filters and colour models are checked
// where a program is made from the node.
void check_scalar(const GraphNode& node, const std::string& name, const std::string& type, const Json& v,
                  const Json& arg, bool wide) {
  const auto refuse = [&](const std::string& expected) {
    arg_error(node, "Expected " + expected + " for " + name + " but received " + v.dump());
  };
  if (type == "bool") {
    if (!v.is_boolean()) refuse("true or false");
  } else if (type == "int") {
    const double x = v.is_boolean() ? v.get<bool>() : v.is_number() ? v.get<double>() : NAN;
    if (!(std::floor(x) == x && std::fabs(x) < 0x1p53)) refuse("an integer" + range_text(arg));
    if (!wide && (x < INT32_MIN || x > INT32_MAX)) refuse("a 32-bit integer");
    if (!within(x, arg)) refuse("an integer" + range_text(arg));
  } else if (type == "float") {
    if (!v.is_number() || !std::isfinite(v.get<double>())) refuse("a finite number" + range_text(arg));
    if (!within(v.get<double>(), arg)) refuse("a number" + range_text(arg));
  } else if (!v.is_string()) {
    refuse("a string");
  } else if (type == "enum") {
    const auto known = texts(arg.at("values"));
    const bool found = std::find(known.begin(), known.end(), v.get<std::string>()) != known.end();
    if (!found) refuse("one of " + joined(known));
  } else if (type == "layout") {
    const auto text = v.get<std::string>();
    const bool letters = std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c); });
    if (!letters || text.size() > 7) refuse("a layout (up to 7 letters, such as 'HWC')");
  }
}

void check_value(const GraphNode& node, const std::string& name, Json& v, const Json& arg, bool wide) {
  const std::string type = arg.at("type");
  if (type == "outputs") return;
  const bool list = type.size() > 2 && type.substr(type.size() - 2) == "[]";
  if (!list) return check_scalar(node, name, type, v, arg, wide);
  if (!v.is_array()) v = Json::array({v});
  for (const Json& one : v) check_scalar(node, name, type.substr(0, type.size() - 2), one, arg, wide);
}

void check_args(GraphNode& node, const Json& schema) {
  const Json& known = schema.at("args");
  const auto refuse = [&](const std::string& name) {
    std::vector<std::string> names;
    for (const auto& [one, arg] : known.items()) names.push_back(one);
    arg_error(node, "Expected a known argument but received '" + name + "'",
              names.empty() ? "It takes no arguments of its own" : "It takes: " + joined(names));
  };
  for (const auto& [name, v] : node.arg_inputs) {
    if (!known.contains(name)) refuse(name);
    if (known[name].value("perSample", false)) continue;
    arg_error(node, "Expected a constant for " + name + " but received a node", name + " is the same for all samples");
  }
  Json args = Json::object();
  for (auto& [name, value] : node.args.items()) {
    if (!known.contains(name)) refuse(name);
    if (value.is_null()) continue;
    const Json& arg = known[name];
    const bool wide = schema.at("kind") != "op" && (!has_flag(schema, "reader") || arg.value("for", "") == "sampler");
    check_value(node, name, value, arg, wide);
    args[name] = value;
  }
  for (const auto& [name, arg] : known.items()) {
    if (!arg.value("required", false) || args.contains(name) || node.arg_inputs.count(name)) continue;
    arg_error(node, "Expected a value for " + name + " but received none");
  }
  node.args = std::move(args);
}

// A rule of op.json between arguments.
void check_rule(const GraphNode& node, const Json& rule) {
  const std::string hint = rule.value("hint", ""), expected = rule.value("expected", "");
  const auto given = [&](const Json& name) { return node.args.contains(name.get<std::string>()); };
  if (rule.contains("atMostOne")) {
    std::vector<std::string> found;
    for (const Json& name : rule["atMostOne"]) {
      if (given(name)) found.push_back(name);
    }
    if (found.size() > 1)
      arg_error(node, "Expected either " + found[0] + " or " + found[1] + " but received both", hint);
  }
  if (rule.contains("atLeastOne")) {
    const Json& names = rule["atLeastOne"];
    if (std::none_of(names.begin(), names.end(), given)) {
      arg_error(node, "Expected " + expected + " but received none", hint);
    }
  }
  if (rule.contains("needs") && given(rule["needs"][0]) && !given(rule["needs"][1])) {
    const std::string one = rule["needs"][0], other = rule["needs"][1];
    arg_error(node, "Expected " + other + " along with " + one + " but received " + one + " alone", hint);
  }
  if (rule.contains("sameLength") && given(rule["sameLength"][0]) && given(rule["sameLength"][1])) {
    const std::string one = rule["sameLength"][0], other = rule["sameLength"][1];
    const size_t a = node.args[one].size(), b = node.args[other].size();
    if (a != b) {
      arg_error(node,
                "Expected " + std::to_string(b) + " values for " + one + " (" + expected + ") but received " +
                    std::to_string(a),
                hint);
    }
  }
}

// An argument whose values are an output each has a value, and not more than there can be outputs.
void check_outputs(const GraphNode& node, const Json& schema) {
  for (const Json& port : schema.at("outputs")) {
    const std::string name = port.value("count", port.value("named", ""));
    if (name.empty() || !node.args.contains(name)) continue;
    const size_t count = node.args[name].size();
    if (count && count <= limits::maxOutputs) continue;
    arg_error(node, "Expected 1 to " + std::to_string(limits::maxOutputs) + " values for " + name +
                        ", one per output, but received " + (count ? std::to_string(count) : "none"));
  }
}

// The arguments that choose the samples, which all readers have.
void check_sampling(const GraphNode& node) {
  const Json& a = node.args;
  for (const char* name : {"shardId", "numShards"}) {
    if (!a.contains("shard") || !a.contains(name)) continue;
    arg_error(node, std::string("Expected shard or ") + name + " but received both",
              "Leave shard out, or let 'auto' take both numbers from the launcher's environment");
  }
  const int64_t shards = a.value("numShards", int64_t{1}), shard = a.value("shardId", int64_t{0});
  if (shard >= shards) {
    arg_error(node,
              "Expected shardId below numShards (" + std::to_string(shards) + ") but received " + std::to_string(shard),
              "Shards count from 0 to numShards - 1");
  }
  for (const char* other : {"randomShuffle", "stickToShard"}) {
    if (!a.value("shuffleAfterEpoch", false) || !a.value(other, false)) continue;
    arg_error(node, std::string("Expected shuffleAfterEpoch or ") + other + " but received both",
              "shuffleAfterEpoch already shuffles the whole data set between epochs, and deals it anew to the shards");
  }
  for (const char* other : {"shuffleAfterEpoch", "randomShuffle"}) {
    if (!a.value("shuffleBlocks", false) || !a.value(other, false)) continue;
    arg_error(node, std::string("Expected shuffleBlocks or ") + other + " but received both",
              "Choose one of the shuffles");
  }
}

}  // namespace

void call_error(const GraphNode& node, ErrorCode code, const std::string& message, const std::string& hint) {
  throw SampleError(Error(code, message, hint), node.op, node.call_site, -1, "");
}

void arg_error(const GraphNode& node, const std::string& message, const std::string& hint) {
  call_error(node, ErrorCode::INVALID_ARGUMENT, message, hint);
}

void check_node(GraphNode& node) {
  const Json& schema = schema_of(node.op, node.call_site);
  check_device(node, schema);
  check_inputs(node, schema);
  check_args(node, schema);
  for (const Json& rule : schema.value("rules", Json::array())) check_rule(node, rule);
  check_outputs(node, schema);
  if (has_flag(schema, "reader")) check_sampling(node);
}

bool host_input(const Json& schema, size_t i) {
  const Json& ports = schema.at("inputs");
  if (ports.empty()) return false;
  return ports[std::min(i, ports.size() - 1)].value("host", false);
}

std::vector<Json> output_ports(const Json& schema, const Json& args, size_t num_inputs) {
  const auto given = [&](const std::string& input) {
    const Json& inputs = schema.at("inputs");
    for (size_t i = 0; i < std::min(inputs.size(), num_inputs); ++i) {
      if (inputs[i].at("name") == input) return true;
    }
    return false;
  };
  const auto left_out = [&](const Json& values) {
    for (const auto& [name, value] : values.items()) {
      if (args.contains(name) && args[name] == value) return true;
    }
    return false;
  };
  std::vector<Json> ports;
  for (const Json& port : schema.at("outputs")) {
    if (port.contains("count")) {
      const Json list = args.value(port["count"].get<std::string>(), Json::array({0}));
      ports.insert(ports.end(), list.is_array() ? list.size() : 1, port);
      continue;
    }
    if (port.contains("repeat")) {
      ports.insert(ports.end(), args.value(port["repeat"].get<std::string>(), size_t{0}), port);
      continue;
    }
    if (port.contains("when") && !args.value(port["when"].get<std::string>(), false)) continue;
    if (port.contains("with") && !given(port["with"])) continue;
    if (!left_out(port.value("unless", Json::object()))) ports.push_back(port);
  }
  return ports;
}

void check_places(const GraphNode& node, const Graph& graph) {
  const Json& schema = schema_of(node.op, node.call_site);
  const auto away = [&](const ValueRef& v) {
    const GraphNode* from = graph.find(v.node);
    return from && from->on_gpu();
  };
  const auto fault = [&](const std::string& what, const std::string& hint) {
    arg_error(node, "Expected a value on the CPU for " + what + " but received one on the GPU", hint);
  };
  for (const auto& [name, v] : node.arg_inputs) {
    if (away(v)) fault(name, "Arguments are read on the CPU: call Cpu() on the value");
  }
  if (node.op == "copy") return;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (!away(node.inputs[i]) || (node.device == Device::gpu && !host_input(schema, i))) continue;
    fault("input " + std::to_string(i), "Call Cpu() on the value, or give the operator device = Device::gpu");
  }
}

}  // namespace penstock::api
