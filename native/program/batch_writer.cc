// See batch_writer.h.
#include "program/batch_writer.h"

#include <algorithm>
#include <cstring>

#include "core/extents.h"
#include "program/batch_state.h"
#include "program/sample_error.h"

namespace penstock {
namespace {

// The limit on room that is reserved for samples to come, so that this room does not make a batch too large for a slot.
constexpr int64_t kMaxRoom = int64_t{1} << 32;

void check_batch_bytes(int64_t bytes) {
  if (bytes <= kMaxBatchBytes) return;
  throw Error(ErrorCode::OUT_OF_MEMORY,
              "Expected a batch of at most " + std::to_string(kMaxBatchBytes) + " bytes but received one of more",
              "Use a smaller batchSize");
}

// Says what the samples of an output must have in common. A batch has the layout of its first sample.
std::string common_of(const OutSpec& v, bool with_layout) {
  std::string text = std::string(dtype_name(v.dtype)) + ", " + std::to_string(v.shape.ndim);
  if (with_layout) text += ", '" + std::string(v.layout.view()) + "'";
  return text;
}

[[noreturn]] void refuse_mixed(const BatchState& state, size_t output, const OutSpec& batch, int position) {
  const int value = state.spec.outputs[output], maker = state.route(position).maker_of(value);
  const Value& v = state.values(position)[value];
  const bool layouts = v.dtype == batch.dtype && v.shape.ndim == batch.shape.ndim;
  const Error e(ErrorCode::INVALID_INPUT,
                "Expected all samples of output " + std::to_string(output) + " to have one " +
                    (layouts ? "dtype, number of dimensions and layout (" : "dtype and number of dimensions (") +
                    common_of(batch, layouts) + ") but received " + common_of(v, layouts));
  const auto [name, call_site] = maker < 0 ? OpNode::Part{} : state.spec.ops[maker].blamed(e);
  const SampleInfo& sample = state.samples[position].info;
  throw SampleError(e, name, call_site, sample.index, std::string(sample.source));
}

// The offsets of the tables in an arena of this program.
struct TableOffsets {
  int64_t samples, outputs, tensors;
  explicit TableOffsets(const BatchState& state)
      : samples(abi::headerBytes),
        outputs(samples + state.spec.batch_size * abi::sampleInfoBytes),
        tensors(outputs + static_cast<int64_t>(state.layout.outputs.size()) * abi::outputDescBytes) {}
  int64_t tensors_of(const BatchState& state, size_t output) const {
    return tensors + static_cast<int64_t>(output) * state.spec.batch_size * abi::sampleDescBytes;
  }
};

}  // namespace

void BatchLayout::begin(int64_t batch_size) {
  for (OutputState& o : outputs) o.in_batch = false;
  needed = arena_tables_bytes(batch_size, static_cast<int64_t>(outputs.size()));
}

void BatchLayout::keep() {
  kept_tail = tail;
  for (OutputState& out : outputs) out.kept_cursor = out.cursor, out.kept_limit = out.limit;
}

void BatchLayout::restore() {
  tail = kept_tail;
  for (OutputState& out : outputs) out.cursor = out.kept_cursor, out.limit = out.kept_limit;
}

void fill_placeholders(BatchState& state, int from) {
  for (size_t o = 0; o < state.layout.outputs.size(); ++o) {
    OutputState& out = state.layout.outputs[o];
    const Value* good = nullptr;
    bool all_good = true;
    for (int i = from; i < state.count; ++i) {
      const Value& v = state.values(i)[state.spec.outputs[o]];
      if (v.poisoned || v.absent) {
        all_good = false;
        continue;
      }
      // Sources of a mixture may have layouts of their own.
      if (out.in_batch && (v.dtype != out.spec.dtype || v.shape.ndim != out.spec.shape.ndim ||
                           (state.routes.size() > 1 && v.layout != out.spec.layout))) {
        refuse_mixed(state, o, out.spec, i);
      }
      if (!out.in_batch) out.spec = v;
      out.known = out.in_batch = true;
      good = &v;
    }
    if (good) out.spec = *good;
    if (all_good) continue;
    for (int i = from; i < state.count; ++i) {
      Value& v = state.values(i)[state.spec.outputs[o]];
      if (v.poisoned && v.shape.ndim == 0) static_cast<OutSpec&>(v) = out.spec;
      if (v.poisoned && !out.known) v.shape = Shape{0};
      // No operator that runs for this sample reads the value, so it needs no contents.
      if (v.absent) {
        static_cast<OutSpec&>(v) = out.spec;
        for (int d = 0; d < v.shape.ndim; ++d) v.shape[d] = 0;
      }
    }
  }
}

void check_sums(const BatchState& state, int from) {
  std::vector<int64_t> sums(state.num_values);
  for (int i = from; i < state.count; ++i) {
    const Value* v = state.values(i);
    for (const int k : state.route(i).values) check_batch_bytes(sums[k] += v[k].bytes());
  }
}

int64_t place(BatchState& state, int from) {
  const ProgramSpec& spec = state.spec;
  BatchLayout& layout = state.layout;
  const bool first = from == 0;
  if (first) layout.tail = align_up(arena_tables_bytes(spec.batch_size, layout.outputs.size()), abi::align);
  layout.keep();
  for (size_t o = 0; o < layout.outputs.size(); ++o) {
    OutputState& out = layout.outputs[o];
    if (spec.on_device[o]) continue;  // the GPU executor finds its place
    int64_t total = 0, largest = 0;
    bool equal = true;
    for (int i = from; i < state.count; ++i) {
      const int64_t bytes = state.values(i)[spec.outputs[o]].bytes();
      equal &= i == from || bytes == largest;
      largest = std::max(largest, bytes);
      total += bytes;
    }
    int64_t reserved = 0;
    if (first || out.cursor + total > out.limit) {
      out.cursor = align_up(layout.tail, abi::align);
      if (first) out.begin = out.cursor;
      // Room for the rest of the batch keeps the batch dense when more samples are appended.
      const bool whole = first && equal && largest <= (kMaxRoom - out.cursor) / spec.batch_size;
      out.limit = out.cursor + (whole ? largest * spec.batch_size : total);
      check_batch_bytes(out.limit);
      layout.tail = out.limit;
      reserved = out.limit - out.cursor;
    }
    count_placed(state, o, largest, reserved);
    for (int i = from; i < state.count; ++i) {
      state.samples[i].offsets[o] = out.cursor;
      out.cursor += state.values(i)[spec.outputs[o]].bytes();
    }
  }
  // Source names follow at the end; their bytes are known now too.
  int64_t text = 0;
  for (int i = from; i < state.count; ++i) text += static_cast<int64_t>(state.samples[i].info.source.size());
  return layout.needed = align_up(layout.tail + text, abi::align);
}

void check_arena(const BatchState& state, int64_t bytes) {
  if (bytes >= state.layout.needed) return;
  fail(ErrorCode::INTERNAL, "the arena has %lld bytes of the %lld that setup asked for", static_cast<long long>(bytes),
       static_cast<long long>(state.layout.needed));
}

namespace {

void write_samples(BatchState& state, uint8_t* arena, const TableOffsets& at, int from) {
  int64_t& tail = state.layout.tail;
  auto* infos = reinterpret_cast<ArenaSample*>(arena + at.samples);
  for (int i = from; i < state.count; ++i) {
    const Sample& s = state.samples[i];
    infos[i] = {
        s.info.index, s.info.epoch, s.flags, tail, static_cast<int64_t>(s.info.source.size()), s.info.ordinal, {}};
    if (!s.info.source.empty()) std::memcpy(arena + tail, s.info.source.data(), s.info.source.size());
    tail += static_cast<int64_t>(s.info.source.size());
  }
}

// Whether all tensors have the same shape and lie one after the other without gaps.
bool lie_densely(const ArenaTensor* tensors, int count) {
  for (int i = 1; i < count; ++i) {
    if (std::memcmp(tensors[i].shape, tensors[0].shape, sizeof tensors[0].shape) ||
        tensors[i].ndim != tensors[0].ndim || tensors[i].offset != tensors[i - 1].offset + tensors[i - 1].bytes) {
      return false;
    }
  }
  return true;
}

void write_output(BatchState& state, uint8_t* arena, const TableOffsets& at, size_t o, int from) {
  const OutputState& out = state.layout.outputs[o];
  auto& desc = reinterpret_cast<ArenaOutput*>(arena + at.outputs)[o];
  auto* tensors = reinterpret_cast<ArenaTensor*>(arena + at.tensors_of(state, o));
  for (int i = from; i < state.count; ++i) {
    const Value& v = state.values(i)[state.spec.outputs[o]];
    ArenaTensor& t = tensors[i];
    t = {};
    t.offset = state.samples[i].offsets[o];
    t.bytes = v.bytes();
    t.ndim = v.shape.ndim;
    for (int d = 0; d < v.shape.ndim; ++d) t.shape[d] = static_cast<int32_t>(v.shape[d]);
  }
  desc = {};
  desc.dtype = static_cast<int32_t>(out.spec.dtype);
  std::memcpy(desc.layout, out.spec.layout.name, sizeof desc.layout);
  desc.descs_offset = at.tensors_of(state, o);
  desc.device = state.spec.on_device[o] ? state.spec.gpu + 1 : 0;
  desc.data_offset = desc.device && state.count ? tensors[0].offset : out.begin;
  desc.data_bytes = out.cursor - out.begin;
  if (desc.device) {
    desc.data_bytes = 0;
    for (int i = 0; i < state.count; ++i) desc.data_bytes += tensors[i].bytes;
  }
  desc.dense = lie_densely(tensors, state.count);
}

}  // namespace

void write_tables(BatchState& state, uint8_t* arena, int from) {
  const TableOffsets at(state);
  write_samples(state, arena, at, from);
  for (size_t o = 0; o < state.layout.outputs.size(); ++o) write_output(state, arena, at, o, from);
  state.layout.tail = align_up(state.layout.tail, abi::align);

  auto& h = *reinterpret_cast<ArenaHeader*>(arena);
  h = {};
  h.magic = abi::magic;
  h.batch_size = static_cast<uint32_t>(state.count);
  h.num_outputs = static_cast<uint32_t>(state.layout.outputs.size());
  h.batch_index = state.batch_index;
  h.epoch = state.count ? state.samples[0].info.epoch : 0;
  h.used_bytes = state.layout.tail;
  h.samples_offset = at.samples;
  h.outputs_offset = at.outputs;
}

}  // namespace penstock
