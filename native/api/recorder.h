// Records the calls of a definition. One belongs to a pipeline; nodes refer to it.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "api/graph.h"
#include "penstock/node.h"
#include "penstock/pipeline.h"

namespace penstock::api {

class Recorder : public std::enable_shared_from_this<Recorder> {
 public:
  static std::shared_ptr<Recorder> of(Pipeline& pipeline);
  // The recorder of a value. Throws INVALID_ARGUMENT for a node without one.
  static const std::shared_ptr<Recorder>& of(const Node& node, const GraphNode& at, const char* what);

  // Checks the call and appends it; returns its first output.
  Node add(GraphNode node);
  // The value's place in the graph. Throws INVALID_ARGUMENT for a value of another pipeline.
  ValueRef ref(const Node& node, const GraphNode& at, const char* what) const;
  static Node output(const Node& node, int index);
  static int output_count(const Node& node);
  static Node on(const Node& node, bool gpu, CallSite at);
  bool on_gpu(const ValueRef& v) const { return graph_.nodes[static_cast<size_t>(v.node)].on_gpu(); }

  // The graph of what the outputs need, with a name for each call. Throws INVALID_ARGUMENT without outputs.
  Graph finish(const std::vector<PipelineOutput>& outputs) const;

 private:
  Graph graph_;
};

// file:line of a call.
std::string site_text(const CallSite& at);
// Replaces shard: 'auto' of a reader by the rank and the number of processes that the launcher of this one has set.
void resolve_shard(GraphNode& node);

}  // namespace penstock::api
