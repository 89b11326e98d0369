// See gpu_executor.h. This file manages values in device memory: their places, the upload of inputs and the transfer of
// outputs.
#include <algorithm>
#include <cstring>

#include "core/nvtx.h"
#include "program/gpu_executor.h"

namespace penstock {
namespace {

constexpr int64_t kAlign = 256;

}  // namespace

void* GpuExecutor::take(int64_t bytes) {
  if (!values_.take(bytes)) state_.spec.device_account->exceeded(bytes);
  void* data = nullptr;
  const int failed = t_.alloc(device_, stream_, bytes, &data);
  if (failed) {
    values_.give(bytes);
    gpu::must(failed);
  }
  return data;
}

void GpuExecutor::release(OnDevice& v) {
  if (!v.block) return;
  t_.release(device_, stream_, v.block);
  values_.give(v.bytes);
  v.block = nullptr;
  v.bytes = 0;
}

void GpuExecutor::upload_inputs() {
  const ProgramSpec& spec = state_.spec;
  for (size_t k = 0; k < spec.inputs.size(); ++k) {
    const ArenaRef& arena = state_.arenas[spec.inputs[k].mailbox];
    const bool away = arena_output(arena.data, spec.inputs[k].output).device > 0;
    if (!needed_[k] && !(handed_[k] && away)) continue;
    OnDevice& to = on_device_[k];
    to.views.resize(made());
    for (int i = from_; i < state_.count; ++i) to.views[i - from_] = state_.values(i)[k];
    if (!away && made() > 0) upload(static_cast<int>(k));
  }
  if (!host_read_) return;
  gpu::must(t_.event_record(copied_, copies_));
  gpu::must(t_.event_wait(copied_, stream_));
}

// Uploads a value that lies in a slot in host memory, in one copy when its samples lie together, as they nearly always
// do.
void GpuExecutor::upload(int value) {
  const nvtx::Range range("upload");
  const uint8_t *begin = nullptr, *end = nullptr;
  int64_t total = 0;
  for (int i = from_; i < state_.count; ++i) {
    const Value& v = state_.values(i)[value];
    const auto* data = static_cast<const uint8_t*>(v.data);
    total += v.bytes();
    if (!begin || data < begin) begin = data;
    if (!end || data + v.bytes() > end) end = data + v.bytes();
  }
  const int64_t span = end - begin;
  // Between the samples of a slot there is only memory of the slot. Between samples from other sources there may be
  // memory that cannot be read.
  const ProgramInput& in = state_.spec.inputs[value];
  const bool one_slot = arena_output(state_.arenas[in.mailbox].data, in.output).device == 0;
  const bool together = one_slot ? span <= total + total / 2 + kAlign : span == total;
  OnDevice& to = on_device_[value];
  to.bytes = std::max<int64_t>(together ? span : total + kAlign * made(), 1);
  to.block = take(to.bytes);
  copy_in(value, begin, span, together);
}

// Copies the `span` bytes from `begin` on, or each sample alone.
void GpuExecutor::copy_in(int value, const uint8_t* begin, int64_t span, bool together) {
  // The memory is usable once the stream reaches this point. The copies run in a stream of their own, beside the
  // kernels.
  gpu::must(t_.event_record(begun_, stream_));
  gpu::must(t_.event_wait(begun_, copies_));
  OnDevice& to = on_device_[value];
  auto* block = static_cast<uint8_t*>(to.block);
  if (together) gpu::must(t_.copy(copies_, block, begin, span));
  for (TensorView& v : to.views) {
    const auto* data = static_cast<const uint8_t*>(v.data);
    if (together) {
      v.data = block + (data - begin);
    } else {
      gpu::must(t_.copy(copies_, block, data, v.bytes()));
      v.data = block;
      block += align_up(v.bytes(), kAlign);
    }
  }
  host_read_ = true;
}

// Places outputs in the slot's block of device memory, one output after the other, samples without a gap.
void GpuExecutor::place_outputs(const ArenaRef& arena) {
  const ProgramSpec& spec = state_.spec;
  gpu::DeviceSlot& slot = arena.side->device(spec.gpu, spec.device_account);
  // The call that ends a batch may bring no further samples, and needs no block.
  if (made() == 0 && chunk_ > 0) return;
  int64_t total = 0;
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    if (!spec.on_device[o]) continue;
    total = align_up(total, kAlign);
    for (int i = from_; i < state_.count; ++i) {
      state_.samples[i].offsets[o] = total;
      total += state_.values(i)[spec.outputs[o]].bytes();
    }
  }
  const int64_t expected = chunk_ == 0 ? spec.device_hint : 0;
  auto* block = static_cast<uint8_t*>(slot.block(chunk_, std::max<int64_t>(total, 1), stream_, expected));
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    if (!spec.on_device[o]) continue;
    const int value = spec.outputs[o];
    for (int i = from_; i < state_.count; ++i) {
      int64_t& at = state_.samples[i].offsets[o];
      at = reinterpret_cast<intptr_t>(block + at);
    }
    // The operator writes straight to the slot, unless the value is already made or is an output twice.
    place_value(value, o);
    if (const int shown = shown_whole(value); shown >= 0) place_value(shown, o);
  }
}

void GpuExecutor::place_value(int value, size_t output) {
  OnDevice& v = on_device_[value];
  if (value < static_cast<int>(state_.spec.inputs.size()) || !v.views.empty()) return;
  v.views.resize(made());
  for (int i = from_; i < state_.count; ++i) {
    TensorView& to = v.views[i - from_];
    to = state_.values(i)[value];
    to.data = reinterpret_cast<void*>(state_.samples[i].offsets[output]);
  }
}

// The value that an output shows whole in each sample, as a reshaped one does; -1 where it is not so.
int GpuExecutor::shown_whole(int value) const {
  int found = -1;
  for (int i = from_; i < state_.count; ++i) {
    const Value& v = state_.values(i)[value];
    const bool whole = v.chosen >= 0 && v.peer < 0 && v.shift == 0 && (found < 0 || v.chosen == found) &&
                       v.bytes() == state_.values(i)[v.chosen].bytes();
    if (!whole) return -1;
    found = v.chosen;
  }
  return found;
}

// Allocates memory for the operator's outputs that do not lie in the slot.
void GpuExecutor::take_memory(const OpNode& op) {
  for (int value : op.outputs) {
    OnDevice& to = on_device_[value];
    if (!to.views.empty()) continue;
    to.views.resize(made());
    int64_t total = 0;
    for (int i = from_; i < state_.count; ++i) total += align_up(state_.values(i)[value].bytes(), kAlign);
    to.bytes = std::max<int64_t>(total, 1);
    to.block = take(to.bytes);
    auto* at = static_cast<uint8_t*>(to.block);
    for (int i = from_; i < state_.count; ++i) {
      TensorView& v = to.views[i - from_];
      v = state_.values(i)[value];
      v.data = at;
      at += align_up(v.bytes(), kAlign);
    }
  }
}

// Counts the device memory of the values that the batch's operators have made. It is called when all of them are made,
// because a run that is refused for lack of memory is repeated.
void GpuExecutor::count_memory() {
  const ProgramSpec& spec = state_.spec;
  const auto count = [&](int value, int64_t align) {
    int64_t total = 0, largest = 0;
    for (int i = from_; i < state_.count; ++i) {
      const int64_t bytes = align_up(state_.values(i)[value].bytes(), align);
      total += bytes;
      largest = std::max(largest, bytes);
    }
    count_reserved(state_, value, largest, total);
  };
  std::vector<bool> in_slot(on_device_.size());
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    if (!spec.on_device[o]) continue;
    in_slot[spec.outputs[o]] = true;
    count(spec.outputs[o], 1);
  }
  for (const OpNode& op : spec.ops) {
    if (op.early || op.aliases()) continue;
    for (int value : op.outputs) {
      if (!in_slot[value]) count(value, kAlign);
    }
  }
}

bool GpuExecutor::came_on_host(int value) const {
  const ProgramSpec& spec = state_.spec;
  if (value >= static_cast<int>(spec.inputs.size())) return false;
  const ProgramInput& in = spec.inputs[value];
  return arena_output(state_.arenas[in.mailbox].data, in.output).device <= 0;
}

// Completes the outputs: copies those that no operator has written in place, fills failed ones with zeros, and copies
// to the host.
void GpuExecutor::hand_over(const ArenaRef& arena) {
  const nvtx::Range range("outputs");
  bool host_written = false;
  for (size_t o = 0; o < state_.spec.outputs.size(); ++o) {
    for (int i = from_; i < state_.count; ++i) host_written |= hand_over_sample(arena, o, i, host_written);
  }
  if (host_written) gpu::must(t_.stream_sync(stream_));
}

// Hands over one sample. Returns whether the GPU writes host memory; `pinned` says whether that memory is locked
// already.
bool GpuExecutor::hand_over_sample(const ArenaRef& arena, size_t output, int position, bool pinned) {
  const ProgramSpec& spec = state_.spec;
  const bool on_device = spec.on_device[output];
  const Value& v = state_.values(position)[spec.outputs[output]];
  const int64_t bytes = v.bytes(), offset = state_.samples[position].offsets[output];
  if (!bytes) return false;
  void* to = on_device ? reinterpret_cast<void*>(offset) : arena.data + offset;
  if (v.poisoned || v.absent) {
    if (on_device) {
      gpu::must(t_.fill(stream_, to, 0, bytes));
    } else {
      std::memset(to, 0, bytes);
    }
    return false;
  }
  const bool alias = v.chosen >= 0;
  const int source = alias ? v.chosen : spec.outputs[output], owner = alias && v.peer >= 0 ? v.peer : position;
  const OnDevice& d = on_device_[source];
  // A value that came in host memory is copied from there, even when an operator needed it on the device.
  const bool here = d.views.empty() || (!on_device && came_on_host(source));
  const void* base = here ? state_.values(owner)[source].data : d.views[owner - from_].data;
  const void* from = static_cast<const uint8_t*>(base) + v.shift;
  if (from == to) return false;
  if (here && !on_device) {
    std::memcpy(to, from, bytes);  // from host memory to host memory
    return false;
  }
  if (!on_device && !pinned) arena.side->pin(arena.data, arena.size, spec.pinned_account);
  gpu::must(t_.copy(stream_, to, from, bytes));
  return !on_device;
}

}  // namespace penstock
