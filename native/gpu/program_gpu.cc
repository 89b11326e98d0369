// Running a program on a GPU, operator by operator over the whole batch; see program_gpu.h. Everything is queued on one
// stream, the program's own or a given one; the calling thread waits only where host memory is read or written by a
// copy.
#include "gpu/program_gpu.h"

#include <algorithm>

#include "gpu/test_faults.h"

namespace penstock {
namespace {

constexpr int64_t kAlign = 256;

bool charge(void* account, int64_t bytes) {
  auto* a = static_cast<Account*>(account);
  if (!a) return true;
  if (bytes < 0) {
    a->release(-bytes);
    return true;
  }
  return a->try_charge(bytes);
}

}  // namespace

void Program::open_gpu() { gpu_ = std::make_unique<Gpu>(*this); }

void Program::run_gpu(int from, const ArenaRef& arena) { gpu_->run(from, arena); }

Program::Gpu::Gpu(Program& program)
    : p_(program),
      t_(gpu::plugin()),
      device_(gpu::open_gpu(program.spec_->gpu)),
      shared_stream_(program.spec_->stream ? program.spec_->stream : gpu::SharedStream::open(program.spec_->gpu)),
      stream_(shared_stream_->get()) {
  const ProgramSpec& spec = *p_.spec_;
  bool decodes = false;
  on_device_.resize(p_.num_values_);
  needed_.resize(p_.num_values_);
  handed_.resize(p_.num_values_);
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    if (spec.on_device[o]) needed_[spec.outputs[o]] = true;
    handed_[spec.outputs[o]] = true;
  }
  int index = 0;
  for (const OpNode& op : spec.ops) {
    const gpu::Op* kernels = nullptr;
    if (op.device == Device::gpu) {
      kernels = t_.find_op(op.op->name);
      if (!kernels) {
        throw SampleError(Error(ErrorCode::UNSUPPORTED, "This build has no GPU kernel for the operator"), op.op->name,
                          op.call_site, -1, "");
      }
      for (size_t i = 0; i < op.inputs.size(); ++i) {
        const bool read = op.op->flags & (i ? kReadsInput | kReadsOthers : kReadsInput);
        if (!read) needed_[op.inputs[i]] = true;
        on_device_[op.inputs[i]].last_use = index;
      }
    }
    decodes |= op.device == Device::mixed;
    ops_.push_back(kernels);
    ++index;
  }
  // What is handed over is there until the end.
  for (int v : spec.outputs) on_device_[v].last_use = index;
  // A merge is one of its branches.
  for (auto op = spec.ops.rbegin(); op != spec.ops.rend(); ++op) {
    if (!op->merges()) continue;
    for (size_t i = 1; i < op->inputs.size(); ++i) {
      if (needed_[op->outputs[0]]) needed_[op->inputs[i]] = true;
      on_device_[op->inputs[i]].last_use = index;
    }
  }
  gpu::must(t_.stream_open(device_, copies_.out()));
  gpu::must(t_.event_open(device_, copied_.out()));
  gpu::must(t_.event_open(device_, begun_.out()));
  gpu::must(t_.context_open(device_, stream_, charge, spec.device_account.get(), context_.out()));
  if (decodes) decoder_ = std::make_unique<gpu::Decoder>(device_, spec);
}

Program::Gpu::~Gpu() {
  decoder_.reset();
  for (OnDevice& v : on_device_) release(v);
  t_.stream_sync(copies_);
  t_.stream_sync(stream_);
}

void* Program::Gpu::take(int64_t bytes) {
  const auto& account = p_.spec_->device_account;
  if (account) account->charge(bytes);
  void* data = nullptr;
  const int failed = t_.alloc(device_, stream_, bytes, &data);
  if (failed) {
    if (account) account->release(bytes);
    gpu::must(failed);
  }
  return data;
}

void Program::Gpu::release(OnDevice& v) {
  if (!v.block) return;
  t_.release(device_, stream_, v.block);
  if (p_.spec_->device_account) p_.spec_->device_account->release(v.bytes);
  v.block = nullptr;
  v.bytes = 0;
}

bool Program::Gpu::skipped(const OpNode& op, int position) const {
  const Value* v = p_.values(position);
  const auto bad = [&](int i) { return v[i].poisoned || v[i].absent; };
  return std::any_of(op.outputs.begin(), op.outputs.end(), bad) || std::any_of(op.inputs.begin(), op.inputs.end(), bad);
}

// A value that lies in a slot in host memory: one copy where its samples lie together, as they nearly always do.
void Program::Gpu::upload(int value) {
  OnDevice& to = on_device_[value];
  const uint8_t *begin = nullptr, *end = nullptr;
  int64_t total = 0;
  for (int i = from_; i < p_.count_; ++i) {
    const Value& v = p_.values(i)[value];
    const auto* data = static_cast<const uint8_t*>(v.data);
    total += v.bytes();
    if (!begin || data < begin) begin = data;
    if (!end || data + v.bytes() > end) end = data + v.bytes();
  }
  const int64_t span = end - begin;
  // Between pieces of a slot lies the slot; between others maybe nothing that can be read.
  const ProgramInput& in = p_.spec_->inputs[value];
  const bool one_slot = arena_output(p_.arenas_[in.mailbox].data, in.output).device == 0;
  const bool together = one_slot ? span <= total + total / 2 + kAlign : span == total;
  to.bytes = together ? span : total + kAlign * (p_.count_ - from_);
  to.block = take(std::max<int64_t>(to.bytes, 1));
  // The memory is there once the stream says so; the copies run in a stream of their own, beside the kernels.
  gpu::must(t_.event_record(begun_, stream_));
  gpu::must(t_.event_wait(begun_, copies_));
  auto* block = static_cast<uint8_t*>(to.block);
  if (together) gpu::must(t_.copy(copies_, block, begin, span));
  for (int i = from_; i < p_.count_; ++i) {
    TensorView& v = to.views[i - from_];
    const auto* data = static_cast<const uint8_t*>(v.data);
    if (together) {
      v.data = block + (data - begin);
    } else {
      gpu::must(t_.copy(copies_, block, data, v.bytes()));
      v.data = block;
      block += (v.bytes() + kAlign - 1) / kAlign * kAlign;
    }
  }
  host_read_ = true;
}

void Program::Gpu::upload_inputs() {
  const ProgramSpec& spec = *p_.spec_;
  for (size_t k = 0; k < spec.inputs.size(); ++k) {
    const ArenaRef& arena = p_.arenas_[spec.inputs[k].mailbox];
    const bool away = arena_output(arena.data, spec.inputs[k].output).device > 0;
    if (!needed_[k] && !(handed_[k] && away)) continue;
    OnDevice& to = on_device_[k];
    to.views.resize(p_.count_ - from_);
    for (int i = from_; i < p_.count_; ++i) to.views[i - from_] = p_.values(i)[k];
    if (!away && p_.count_ > from_) upload(static_cast<int>(k));
  }
  if (!host_read_) return;
  gpu::must(t_.event_record(copied_, copies_));
  gpu::must(t_.event_wait(copied_, stream_));
}

// Outputs in device memory get the slot's block, one after the other, samples without a gap.
void Program::Gpu::place_outputs(const ArenaRef& arena) {
  const ProgramSpec& spec = *p_.spec_;
  gpu::DeviceSlot& slot = arena.side->device(spec.gpu, spec.device_account);
  int64_t total = 0;
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    if (!spec.on_device[o]) continue;
    total = (total + kAlign - 1) / kAlign * kAlign;
    for (int i = from_; i < p_.count_; ++i) {
      p_.samples_[i].offsets[o] = total;
      total += p_.values(i)[spec.outputs[o]].bytes();
    }
  }
  auto* block = static_cast<uint8_t*>(slot.block(chunk_, std::max<int64_t>(total, 1), stream_));
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    if (!spec.on_device[o]) continue;
    const int value = spec.outputs[o];
    for (int i = from_; i < p_.count_; ++i) {
      int64_t& at = p_.samples_[i].offsets[o];
      at = reinterpret_cast<intptr_t>(block + at);
    }
    // The operator writes there at once, unless the value is there already or wanted twice.
    OnDevice& v = on_device_[value];
    if (value < static_cast<int>(spec.inputs.size()) || !v.views.empty()) continue;
    v.views.resize(p_.count_ - from_);
    for (int i = from_; i < p_.count_; ++i) {
      TensorView& to = v.views[i - from_];
      to = p_.values(i)[value];
      to.data = reinterpret_cast<void*>(p_.samples_[i].offsets[o]);
    }
  }
}

// Memory for what an operator makes and the slot does not hold.
void Program::Gpu::make_room(int op_index) {
  for (int value : p_.spec_->ops[op_index].outputs) {
    OnDevice& to = on_device_[value];
    if (!to.views.empty()) continue;
    to.views.resize(p_.count_ - from_);
    int64_t total = 0;
    for (int i = from_; i < p_.count_; ++i) total += (p_.values(i)[value].bytes() + kAlign - 1) / kAlign * kAlign;
    to.bytes = std::max<int64_t>(total, 1);
    to.block = take(to.bytes);
    auto* at = static_cast<uint8_t*>(to.block);
    for (int i = from_; i < p_.count_; ++i) {
      TensorView& v = to.views[i - from_];
      v = p_.values(i)[value];
      v.data = at;
      at += (v.bytes() + kAlign - 1) / kAlign * kAlign;
    }
  }
}

void Program::Gpu::run_op(int op_index) {
  OpNode& op = p_.spec_->ops[op_index];
  const uint64_t t0 = now_ns();
  args_.clear();
  states_.clear();
  in_.resize(kMaxOpInputs);
  out_.resize(kMaxOpOutputs);
  for (auto& list : in_) list.clear();
  for (auto& list : out_) list.clear();
  for (int i = from_; i < p_.count_; ++i) {
    if (skipped(op, i)) continue;
    args_.push_back(op.arg_inputs.empty() ? op.args.data() : p_.block(i, op.args_offset));
    states_.push_back(p_.block(i, op.state_offset));
    for (size_t k = 0; k < op.inputs.size(); ++k) {
      const bool read = op.op->flags & (k ? kReadsInput | kReadsOthers : kReadsInput);
      in_[k].push_back(read ? static_cast<const TensorView&>(p_.values(i)[op.inputs[k]]) : view(op.inputs[k], i));
    }
    for (size_t k = 0; k < op.outputs.size(); ++k) out_[k].push_back(view(op.outputs[k], i));
  }
  if (!args_.empty()) {
    const TensorView *in[kMaxOpInputs], *out[kMaxOpOutputs];
    for (size_t k = 0; k < op.inputs.size(); ++k) in[k] = in_[k].data();
    for (size_t k = 0; k < op.outputs.size(); ++k) out[k] = out_[k].data();
    gpu::OpRun r;
    r.count = static_cast<int>(args_.size());
    r.num_inputs = static_cast<int>(op.inputs.size());
    r.num_outputs = static_cast<int>(op.outputs.size());
    r.args = args_.data();
    r.states = states_.data();
    r.in = in;
    r.out = out;
    try {
      gpu::must(t_.run(ops_[op_index], context_, &r));
    } catch (const Error& e) {
      throw SampleError(e, op.op->name, op.call_site, -1, "");
    }
  }
  op.ns.fetch_add(now_ns() - t0, std::memory_order_relaxed);
  op.samples.fetch_add(args_.size(), std::memory_order_relaxed);
}

void Program::Gpu::decode(int op_index, const ArenaRef&) {
  OpNode& op = p_.spec_->ops[op_index];
  const uint64_t t0 = now_ns();
  auto& items = items_;
  auto& positions = positions_;
  items.clear();
  positions.clear();
  for (int i = from_; i < p_.count_; ++i) {
    if (skipped(op, i)) continue;
    items.push_back({p_.block(i, op.state_offset), p_.values(i)[op.inputs[0]], view(op.outputs[0], i), nullptr, 0});
    positions.push_back(i);
  }
  // The decoder's streams come after whoever reads the slot, as ours does.
  decoder_->decode(items, stream_, op.decoded);
  for (size_t k = 0; k < items.size(); ++k) {
    if (items[k].warnings) op.warned.fetch_add(1, std::memory_order_relaxed);
    if (items[k].error) p_.fail_sample(positions[k], op_index, *items[k].error);
  }
  op.ns.fetch_add(now_ns() - t0, std::memory_order_relaxed);
  op.samples.fetch_add(items.size(), std::memory_order_relaxed);
}

bool Program::Gpu::came_on_host(int value) const {
  const ProgramSpec& spec = *p_.spec_;
  if (value >= static_cast<int>(spec.inputs.size())) return false;
  const ProgramInput& in = spec.inputs[value];
  return arena_output(p_.arenas_[in.mailbox].data, in.output).device <= 0;
}

// Outputs that no operator has written in place, zeros for what failed, and copies to the host.
void Program::Gpu::hand_over(const ArenaRef& arena) {
  const ProgramSpec& spec = *p_.spec_;
  bool host_written = false;
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    const int value = spec.outputs[o];
    for (int i = from_; i < p_.count_; ++i) {
      const Value& v = p_.values(i)[value];
      const int64_t bytes = v.bytes();
      if (!bytes) continue;
      void* to = spec.on_device[o] ? reinterpret_cast<void*>(p_.samples_[i].offsets[o])
                                   : arena.data + p_.samples_[i].offsets[o];
      if (v.poisoned || v.absent) {
        if (spec.on_device[o]) {
          gpu::must(t_.fill(stream_, to, 0, bytes));
        } else {
          std::memset(to, 0, bytes);
        }
        continue;
      }
      const int made = v.chosen >= 0 ? v.chosen : value;
      const OnDevice& d = on_device_[made];
      // What came in host memory goes on from there, also if an operator needed it on the device.
      const bool here = d.views.empty() || (!spec.on_device[o] && came_on_host(made));
      const void* from = here ? p_.values(i)[made].data : d.views[i - from_].data;
      if (from == to) continue;
      if (here && !spec.on_device[o]) {
        std::memcpy(to, from, bytes);  // from the host to the host
        continue;
      }
      if (!spec.on_device[o] && !host_written) {
        arena.side->pin(arena.data, arena.size, spec.pinned_account);
        host_written = true;
      }
      gpu::must(t_.copy(stream_, to, from, bytes));
    }
  }
  if (host_written) gpu::must(t_.stream_sync(stream_));
}

void Program::Gpu::run(int from, const ArenaRef& arena) {
  try {
    queue(from, arena);
  } catch (...) {
    // Nothing says what has been queued by now: it must be over before anybody uses the slots again.
    t_.stream_sync(copies_);
    t_.stream_sync(stream_);
    throw;
  }
}

void Program::Gpu::queue(int from, const ArenaRef& arena) {
  const ProgramSpec& spec = *p_.spec_;
  from_ = from;
  host_read_ = false;
  for (OnDevice& v : on_device_) {
    release(v);
    v.views.clear();
  }
  gpu::must(t_.context_begin(context_));
  for (const ArenaRef& in : p_.arenas_) {
    if (!in.side) continue;  // a user's memory: copies from it are slower, and right
    if (const auto slot = in.side->device())
      slot->wait(stream_);
    else
      in.side->pin(in.data, in.size, spec.pinned_account);
  }
  const bool any_on_device = std::find(spec.on_device.begin(), spec.on_device.end(), true) != spec.on_device.end();
  if (any_on_device) {
    gpu::DeviceSlot& slot = arena.side->device(spec.gpu, spec.device_account);
    chunk_ = from == 0 ? 0 : chunk_ + 1;
    if (from == 0) slot.begin(stream_);
  }
  if (const double ms = gpu::test_faults().busy_ms; ms > 0 && !decoder_) gpu::must(t_.busy(stream_, ms));
  upload_inputs();
  if (any_on_device) place_outputs(arena);
  const int count = static_cast<int>(spec.ops.size());
  for (int i = 0; i < count; ++i) {
    const OpNode& op = spec.ops[i];
    if (op.merges()) {
      if (op.early) continue;
      // The chosen branch's data, sample by sample.
      OnDevice& to = on_device_[op.outputs[0]];
      const bool placed = !to.views.empty();
      if (!placed) to.views.resize(p_.count_ - from_);
      for (int s = from_; s < p_.count_; ++s) {
        Value& v = p_.values(s)[op.outputs[0]];
        if (v.poisoned || v.absent || v.chosen < 0) continue;
        v.poisoned = p_.values(s)[v.chosen].poisoned;
        const OnDevice& chosen = on_device_[v.chosen];
        if (!chosen.views.empty()) to.views[s - from_] = chosen.views[s - from_];
      }
      continue;
    }
    if (op.early) continue;
    make_room(i);
    if (op.device == Device::mixed) {
      decode(i, arena);
    } else {
      run_op(i);
    }
    for (int v : op.inputs) {
      if (on_device_[v].last_use == i) release(on_device_[v]);
    }
  }
  hand_over(arena);
  for (OnDevice& v : on_device_) release(v);
  gpu::must(t_.context_end(context_));
  if (any_on_device) arena.side->device(spec.gpu, spec.device_account).ready(shared_stream_);
  for (const ArenaRef& in : p_.arenas_) {
    if (const auto slot = in.side ? in.side->device() : nullptr) slot->used(stream_);
  }
  // The host slots are given back when this returns.
  if (host_read_) gpu::must(t_.event_sync(copied_));
}

}  // namespace penstock
