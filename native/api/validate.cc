// See validate.h.
#include "api/validate.h"

#include <algorithm>
#include <set>

#include "api/check.h"
#include "generated/plan_limits.h"

namespace penstock::api {
namespace {

using Seen = std::map<int, const GraphNode*>;

std::string text_of(const ValueRef& v) { return std::to_string(v.output) + " of " + std::to_string(v.node); }
std::string at(const GraphNode& node) { return " of node " + std::to_string(node.id) + " ('" + node.name + "')"; }

// Internal operators that a definition records.
bool is_recorded(const std::string& op) {
  static const std::set<std::string> kRecorded = {"cond", "merge", "math", "subscript", "subscriptCopy"};
  return kRecorded.count(op) > 0;
}

void validate_operator(const GraphNode& node) {
  const Json& schema = schema_of(node.op, node.call_site);
  if (has_flag(schema, "internal") && !is_recorded(node.op)) {
    arg_error(node, "Expected the name of an operator" + at(node));
  }
  if (!node.args.is_object()) arg_error(node, "Expected an object for args" + at(node));
  if (schema.at("kind") == "source" && !node.guards.empty()) {
    arg_error(node, "Expected a source outside of branches but received guards" + at(node));
  }
  // The outputs of a function in JavaScript, which is refused where the pipeline is built, are not counted here.
  if (schema.at("kind") == "js") return;
  const size_t count = output_ports(schema, node.args, node.inputs.size()).size();
  if (count < 1 || count > limits::maxOutputs || node.num_outputs < 0 ||
      count != static_cast<size_t>(node.num_outputs)) {
    arg_error(node, "Expected " + std::to_string(count) + " for numOutputs but received " +
                        std::to_string(node.num_outputs) + at(node));
  }
}

// Whether what runs for `outer` runs for all samples of the first `size` guards of `inner`.
bool is_within(const std::vector<Guard>& outer, const std::vector<Guard>& inner, size_t size) {
  return outer.size() <= size && std::equal(outer.begin(), outer.end(), inner.begin());
}

void validate_value(const GraphNode& node, const ValueRef& value, const std::vector<Guard>& guards, size_t size,
                    const Seen& seen) {
  const auto found = seen.find(value.node);
  if (found == seen.end() || value.output < 0 || value.output >= found->second->num_outputs) {
    arg_error(node, "Expected an output of an earlier node but received " + text_of(value) + at(node));
  }
  if (is_within(found->second->guards, guards, size)) return;
  arg_error(node, "Expected a value that has all samples of this node but received " + text_of(value) +
                      ", which is of another branch," + at(node));
}

void validate_references(const GraphNode& node, const Seen& seen) {
  const auto& guards = node.guards;
  for (size_t i = 0; i < guards.size(); ++i) validate_value(node, guards[i].value, guards, i, seen);
  for (const auto& [name, value] : node.arg_inputs) validate_value(node, value, guards, guards.size(), seen);
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    // Input k + 1 of a merge is what branch k gave.
    std::vector<Guard> branch = guards;
    if (node.op == "merge" && i > 0) branch.push_back({node.inputs[0], static_cast<double>(i - 1)});
    validate_value(node, node.inputs[i], branch, branch.size(), seen);
  }
}

}  // namespace

void validate(const Graph& graph) {
  Seen seen;
  std::set<std::string> names;
  for (const GraphNode& node : graph.nodes) {
    if (node.id < 0 || seen.count(node.id) > 0) {
      arg_error(node, "Expected an id >= 0 that no other node has but received " + std::to_string(node.id) + at(node));
    }
    if (!node.name.empty() && !names.insert(node.name).second) {
      arg_error(node, "Expected a name that no other node has" + at(node));
    }
    validate_operator(node);
    validate_references(node, seen);
    seen[node.id] = &node;
  }
  for (const GraphOutput& output : graph.outputs) {
    const auto found = seen.find(output.value.node);
    const bool made = found != seen.end() && output.value.output >= 0 &&
                      output.value.output < found->second->num_outputs && found->second->guards.empty();
    if (made) continue;
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected outputs of nodes outside of branches for outputs but received " + text_of(output.value));
  }
}

}  // namespace penstock::api
