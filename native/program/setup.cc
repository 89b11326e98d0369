// See setup.h.
#include "program/setup.h"

#include <algorithm>
#include <optional>

#include "core/boundary.h"
#include "core/extents.h"
#include "core/thread_pool.h"
#include "dataset/order/sample_at_hand.h"
#include "dataset/set/dataset.h"
#include "program/frames.h"
#include "program/shrink.h"
#include "program/whole_batch.h"

namespace penstock {
namespace {

// With fewer samples, handing them over to the pool takes longer than reading their headers.
constexpr int kParallelSetup = 8;

// At the end of an epoch, inputs may differ in size; the caller then uses as many samples as all of them have.
void check_rows(const ArenaRows& in) {
  for (size_t m = 0; m < in.arenas.size(); ++m) {
    const auto size = static_cast<int>(arena_header(in.arenas[m].data).batch_size);
    int most = in.count ? in.row(m, in.count - 1) : -1;
    if (in.listed(m)) most = *std::max_element((*in.rows)[m], (*in.rows)[m] + in.count);
    if (most >= size) {
      fail(ErrorCode::INVALID_INPUT, "Expected inputs of at least %d samples but received %d", most + 1, size);
    }
  }
}

// Runs an operator whose setup() has returned; its outputs stay until the batch is done.
void run_early(BatchState& state, const OpNode& op, int op_index, int position, Worker& w) {
  if (op.views()) return bind(state, op, position);
  Value* v = state.values(position);
  for (size_t o = 0; o < op.outputs.size(); ++o) {
    Value& value = v[op.outputs[o]];
    value.data = w.early.get(value.bytes());
    w.call.out[o] = value;
  }
  SampleRun r;
  this_turn() = {};
  prepare_call(r, state, op, op_index, position, w);
  r.out = w.call.out.data();
  const WholeBatch batch(state, op, op_index, w);
  batch.show(r);
  call_run(state, op, position, r, w);
  w.scratch.reset();
  if (r.warned) w.tallies[op_index].warned.add(1);
  w.tallies[op_index].samples.add(1);
}

void setup_op(BatchState& state, const OpNode& op, int op_index, int position, Worker& w) {
  Sample& sample = state.samples[position];
  Value* v = state.values(position);
  std::vector<OutSpec>& out = w.call.specs;
  const WholeBatch batch(state, op, op_index, w);
  std::fill_n(out.begin(), op.outputs.size(), OutSpec{});
  SampleSetup s;
  prepare_call(s, state, op, op_index, position, w);
  s.out = out.data();
  s.view = w.call.parts.data();
  if (op.views()) std::fill_n(w.call.parts.begin(), op.outputs.size(), ViewOf{});
  batch.show(s);
  if (op.whole_batch()) s.kept = op.device == Device::cpu ? &w.early : nullptr;
  DecoderInput image(state, op_index, position, w);
  if (op.shrinks) {
    s.shrinkable = &image;
    w.wishes[op_index] = {};
  }
  shared_work() = {};
  call_setup(state, op, position, s, w);
  if (op.shrinks) w.wishes[op_index].cost = s.cost;
  w.scratch.reset();
  for (size_t o = 0; o < op.outputs.size(); ++o) {
    // An operator that reads a file's bytes gets its extents from them, so the sample is at fault.
    check_extents(out[o], op.op->flags & kReadsInput ? ErrorCode::BAD_SAMPLE : ErrorCode::INVALID_ARGUMENT,
                  "an output");
    static_cast<OutSpec&>(v[op.outputs[o]]) = out[o];
  }
  if (op.views()) {
    if (op.whole_batch()) {
      for (ViewOf& part : w.call.parts) part.position = part.position < 0 ? -1 : batch.at(part.position);
    }
    look_at(state, op, position, w.call.parts.data());
    w.tallies[op_index].samples.add(1);
  }
  sample.cost += s.cost;
  if (shared_work().line) sample.shared_work = shared_work();
  if (op.early) run_early(state, op, op_index, position, w);
  if (state.timed_together) return;
  const uint64_t now = now_ns();
  w.tallies[op_index].ns.add(now - w.now);
  w.now = now;
}

// Handles the exception that the operator has thrown. Returns false when setup does not continue with its sample.
bool note_failure(BatchState& state, int op_index, int position, Worker& w, size_t kept_before) {
  Sample& sample = state.samples[position];
  const Error e = caught("not enough memory for this sample");
  if (is_memory_fault(e.code)) {
    // The bytes that the sample needs, the refused ones included: the share of setup's memory that it keeps for the
    // batch, and its scratch memory.
    const size_t scratch = w.scratch.take_refused(), early = w.early.take_refused();
    sample.wanted = static_cast<int64_t>(std::max(scratch, std::max(early, kept_before) - kept_before));
  }
  w.scratch.reset();
  fail_sample(state, position, op_index, e);
  // The sample's shape was too large.
  if (is_memory_fault(e.code)) poison_after(state, position, op_index);
  return policy(state.spec, op_index, e) == OnError::placeholder && is_own_fault(state.spec, e.code);
}

void setup_sample(BatchState& state, int position, Worker& w) {
  Sample& sample = state.samples[position];
  Value* v = state.values(position);
  if (state.stops()) return;
  w.running.begin(sample.info.index, sample.info.source, w.now);
  std::optional<SampleAtHand> hand;
  if (state.spec.dataset) hand.emplace(sample.member, sample.extent);
  if (const int source = state.spec.source_value; source >= 0)
    static_cast<OutSpec&>(v[source]) = {DType::int32, {}, {1}};
  const size_t kept_before = w.early.used();
  int op_index = -1;
  for (const auto& [of_route, at] : state.route(position).steps) {
    const OpNode& op = *of_route;
    op_index = at;
    try {
      w.running.at(op_index);
      if (!takes_branch(op, v)) continue;
      if (op.merges()) {
        select(op, v);
        w.tallies[op_index].samples.add(1);
        continue;
      }
      setup_op(state, op, op_index, position, w);
    } catch (...) {
      if (!note_failure(state, op_index, position, w, kept_before)) return;
    }
  }
  for (const OpNode* decoder : state.shared_decoders) {
    try {
      shrink_for_all(state, *decoder, position, w, op_index);
    } catch (...) {
      if (!note_failure(state, op_index, position, w, kept_before)) return;
    }
  }
}

// All names lie in one piece of memory, so that a name costs no allocation.
void name_samples(BatchState& state, int first, int count) {
  const Dataset& data = *state.spec.dataset;
  // Samples that were forgotten are named again.
  while (!state.names.empty() && state.names.back().first >= first) state.names.pop_back();
  std::string& text = state.names.emplace_back(SampleNames{first, {}}).text;
  text.reserve(static_cast<size_t>(count) * 64);
  std::vector<size_t> ends(count);
  const auto number = [&](int i) { return state.samples[first + i].info.index; };
  for (int i = 0; i < count; ++i) {
    if (number(i) >= 0 && number(i) < data.count()) continue;
    fail(ErrorCode::INTERNAL, "sample %lld is not in the reader's data set", static_cast<long long>(number(i)));
  }
  for (int i = 0; i < count; ++i) {
    Sample& sample = state.samples[first + i];
    const Dataset::Member of = data.member(number(i));
    sample.route = of.source;
    sample.member = of.index;
  }
  const auto member = [&](int i) -> Dataset::Member {
    const Sample& sample = state.samples[first + i];
    return {sample.route, sample.member};
  };
  data.prefetch(count, member);
  for (int i = 0; i < count; ++i) {
    Sample& sample = state.samples[first + i];
    const Dataset& own = data.source(sample.route);
    sample.extent = own.extent(sample.member);
    own.append_source(sample.member, sample.extent, text);
    ends[i] = text.size();
  }
  for (int i = 0; i < count; ++i) {
    const size_t begin = i ? ends[i - 1] : 0;
    state.samples[first + i].info.source = {text.data() + begin, ends[i] - begin};
  }
}

}  // namespace

void append_samples(BatchState& state, const ArenaRows& in) {
  check_rows(in);
  if (state.count + in.count > state.spec.batch_size) {
    fail(ErrorCode::INVALID_INPUT, "Expected at most batchSize = %d samples but received %d", state.spec.batch_size,
         state.count + in.count);
  }
  state.arenas = in.arenas;
  // Looked up once for all samples, which may be small.
  std::vector<ArenaTensors> tables;
  tables.reserve(state.spec.inputs.size());
  for (const ProgramInput& input : state.spec.inputs) tables.emplace_back(in.arenas[input.mailbox].data, input.output);
  for (int i = 0; i < in.count; ++i) {
    Sample& s = state.samples[state.count + i];
    s.flags = 0;
    // The first mailbox names the sample; a flag that any of them sets applies.
    for (size_t m = 0; m < in.arenas.size(); ++m) {
      const uint8_t* arena = in.arenas[m].data;
      const ArenaSample& from = arena_samples(arena)[in.row(m, i)];
      if (m == 0) {
        s.info.index = from.index;
        s.info.epoch = from.epoch;
        s.info.source = {reinterpret_cast<const char*>(arena) + from.source_offset,
                         static_cast<size_t>(from.source_length)};
        s.info.ordinal = from.ordinal;
      }
      s.flags |= from.flags;
    }
    Value* v = state.values(state.count + i);
    for (size_t k = 0; k < tables.size(); ++k) {
      v[k] = {};
      static_cast<TensorView&>(v[k]) = tables[k][in.row(state.spec.inputs[k].mailbox, i)];
      // The layout is the batch's, which is that of its first sample. Operators find axes by it.
      if (v[k].layout.view().size() != static_cast<size_t>(v[k].shape.ndim)) v[k].layout = {};
      check_extents(v[k], ErrorCode::INVALID_INPUT, "an input");
    }
  }
}

void append_samples(BatchState& state, const SampleId* ids, int count) {
  if (state.count + count > state.spec.batch_size) fail(ErrorCode::INTERNAL, "more samples than batchSize");
  for (int i = 0; i < count; ++i) {
    Sample& s = state.samples[state.count + i];
    s.flags = ids[i].flags;
    s.info = {ids[i].index, ids[i].epoch, {}, ids[i].ordinal};
  }
  if (state.spec.dataset) name_samples(state, state.count, count);
}

void setup_samples(BatchState& state, int count) {
  const ProgramSpec& spec = state.spec;
  const int from = state.count, inputs = static_cast<int>(spec.inputs.size());
  state.count += count;
  ++state.serial;
  for (int i = from; i < state.count; ++i) state.samples.clear(i, inputs, state.route(i).values);
  const auto some = [&](int begin, int end, int worker) {
    Worker& w = *state.workers[worker];
    const RunningGuard running(w.running);
    const uint64_t t0 = w.now = now_ns();
    prefetch_reads(state, end - begin, [&](int i) { return from + begin + i; });
    for (int i = begin; i < end; ++i) setup_sample(state, from + i, w);
    if (state.timed_together) state.time_together(w);
    w.busy += w.now - t0;
  };
  state.timed_together = false;
  // The pool's threads may be busy for long, and there is little to do.
  if (spec.gpu >= 0 || spec.here) return some(0, count, 0);
  // The setup job leads the job of a batch that start() began: a pool thread that finds no more samples of that batch
  // then has samples of this one to make.
  ThreadPool& pool = ThreadPool::instance();
  const auto rank = ThreadPool::Rank::leads;
  const double expected = state.setup_pace.expected(count);
  // A reader's headers come from a disk, which may be slow now though it was fast before.
  const bool little = count < kParallelSetup || (expected >= 0 && expected < Pace::kHandOverNs && !spec.dataset);
  state.timed_together = little && expected >= 0 && spec.ops.size() == 1;
  const Handing hands = little ? Handing{count, std::max(count, 1), {}} : Handing::of(count, spec.threads, expected);
  const auto item = [&](int i, int worker) { some(hands.begin(i), hands.end(i), worker); };
  pool.run(hands.items(), spec.threads, spec.group, item, rank);
  state.setup_pace.note(state.take_busy(), count);
}

}  // namespace penstock
