// See lower.h. The passes in order; each is a file.
#include "api/lower.h"

#include "api/check.h"
#include "api/place.h"
#include "api/programs.h"
#include "api/settle.h"

namespace penstock::api {

Json lower(Graph graph, const PlanOptions& options) {
  for (GraphNode& node : graph.nodes) check_node(node);
  for (const GraphNode& node : graph.nodes) check_places(node, graph);
  settle(graph, options.device_id);
  const std::vector<PlacedStage> placed = place(graph, options);
  Json mailboxes = Json::array(), outputs = Json::array();
  for (size_t to = 0; to < placed.size(); ++to) {
    for (const int from : placed[to].inputs) {
      const bool gpu = placed[static_cast<size_t>(from)].on_gpu();
      mailboxes.push_back({{"from", from}, {"to", to}, {"capacity", gpu ? options.depth_gpu : options.depth_cpu}});
    }
  }
  for (const GraphOutput& out : graph.outputs) {
    outputs.push_back(out.name.empty() ? Json::object() : Json({{"name", out.name}}));
  }
  return {{"version", 1},           {"batchSize", options.batch_size},
          {"seed", options.seed},   {"stages", programs(graph, placed, options)},
          {"mailboxes", mailboxes}, {"outputs", outputs}};
}

}  // namespace penstock::api
