// readers.mds on the CPU: finds the columns of a sample in its shard, and copies their values. A compressed shard is
// unpacked as a whole, unless it is in memory.
#include <optional>
#include <vector>

#include "core/op.h"
#include "dataset/files/unpacked_cache.h"
#include "dataset/order/sample_reads.h"
#include "dataset/set/record_source.h"
#include "formats/numbers/numbers.h"
#include "generated/ops/readers_mds.h"
#include "ops/readers_mds/shards.h"
#include "parquet/thrift.h"
#include "parquet/unpack.h"

namespace penstock::ops {
namespace {

using Args = ReadersMdsArgs;

// A shard that was unpacked.
struct UnpackedShard {
  std::vector<uint8_t> bytes;
  std::vector<uint32_t> offsets;
  int64_t size() const { return static_cast<int64_t>(bytes.size() + offsets.size() * sizeof(uint32_t)); }
};
using ShardCache = UnpackedCache<UnpackedShard, MdsFault>;

MdsShard shard_at(const Dataset& data, int64_t file) { return data.blob(kShards).at<MdsShard>(file); }

struct MdsShared : SharedState, SampleReads {
  explicit MdsShared(const Args& args)
      : files(!args.dont_use_mmap),
        outputs(parse_outputs(args.columns)),
        max_unpacked(args.max_unpacked_bytes ? args.max_unpacked_bytes : INT64_MAX),
        shards(args.shard_cache_bytes, 1) {}

  void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const override {
    const Extent at = data.extent(sample);
    const MdsShard shard = shard_at(data, at.file);
    if (shard.packed_with() == Codec::none) {
      to.push_back(at);
    } else if (!shards.has(at.file)) {
      to.push_back({at.file, 0, shard.stored});
    }
  }

  const OpenFiles files;
  const std::vector<MdsOutput> outputs;
  const int64_t max_unpacked;
  const ShardCache shards;
};

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<MdsShared>(args); }

ShardCache::Values unpack(const Dataset& data, int64_t file, const MdsShared& shared) {
  const MdsShard shard = shard_at(data, file);
  if (shard.raw_bytes > shared.max_unpacked) {
    throw MdsFault("its shard has " + std::to_string(shard.raw_bytes) + " bytes when it is unpacked",
                   "maxUnpackedBytes");
  }
  const auto open = shared.files.get(data, file);
  open->check_range(0, shard.stored);
  std::vector<uint8_t> stored(static_cast<size_t>(shard.stored));
  open->read(0, stored.data(), shard.stored);
  const Codec codec = shard.packed_with();
  // zlib counts in 32 bits.
  if (codec == Codec::gzip && shard.raw_bytes > INT32_MAX) throw MdsFault("its shard is larger than gzip's are read");
  if (parquet::claims_too_much(codec, shard.stored, shard.raw_bytes)) {
    throw MdsFault("its shard claims too many bytes");
  }
  auto made = std::make_shared<UnpackedShard>();
  made->bytes.resize(static_cast<size_t>(shard.raw_bytes));
  try {
    parquet::unpack(codec, stored.data(), shard.stored, made->bytes.data(), shard.raw_bytes);
  } catch (const parquet::ParquetFault&) {
    throw MdsFault("its shard cannot be unpacked to as many bytes as the index says");
  }
  try {
    made->offsets = parse_offsets(made->bytes.data(), shard.samples, shard.raw_bytes);
  } catch (const MdsFault& fault) {
    throw MdsFault(std::string("its shard is damaged: ") + fault.what());
  }
  return made;
}

// The bytes of one sample, and where its columns lie.
class MdsSample {
 public:
  explicit MdsSample(const SampleBase& s) : shared_(s.shared<MdsShared>()) {
    const Dataset& data = s.dataset();
    const Extent at = data.extent(s.sample->index);
    const MdsShard shard = shard_at(data, at.file);
    if (shard.packed_with() == Codec::none) {
      source_ = &file_.emplace(data, shared_.files, s.sample->index);
    } else {
      shard_ = shared_.shards.get(at.file, [&] { return unpack(data, at.file, shared_); });
      const auto row = static_cast<size_t>(at.offset);
      const uint32_t begin = shard_->offsets[row];
      source_ = &memory_.emplace(shard_->bytes.data() + begin, int64_t{shard_->offsets[row + 1]} - begin);
    }
    find_columns(data, shard.layout);
  }

  const RecordSource& source() const { return *source_; }
  const MdsColumn& column(size_t output) const { return columns_[places_[output]]; }
  MdsPart part(size_t output) const { return parts_[places_[output]]; }

 private:
  void find_columns(const Dataset& data, int64_t layout) {
    const auto begin = data.blob(kLayouts).at<int64_t>(layout), end = data.blob(kLayouts).at<int64_t>(layout + 1);
    places_.resize(shared_.outputs.size());
    for (int64_t i = begin; i < end; ++i) {
      columns_.push_back(data.blob(kColumns).at<MdsColumn>(i));
      if (columns_.back().output != MdsColumn::kAny) {
        places_[static_cast<size_t>(columns_.back().output)] = static_cast<size_t>(i - begin);
      }
    }
    find_parts(columns_, *source_, parts_);
  }

  const MdsShared& shared_;
  std::optional<ExtentSource> file_;
  ShardCache::Values shard_;
  std::optional<MemorySource> memory_;
  const RecordSource* source_ = nullptr;
  std::vector<MdsColumn> columns_;
  std::vector<size_t> places_;  // by output: its column
  std::vector<MdsPart> parts_;
};

[[noreturn]] void bad_sample(const MdsFault& fault, const MdsOutput* output) {
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected " + (output ? "a value in the column '" + output->name + "'" : std::string("a sample of MDS")) +
                  " but " + fault.what(),
              fault.limit ? std::string("Raise ") + fault.limit + " where the shard comes from a source that you trust"
                          : "The shard is damaged, or not that of its index; onError 'skip' leaves the sample out");
}

// A number that is stored as text becomes one when it is written.
bool is_parsed(const MdsColumn& column, const MdsOutput& output) {
  return column.kind == MdsKind::digits && !output.text;
}

MdsValue find_value(const MdsSample& sample, const MdsOutput& output, size_t i) {
  if (is_parsed(sample.column(i), output)) return {};
  try {
    return value_of(sample.column(i), output, sample.source(), sample.part(i));
  } catch (const MdsFault& fault) {
    bad_sample(fault, &output);
  }
}

void write_number(const MdsSample& sample, const MdsOutput& output, size_t i, TensorView& out) {
  // No number of 64 bits has more digits that count.
  constexpr int64_t kMaxText = 4096;
  const MdsPart part = sample.part(i);
  if (part.size > kMaxText) bad_sample(MdsFault("its text is longer than a number's"), &output);
  std::string text(static_cast<size_t>(part.size), '\0');
  if (part.size) sample.source().copy(part.begin, reinterpret_cast<uint8_t*>(text.data()), part.size);
  Parse parse;
  parse.kind = Parse::number;
  Numbers numbers;
  const std::string of = "column '" + output.name + "'";
  numbers.read(parse, text, of);
  numbers.write(out.dtype, out.data, of);
}

template <class Use>
void with_sample(const SampleBase& s, const Use& use) {
  std::optional<MdsSample> sample;
  try {
    sample.emplace(s);
  } catch (const MdsFault& fault) {
    bad_sample(fault, nullptr);
  }
  const auto& outputs = s.shared<MdsShared>().outputs;
  for (size_t i = 0; i < outputs.size(); ++i) use(*sample, outputs[i], i);
}

void setup(const Args&, SampleSetup& s, NoState&) {
  with_sample(s, [&](const MdsSample& sample, const MdsOutput& output, size_t i) {
    s.out[i] = {output.dtype, {}, find_value(sample, output, i).shape};
  });
}

void run(const Args&, SampleRun& s, NoState&) {
  with_sample(s, [&](const MdsSample& sample, const MdsOutput& output, size_t i) {
    if (is_parsed(sample.column(i), output)) return write_number(sample, output, i, s.out[i]);
    const MdsValue value = find_value(sample, output, i);
    // A file may change between setup() and run(); memory is as setup() has seen it.
    if (value.shape != s.out[i].shape) bad_sample(MdsFault("it has changed while it was read"), &output);
    const int64_t bytes = value.shape.volume() * dtype_size(output.dtype);
    if (bytes) sample.source().copy(value.begin, static_cast<uint8_t*>(s.out[i].data), bytes);
  });
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_mds, ReadersMdsArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
