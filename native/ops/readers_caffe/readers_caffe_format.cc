// readers.caffe, format: LMDB databases whose values are a Datum of Caffe each.
#include "dataset/containers/lmdb_values.h"
#include "dataset/set/data_format.h"
#include "formats/contents/contents.h"
#include "ops/readers_caffe/datum.h"

namespace penstock::ops {
namespace {

// What the image of a record is; null for a record that is no Datum. Protobuf takes many bytes for a message, so
// that the image has to be one that can be decoded, or to have as many bytes as its extents say.
const char* image_of(const RecordSource& value) {
  try {
    const Datum datum(value);
    if (datum.size == 0) return nullptr;
    if (datum.is_raw()) return holds::values;
    return contents_of(value, datum.begin, datum.size) == Contents::picture ? holds::picture : nullptr;
  } catch (const RecordFault&) {
    return nullptr;
  }
}

const char* image_of(const DataFile& file) {
  const char* image = nullptr;
  first_lmdb_value(file, [&](const RecordSource& value) { image = image_of(value); });
  return image;
}

bool recognises(const DataFile& file) { return image_of(file) != nullptr; }

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const char* image = image_of(DataFile(source.first, builder));
  DataReading reading;
  reading.args.set("path", source.paths);
  reading.outputs = {{"images", image ? image : holds::picture}, {"labels", holds::label}};
  return reading;
}

}  // namespace

extern const DataFormat readers_caffe_format;
const DataFormat readers_caffe_format = {
    "caffe", "LMDB databases of Caffe", "", DataFormat::Unit::files, recognises, reading, nullptr, kLmdbFile};

}  // namespace penstock::ops
