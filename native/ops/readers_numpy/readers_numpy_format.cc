// readers.numpy, format: .npy files, alone or in folders.
#include "dataset/set/data_format.h"

namespace penstock::ops {
namespace {

using namespace std::string_view_literals;

bool recognises(const DataFile& file) { return file.begins("\x93NUMPY"sv); }

DataReading reading(const DataSource& source, const DatasetBuilder&) {
  DataReading reading = reading_of_files(source);
  reading.outputs = {{"array", holds::values}};
  return reading;
}

}  // namespace

extern const DataFormat readers_numpy_format;
const DataFormat readers_numpy_format = {"npy",  "arrays of NumPy (.npy)", "npy", DataFormat::Unit::folder, recognises,
                                         reading};

}  // namespace penstock::ops
