// readers.file, format: pictures and sounds, each a file, alone or in folders.
#include "dataset/set/data_format.h"
#include "formats/contents/contents.h"
#include "generated/format_endings.h"

namespace penstock::ops {
namespace {

const std::string kEndings = std::string(codecs::kFormatEndings) + " wav flac ogg";

bool recognises(const DataFile& file) { return contents_of(file, 0, file.size()) != Contents::other; }

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  Contents contents = Contents::picture;
  if (!source.first.empty()) {
    const DataFile file(source.first, builder);
    contents = contents_of(file, 0, file.size());
  }
  DataReading reading = reading_of_files(source);
  // A file whose ending alone says what it is becomes a bad picture.
  const bool sound = contents == Contents::sound;
  reading.outputs = {{sound ? "audio" : "images", sound ? holds::sound : holds::picture}, {"labels", holds::label}};
  return reading;
}

}  // namespace

extern const DataFormat readers_file_format;
const DataFormat readers_file_format = {
    "files", "pictures and sounds", kEndings.c_str(), DataFormat::Unit::folder, recognises, reading};

}  // namespace penstock::ops
