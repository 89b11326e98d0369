// experimental.readers.fits, format: FITS files, alone or in folders.
#include "core/error.h"
#include "dataset/set/data_format.h"
#include "ops/experimental_readers_fits/fits.h"

namespace penstock::ops {
namespace {

constexpr int kMaxHdus = 16;

bool recognises(const DataFile& file) { return file.begins("SIMPLE  ="); }

// The first HDU that has an image: the primary one is often empty.
int64_t image_of(const DataSource& source, const DatasetBuilder& builder) {
  const DataFile file(source.first, builder);
  for (int number = 1; number <= kMaxHdus; ++number) {
    try {
      find_fits_image(file, number);
      return number;
    } catch (const Error& error) {
      if (error.code != ErrorCode::UNSUPPORTED) break;
    }
  }
  return 1;
}

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  DataReading reading = reading_of_files(source);
  reading.args.set("hduIndices",
                   std::vector<int>{source.first.empty() ? 1 : static_cast<int>(image_of(source, builder))});
  reading.outputs = {{"image", holds::values}};
  return reading;
}

}  // namespace

extern const DataFormat experimental_readers_fits_format;
const DataFormat experimental_readers_fits_format = {
    "fits", "FITS files (.fits)", "fits", DataFormat::Unit::folder, recognises, reading};

}  // namespace penstock::ops
