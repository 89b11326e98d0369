// readers.mxNet, format: RecordIO files of image records.
#include "dataset/set/data_format.h"
#include "ops/readers_mx_net/record_io.h"

namespace penstock::ops {
namespace {

bool recognises(const DataFile& file) {
  ChunkHead chunk;
  return file.size() >= kChunkHead && read_chunk_head(reinterpret_cast<const uint8_t*>(file.head().data()), chunk) &&
         chunk.fits(false);
}

DataReading reading(const DataSource& source, const DatasetBuilder&) {
  DataReading reading;
  reading.args.set("path", source.paths);
  reading.outputs = {{"images", holds::picture}, {"labels", holds::label}};
  return reading;
}

}  // namespace

extern const DataFormat readers_mx_net_format;
const DataFormat readers_mx_net_format = {"recordio", "RecordIO (.rec)",    "rec", DataFormat::Unit::files, recognises,
                                          reading,    write_record_io_index};

}  // namespace penstock::ops
