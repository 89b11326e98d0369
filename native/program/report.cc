// See report.h.
#include "program/report.h"

#include "core/json.h"
#include "program/batch_state.h"
#include "program/program.h"

namespace penstock {
namespace {
int64_t now_of(const std::atomic<int64_t>& count) { return count.load(std::memory_order_relaxed); }

Json decode_of(const gpu::DecodeCounts& d) {
  std::lock_guard lock(d.mutex);
  const std::pair<const char*, const gpu::PathCount*> paths[] = {
      {"kernels", &d.kernels}, {"hardware", &d.hardware}, {"cpu", &d.cpu}};
  Json json = {{"kernelSeconds", 1e-9 * static_cast<double>(now_of(d.kernel_ns))}, {"fallback", d.fallback}};
  for (const auto& [name, count] : paths) {
    json[name] = now_of(count->images);
    json["bytes"][name] = now_of(count->bytes);
  }
  return json;
}

// The sum of what all threads have counted for operator k.
uint64_t sum_of(const BatchState& state, size_t k, Tally OpTally::*what) {
  uint64_t sum = 0;
  for (const auto& w : state.workers) sum += (w->tallies[k].*what).read();
  return sum;
}

// The images that decoder k made smaller: those that were halved once, twice, ...
Json halved_of(const BatchState& state, size_t k) {
  std::array<uint64_t, kMaxHalvings> sums{};
  for (const auto& w : state.workers) {
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += w->tallies[k].halved[i].read();
  }
  return sums;
}

Json op_of(const BatchState& state, size_t k) {
  const OpNode& op = state.spec.ops[k];
  const OpCounters& counters = state.counters[k];
  Json outputs = Json::array();
  for (size_t o = 0; o < op.outputs.size(); ++o) {
    const OutputMemory& m = counters.memory[o];
    outputs.push_back({{"real", now_of(m.real)},
                       {"maxReal", now_of(m.max_real)},
                       {"reserved", now_of(m.reserved)},
                       {"maxReserved", now_of(m.max_reserved)}});
  }
  Json json = {{"op", op.op->name},
               {"name", op.name},
               {"id", op.id},
               {"seconds", sum_of(state, k, &OpTally::ns) * 1e-9},
               {"samples", sum_of(state, k, &OpTally::samples)},
               {"warned", sum_of(state, k, &OpTally::warned)},
               {"outputs", outputs}};
  if (op.device == Device::mixed) json["decode"] = decode_of(counters.decoded);
  if (op.op->shrink && op.device == Device::cpu) json["halved"] = halved_of(state, k);
  return json;
}

// The sample that each thread works on.
Json running_of(const BatchState& state) {
  Json running = Json::array();
  for (const auto& w : state.workers) {
    Running::Work work;
    if (!w->running.look(work)) continue;
    const OpNode* op = work.op >= 0 ? &state.spec.ops[work.op] : nullptr;
    running.push_back({{"op", op ? op->op->name : ""},
                       {"callSite", op ? op->call_site : ""},
                       {"index", work.index},
                       {"source", work.source},
                       {"seconds", work.seconds}});
  }
  return running;
}

Json bad_of(const BadSample& b) {
  return {{"batch", b.batch},        {"path", b.source},
          {"index", b.index},        {"epoch", b.epoch},
          {"reason", b.reason},      {"op", b.op},
          {"callSite", b.call_site}, {"code", kErrorNames[static_cast<int>(b.code)]}};
}

}  // namespace

std::string report_json(const BatchState& state, size_t bad_from) {
  Json ops = Json::array();
  for (size_t i = 0; i < state.spec.ops.size(); ++i) ops.push_back(op_of(state, i));
  size_t bad_total = 0;
  Json bad = Json::array();
  for (const BadSample& b : state.bad.from(bad_from, bad_total)) bad.push_back(bad_of(b));
  return json_text({{"ops", ops},
                    {"bad", bad},
                    {"badTotal", bad_total},
                    {"scratchBytes", state.scratch_bytes.load(std::memory_order_relaxed)},
                    {"running", running_of(state)}});
}

std::string bad_json(const BatchState& state, int64_t index, int32_t epoch) {
  const std::optional<BadSample> found = state.bad.find(index, epoch);
  return found ? json_text(bad_of(*found)) : "";
}

std::string outputs_json(const Program& p) {
  auto outputs = Json::array();
  for (int o = 0; o < p.outputs(); ++o) {
    auto shapes = Json::array();
    for (int i = 0; i < p.count(); ++i) {
      const Shape& s = p.described(o, i).shape;
      shapes.push_back(std::vector<int64_t>(s.dim, s.dim + s.ndim));
    }
    const OutSpec first = p.count() ? p.described(o, 0) : OutSpec{};
    outputs.push_back({{"dtype", dtype_name(first.dtype)}, {"layout", first.layout.name}, {"shapes", shapes}});
  }
  // A layout is bytes, not always UTF-8.
  return json_text(outputs);
}

}  // namespace penstock
