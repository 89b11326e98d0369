// The per-sample program runner up to the point where the samples of a batch are described; see program.h. Order of a
// batch: begin, (setup, run)+, finish. run() is in program_run.cc.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/boundary.h"
#include "core/dispatch.h"
#include "core/extents.h"
#include "core/pages.h"
#include "core/test_faults.h"
#include "core/thread_pool.h"
#include "dataset/dataset.h"
#include "gpu/program_gpu.h"
#include "program_state.h"

namespace penstock {
namespace {

// Below this many samples a hand-over to the pool costs more than the headers it would read.
constexpr int kParallelSetup = 8;

template <class T>
T element(const TensorView& v, int64_t i) {
  return dispatch(v.dtype, [&](auto zero) { return convert<T>(v.as<decltype(zero)>()[i]); });
}

}  // namespace

Program::Program(std::unique_ptr<ProgramSpec> spec) : spec_(std::move(spec)) {
  num_values_ = static_cast<int>(spec_->inputs.size());
  spec_->on_device.resize(spec_->outputs.size());
  for (OpNode& op : spec_->ops) {
    for (int v : op.outputs) num_values_ = std::max(num_values_, v + 1);
  }

  // Early: whatever an argument, a choice between branches, or an input that setup() reads depends on.
  std::vector<bool> wanted(num_values_, false);
  for (auto it = spec_->ops.rbegin(); it != spec_->ops.rend(); ++it) {
    OpNode& op = *it;
    // What stands among a GPU's operators and runs on the CPU is there for its arguments.
    op.early = (spec_->gpu >= 0 && op.device == Device::cpu && !op.merges()) ||
               std::any_of(op.outputs.begin(), op.outputs.end(), [&](int v) { return wanted[v]; });
    if (op.early && op.device != Device::cpu) {
      throw SampleError(
          Error(ErrorCode::INVALID_ARGUMENT, "Expected values on the CPU for an argument but received some on the GPU"),
          op.op->name, op.call_site, -1, "");
    }
    for (const auto& a : op.arg_inputs) wanted[a.value] = true;
    for (const auto& g : op.guards) wanted[g.value] = true;
    if (op.merges()) wanted[op.inputs[0]] = true;
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      if (op.early || (op.op->flags & (i ? kReadsInput | kReadsOthers : kReadsInput))) wanted[op.inputs[i]] = true;
    }
  }

  block_bytes_ = sizeof(Value) * num_values_;
  const auto take = [&](size_t bytes) {
    const size_t at = block_bytes_ = align_up(block_bytes_, 16);
    block_bytes_ += bytes;
    return at;
  };
  for (OpNode& op : spec_->ops) {
    if (op.merges()) merges_.push_back({&op, false, {}});
    if (!op.arg_inputs.empty()) op.args_offset = take(op.args.size());
    op.state_offset = take(op.op->state_bytes);
  }
  block_bytes_ = align_up(block_bytes_, 64);
  assign_rooms();

  charge_tables();
  samples_.resize(spec_->batch_size);
  for (Sample& s : samples_) s.offsets.resize(spec_->outputs.size());
  blocks_.resize(block_bytes_ * spec_->batch_size + 64);
  order_.resize(spec_->batch_size);
  outputs_.resize(spec_->outputs.size());
  shares_scratch_ = spec_->scratch != nullptr;
  if (!shares_scratch_) {
    spec_->scratch = std::make_shared<ScratchSet>(spec_->threads);
    for (ThreadScratch& s : *spec_->scratch) {
      s.sample.charge_to(spec_->account.get());
      s.batch.charge_to(spec_->account.get());
    }
  }
  for (int i = 0; i < spec_->threads; ++i) {
    workers_.push_back(std::make_unique<Worker>(spec_->scratch->at(i)));
    workers_.back()->locals.resize(spec_->ops.size());
    workers_.back()->held.resize(num_values_);
    workers_.back()->rooms.resize(num_rooms_);
  }
  bytes_.resize(num_values_);
  if (spec_->gpu >= 0) open_gpu();
}

Program::~Program() {
  stop();
  settle();
  open_ = false;
  gpu_.reset();
  if (!shares_scratch_ && trim()) return_heap();
}

uint8_t* Program::block(int position, size_t offset) const {
  auto* base = reinterpret_cast<uint8_t*>(align_up(reinterpret_cast<intptr_t>(blocks_.data()), 64));
  return base + block_bytes_ * position + offset;
}

Program::Value* Program::values(int position) const { return reinterpret_cast<Value*>(block(position, 0)); }

void Program::begin(int64_t batch_index) {
  batch_index_ = batch_index;
  count_ = done_ = 0;
  open_ = true;
  std::fill(bytes_.begin(), bytes_.end(), Bytes{});
  needed_ = arena_tables_bytes(spec_->batch_size, static_cast<int64_t>(outputs_.size()));
  refused_.clear();
  names_.clear();
  for (auto& w : workers_) w->early.reset();
  for (OutputState& o : outputs_) o.in_batch = false;
  for (MergeState& m : merges_) m.in_batch = false;
  // A batch's number carries its generation above the lower half.
  for (OpNode& op : spec_->ops) {
    if (op.draws) op.draws->now = op.draws->first + op.draws->stride * static_cast<uint32_t>(batch_index);
  }
}

void Program::draw(const uint32_t* words, size_t count) {
  size_t at = 0;
  for (OpNode& op : spec_->ops) {
    if (!op.draws) continue;
    if (at + 4 > count) fail(ErrorCode::INTERNAL, "too few draws");
    op.seed = words[at] | static_cast<uint64_t>(words[at + 1]) << 32;
    const uint64_t counter = words[at + 2] | static_cast<uint64_t>(words[at + 3]) << 32;
    *op.draws = {counter, 0, counter};
    at += 4;
  }
  if (at != count) fail(ErrorCode::INTERNAL, "too many draws");
}

const OutSpec& Program::described(int o, int i) const { return values(i)[spec_->outputs[o]]; }

int64_t Program::setup(const std::vector<ArenaRef>& arenas, int from, int count, const MemoryOutlook& memory) {
  return append(arenas, nullptr, from, count, memory);
}

int64_t Program::setup(const std::vector<ArenaRef>& arenas, const std::vector<const int32_t*>& rows, int count,
                       const MemoryOutlook& memory) {
  return append(arenas, &rows, 0, count, memory);
}

int64_t Program::append(const std::vector<ArenaRef>& arenas, const std::vector<const int32_t*>* rows, int from,
                        int count, const MemoryOutlook& memory) {
  forget_unmade();
  const auto row = [&](size_t m, int i) { return rows && (*rows)[m] ? (*rows)[m][i] : from + i; };
  // Where an epoch ends, inputs may differ in size; the caller then takes what all of them have.
  for (size_t m = 0; m < arenas.size(); ++m) {
    const auto size = static_cast<int>(arena_header(arenas[m].data).batch_size);
    int most = count ? row(m, count - 1) : -1;
    if (rows && (*rows)[m]) most = *std::max_element((*rows)[m], (*rows)[m] + count);
    if (most >= size) {
      fail(ErrorCode::INVALID_INPUT, "Expected inputs of at least %d samples but received %d", most + 1, size);
    }
  }
  if (count_ + count > spec_->batch_size) {
    fail(ErrorCode::INVALID_INPUT, "Expected at most batchSize = %d samples but received %d", spec_->batch_size,
         count_ + count);
  }
  arenas_ = arenas;
  const int first = count_;
  for (int i = 0; i < count; ++i) {
    Sample& s = samples_[first + i];
    s.flags = 0;
    // The first mailbox names the sample; a flag set in any of them holds.
    for (size_t m = 0; m < arenas.size(); ++m) {
      const ArenaSample& in = arena_samples(arenas[m].data)[row(m, i)];
      if (m == 0) {
        s.info.index = in.index;
        s.info.epoch = in.epoch;
        s.info.source = {reinterpret_cast<const char*>(arenas[m].data) + in.source_offset,
                         static_cast<size_t>(in.source_length)};
        s.info.ordinal = in.ordinal;
      }
      s.flags |= in.flags;
    }
    Value* v = values(first + i);
    for (size_t k = 0; k < spec_->inputs.size(); ++k) {
      const ProgramInput& in = spec_->inputs[k];
      v[k] = {};
      static_cast<TensorView&>(v[k]) = arena_tensor(arenas[in.mailbox].data, in.output, row(in.mailbox, i));
      check_extents(v[k], ErrorCode::INVALID_INPUT, "an input");
    }
  }
  return set_up(first, count, memory);
}

int64_t Program::setup(const SampleId* ids, int count, const MemoryOutlook& memory) {
  forget_unmade();
  if (count_ + count > spec_->batch_size) fail(ErrorCode::INTERNAL, "more samples than batchSize");
  const int first = count_;
  for (int i = 0; i < count; ++i) {
    Sample& s = samples_[first + i];
    s.flags = ids[i].flags;
    s.info = {ids[i].index, ids[i].epoch, {}, ids[i].ordinal};
  }
  if (spec_->dataset) name_samples(first, count);
  return set_up(first, count, memory);
}

void Program::name_samples(int first, int count) {
  const Dataset& data = *spec_->dataset;
  // Those that were forgotten are named anew.
  while (!names_.empty() && names_.back().first >= first) names_.pop_back();
  std::string& text = names_.emplace_back(Names{first, {}}).text;
  text.reserve(static_cast<size_t>(count) * 64);
  std::vector<size_t> ends(count);
  for (int i = 0; i < count; ++i) {
    const int64_t index = samples_[first + i].info.index;
    if (index < 0 || index >= data.count()) {
      fail(ErrorCode::INTERNAL, "sample %lld is not in the reader's data set", static_cast<long long>(index));
    }
    data.append_source(index, text);
    ends[i] = text.size();
  }
  for (int i = 0; i < count; ++i) {
    const size_t begin = i ? ends[i - 1] : 0;
    samples_[first + i].info.source = {text.data() + begin, ends[i] - begin};
  }
}

int64_t Program::set_up(int from, int count, const MemoryOutlook& memory) {
  bool placing = false;
  try {
    setup_samples(from, count);
    if (stops()) stopped();
    if (judge_refused(from, memory)) {
      forget(false);
      return kRefused;
    }
    fail_too_large(from, memory);
    settle_failures(from, false, nullptr);
    check_merges(from);
    fill_placeholders(from);
    check_sums(from);
    placing = true;
    return place(from);
  } catch (...) {
    forget(placing);
    throw;
  }
}

void Program::setup_samples(int from, int count) {
  count_ = from + count;
  for (int i = from; i < count_; ++i) {
    Sample& s = samples_[i];
    s.cost = 0;
    s.failed_op = -1;
    s.dropped = s.of_batch = false;
    s.wanted = 0;
    s.error.reset();
    Value* v = values(i);
    for (int k = static_cast<int>(spec_->inputs.size()); k < num_values_; ++k) v[k] = {};
  }
  ThreadPool& pool = ThreadPool::instance();
  if (spec_->gpu >= 0 || spec_->here) {
    // The pool's threads may be busy for long, and here is little to do.
    for (int i = from; i < count_; ++i) setup_sample(i, 0);
  } else {
    // Set-up goes before the samples of a batch that start() began: a pool thread that finds no more of those then has
    // samples of this batch to make.
    const auto rank = ThreadPool::Rank::leads;
    const auto one = [&](int i, int worker) { setup_sample(from + i, worker); };
    const auto all = [&](int, int worker) {
      for (int i = 0; i < count; ++i) one(i, worker);
    };
    if (count < kParallelSetup) {
      pool.run(1, spec_->threads, spec_->group, all, rank);
    } else {
      pool.run(count, spec_->threads, spec_->group, one, rank);
    }
  }
}

void Program::fill_base(SampleBase& s, const OpNode& op, int op_index, int position, Worker& w, TensorView* in) {
  const Value* v = values(position);
  s.num_inputs = static_cast<int>(op.inputs.size());
  s.num_outputs = static_cast<int>(op.outputs.size());
  for (int i = 0; i < s.num_inputs; ++i) in[i] = v[op.inputs[i]];
  s.in = in;
  s.sample = &samples_[position].info;
  s.seed = op.seed;
  s.stream = static_cast<uint32_t>(op.stream);
  s.draws = op.draws ? &op.draws->now : nullptr;
  s.position = position;
  s.scratch = &w.scratch;
  s.local_slot = &w.locals[op_index];
  s.data_set = spec_->dataset.get();
}

void Program::setup_sample(int position, int worker) {
  Worker& w = *workers_[worker];
  Sample& sample = samples_[position];
  Value* v = values(position);
  if (stops()) return;
  const RunningGuard running(w.running, sample.info.index, sample.info.source);
  const size_t kept_before = w.early.used();
  // With what was refused: this sample's own share of what setup keeps for the whole batch, and of what it needs for a
  // moment.
  const auto note_wanted = [&](size_t scratch) {
    sample.wanted =
        static_cast<int64_t>(std::max(scratch, std::max(w.early.take_refused(), kept_before) - kept_before));
  };
  int op_index = -1;
  for (OpNode& op : spec_->ops) {
    ++op_index;
    SampleSetup s;
    try {
      w.running.at(op_index);
      if (!enters(op, v)) continue;
      if (op.merges()) {
        choose(op, v);
        continue;
      }
      if (!op.arg_inputs.empty()) resolve_args(op, position, w);
      const void* args = op.arg_inputs.empty() ? op.args.data() : block(position, op.args_offset);
      TensorView in[kMaxOpInputs];
      OutSpec out[kMaxOpOutputs];
      fill_base(s, op, op_index, position, w, in);
      s.out = out;
      const uint64_t t0 = now_ns();
      op.op->setup(args, s, block(position, op.state_offset));
      w.scratch.reset();
      for (size_t o = 0; o < op.outputs.size(); ++o) {
        // What follows from the bytes of a file is that sample's fault.
        check_extents(out[o], op.op->flags & kReadsInput ? ErrorCode::BAD_SAMPLE : ErrorCode::INVALID_ARGUMENT,
                      "an output");
        static_cast<OutSpec&>(v[op.outputs[o]]) = out[o];
      }
      sample.cost += s.cost;
      if (op.early) {
        TensorView made[kMaxOpOutputs];
        for (size_t o = 0; o < op.outputs.size(); ++o) {
          Value& value = v[op.outputs[o]];
          value.data = w.early.get(value.bytes());
          made[o] = value;
        }
        SampleRun r;
        fill_base(r, op, op_index, position, w, in);
        r.out = made;
        op.op->run(args, r, block(position, op.state_offset));
        w.scratch.reset();
        if (r.warned) op.warned.fetch_add(1, std::memory_order_relaxed);
        op.samples.fetch_add(1, std::memory_order_relaxed);
      }
      op.ns.fetch_add(now_ns() - t0, std::memory_order_relaxed);
    } catch (...) {
      const Error e = caught("not enough memory for this sample");
      if (is_memory_fault(e.code)) note_wanted(w.scratch.take_refused());
      w.scratch.reset();
      fail_sample(position, op_index, e);
      // Its shape is what was too large.
      if (is_memory_fault(e.code)) poison_after(position, op_index);
      if (policy(op_index, e) != OnError::placeholder || !is_sample_fault(e.code)) return;
    }
  }
}

void Program::resolve_args(OpNode& op, int position, Worker& w) {
  uint8_t* args = block(position, op.args_offset);
  std::memcpy(args, op.args.data(), op.args.size());
  const ArgTable& table = *op.op->args;
  const Value* values_ = values(position);
  for (const auto& a : op.arg_inputs) {
    const ArgField& f = table.fields[a.field];
    const Value& v = values_[a.value];
    const int64_t n = v.shape.volume();
    if (n < 1) fail(ErrorCode::INVALID_ARGUMENT, "Expected a value for %s but received an empty tensor", f.name);
    void* to = args + f.offset;
    if (n > INT32_MAX) fail(ErrorCode::INVALID_ARGUMENT, "Expected fewer values for %s but received a tensor", f.name);
    const auto check = [&](double x) {
      if (!(x >= f.min && x <= f.max)) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected %s between %g and %g but received %g", f.name, f.min, f.max, x);
      }
    };
    const bool list = f.type == ArgType::integers || f.type == ArgType::numbers;
    const bool whole = f.type == ArgType::integers || f.type == ArgType::integer;
    if (!list && n != 1) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected one value per sample for %s but received %lld", f.name,
           static_cast<long long>(n));
    }
    for (int64_t i = 0; i < n; ++i) {
      const auto x = element<double>(v, i);
      check(x);
      // Converting it would make another number of it.
      if (whole && !(x >= INT32_MIN && x <= INT32_MAX)) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected a 32-bit integer for %s but received %.17g", f.name, x);
      }
    }
    switch (f.type) {
      case ArgType::boolean: *static_cast<bool*>(to) = element<bool>(v, 0); break;
      case ArgType::integer:
      case ArgType::dtype:
      case ArgType::choice: *static_cast<int32_t*>(to) = element<int32_t>(v, 0); break;
      case ArgType::number: *static_cast<float*>(to) = element<float>(v, 0); break;
      case ArgType::integers: {
        auto* data = w.early.get<int32_t>(n);
        for (int64_t i = 0; i < n; ++i) data[i] = element<int32_t>(v, i);
        *static_cast<ArgList<int32_t>*>(to) = {data, static_cast<int32_t>(n), &v.shape};
        break;
      }
      case ArgType::numbers: {
        auto* data = w.early.get<float>(n);
        for (int64_t i = 0; i < n; ++i) data[i] = element<float>(v, i);
        *static_cast<ArgList<float>*>(to) = {data, static_cast<int32_t>(n), &v.shape};
        break;
      }
      default: fail(ErrorCode::INVALID_ARGUMENT, "%s takes no per-sample values", f.name);
    }
    *reinterpret_cast<uint64_t*>(args + table.given_offset) |= uint64_t{1} << a.field;
  }
}

}  // namespace penstock
