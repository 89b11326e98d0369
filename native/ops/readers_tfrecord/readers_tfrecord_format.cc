// readers.tfrecord, format: TFRecord files of tf.train.Example. Which features there are is seen from the first record.
#include <algorithm>

#include "core/error.h"
#include "dataset/data_format.h"
#include "kernels/contents/contents.h"
#include "ops/readers_tfrecord/example.h"
#include "ops/readers_tfrecord/features.h"
#include "ops/readers_tfrecord/record.h"

namespace penstock::ops {
namespace {

// An example with more features is read with these alone.
constexpr size_t kMostFeatures = 64;

bool recognises(const DataFile& file) {
  uint64_t length;
  return file.size() >= kRecordHead && read_head(reinterpret_cast<const uint8_t*>(file.head().data()), length);
}

[[noreturn]] void no_example(const DataFile& file, const std::string& what) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected a tf.train.Example in the first record of '" + shown_path(file.path()) + "' but " + what,
              "Records of another kind are read by a pipeline of yours: penstock run MODULE");
}

struct Feature {
  std::string name;
  FeatureList list;
  Contents contents = Contents::other;

  bool is_label() const { return list.kind == ListKind::ints && list.count == 1; }
};

std::vector<Feature> features_of(const RecordSource& record) {
  Example example(record);
  std::vector<std::string> names = example.names(kMostFeatures);
  std::sort(names.begin(), names.end());
  std::vector<FeatureList> lists(names.size());
  example.find(names, lists.data());
  std::vector<Feature> features;
  for (size_t i = 0; i < names.size(); ++i) {
    Feature feature{names[i], lists[i]};
    // The output of a text is one value.
    if (feature.list.kind == ListKind::none || (feature.list.kind == ListKind::bytes && feature.list.count != 1)) {
      continue;
    }
    if (feature.list.kind == ListKind::bytes) {
      feature.contents = contents_of(record, feature.list.first, feature.list.length);
    }
    features.push_back(std::move(feature));
  }
  return features;
}

// The feature of the label: TensorFlow's own tools call it image/class/label.
const Feature* label_of(const std::vector<Feature>& features) {
  const Feature* found = nullptr;
  for (const Feature& feature : features) {
    if (!feature.is_label() || feature.name.find("label") == std::string::npos) continue;
    if (!found || feature.name == "image/class/label") found = &feature;
  }
  return found;
}

DataReading reading_of_features(const std::vector<Feature>& features) {
  DataReading reading;
  nlohmann::json& wanted = reading.args["features"];
  const auto media =
      std::find_if(features.begin(), features.end(), [](const Feature& f) { return f.contents != Contents::other; });
  if (media != features.end()) {
    wanted[media->name] = {{"kind", "fixed"}, {"dtype", "string"}};
    reading.outputs.push_back({media->name, media->contents == Contents::picture ? holds::picture : holds::sound});
    if (const Feature* label = label_of(features)) {
      wanted[label->name] = {{"kind", "fixed"}, {"dtype", "int64"}, {"default", -1}};
      reading.outputs.push_back({label->name, holds::label});
    }
    return reading;
  }
  for (const Feature& feature : features) {
    wanted[feature.name] = {{"kind", "var"}, {"dtype", kind_name(feature.list.kind)}};
    reading.outputs.push_back({feature.name, feature.list.kind == ListKind::bytes ? holds::bytes : holds::values});
  }
  return reading;
}

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const DataFile file(source.first, builder);
  try {
    uint64_t length = 0;
    if (file.size() < kRecordHead || !read_head(reinterpret_cast<const uint8_t*>(file.head().data()), length)) {
      no_example(file, "the file is no TFRecord file, or its first bytes are damaged");
    }
    const PartSource record(file, kRecordHead, static_cast<int64_t>(std::min<uint64_t>(length, INT64_MAX)));
    const std::vector<Feature> features = features_of(record);
    if (features.empty()) no_example(file, "it has no feature that can be read");
    DataReading reading = reading_of_features(features);
    reading.args["path"] = source.paths;
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
