// readers.tfrecord on the CPU: finds the features of one record, and copies their values out of the file.
#include <vector>

#include "core/op.h"
#include "dataset/files/open_files.h"
#include "dataset/set/dataset.h"
#include "generated/ops/readers_tfrecord.h"
#include "ops/readers_tfrecord/example.h"
#include "ops/readers_tfrecord/features.h"
#include "ops/readers_tfrecord/record.h"

namespace penstock::ops {
namespace {

using Args = ReadersTfrecordArgs;

struct Shared : OpenFiles {
  explicit Shared(const Args& args) : OpenFiles(!args.dont_use_mmap), features(parse_features(args.features)) {
    for (const FeatureSpec& f : features) names.push_back(f.name);
  }
  const std::vector<FeatureSpec> features;
  std::vector<std::string> names;
};

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<Shared>(args); }

// Where the features of the sample at hand lie, and the numbers of the feature that was parsed last; kept by each
// thread, so that few samples allocate.
struct Found : ThreadLocalState {
  std::vector<FeatureList> lists;
  std::string text;
  Numbers numbers;
};

class Record final : public ExtentSource {
 public:
  Record(const SampleBase& s, const OpenFiles& files) : ExtentSource(s.dataset(), files, s.sample->index) {}

  // Checks that the record lies where the index says.
  void check_head() const {
    file_->check_range(extent_.offset - kRecordHead, kRecordHead + extent_.size + kRecordTail);
    uint8_t head[kRecordHead];
    copy(-kRecordHead, head, kRecordHead);
    uint64_t length;
    if (read_head(head, length) && length == static_cast<uint64_t>(extent_.size)) return;
    throw Error(ErrorCode::BAD_SAMPLE,
                "Expected a record of " + std::to_string(extent_.size) + " bytes but its length is another or damaged",
                "The index is not that of the file, or the file has changed; leave indexPath out");
  }

  void check_data() const {
    uint32_t sum = 0;
    uint8_t part[16384];
    for (int64_t at = 0; at < extent_.size;) {
      const int64_t count = std::min<int64_t>(sizeof part, extent_.size - at);
      copy(at, part, count);
      sum = crc32c(sum, part, static_cast<size_t>(count));
      at += count;
    }
    uint32_t said;
    copy(extent_.size, reinterpret_cast<uint8_t*>(&said), sizeof said);
    if (said == masked(sum)) return;
    throw Error(ErrorCode::BAD_SAMPLE, "Expected the checksum of the record's data but received another: it is damaged",
                "Write the file again; checkCrc false reads it as it is");
  }
};

[[noreturn]] void not_an_example(const RecordFault& fault) {
  throw Error(
      ErrorCode::BAD_SAMPLE,
      "Expected a tf.train.Example but at byte " + std::to_string(fault.offset) + " of the record " + fault.what(),
      "Records of another kind cannot be read by features");
}

std::vector<FeatureList>& find(const SampleBase& s, Example& example, Found& found) {
  const auto& shared = s.shared<Shared>();
  found.lists.resize(shared.features.size());
  example.find(shared.names, found.lists.data());
  return found.lists;
}

// A record has the feature when it has values for it; a fixed one without elements needs none.
bool lacks(const FeatureSpec& spec, const FeatureList& list) {
  return list.kind == ListKind::none || (list.count == 0 && (spec.parsed() || (spec.fixed && spec.volume() > 0)));
}

OutSpec missing_output(const FeatureSpec& spec) {
  if (!spec.fixed) return {spec.dtype(), {}, spec.kind == ListKind::bytes ? Shape{0} : spec.shape_of(0)};
  if (!spec.has_default) {
    throw Error(ErrorCode::BAD_SAMPLE, "Expected the " + spec.shown + " but the record does not have it",
                "Give it a default in features, or kind 'var' where records may lack it");
  }
  if (spec.kind == ListKind::bytes) return {DType::uint8, {}, {static_cast<int64_t>(spec.text.size())}};
  return {spec.dtype(), {}, spec.shape_of(spec.volume())};
}

// The numbers of a feature that is text stay in `found`.
OutSpec parsed_output(const Record& record, const FeatureSpec& spec, const FeatureList& list, Found& found) {
  found.text.resize(static_cast<size_t>(list.length));
  if (list.length) record.copy(list.first, reinterpret_cast<uint8_t*>(found.text.data()), list.length);
  found.numbers.read(spec.parse, found.text, spec.shown);
  return {spec.dtype(), {}, spec.shape_of(found.numbers.count())};
}

OutSpec output_of(const Record& record, const FeatureSpec& spec, const FeatureList& list, Found& found) {
  if (lacks(spec, list)) return missing_output(spec);
  if (list.kind != spec.stored()) {
    throw Error(ErrorCode::BAD_SAMPLE,
                std::string("Expected ") + kind_name(spec.stored()) + " for " + spec.shown + " but the record has " +
                    kind_name(list.kind),
                spec.parsed() ? "parse reads strings: leave it out for values that are numbers"
                : list.kind == ListKind::bytes && spec.kind != ListKind::bytes
                    ? "Correct its dtype in features, or read numbers that are text by parse: 'number'"
                    : "Correct its dtype in features");
  }
  if (list.kind != ListKind::bytes) return {spec.dtype(), {}, spec.shape_of(list.count)};
  if (list.count > 1) {
    throw Error(ErrorCode::BAD_SAMPLE,
                "Expected one string for " + spec.shown + " but the record has " + std::to_string(list.count),
                "A list of strings has no tensor: write one of them, or one text of all");
  }
  if (spec.parsed()) return parsed_output(record, spec, list, found);
  return {DType::uint8, {}, {list.length}};
}

void setup(const Args& args, SampleSetup& s, NoState&) {
  const auto& shared = s.shared<Shared>();
  const Record record(s, shared);
  record.check_head();
  if (args.check_crc) record.check_data();
  Example example(record);
  try {
    auto& found = s.local<Found>();
    const auto& lists = find(s, example, found);
    for (size_t i = 0; i < lists.size(); ++i) s.out[i] = output_of(record, shared.features[i], lists[i], found);
  } catch (const RecordFault& fault) {
    not_an_example(fault);
  }
}

void fill_default(const FeatureSpec& spec, TensorView& out) {
  if (!spec.has_default) return;  // a feature of kind 'var', which has no values
  if (spec.kind == ListKind::bytes) {
    if (!spec.text.empty()) std::memcpy(out.data, spec.text.data(), spec.text.size());
    return;
  }
  for (int64_t i = 0, n = spec.volume(); i < n; ++i) {
    const double value = spec.numbers[spec.numbers.size() == 1 ? 0 : static_cast<size_t>(i)];
    if (spec.kind == ListKind::ints) {
      out.as<int64_t>()[i] = static_cast<int64_t>(value);
    } else {
      out.as<float>()[i] = static_cast<float>(value);
    }
  }
}

void run(const Args&, SampleRun& s, NoState&) {
  const auto& shared = s.shared<Shared>();
  const Record record(s, shared);
  Example example(record);
  try {
    auto& found = s.local<Found>();
    const auto& lists = find(s, example, found);
    for (size_t i = 0; i < lists.size(); ++i) {
      const FeatureSpec& spec = shared.features[i];
      // A file may change between setup() and run(); memory is as setup() has seen it.
      const Shape now = output_of(record, spec, lists[i], found).shape;
      if (now != s.out[i].shape) throw RecordFault(0, "it has changed while it was read");
      if (lacks(spec, lists[i])) {
        fill_default(spec, s.out[i]);
      } else if (spec.parsed()) {
        found.numbers.write(spec.dtype(), s.out[i].data, spec.shown);
      } else if (spec.kind == ListKind::bytes) {
        if (lists[i].length) record.copy(lists[i].first, s.out[i].as<uint8_t>(), lists[i].length);
      } else if (spec.kind == ListKind::ints) {
        example.copy_ints(lists[i], s.out[i].as<int64_t>());
      } else {
        example.copy_floats(lists[i], s.out[i].as<float>());
      }
    }
  } catch (const RecordFault& fault) {
    not_an_example(fault);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_tfrecord, ReadersTfrecordArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
