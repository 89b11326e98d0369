// Checks a call against its operator's schema, and the definition's rules between calls; src/graph/check.ts does so for
// JavaScript.
#pragma once
#include "api/graph.h"
#include "core/error.h"

namespace penstock::api {

// Throws INVALID_ARGUMENT, or UNSUPPORTED for a device that the operator has no kernel for. A list of one value in
// place of a list becomes a list.
void check_node(GraphNode& node);
// Throws INVALID_ARGUMENT where the node reads a value in host memory that lies on the GPU.
void check_places(const GraphNode& node, const Graph& graph);

// The error INVALID_ARGUMENT of a call.
[[noreturn]] void arg_error(const GraphNode& node, const std::string& message, const std::string& hint = {});
[[noreturn]] void call_error(const GraphNode& node, ErrorCode code, const std::string& message,
                             const std::string& hint = {});
// Whether input i must be in host memory, because shapes depend on its values.
bool host_input(const Json& schema, size_t i);
// The outputs that a call with these arguments has, as ports of the schema.
std::vector<Json> output_ports(const Json& schema, const Json& args, size_t num_inputs);

}  // namespace penstock::api
