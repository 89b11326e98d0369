// The batch's side of a program: what becomes of failed samples, where outputs lie in the arena, and the tables that
// describe them.
#include <algorithm>
#include <cstring>

#include "core/extents.h"
#include "program_state.h"

namespace penstock {
namespace {

constexpr size_t kMaxBadKept = 10000;
// Room that is kept for samples to come must not be why a batch does not fit into a slot.
constexpr int64_t kMaxRoom = int64_t{1} << 32;

void check_batch_bytes(int64_t bytes) {
  if (bytes <= kMaxBatchBytes) return;
  throw Error(ErrorCode::OUT_OF_MEMORY,
              "Expected a batch of at most " + std::to_string(kMaxBatchBytes) + " bytes but received one of more",
              "Use a smaller batchSize");
}

}  // namespace

void Program::fail_sample(int position, int op_index, const Error& e) {
  Sample& s = samples_[position];
  // The first failure is the one that counts; later ones follow from it.
  if (s.failed_op < 0) {
    s.failed_op = op_index;
    s.error = std::make_unique<Error>(e);
  }
  Value* v = values(position);
  for (int o : spec_->ops[op_index].outputs) v[o].poisoned = true;
}

// As if the samples behind done_ had never been appended.
void Program::forget(bool placed) {
  count_ = done_;
  refused_.clear();
  if (done_ == 0) {
    open_ = false;  // trim() may take what setup() has made
  } else if (placed) {
    tail_ = kept_tail_;
    for (OutputState& out : outputs_) out.cursor = out.kept_cursor, out.limit = out.kept_limit;
  }
}

// Decides what becomes of failed samples in [from, count_): throws, drops them (closing the gaps), or marks them.
void Program::settle_failures(int from, bool after_run, uint8_t* arena) {
  bool any = false;
  for (int i = from; i < count_; ++i) any |= samples_[i].error != nullptr;
  if (!any) return;

  for (int i = from; i < count_; ++i) {
    Sample& s = samples_[i];
    if (!s.error) continue;
    const OpNode& op = spec_->ops[s.failed_op];
    if (s.of_batch || policy(s.failed_op, *s.error) == OnError::fail || !is_sample_fault(s.error->code)) {
      const auto [name, call_site] = op.blamed(*s.error);
      SampleError e(*s.error, name, call_site, s.info.index, std::string(s.info.source));
      forget(after_run);
      throw e;
    }
  }
  for (int i = from; i < count_; ++i) {
    Sample& s = samples_[i];
    if (!s.error) continue;
    const OpNode& op = spec_->ops[s.failed_op];
    {
      std::lock_guard lock(report_mutex_);
      ++bad_total_;
      if (bad_.size() < kMaxBadKept) {
        const auto [name, call_site] = op.blamed(*s.error);
        bad_.push_back({batch_index_, s.info.index, s.info.epoch, std::string(s.info.source), s.error->message, name,
                        call_site, s.error->code});
      }
    }
    const bool kept = policy(s.failed_op, *s.error) == OnError::placeholder;
    s.error.reset();
    if (kept) {
      s.flags |= abi::sampleFlags_invalid;
      if (after_run) {
        Value* v = values(i);
        for (size_t o = 0; o < outputs_.size(); ++o) {
          const Value& value = v[spec_->outputs[o]];
          if (value.poisoned && !spec_->on_device[o]) std::memset(arena + s.offsets[o], 0, value.bytes());
        }
      }
    } else {
      s.dropped = true;
    }
  }

  // Close the gaps: samples move down, and after a run their bytes too, so that batches stay in order and dense.
  int to = from;
  std::vector<int64_t> cursor(outputs_.size());
  if (after_run && from < count_) cursor = samples_[from].offsets;
  for (int i = from; i < count_; ++i) {
    if (samples_[i].dropped) continue;
    if (to != i) {
      std::swap(samples_[to], samples_[i]);
      std::memcpy(block(to, 0), block(i, 0), block_bytes_);
    }
    if (after_run) {
      Value* v = values(to);
      for (size_t o = 0; o < outputs_.size(); ++o) {
        const int64_t bytes = v[spec_->outputs[o]].bytes();
        int64_t& at = samples_[to].offsets[o];
        if (spec_->on_device[o]) continue;  // a gap costs nothing there
        if (at != cursor[o]) std::memmove(arena + cursor[o], arena + at, bytes);
        at = cursor[o];
        cursor[o] += bytes;
      }
    }
    ++to;
  }
  if (after_run) {
    for (size_t o = 0; o < outputs_.size(); ++o) {
      if (!spec_->on_device[o]) outputs_[o].cursor = cursor[o];
    }
  }
  count_ = to;
}

// Gives poisoned outputs the shape of a good sample, and checks that all samples agree on dtype and layout.
void Program::fill_placeholders(int from) {
  for (size_t o = 0; o < outputs_.size(); ++o) {
    OutputState& out = outputs_[o];
    for (int i = from; i < count_; ++i) {
      const Value& v = values(i)[spec_->outputs[o]];
      if (v.poisoned || v.absent) continue;
      if (out.in_batch && (v.dtype != out.spec.dtype || v.shape.ndim != out.spec.shape.ndim)) {
        const std::string source(samples_[i].info.source);
        throw SampleError(Error(ErrorCode::INVALID_INPUT,
                                "Expected all samples of output " + std::to_string(o) +
                                    " to have one dtype and number of dimensions (" + dtype_name(out.spec.dtype) +
                                    ", " + std::to_string(out.spec.shape.ndim) + ") but received " +
                                    dtype_name(v.dtype) + ", " + std::to_string(v.shape.ndim)),
                          "", "", samples_[i].info.index, source);
      }
      out.spec = v;
      out.known = out.in_batch = true;
    }
    for (int i = from; i < count_; ++i) {
      Value& v = values(i)[spec_->outputs[o]];
      if (v.poisoned && v.shape.ndim == 0) static_cast<OutSpec&>(v) = out.spec;
      if (v.poisoned && !out.known) v.shape = Shape{0};
      // Read by nothing that runs for this sample, so it need not have contents.
      if (v.absent) {
        static_cast<OutSpec&>(v) = out.spec;
        for (int d = 0; d < v.shape.ndim; ++d) v.shape[d] = 0;
      }
    }
  }
}

// Every tensor fits by now; so must each value's tensors together, on whatever device they lie.
void Program::check_sums(int from) const {
  for (int k = 0; k < num_values_; ++k) {
    int64_t sum = 0;
    for (int i = from; i < count_; ++i) check_batch_bytes(sum += values(i)[k].bytes());
  }
}

// Gives every output of samples [from, count_) its final place; returns the arena's size that this needs.
int64_t Program::place(int from) {
  const bool first = from == 0;
  if (first) tail_ = align_up(arena_tables_bytes(spec_->batch_size, outputs_.size()), abi::align);
  kept_tail_ = tail_;
  for (OutputState& out : outputs_) out.kept_cursor = out.cursor, out.kept_limit = out.limit;
  for (size_t o = 0; o < outputs_.size(); ++o) {
    OutputState& out = outputs_[o];
    if (spec_->on_device[o]) continue;  // run_gpu() finds its place
    int64_t total = 0, largest = 0;
    bool equal = true;
    for (int i = from; i < count_; ++i) {
      const int64_t bytes = values(i)[spec_->outputs[o]].bytes();
      equal &= i == from || bytes == largest;
      largest = std::max(largest, bytes);
      total += bytes;
    }
    int64_t reserved = 0;
    if (first || out.cursor + total > out.limit) {
      out.cursor = align_up(tail_, abi::align);
      if (first) out.begin = out.cursor;
      // Room for the rest of the batch keeps it dense when it is filled up later.
      const bool whole = first && equal && largest <= (kMaxRoom - out.cursor) / spec_->batch_size;
      out.limit = out.cursor + (whole ? largest * spec_->batch_size : total);
      check_batch_bytes(out.limit);
      tail_ = out.limit;
      reserved = out.limit - out.cursor;
    }
    count_placed(o, largest, reserved);
    for (int i = from; i < count_; ++i) {
      samples_[i].offsets[o] = out.cursor;
      out.cursor += values(i)[spec_->outputs[o]].bytes();
    }
  }
  // Source names follow at the end; their bytes are known now too.
  int64_t text = 0;
  for (int i = from; i < count_; ++i) text += static_cast<int64_t>(samples_[i].info.source.size());
  return needed_ = align_up(tail_ + text, abi::align);
}

void Program::write_tables(uint8_t* arena, int from) {
  const int64_t capacity = spec_->batch_size;
  const int64_t samples_offset = abi::headerBytes;
  const int64_t outputs_offset = samples_offset + capacity * abi::sampleInfoBytes;
  const int64_t descs_offset = outputs_offset + static_cast<int64_t>(outputs_.size()) * abi::outputDescBytes;

  auto* infos = reinterpret_cast<ArenaSample*>(arena + samples_offset);
  for (int i = from; i < count_; ++i) {
    const Sample& s = samples_[i];
    infos[i] = {
        s.info.index, s.info.epoch, s.flags, tail_, static_cast<int64_t>(s.info.source.size()), s.info.ordinal, {}};
    if (!s.info.source.empty()) std::memcpy(arena + tail_, s.info.source.data(), s.info.source.size());
    tail_ += static_cast<int64_t>(s.info.source.size());
  }

  for (size_t o = 0; o < outputs_.size(); ++o) {
    const OutputState& out = outputs_[o];
    auto& desc = reinterpret_cast<ArenaOutput*>(arena + outputs_offset)[o];
    auto* tensors = reinterpret_cast<ArenaTensor*>(arena + descs_offset + o * capacity * abi::sampleDescBytes);
    for (int i = from; i < count_; ++i) {
      const Value& v = values(i)[spec_->outputs[o]];
      ArenaTensor& t = tensors[i];
      t = {};
      t.offset = samples_[i].offsets[o];
      t.bytes = v.bytes();
      t.ndim = v.shape.ndim;
      for (int d = 0; d < v.shape.ndim; ++d) t.shape[d] = static_cast<int32_t>(v.shape[d]);
    }
    bool dense = true;
    for (int i = 1; i < count_ && dense; ++i) {
      dense = !std::memcmp(tensors[i].shape, tensors[0].shape, sizeof tensors[0].shape) &&
              tensors[i].ndim == tensors[0].ndim && tensors[i].offset == tensors[i - 1].offset + tensors[i - 1].bytes;
    }
    desc = {};
    desc.dtype = static_cast<int32_t>(out.spec.dtype);
    std::memcpy(desc.layout, out.spec.layout.name, sizeof desc.layout);
    desc.descs_offset = descs_offset + static_cast<int64_t>(o) * capacity * abi::sampleDescBytes;
    desc.device = spec_->on_device[o] ? spec_->gpu + 1 : 0;
    desc.data_offset = desc.device && count_ ? tensors[0].offset : out.begin;
    desc.data_bytes = out.cursor - out.begin;
    if (desc.device) {
      desc.data_bytes = 0;
      for (int i = 0; i < count_; ++i) desc.data_bytes += tensors[i].bytes;
    }
    desc.dense = dense;
  }
  tail_ = align_up(tail_, abi::align);

  auto& h = *reinterpret_cast<ArenaHeader*>(arena);
  h = {};
  h.magic = abi::magic;
  h.batch_size = static_cast<uint32_t>(count_);
  h.num_outputs = static_cast<uint32_t>(outputs_.size());
  h.batch_index = batch_index_;
  h.epoch = count_ ? samples_[0].info.epoch : 0;
  h.used_bytes = tail_;
  h.samples_offset = samples_offset;
  h.outputs_offset = outputs_offset;
}

void Program::finish(uint8_t* arena, uint32_t flags) {
  if (count_ == 0) write_tables(arena, 0);
  auto& h = *reinterpret_cast<ArenaHeader*>(arena);
  h.flags = flags;
  open_ = false;
  publish_memory();
  size_t scratch = 0;
  for (const auto& w : workers_) scratch += w->scratch.reserved() + w->early.reserved();
  scratch_bytes_.store(scratch, std::memory_order_relaxed);
  std::lock_guard lock(report_mutex_);
  h.bad_count = static_cast<int64_t>(bad_total_);
}

}  // namespace penstock
