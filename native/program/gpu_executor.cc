// See gpu_executor.h. This file queues the operators of a batch in their order.
#include "program/gpu_executor.h"

#include <algorithm>

#include "core/boundary.h"
#include "core/nvtx.h"
#include "core/shared_work.h"
#include "core/thread_pool.h"
#include "gpu_host/test_faults.h"
#include "program/frames.h"
#include "program/sample_error.h"

namespace penstock {
namespace {

bool charge(void* account, int64_t bytes) {
  auto* a = static_cast<Account*>(account);
  if (!a) return true;
  if (bytes < 0) {
    a->release(-bytes);
    return true;
  }
  return a->try_charge(bytes);
}

// Kernels have a block along y for each sample, of which CUDA takes no more. A batch has hardly as many samples, but
// its frames may be more.
constexpr int kMaxAtOnce = 65535;

bool any(const std::vector<bool>& list) { return std::find(list.begin(), list.end(), true) != list.end(); }

}  // namespace

GpuExecutor::GpuExecutor(BatchState& state)
    : state_(state),
      t_(gpu::plugin()),
      device_(gpu::open_gpu(state.spec.gpu)),
      shared_stream_(state.spec.stream ? state.spec.stream : gpu::SharedStream::open(state.spec.gpu)),
      stream_(shared_stream_->get()),
      values_(charge, state.spec.device_account.get()),
      any_on_device_(any(state.spec.on_device)),
      turns_(gpu::BatchTurns::of(state.spec.turns)) {
  find_kernels();
  plan_values();
  const ProgramSpec& spec = state_.spec;
  gpu::must(t_.stream_open(device_, copies_.out()));
  gpu::must(t_.event_open(device_, copied_.out()));
  gpu::must(t_.event_open(device_, begun_.out()));
  const auto decodes = [](const OpNode& op) { return op.device == Device::mixed; };
  const bool any_decodes = std::any_of(spec.ops.begin(), spec.ops.end(), decodes);
  if (any_decodes && spec.stream) {
    gpu::must(t_.stream_open(device_, branch_.out()));
    gpu::must(t_.event_open(device_, branched_.out()));
    stream_ = branch_;
  }
  gpu::must(t_.context_open(device_, stream_, charge, spec.device_account.get(), context_.out()));
  const auto runs = [](const OpNode& op) { return op.device == Device::mixed && (op.op->flags & kRunsMixed); };
  if (std::any_of(spec.ops.begin(), spec.ops.end(), runs)) {
    for (int i = 0; i < spec.threads; ++i) videos_.push_back(std::make_unique<gpu::VideoThread>(device_));
  }
  if (any_decodes &&
      !std::all_of(spec.ops.begin(), spec.ops.end(), [&](const OpNode& op) { return !decodes(op) || runs(op); })) {
    decoder_ = std::make_unique<gpu::Decoder>(device_, spec.threads, spec.group, charge, spec.device_account.get());
  }
  for (const OpNode& op : spec.ops) {
    const auto* cached = dynamic_cast<const CachedImages*>(op.shared.get());
    caches_.push_back(cached ? std::make_unique<gpu::DecodedImages>(cached->cache, device_, spec.device_account)
                             : nullptr);
  }
}

GpuExecutor::~GpuExecutor() {
  decoder_.reset();
  videos_.clear();
  for (OnDevice& v : on_device_) release(v);
  t_.stream_sync(copies_);
  t_.stream_sync(stream_);
  context_.close();
  gpu::trim_pool(device_);
}

int64_t GpuExecutor::trim() {
  int64_t freed = decoder_ ? decoder_->trim() : 0;
  for (OnDevice& v : on_device_) release(v);
  int64_t descriptors = 0;
  gpu::must(t_.context_trim(context_, &descriptors));
  freed += descriptors + values_.drop();
  gpu::must(t_.stream_sync(stream_));
  gpu::trim_pool(device_, true);
  return freed;
}

void GpuExecutor::find_kernels() {
  for (const OpNode& op : state_.spec.ops) {
    const bool runs = op.device == Device::gpu && !op.aliases();
    const gpu::Op* kernels = runs ? t_.find_op(op.op->name) : nullptr;
    if (runs && !kernels) {
      throw SampleError(Error(ErrorCode::UNSUPPORTED, "This build has no GPU kernel for the operator"), op.op->name,
                        op.call_site, -1, "");
    }
    ops_.push_back(kernels);
  }
}

// Finds which values are needed on the device, and the last operator that uses each.
void GpuExecutor::plan_values() {
  const ProgramSpec& spec = state_.spec;
  on_device_.resize(state_.num_values);
  needed_.resize(state_.num_values);
  handed_.resize(state_.num_values);
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    if (spec.on_device[o]) needed_[spec.outputs[o]] = true;
    handed_[spec.outputs[o]] = true;
  }
  int index = 0;
  for (const OpNode& op : spec.ops) {
    const bool runs = op.device == Device::gpu && !op.aliases();
    for (size_t i = 0; runs && i < op.inputs.size(); ++i) {
      if (!op.reads(i)) needed_[op.inputs[i]] = true;
      on_device_[op.inputs[i]].last_use = index;
    }
    ++index;
  }
  // Outputs are kept until the end of the run.
  for (int v : spec.outputs) on_device_[v].last_use = index;
  // The output of a merge or a view lies in one of its inputs, so they must last as long.
  for (auto op = spec.ops.rbegin(); op != spec.ops.rend(); ++op) {
    if (!op->aliases()) continue;
    const size_t first = op->merges() ? 1 : 0, end = op->merges() ? op->inputs.size() : 1;
    for (size_t i = first; i < end; ++i) {
      OnDevice& from = on_device_[op->inputs[i]];
      for (int v : op->outputs) {
        if (needed_[v]) needed_[op->inputs[i]] = true;
        from.last_use = std::max(from.last_use, on_device_[v].last_use);
      }
    }
  }
  releases_.resize(spec.ops.size());
  for (int v = 0; v < state_.num_values; ++v) {
    const int last = on_device_[v].last_use;
    if (last >= 0 && last < index) releases_[last].push_back(v);
  }
}

void GpuExecutor::run(int from, const ArenaRef& arena) {
  // A reader that is closed meanwhile, or a batch that is given back, must not unlock what the GPU copies.
  std::vector<gpu::SlotSide::Use> uses;
  for (const ArenaRef& in : state_.arenas) {
    if (in.side) uses.emplace_back(*in.side);
  }
  if (arena.side) uses.emplace_back(*arena.side);
  try {
    queue(from, arena);
  } catch (...) {
    // The work that was queued before the failure must end before the slots are used again.
    t_.stream_sync(copies_);
    t_.stream_sync(stream_);
    throw;
  }
}

void GpuExecutor::queue(int from, const ArenaRef& arena) {
  begin(from, arena);
  upload_inputs();
  if (any_on_device_) place_outputs(arena);
  int index = -1;
  for (const OpNode& op : state_.spec.ops) {
    ++index;
    if (op.early) continue;
    if (op.aliases()) {
      bind_alias(op);
      continue;
    }
    take_memory(op);
    if (op.device == Device::mixed && (op.op->flags & kRunsMixed)) {
      decode_videos(op, index);
    } else if (op.device == Device::mixed) {
      decode(op, index);
    } else {
      run_op(op, index);
    }
    for (int v : releases_[index]) release(on_device_[v]);
  }
  hand_over(arena);
  count_memory();
  for (OnDevice& v : on_device_) release(v);
  gpu::must(t_.context_end(context_));
  if (branch_) order(branch_, shared_stream_->get());
  if (any_on_device_) arena.side->device(state_.spec.gpu, state_.spec.device_account).ready(shared_stream_);
  for (const ArenaRef& in : state_.arenas) {
    if (const auto slot = in.side ? in.side->device() : nullptr) slot->used(stream_);
  }
  // The caller releases the host slots when this returns.
  if (!host_read_) return;
  const nvtx::Range range("wait for the upload");
  gpu::must(t_.event_sync(copied_));
}

// What is queued on `later` from now on runs after what is queued on `earlier` now.
void GpuExecutor::order(gpu::Stream* earlier, gpu::Stream* later) {
  gpu::must(t_.event_record(branched_, earlier));
  gpu::must(t_.event_wait(branched_, later));
}

// Orders the stream after the work that makes the inputs and after the work that still uses the output slot.
void GpuExecutor::begin(int from, const ArenaRef& arena) {
  const ProgramSpec& spec = state_.spec;
  from_ = from;
  host_read_ = false;
  for (OnDevice& v : on_device_) {
    release(v);
    v.views.clear();
  }
  // The stream that was passed in may hold work of the user's that reads the memory which this batch gets. It holds no
  // earlier batch that is still being decoded: those join it when they are queued whole.
  if (branch_) order(shared_stream_->get(), branch_);
  gpu::must(t_.context_begin(context_));
  for (const ArenaRef& in : state_.arenas) {
    if (!in.side) continue;  // a user's memory: copies from it are slower, but correct
    if (const auto slot = in.side->device()) {
      slot->wait(stream_);
    } else {
      in.side->pin(in.data, in.size, spec.pinned_account);
    }
  }
  if (any_on_device_) {
    gpu::DeviceSlot& slot = arena.side->device(spec.gpu, spec.device_account);
    chunk_ = from == 0 ? 0 : chunk_ + 1;
    if (from == 0) slot.begin(stream_);
  }
  if (!decoder_ && videos_.empty()) be_busy();
}

void GpuExecutor::be_busy() {
  if (const double ms = gpu::test_faults().busy_ms; ms > 0) gpu::must(t_.busy(stream_, ms));
}

bool GpuExecutor::skipped(const OpNode& op, int position) const {
  const Value* v = state_.values(position);
  const auto bad = [&](int i) { return v[i].poisoned || v[i].absent; };
  return std::any_of(op.outputs.begin(), op.outputs.end(), bad) || std::any_of(op.inputs.begin(), op.inputs.end(), bad);
}

// Finds the addresses of a merge's or a view's data, sample by sample.
void GpuExecutor::bind_alias(const OpNode& op) {
  for (int value : op.outputs) {
    OnDevice& to = on_device_[value];
    if (to.views.empty()) to.views.resize(made());
    for (int s = from_; s < state_.count; ++s) {
      Value& v = state_.values(s)[value];
      if (v.poisoned || v.absent || v.chosen < 0) continue;
      v.poisoned = source_of(state_, v, s).poisoned;
      const OnDevice& chosen = on_device_[v.chosen];
      if (chosen.views.empty()) continue;
      TensorView& view = to.views[s - from_];
      static_cast<OutSpec&>(view) = v;
      view.data = chosen.views[(v.peer >= 0 ? v.peer : s) - from_].as<uint8_t>() + v.shift;
    }
  }
}

// Collects what the kernels of `op` need for each sample; returns the number of samples.
int GpuExecutor::gather(const OpNode& op) {
  args_.clear();
  states_.clear();
  in_.resize(std::max(in_.size(), op.inputs.size()));
  out_.resize(std::max(out_.size(), op.outputs.size()));
  for (auto& list : in_) list.clear();
  for (auto& list : out_) list.clear();
  for (int i = from_; i < state_.count; ++i) {
    if (skipped(op, i)) continue;
    if (by_frame(state_, op, i)) {
      gather_frames(op, i);
      continue;
    }
    args_.push_back(args_of(state_, op, i));
    states_.push_back(state_of(state_, op, i));
    for (size_t k = 0; k < op.inputs.size(); ++k) {
      const int value = op.inputs[k];
      in_[k].push_back(op.reads(k) ? static_cast<const TensorView&>(state_.values(i)[value]) : view(value, i));
    }
    for (size_t k = 0; k < op.outputs.size(); ++k) out_[k].push_back(view(op.outputs[k], i));
  }
  return static_cast<int>(args_.size());
}

// To a kernel, each frame is a sample of its own.
void GpuExecutor::gather_frames(const OpNode& op, int position) {
  const FrameCalls& calls = frames_of(state_, op, position);
  for (int i = 0; i < calls.frames; ++i) {
    args_.push_back(calls.args + i * calls.args_step);
    states_.push_back(calls.states + i * calls.state_step);
    for (size_t k = 0; k < op.inputs.size(); ++k) {
      const int value = op.inputs[k];
      const TensorView v = op.reads(k) ? state_.values(position)[value] : view(value, position);
      in_[k].push_back(frame_at(v, i));
    }
    for (size_t k = 0; k < op.outputs.size(); ++k) out_[k].push_back(frame_of(view(op.outputs[k], position), i));
  }
}

void GpuExecutor::run_op(const OpNode& op, int op_index) {
  const nvtx::Range range(op.op->name);
  OpTally& tally = state_.workers[0]->tallies[op_index];
  const uint64_t t0 = now_ns();
  const int count = gather(op);
  if (count) {
    std::vector<const TensorView*> in(op.inputs.size()), out(op.outputs.size());
    gpu::OpRun r;
    r.num_inputs = static_cast<int>(op.inputs.size());
    r.num_outputs = static_cast<int>(op.outputs.size());
    r.shared = op.shared.get();
    r.in = in.data();
    r.out = out.data();
    const int step = op.whole_batch() ? count : std::min(count, kMaxAtOnce);
    for (int from = 0; from < count; from += step) {
      r.count = std::min(step, count - from);
      r.args = args_.data() + from;
      r.states = states_.data() + from;
      for (size_t k = 0; k < in.size(); ++k) in[k] = in_[k].data() + from;
      for (size_t k = 0; k < out.size(); ++k) out[k] = out_[k].data() + from;
      try {
        gpu::must(t_.run(ops_[op_index], context_, &r));
      } catch (const Error& e) {
        throw SampleError(e, op.op->name, op.call_site, -1, "");
      }
    }
  }
  tally.ns.add(now_ns() - t0);
  tally.samples.add(count);
}

void GpuExecutor::decode(const OpNode& op, int op_index) {
  const nvtx::Range range(op.op->name);
  OpTally& tally = state_.workers[0]->tallies[op_index];
  const uint64_t t0 = now_ns();
  gpu::DecodedImages* cache = caches_[op_index].get();
  items_.clear();
  positions_.clear();
  if (cache) cache->begin();
  for (int i = from_; i < state_.count; ++i) {
    if (skipped(op, i)) continue;
    gpu::Decoder::Item item = {state_of(state_, op, i), state_.values(i)[op.inputs[0]], view(op.outputs[0], i), nullptr,
                               0};
    tally.samples.add(1);
    if (cache && cache->find(item, stream_)) {
      if (item.warnings) tally.warned.add(1);
      continue;
    }
    items_.push_back(std::move(item));
    positions_.push_back(i);
  }
  // Like this executor's stream, the decoder's streams are ordered after the work that reads the slot.
  gpu::BatchTurn turn(turns_.get(), state_.batch_number());
  decoder_->decode(items_, stream_, state_.counters[op_index].decoded, turn);
  be_busy();
  if (cache) cache->add(items_, stream_);
  for (size_t k = 0; k < items_.size(); ++k) {
    if (items_[k].warnings) tally.warned.add(1);
    if (items_[k].error) fail_sample(state_, positions_[k], op_index, *items_[k].error);
  }
  tally.ns.add(now_ns() - t0);
}

// Each sample is a task of its own, those first that take longest.
void GpuExecutor::decode_videos(const OpNode& op, int op_index) {
  const nvtx::Range range(op.op->name);
  positions_.clear();
  for (int i = from_; i < state_.count; ++i) {
    if (!skipped(op, i)) positions_.push_back(i);
  }
  std::stable_sort(positions_.begin(), positions_.end(),
                   [&](int a, int b) { return state_.samples[a].cost > state_.samples[b].cost; });
  gpu::must(t_.event_record(begun_, stream_));
  for (auto& v : videos_) v->begin_batch(begun_, state_.counters[op_index].decoded);
  const auto one = [&](int k, int worker) {
    try {
      decode_video(op, op_index, positions_[static_cast<size_t>(k)], worker);
    } catch (...) {
      fail_sample(state_, positions_[static_cast<size_t>(k)], op_index, caught("not enough memory for this sample"));
    }
  };
  ThreadPool::instance().run(static_cast<int>(positions_.size()), state_.spec.threads, state_.spec.group, one,
                             ThreadPool::Rank::yields);
  for (auto& v : videos_) v->join(stream_);
  be_busy();
}

// The outputs beside the frames are small: they are made in host memory.
void GpuExecutor::decode_video(const OpNode& op, int op_index, int position, int worker) {
  Worker& w = *state_.workers[static_cast<size_t>(worker)];
  gpu::VideoThread& videos = *videos_[static_cast<size_t>(worker)];
  const RunningGuard running(w.running);
  const uint64_t t0 = w.now = now_ns();
  const Sample& sample = state_.samples[position];
  w.running.begin(sample.info.index, sample.info.source, w.now);
  w.running.at(op_index);
  videos.scratch().reset();
  for (size_t k = 0; k < op.outputs.size(); ++k) {
    w.call.out[k] = view(op.outputs[k], position);
    if (k > 0) w.call.out[k].data = videos.scratch().get(static_cast<size_t>(w.call.out[k].bytes()));
  }
  SampleRun r;
  prepare_call(r, state_, op, op_index, position, w);
  r.out = w.call.out.data();
  r.mixed = &videos;
  r.scratch = &videos.scratch();
  this_turn() = {};
  call_run(state_, op, position, r, w);
  for (size_t k = 1; k < op.outputs.size(); ++k) videos.copy(view(op.outputs[k], position), w.call.out[k].data);
  OpTally& tally = w.tallies[op_index];
  tally.samples.add(1);
  if (r.warned) tally.warned.add(1);
  tally.ns.add(now_ns() - t0);
}

}  // namespace penstock
