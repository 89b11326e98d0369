// See programs.h.
#include "api/programs.h"

#include <algorithm>
#include <map>
#include <set>

#include "api/check.h"
#include "generated/plan_limits.h"

namespace penstock::api {
namespace {

using Kind = PlacedStage::Kind;

// Random operators with a seed of their own share this counter word, so equal seeds give equal draws. It is above every
// operator's id.
constexpr int kSharedStream = 0xffff;

// A value in a slot. A value that is wanted on the GPU and on the CPU has two entries.
struct Entry : ValueRef {
  bool device = false;  // it lies in device memory
  Entry(ValueRef v, bool device = false) : ValueRef(v), device(device) {}
  Entry on_host() const { return {ValueRef(*this)}; }
  bool operator==(const Entry& o) const { return ValueRef::operator==(o) && device == o.device; }
  bool operator<(const Entry& o) const { return device != o.device ? device < o.device : ValueRef::operator<(o); }
};

// A stage's outputs in slot order.
using Entries = std::vector<Entry>;

struct Origin {
  int mailbox = 0, output = 0;
};

void add(Entries& slot, const Entry& entry) {
  if (std::find(slot.begin(), slot.end(), entry) == slot.end()) slot.push_back(entry);
}

std::vector<ValueRef> own_outputs(const GraphNode& node) {
  std::vector<ValueRef> list;
  for (int o = 0; o < node.num_outputs; ++o) list.push_back({node.id, o});
  return list;
}

class Maker {
 public:
  Maker(const Graph& graph, const std::vector<PlacedStage>& placed, const PlanOptions& options)
      : graph_(graph),
        placed_(placed),
        options_(options),
        own_(placed.size()),
        wants_(placed.size()),
        slots_(placed.size()) {
    for (size_t i = 0; i < placed.size(); ++i) {
      for (const GraphNode* node : placed[i].nodes) {
        for (const ValueRef& v : own_outputs(*node)) own_[i].insert(v);
      }
    }
    find_wants();
    fill_slots();
  }

  Json stage(size_t index) const {
    const PlacedStage& stage = placed_[index];
    Json plan = {{"kind", kind_name(stage.kind)}, {"name", stage.name}};
    switch (stage.kind) {
      case Kind::reader: fill_reader(plan, *stage.nodes.front()); break;
      case Kind::source: fill_source(plan, stage.nodes.empty() ? nullptr : stage.nodes.front()); break;
      case Kind::cpu: plan["program"] = program(index); break;
      case Kind::mixed: plan["workers"] = stage.workers; [[fallthrough]];
      case Kind::gpu:
        plan["gpu"] = options_.device_id.value_or(0);
        plan["program"] = program(index);
        break;
      case Kind::sink: {
        plan["inputs"] = Json::array();
        const auto origins = origins_of(index);
        for (const Entry& want : wants_[index]) plan["inputs"].push_back(origin_json(arrival(want, origins).second));
        break;
      }
    }
    return plan;
  }

 private:
  using Origins = std::map<Entry, Origin>;

  Entry where_made(const ValueRef& v) const { return {v, graph_.find(v.node)->on_gpu()}; }

  // The values that each stage reads; for the sink one per output of the pipeline.
  void find_wants() {
    for (size_t i = 0; i < placed_.size(); ++i) {
      Entries& wants = wants_[i];
      if (placed_[i].kind == Kind::sink) {
        for (const GraphOutput& out : graph_.outputs) {
          wants.push_back(out.on_cpu ? Entry(out.value) : where_made(out.value));
        }
      }
      for (const GraphNode* node : placed_[i].nodes) {
        for (const ValueRef& v : host_reads(*node)) wants.push_back(v);
        for (const ValueRef& v : device_reads(*node)) wants.push_back(where_made(v));
      }
    }
  }

  bool reaches(int stage, const ValueRef& v) const {
    if (own_[static_cast<size_t>(stage)].count(v)) return true;
    const auto& inputs = placed_[static_cast<size_t>(stage)].inputs;
    return std::any_of(inputs.begin(), inputs.end(), [&](int i) { return reaches(i, v); });
  }

  // The values in each stage's slots: the outputs of a source, and all values that later stages need.
  void fill_slots() {
    for (size_t i = 0; i < placed_.size(); ++i) {
      if (placed_[i].kind != Kind::reader && placed_[i].kind != Kind::source) continue;
      for (const GraphNode* node : placed_[i].nodes) {
        for (const ValueRef& v : own_outputs(*node)) slots_[i].push_back(v);
      }
    }
    for (size_t i = placed_.size(); i-- > 0;) {
      Entries all = wants_[i];
      all.insert(all.end(), slots_[i].begin(), slots_[i].end());
      for (const Entry& v : all) {
        if (own_[i].count(v)) continue;
        const size_t from = bringer(i, v);
        // A stage on the CPU passes the value on in host memory.
        add(slots_[from], placed_[from].on_gpu() ? v : v.on_host());
      }
    }
    for (size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].size() <= limits::maxOutputs) continue;
      fail(ErrorCode::UNSUPPORTED, "Expected at most %d values between two stages but stage %s passes on %d",
           static_cast<int>(limits::maxOutputs), placed_[i].name.c_str(), static_cast<int>(slots_[i].size()));
    }
  }

  size_t bringer(size_t stage, const ValueRef& v) const {
    for (const int i : placed_[stage].inputs) {
      if (own_[static_cast<size_t>(i)].count(v)) return static_cast<size_t>(i);
    }
    for (const int i : placed_[stage].inputs) {
      if (reaches(i, v)) return static_cast<size_t>(i);
    }
    fail(ErrorCode::INTERNAL, "no stage brings value %d:%d", v.node, v.output);
  }

  // The place of each entry in a stage's input mailboxes.
  Origins origins_of(size_t stage) const {
    Origins origins;
    const auto& inputs = placed_[stage].inputs;
    for (size_t m = 0; m < inputs.size(); ++m) {
      const Entries& slot = slots_[static_cast<size_t>(inputs[m])];
      for (size_t o = 0; o < slot.size(); ++o) {
        origins.emplace(slot[o], Origin{static_cast<int>(m), static_cast<int>(o)});
      }
    }
    return origins;
  }

  // The entry that arrives for a value: the one on the host where it is wanted on the GPU and is not there.
  static std::pair<Entry, Origin> arrival(const Entry& v, const Origins& origins) {
    const Entry entry = origins.count(v) ? v : v.on_host();
    const auto from = origins.find(entry);
    if (from == origins.end()) fail(ErrorCode::INTERNAL, "value %d:%d does not arrive", v.node, v.output);
    return {entry, from->second};
  }

  static Json origin_json(const Origin& o) { return {{"mailbox", o.mailbox}, {"output", o.output}}; }

  const char* policy(const GraphNode& node) const {
    const bool takes = has_flag(schema_of(node.op, node.call_site), "onError");
    return on_error_name(takes ? node.on_error.value_or(options_.on_error) : OnError::fail);
  }

  Json op_json(const GraphNode& node) const {
    Json op = {{"op", node.op},
               {"id", node.id},
               {"name", node.name},
               {"inputs", Json::array()},
               {"args", node.args},
               {"argInputs", Json::object()},
               {"outputs", Json::array()},
               {"onError", policy(node)},
               {"callSite", node.call_site}};
    if (node.seed) {
      op["seed"] = *node.seed;
      op["stream"] = kSharedStream;
    }
    for (const FusedPart& part : node.parts) op["parts"].push_back({{"op", part.op}, {"callSite", part.call_site}});
    return op;
  }

  void fill_reader(Json& plan, const GraphNode& node) const {
    const Json& args = schema_of(node.op, node.call_site).at("args");
    Json op = op_json(node);
    Json& reader = plan["reader"] = Json::object();
    for (const auto& [name, arg] : args.items()) {
      const Json value = settled(node, name.c_str());
      if (!value.is_null()) reader[name] = value;
      // The program does not need arguments that choose samples or define the data set.
      if (arg.contains("for")) op["args"].erase(name);
    }
    // A seed of the reader overrides the pipeline's.
    if (node.seed) reader["seed"] = *node.seed;
    Json outputs = Json::array();
    for (int o = 0; o < node.num_outputs; ++o) outputs.push_back(o);
    op["outputs"] = outputs;
    plan["program"] = {{"inputs", Json::array()}, {"ops", {op}}, {"outputs", outputs}};
  }

  void fill_source(Json& plan, const GraphNode* node) const {
    plan["node"] = node ? node->id : -1;
    plan["numOutputs"] = node ? node->num_outputs : 0;
    plan["onError"] = node ? policy(*node) : "throw";
    if (!node) return;
    plan["callSite"] = node->call_site;
    for (const char* name : {"blocking", "noCopy", "repeatLast"}) plan[name] = settled(*node, name);
    Json& per_output = plan["perOutput"] = Json::array();
    for (int o = 0; o < node->num_outputs; ++o) {
      Json one = Json::object();
      for (const char* name : {"dtype", "ndim", "layout"}) {
        const Json list = settled(*node, name);
        if (list.is_array() && static_cast<size_t>(o) < list.size()) one[name] = list[static_cast<size_t>(o)];
      }
      per_output.push_back(one);
    }
  }

  Json program(size_t index) const {
    const PlacedStage& stage = placed_[index];
    const Origins origins = origins_of(index);
    const auto mine = [&](const ValueRef& v) { return own_[index].count(v) > 0; };
    Entries used;
    for (const Entries* list : {&wants_[index], &slots_[index]}) {
      for (const Entry& v : *list) {
        if (!mine(v)) add(used, arrival(v, origins).first);
      }
    }
    std::map<Entry, int> values;
    Json inputs = Json::array();
    for (const Entry& v : used) {
      values.emplace(v, static_cast<int>(values.size()));
      inputs.push_back(origin_json(origins.at(v)));
    }
    const auto number = [&](const Entry& v) { return values.at(mine(v) ? v.on_host() : arrival(v, origins).first); };
    Json ops = Json::array();
    for (const GraphNode* node : stage.nodes) {
      const std::vector<ValueRef> away = device_reads(*node);
      Json op = op_json(*node);
      for (const ValueRef& v : node->inputs) {
        // A value may arrive in both memories; an input that is read on the GPU takes the one there.
        const bool there = std::find(away.begin(), away.end(), v) != away.end();
        op["inputs"].push_back(number(Entry(v, there && !mine(v) && origins.count(Entry(v, true)))));
      }
      for (const auto& [name, v] : node->arg_inputs) op["argInputs"][name] = number(Entry(v));
      for (const Guard& g : node->guards) {
        op["guards"].push_back({{"value", number(Entry(g.value))}, {"want", g.want}});
      }
      for (const ValueRef& v : own_outputs(*node)) {
        const auto next = static_cast<int>(values.size());
        values.emplace(v, next);
        op["outputs"].push_back(next);
      }
      if (node->on_gpu() && node->op != "merge") op["device"] = device_name(node->device);
      ops.push_back(std::move(op));
    }
    Json outputs = Json::array(), on_device = Json::array();
    for (const Entry& v : slots_[index]) {
      outputs.push_back(number(v));
      on_device.push_back(v.device);
    }
    Json out = {{"inputs", inputs}, {"ops", ops}, {"outputs", outputs}};
    if (stage.on_gpu()) out["onDevice"] = on_device;
    return out;
  }

  const Graph& graph_;
  const std::vector<PlacedStage>& placed_;
  const PlanOptions& options_;
  std::vector<std::set<ValueRef>> own_;
  std::vector<Entries> wants_, slots_;
};

}  // namespace

Json programs(const Graph& graph, const std::vector<PlacedStage>& placed, const PlanOptions& options) {
  const Maker maker(graph, placed, options);
  Json stages = Json::array();
  for (size_t i = 0; i < placed.size(); ++i) stages.push_back(maker.stage(i));
  return stages;
}

}  // namespace penstock::api
