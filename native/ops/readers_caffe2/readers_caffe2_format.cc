// readers.caffe2, format: LMDB databases whose values are TensorProtos of Caffe2 each.
#include <optional>
#include <vector>

#include "dataset/containers/lmdb_values.h"
#include "dataset/set/data_format.h"
#include "formats/contents/contents.h"
#include "ops/readers_caffe2/tensor_proto.h"

namespace penstock::ops {
namespace {

constexpr int kNumbers = 2, kNoLabels = 4;  // of labelType

struct Record {
  const char* image = nullptr;
  int label_type = kNoLabels;
};

// What the tensors of a record are; nothing for one that is no TensorProtos with an image in front.
std::optional<Record> record_of(const RecordSource& value) {
  constexpr uint32_t kProtos = 1;
  try {
    Protobuf message(value);
    Protobuf::Field field;
    std::vector<Protobuf::Field> tensors;
    for (int64_t at = 0; message.next(at, value.size(), field);) {
      if (field.number != kProtos || field.wire != Protobuf::kLengthDelimited) return std::nullopt;
      tensors.push_back(field);
    }
    if (tensors.empty()) return std::nullopt;
    const TensorProto image(message, tensors[0].begin, tensors[0].end);
    const Shape shape = image.image_shape();
    const bool pixels = shape.ndim == 3;
    if (!pixels && contents_of(value, image.image_begin(), shape.volume()) != Contents::picture) return std::nullopt;
    Record record{pixels ? holds::values : holds::picture};
    if (tensors.size() < 2) return record;
    const TensorProto labels(message, tensors[1].begin, tensors[1].end);
    const DType dtype = labels.dtype();
    if (dtype == DType::int32 || dtype == DType::float32) record.label_type = labels.count() == 1 ? 0 : kNumbers;
    return record;
  } catch (const RecordFault&) {
    return std::nullopt;
  }
}

std::optional<Record> record_of(const DataFile& file) {
  std::optional<Record> record;
  first_lmdb_value(file, [&](const RecordSource& value) { record = record_of(value); });
  return record;
}

bool recognises(const DataFile& file) { return record_of(file).has_value(); }

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const Record record = record_of(DataFile(source.first, builder)).value_or(Record{holds::picture});
  DataReading reading;
  reading.args.set("path", source.paths);
  reading.args.set("labelType", record.label_type);
  reading.outputs = {{"images", record.image}};
  if (record.label_type != kNoLabels) reading.outputs.push_back({"labels", holds::label});
  return reading;
}

}  // namespace

extern const DataFormat readers_caffe2_format;
const DataFormat readers_caffe2_format = {
    "caffe2", "LMDB databases of Caffe2", "", DataFormat::Unit::files, recognises, reading, nullptr, kLmdbFile};

}  // namespace penstock::ops
