// readers.lmdb, format: LMDB databases, whatever their values are.
#include "dataset/containers/lmdb_values.h"
#include "dataset/set/data_format.h"
#include "formats/contents/contents.h"

namespace penstock::ops {
namespace {

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const DataFile file(source.first, builder);
  Contents contents = Contents::other;
  // A database that is damaged is refused when it is listed, which says where.
  first_lmdb_value(file, [&](const RecordSource& value) { contents = contents_of(value, 0, value.size()); });
  DataReading reading;
  reading.args.set("path", source.paths);
  switch (contents) {
    case Contents::picture: reading.outputs = {{"images", holds::picture}}; break;
    case Contents::sound: reading.outputs = {{"audio", holds::sound}}; break;
    default: reading.outputs = {{"values", holds::bytes}};
  }
  return reading;
}

}  // namespace

extern const DataFormat readers_lmdb_format;
const DataFormat readers_lmdb_format = {
    "lmdb", "LMDB databases (data.mdb)", "mdb lmdb", DataFormat::Unit::files, is_lmdb, reading, nullptr, kLmdbFile, "",
    true};

}  // namespace penstock::ops
