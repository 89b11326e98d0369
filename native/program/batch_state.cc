// See batch_state.h.
#include "program/batch_state.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/image_cache.h"
#include "core/running.h"
#include "dataset/files/open_files.h"
#include "dataset/set/dataset.h"
#include "program/early.h"
#include "program/frames.h"
#include "program/sample_error.h"
#include "program/shrink.h"
#include "program/stage_states.h"

namespace penstock {

BatchState::BatchState(ProgramSpec& s)
    : spec(s),
      num_values(count_values(s)),
      counters(s.ops.size()),
      bad(kBatchesOfBad * static_cast<size_t>(s.batch_size)) {
  spec.on_device.resize(spec.outputs.size());
  mark_early(spec, num_values);
  mark_shrinking(spec, num_values);
  check_whole_batch();
  const size_t block_bytes = lay_out();
  scratch_plan = assign_scratch(spec, num_values);
  int position = 0;
  for (OpNode& op : spec.ops) {
    if (op.op->share) op.shared = of_stage(spec.stage_id, position, op.op->share(op.args.data()));
    ++position;
    if (op.merges()) merges.push_back({&op, false, {}});
    if (op.resizes.size() > 1) shared_decoders.push_back(&op);
  }
  find_routes();
  attach_image_caches();

  // Charged before the tables are allocated; they live as long as the program.
  const size_t per_sample = Samples::table_bytes(block_bytes, spec.outputs.size()) + sizeof(int);
  tables.take(spec.account,
              static_cast<int64_t>(per_sample * spec.batch_size) + (spec.dataset ? spec.dataset->bytes() : 0));
  samples.resize(spec.batch_size, block_bytes, spec.outputs.size());
  layout.outputs.resize(spec.outputs.size());
  rooms.resize(num_values);
  for (size_t k = 0; k < spec.ops.size(); ++k) {
    counters[k].made.resize(spec.ops[k].outputs.size());
    counters[k].memory = std::vector<OutputMemory>(spec.ops[k].outputs.size());
  }
  make_workers();
}

// An operator that needs the whole batch reads what earlier programs have made, because this one makes its samples one
// by one.
void BatchState::check_whole_batch() {
  for (const OpNode& op : spec.ops) {
    if (!op.whole_batch()) continue;
    whole_batch = true;
    for (int v : op.inputs) {
      if (v >= static_cast<int>(spec.inputs.size())) {
        throw SampleError(Error(ErrorCode::INTERNAL, "an operator over the whole batch reads a value of its program"),
                          op.op->name, op.call_site, -1, "");
      }
    }
  }
}

int Route::maker_of(int value) const {
  const auto makes = [&](const Step& step) {
    return std::find(step.op->outputs.begin(), step.op->outputs.end(), value) != step.op->outputs.end();
  };
  const auto found = std::find_if(steps.begin(), steps.end(), makes);
  return found == steps.end() ? -1 : found->index;
}

void BatchState::find_routes() {
  int sources = 1;
  for (const OpNode& op : spec.ops) sources = std::max(sources, op.source + 1);
  for (int source = 0; source < sources; ++source) {
    Route& route = routes.emplace_back();
    for (int v = 0; v < static_cast<int>(spec.inputs.size()); ++v) route.values.push_back(v);
    if (spec.source_value >= 0) route.values.push_back(spec.source_value);
    int index = 0;
    for (const OpNode& op : spec.ops) {
      const int at = index++;
      if (op.source >= 0 && op.source != source) continue;
      route.steps.push_back({&op, at});
      if (const auto* files = dynamic_cast<const OpenFiles*>(op.shared.get())) route.files = files;
      route.values.insert(route.values.end(), op.outputs.begin(), op.outputs.end());
    }
  }
}

void BatchState::attach_image_caches() {
  for (size_t k = 0; k < spec.ops.size(); ++k) {
    auto* images = dynamic_cast<CachedImages*>(spec.ops[k].shared.get());
    if (!images) continue;
    images->cache = ImageCache::of(spec.stage_id, static_cast<int>(k), images->settings);
    // The executor of a GPU has it in the memory of the GPU.
    if (spec.gpu < 0) images->open_on_host(spec.account);
  }
}

// Assigns each operator its offsets in a sample's block, and returns the block's size. A sample of a mixture goes
// through the operators of its own source alone, so those of all sources share their part of the block.
size_t BatchState::lay_out() {
  BlockLayout common(num_values);
  const auto add = [](BlockLayout& block, OpNode& op) {
    if (!op.arg_inputs.empty()) op.args_offset = block.add(op.args.size());
    op.state_offset = block.add(op.op->state_bytes);
    if (op.takes_frames()) op.frames_offset = block.add(sizeof(FrameCalls));
  };
  for (OpNode& op : spec.ops) {
    if (op.source < 0) add(common, op);
  }
  size_t bytes = common.bytes();
  std::map<int, BlockLayout> of_source;
  for (OpNode& op : spec.ops) {
    if (op.source < 0) continue;
    BlockLayout& own = of_source.try_emplace(op.source, common).first->second;
    add(own, op);
    bytes = std::max(bytes, own.bytes());
  }
  return bytes;
}

void BatchState::make_workers() {
  shares_scratch = spec.scratch != nullptr;
  if (!shares_scratch) {
    spec.scratch = std::make_shared<ScratchSet>(spec.threads);
    for (ThreadScratch& s : *spec.scratch) {
      s.sample.charge_to(spec.account.get());
      s.batch.charge_to(spec.account.get());
    }
  }
  size_t inputs = 0, outputs = 0;
  for (const OpNode& op : spec.ops) {
    // A merge is not called.
    if (!op.merges()) inputs = std::max(inputs, op.inputs.size());
    outputs = std::max(outputs, op.outputs.size());
  }
  for (int i = 0; i < spec.threads; ++i) {
    workers.push_back(std::make_unique<Worker>(spec.scratch->at(i), inputs, outputs));
    workers.back()->locals.resize(spec.ops.size());
    workers.back()->tallies = std::vector<OpTally>(spec.ops.size());
    workers.back()->held.resize(num_values);
    workers.back()->wishes.resize(spec.ops.size());
    workers.back()->buffers.resize(scratch_plan.buffers);
  }
}

void BatchState::begin(int64_t index) {
  batch_index = index;
  count = done = 0;
  failed.store(false, std::memory_order_relaxed);
  open = true;
  std::fill(rooms.begin(), rooms.end(), ValueRoom{});
  for (OpCounters& c : counters) std::fill(c.made.begin(), c.made.end(), MadeBytes{});
  layout.begin(spec.batch_size);
  names.clear();
  for (auto& w : workers) w->early.reset();
  for (MergeState& m : merges) m.in_batch = false;
  // The upper half of a batch's number is its generation, which does not change the draws.
  for (OpNode& op : spec.ops) {
    if (op.draws) op.draws->now = op.draws->first + op.draws->stride * static_cast<uint32_t>(index);
  }
}

void BatchState::forget(bool placed) {
  count = done;
  if (done == 0) {
    open = false;  // trim() may free the memory of setup()
  } else if (placed) {
    layout.restore();
  }
}

uint64_t BatchState::take_busy() {
  uint64_t busy = 0;
  for (auto& w : workers) busy += std::exchange(w->busy, 0);
  return busy;
}

void BatchState::time_together(Worker& w) {
  const uint64_t now = now_ns();
  w.tallies[0].ns.add(now - w.now);
  w.now = now;
}

bool BatchState::stops() const { return stopping.load(std::memory_order_relaxed) || process_ends(); }

void BatchState::expect_open() const {
  if (stops()) fail(ErrorCode::PIPELINE_CLOSED, "The pipeline is closing");
}

}  // namespace penstock
