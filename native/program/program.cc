// The facade: it calls the steps that describe, make and write a batch, in their order. See program.h; each step has
// its own file.
#include "program/program.h"

#include "core/nvtx.h"
#include "core/pages.h"
#include "core/running.h"
#include "dataset/set/knows_dataset.h"
#include "program/batch_state.h"
#include "program/cpu_executor.h"
#include "program/gpu_executor.h"
#include "program/report.h"
#include "program/setup.h"

namespace penstock {

struct Program::Impl {
  explicit Impl(std::unique_ptr<ProgramSpec> s) : spec(std::move(s)), state(*spec), cpu(state) {
    if (spec->gpu >= 0) gpu = std::make_unique<GpuExecutor>(state);
  }

  void forget(bool placed);
  void forget_unmade();
  int64_t setup(int count, const MemoryOutlook& memory);
  bool make(int from, const ArenaRef& arena, const MemoryOutlook& memory);
  int run(const ArenaRef& arena, const MemoryOutlook& memory);

  const std::unique_ptr<ProgramSpec> spec;
  BatchState state;
  CpuExecutor cpu;
  std::unique_ptr<GpuExecutor> gpu;
};

void Program::Impl::forget(bool placed) {
  cpu.forget();
  state.forget(placed);
}

// Undoes the appending of samples that were never run.
void Program::Impl::forget_unmade() {
  state.expect_open();
  if (state.count > state.done) forget(true);
  state.open = true;
}

// Describes the appended samples and finds their places in the arena.
int64_t Program::Impl::setup(int count, const MemoryOutlook& memory) {
  const nvtx::Range range(spec->actor, state.batch_index, "setup");
  const int from = state.count;
  if (state.whole_batch && from > 0) fail(ErrorCode::INTERNAL, "the samples of a whole batch came in parts");
  bool placing = false;
  try {
    setup_samples(state, count);
    state.expect_open();
    if (memory_may_come(state, from, memory)) {
      forget(false);
      return kRefused;
    }
    fail_too_large(state, from, memory);
    resolve_failures(state, from, false, nullptr);
    check_merges(state, from);
    fill_placeholders(state, from);
    check_sums(state, from);
    placing = true;
    return place(state, from);
  } catch (...) {
    forget(placing);
    throw;
  }
}

// Makes the appended samples. Returns false when some of them wait for memory that may become available.
bool Program::Impl::make(int from, const ArenaRef& arena, const MemoryOutlook& memory) {
  if (!gpu) {
    const bool all = cpu.run(arena.data, memory);
    state.expect_open();
    return all;
  }
  try {
    const RunningGuard running(state.workers[0]->running);
    state.workers[0]->running.begin(-1, {}, now_ns());
    gpu->run(from, arena);
    return true;
  } catch (const Error& e) {
    if (e.code == ErrorCode::BUDGET_EXCEEDED && memory.may_grow) return false;
    throw;
  }
}

int Program::Impl::run(const ArenaRef& arena, const MemoryOutlook& memory) {
  const nvtx::Range range(spec->actor, state.batch_index, "", state.count > state.done);
  try {
    check_arena(state, arena.size);
    const int from = state.done;
    if (!make(from, arena, memory)) return kRefused;
    resolve_failures(state, from, true, arena.data);
    count_held(state, from);
    write_tables(state, arena.data, from);
    return state.done = state.count;
  } catch (...) {
    forget(true);
    throw;
  }
}

Program::Program(std::unique_ptr<ProgramSpec> spec) : impl_(std::make_unique<Impl>(std::move(spec))) {
  ProgramSpec& made = *impl_->spec;
  // A reader of chosen samples reads them in the data set that they were chosen from.
  if (made.dataset && !made.dataset->sources().empty() && made.dataset->joined().empty()) made.ops.front().source = 0;
  for (const OpNode& op : made.ops) {
    auto* knows = dynamic_cast<KnowsDataset*>(op.shared.get());
    if (!knows || !made.dataset) continue;
    knows->know(op.source < 0 ? made.dataset : made.dataset->sources().at(static_cast<size_t>(op.source)));
  }
}

// With so much scratch memory a walk over the whole heap, which takes half a millisecond, gives pages back to the
// system.
constexpr size_t kWorthReturning = size_t{16} << 20;

Program::~Program() {
  stop();
  settle();
  impl_->state.open = false;
  impl_->gpu.reset();
  if (!impl_->state.shares_scratch && trim() >= kWorthReturning) return_heap();
}

void Program::begin(int64_t batch_index) {
  impl_->cpu.forget();
  impl_->state.begin(batch_index);
}

void Program::draw(const uint32_t* words, size_t count) {
  size_t at = 0;
  for (OpNode& op : impl_->spec->ops) {
    if (!op.draws) continue;
    if (at + 4 > count) fail(ErrorCode::INTERNAL, "too few draws");
    op.seed = words[at] | static_cast<uint64_t>(words[at + 1]) << 32;
    const uint64_t counter = words[at + 2] | static_cast<uint64_t>(words[at + 3]) << 32;
    *op.draws = {counter, 0, counter};
    at += 4;
  }
  if (at != count) fail(ErrorCode::INTERNAL, "too many draws");
}

int64_t Program::setup(const std::vector<ArenaRef>& arenas, int from, int count, const MemoryOutlook& memory) {
  impl_->forget_unmade();
  append_samples(impl_->state, {arenas, nullptr, from, count});
  return impl_->setup(count, memory);
}

int64_t Program::setup(const std::vector<ArenaRef>& arenas, const std::vector<const int32_t*>& rows, int count,
                       const MemoryOutlook& memory) {
  impl_->forget_unmade();
  append_samples(impl_->state, {arenas, &rows, 0, count});
  return impl_->setup(count, memory);
}

int64_t Program::setup(const SampleId* samples, int count, const MemoryOutlook& memory) {
  impl_->forget_unmade();
  append_samples(impl_->state, samples, count);
  return impl_->setup(count, memory);
}

bool Program::has_quick_setup(int count) const { return !impl_->gpu && impl_->state.setup_pace.is_quick(count); }

bool Program::has_quick_run() const { return !impl_->gpu && impl_->cpu.is_quick(); }

bool Program::start(const ArenaRef& arena, std::function<void()> told) {
  check_arena(impl_->state, arena.size);
  if (impl_->gpu) fail(ErrorCode::INTERNAL, "a program on a GPU cannot be started");
  return impl_->cpu.start(arena.data, std::move(told));
}

bool Program::done() const { return impl_->cpu.done(); }

void Program::settle() {
  if (impl_->cpu.settle()) impl_->forget(true);
}

int Program::run(const ArenaRef& arena, const MemoryOutlook& memory) { return impl_->run(arena, memory); }

void Program::finish(uint8_t* arena, uint32_t flags) {
  BatchState& state = impl_->state;
  if (state.count == 0) write_tables(state, arena, 0);
  state.open = false;
  publish_memory(state);
  auto& header = *reinterpret_cast<ArenaHeader*>(arena);
  header.flags = flags;
  header.bad_count = static_cast<int64_t>(state.bad.total());
}

const OutSpec& Program::described(int o, int i) const { return impl_->state.values(i)[impl_->spec->outputs[o]]; }

int Program::count() const { return impl_->state.count; }

int Program::outputs() const { return static_cast<int>(impl_->spec->outputs.size()); }

size_t Program::trim() {
  size_t freed = trim_scratch(impl_->state);
  if (impl_->gpu && !impl_->state.open) freed += static_cast<size_t>(impl_->gpu->trim());
  return freed;
}

void Program::stop() { impl_->state.stopping.store(true, std::memory_order_relaxed); }

int Program::at_work() const {
  Running::Work work;
  int count = 0;
  for (const auto& w : impl_->state.workers) count += w->running.look(work);
  return count;
}

int Program::group() const { return impl_->spec->group; }
const std::shared_ptr<const Dataset>& Program::dataset() const { return impl_->spec->dataset; }
std::vector<const SampleReads*> Program::reads() const {
  std::vector<const SampleReads*> reads;
  const auto of = [](const OpNode& op) { return dynamic_cast<const SampleReads*>(op.shared.get()); };
  if (!dataset()) return reads;
  if (dataset()->sources().empty()) return {of(impl_->spec->ops.front())};
  reads.resize(dataset()->sources().size());
  for (const OpNode& op : impl_->spec->ops) {
    const SampleReads* own = of(op);
    if (own && op.source >= 0) reads.at(static_cast<size_t>(op.source)) = own;
  }
  return reads;
}

std::string Program::report(size_t bad_from) const { return report_json(impl_->state, bad_from); }

std::string Program::bad_sample(int64_t index, int32_t epoch) const { return bad_json(impl_->state, index, epoch); }

std::vector<OpCall> Program::calls() const {
  std::vector<OpCall> all;
  for (const auto& worker : impl_->state.workers) {
    const std::vector<OpCall> own = worker->calls.recent();
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace penstock
