// Indexes, offsets and samples of MDS shards, whose numbers nothing has checked: for any bytes they are refused, or lie
// in the bytes of the shard, and values have as many elements as there are bytes for.
#include <algorithm>

#include "fuzz/util/record_bytes.h"
#include "fuzz/util/written.h"
#include "ops/readers_mds/shards.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

constexpr const char* kEncodings[] = {
    "bytes",           "int", "ndarray", "ndarray:int16", "ndarray:uint8:2,3", "str_int",
    "ndarray:float64", "pil", "uint8",   "jpeg"};
constexpr DType kDTypes[] = {DType::uint8, DType::int64,   DType::int16, DType::int16, DType::uint8,
                             DType::int64, DType::float64, DType::uint8, DType::uint8, DType::uint8};

void check_index(Input in) {
  try {
    for (const MdsEntry& entry : parse_index({reinterpret_cast<const char*>(in.data), in.size})) {
      if (entry.names.size() != entry.encodings.size() || entry.names.size() != entry.sizes.size()) {
        found("columns", "%zu names, %zu encodings", entry.names.size(), entry.encodings.size());
      }
      if (entry.samples < 0 || offsets_bytes(entry.samples) > entry.raw_bytes) {
        found("samples", "%lld samples", static_cast<long long>(entry.samples));
      }
      for (const std::string& encoding : entry.encodings) {
        try {
          parse_encoding(encoding);
        } catch (const MdsFault&) {
        }
      }
    }
  } catch (const MdsFault&) {
  }
}

void check_offsets(Input in) {
  if (in.size < 8) return;
  uint32_t samples;
  std::memcpy(&samples, in.data, sizeof samples);
  const auto size = static_cast<int64_t>(in.size);
  if (offsets_bytes(samples) > size) return;
  try {
    const std::vector<uint32_t> offsets = parse_offsets(in.data, samples, size);
    if (!std::is_sorted(offsets.begin(), offsets.end()) || offsets.back() > size) found("offsets", "out of order");
  } catch (const MdsFault&) {
  }
}

void check_sample(Input in, Rng& draw) {
  std::vector<MdsColumn> columns;
  std::vector<MdsOutput> outputs;
  for (uint32_t i = 0; i <= draw.below(6); ++i) {
    const uint32_t which = draw.below(static_cast<uint32_t>(std::size(kEncodings)));
    columns.push_back(parse_encoding(kEncodings[which]));
    const bool text = columns.back().kind == MdsKind::bytes || columns.back().kind == MdsKind::digits;
    outputs.push_back({"v", text ? DType::uint8 : kDTypes[which], text});
  }
  const RecordBytes sample(in);
  std::vector<MdsPart> parts;
  try {
    find_parts(columns, sample, parts);
  } catch (const MdsFault&) {
    return;
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    try {
      const MdsValue value = value_of(columns[i], outputs[i], sample, parts[i]);
      const int64_t bytes = value.shape.volume() * dtype_size(outputs[i].dtype);
      if (value.begin < parts[i].begin || bytes > parts[i].begin + parts[i].size - value.begin) {
        found("value", "%lld bytes in a column of %lld", static_cast<long long>(bytes),
              static_cast<long long>(parts[i].size));
      }
    } catch (const MdsFault&) {
    }
  }
}

File make(Rng& rng) {
  File f;
  if (one_in(rng, 2)) {
    const std::string text =
        R"({"shards":[{"column_encodings":["int","ndarray:int16:2"],"column_names":["a","b"],"column_sizes":[8,4],)"
        R"("compression":"zstd:3","format":"mds","hashes":[],"raw_data":{"basename":"a/b.mds","bytes":99,"hashes":{}},)"
        R"("samples":3,"size_limit":1,"version":2,"zip_data":{"basename":"b.zstd","bytes":9,"hashes":{}}}],"version":2})";
    f.assign(text.begin(), text.end());
    return f;
  }
  for (uint32_t i = 0; i < 1 + rng.below(4); ++i) put_number(f, rng.below(12), 4);
  f.resize(f.size() + rng.below(60), any_byte(rng));
  return f;
}

const Target target(
    "mds",
    [](Input in, Rng& draw) {
      check_index(in);
      check_offsets(in);
      check_sample(in, draw);
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
