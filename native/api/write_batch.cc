// See write_batch.h.
#include "api/write_batch.h"

#include <algorithm>
#include <cstring>

namespace penstock::api {
namespace {

bool is_uniform(const std::vector<InputTensor>& samples) {
  return std::all_of(samples.begin(), samples.end(),
                     [&](const InputTensor& s) { return s.shape == samples.front().shape; });
}

void write_output(uint8_t* arena, ArenaOutput& out, int64_t descs, const SourceOutput& from, int64_t start) {
  int64_t at = start, total = 0;
  auto* places = reinterpret_cast<ArenaTensor*>(arena + descs);
  for (size_t i = 0; i < from.samples.size(); ++i) {
    const InputTensor& sample = from.samples[i];
    ArenaTensor& place = places[i];
    place.bytes = bytes_of(sample);
    place.offset = from.elsewhere ? reinterpret_cast<intptr_t>(sample.data) : at;
    place.ndim = static_cast<int32_t>(sample.shape.size());
    std::copy(sample.shape.begin(), sample.shape.end(), place.shape);
    if (!from.elsewhere && place.bytes) std::memcpy(arena + at, sample.data, static_cast<size_t>(place.bytes));
    at += place.bytes;
    total += place.bytes;
  }
  out.descs_offset = descs;
  out.data_offset = from.elsewhere ? 0 : start;
  out.data_bytes = total;
  out.device = from.elsewhere ? -1 : 0;
  if (from.samples.empty()) return;
  out.dtype = static_cast<int32_t>(from.samples.front().dtype);
  from.samples.front().layout.copy(out.layout, sizeof out.layout - 1);
  out.dense = is_uniform(from.samples) && !from.elsewhere;
}

}  // namespace

int64_t bytes_of(const InputTensor& sample) {
  int64_t bytes = dtype_size(sample.dtype);
  for (const int64_t extent : sample.shape) bytes *= extent;
  return bytes;
}

void write_batch(Slot& slot, int64_t batch, const std::vector<SourceRecord>& records, std::string_view source,
                 const std::vector<SourceOutput>& outputs) {
  const auto count = static_cast<int64_t>(records.size()), num_outputs = static_cast<int64_t>(outputs.size());
  const int64_t tables = arena_tables_bytes(count, num_outputs);
  int64_t end = tables + static_cast<int64_t>(source.size());
  std::vector<int64_t> starts;
  for (const SourceOutput& out : outputs) {
    end = align_up(end, abi::align);
    starts.push_back(end);
    for (const InputTensor& sample : out.samples) end += out.elsewhere ? 0 : bytes_of(sample);
  }
  slot.ensure(end);
  uint8_t* const arena = slot.data();
  std::memset(arena, 0, static_cast<size_t>(tables));
  auto& header = *reinterpret_cast<ArenaHeader*>(arena);
  header.magic = abi::magic;
  header.batch_size = static_cast<uint32_t>(count);
  header.num_outputs = static_cast<uint32_t>(num_outputs);
  header.batch_index = batch;
  header.used_bytes = end;
  header.samples_offset = abi::headerBytes;
  header.outputs_offset = header.samples_offset + count * abi::sampleInfoBytes;
  // One name for all samples.
  source.copy(reinterpret_cast<char*>(arena + tables), source.size());
  auto* rows = reinterpret_cast<ArenaSample*>(arena + header.samples_offset);
  for (size_t i = 0; i < records.size(); ++i) {
    rows[i].index = records[i].index;
    rows[i].ordinal = records[i].ordinal;
    rows[i].source_offset = tables;
    rows[i].source_length = static_cast<int64_t>(source.size());
  }
  int64_t descs = header.outputs_offset + num_outputs * abi::outputDescBytes;
  auto* outs = reinterpret_cast<ArenaOutput*>(arena + header.outputs_offset);
  for (size_t o = 0; o < outputs.size(); ++o, descs += count * abi::sampleDescBytes) {
    write_output(arena, outs[o], descs, outputs[o], starts[o]);
  }
}

}  // namespace penstock::api
