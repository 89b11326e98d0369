// readers.tfrecord, format: TFRecord files of tf.train.Example. Which features there are is seen from the first record.
#include <algorithm>

#include "core/error.h"
#include "dataset/files/disk.h"
#include "dataset/set/named_values.h"
#include "formats/contents/contents.h"
#include "ops/readers_tfrecord/example.h"
#include "ops/readers_tfrecord/features.h"
#include "ops/readers_tfrecord/record.h"

namespace penstock::ops {
namespace {

constexpr Wanted kRecognised{"path", "a TFRecord file"};
// An example with more features is read with these alone.
constexpr size_t kMaxFeatures = 64;

bool recognises(const DataFile& file) {
  uint64_t length;
  return file.size() >= kRecordHead && read_head(reinterpret_cast<const uint8_t*>(file.head().data()), length);
}

[[noreturn]] void no_example(const DataFile& file, const std::string& what) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected a tf.train.Example in the first record of '" + shown_path(file.path()) + "' but " + what,
              "Records of another kind are read by a pipeline of yours: npx penstock-data run MODULE");
}

const char* what_of(Contents contents) {
  return contents == Contents::picture ? holds::picture : contents == Contents::sound ? holds::sound : holds::bytes;
}

const char* what_of(const RecordSource& record, const FeatureList& list) {
  if (list.kind != ListKind::bytes) return holds::values;
  return what_of(contents_of(record, list.first, list.length));
}

// TensorFlow's own tools call the feature of the label image/class/label.
int label_of(const std::string& name, const FeatureList& list) {
  if (list.kind != ListKind::ints || list.count != 1 || name.find("label") == std::string::npos) return 0;
  return name == "image/class/label" ? 2 : 1;
}

std::vector<NamedValue> features_of(const RecordSource& record) {
  Example example(record);
  std::vector<std::string> names = example.names(kMaxFeatures);
  std::sort(names.begin(), names.end());
  std::vector<FeatureList> lists(names.size());
  example.find(names, lists.data());
  std::vector<NamedValue> features;
  for (size_t i = 0; i < names.size(); ++i) {
    const FeatureList& list = lists[i];
    // The output of a text is one value.
    if (list.kind == ListKind::none || (list.kind == ListKind::bytes && list.count != 1)) continue;
    features.push_back({names[i],
                        what_of(record, list),
                        label_of(names[i], list),
                        {kind_name(list.kind), "var"},
                        {"string", "fixed"},
                        {"int64", "fixed", -1}});
  }
  return features;
}

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const DataFile file(source.first, builder);
  try {
    uint64_t length = 0;
    if (file.size() < kRecordHead || !read_head(reinterpret_cast<const uint8_t*>(file.head().data()), length)) {
      refuse_compressed(file.head(), kRecognised, file.path());
      no_example(file, "the file is no TFRecord file, or its first bytes are damaged");
    }
    const PartSource record(file, kRecordHead, static_cast<int64_t>(std::min<uint64_t>(length, INT64_MAX)));
    const std::vector<NamedValue> features = features_of(record);
    if (features.empty()) no_example(file, "it has no feature that can be read");
    DataReading reading = reading_of_values("features", features);
    reading.args.set("path", source.paths);
    return reading;
  } catch (const RecordFault& fault) {
    no_example(file, std::string("at its byte ") + std::to_string(fault.offset) + " " + fault.what());
  }
}

}  // namespace

extern const DataFormat readers_tfrecord_format;
const DataFormat readers_tfrecord_format = {
    "tfrecord", "TFRecord (.tfrecord)", "tfrecord tfrecords", DataFormat::Unit::files, recognises,
    reading,    write_tfrecord_index};

}  // namespace penstock::ops
