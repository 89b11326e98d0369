// The graph of a definition, as src/graph/types.ts has it, and its text.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "api/schema.h"
#include "penstock/policies.h"

namespace penstock::api {

// Output `output` of the call with id `node`.
struct ValueRef {
  int node = 0, output = 0;
  bool operator==(const ValueRef& o) const { return node == o.node && output == o.output; }
  bool operator<(const ValueRef& o) const { return node != o.node ? node < o.node : output < o.output; }
};

// The call runs for the samples whose `value` is `want`.
struct Guard {
  ValueRef value;
  double want = 0;
  bool operator==(const Guard& o) const { return value == o.value && want == o.want; }
};

struct FusedPart {
  std::string op, call_site;
};

// One call of an operator. Its id is its position in the definition, and keys its random numbers.
struct GraphNode {
  int id = 0;
  std::string op, name;
  Device device = Device::cpu;
  std::vector<ValueRef> inputs;
  Json args = Json::object();
  std::map<std::string, ValueRef> arg_inputs;
  int num_outputs = 1;
  std::optional<OnError> on_error;
  std::optional<int64_t> seed;
  Json bytes_per_sample_hint;  // null: not given
  std::vector<Guard> guards;
  std::string call_site;
  std::vector<FusedPart> parts;

  // All values that it reads.
  std::vector<ValueRef> reads() const;
  bool on_gpu() const { return device != Device::cpu; }
  bool gives(const char* arg) const { return args.contains(arg) || arg_inputs.count(arg) > 0; }
};

struct GraphOutput {
  std::string name;  // may be empty
  ValueRef value;
  bool on_cpu = false;  // the value lies on the GPU and is wanted in host memory
};

struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<GraphOutput> outputs;

  const GraphNode* find(int id) const;
};

const char* device_name(Device device);
const char* on_error_name(OnError on_error);
OnError on_error_of(const std::string& name);
// A value of a source's schema: the argument that the user gave, or its default. Null where there is neither.
Json settled(const GraphNode& node, const char* arg);

// Throws INVALID_ARGUMENT for JSON that is no graph.
Graph parse_graph(const Json& json);
Json graph_json(const Graph& graph);

}  // namespace penstock::api
