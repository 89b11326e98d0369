// experimental.readers.fits on the CPU: finds the images of one file by its headers, and converts their elements.
#include "core/op.h"
#include "dataset/set/record_source.h"
#include "generated/ops/experimental_readers_fits.h"
#include "ops/experimental_readers_fits/fits.h"

namespace penstock::ops {
namespace {

using Args = ExperimentalReadersFitsArgs;

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<OpenFiles>(!args.dont_use_mmap); }

void setup(const Args& args, SampleSetup& s, NoState&) {
  const ExtentSource file(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  for (int i = 0; i < args.hdu_indices.size; ++i) {
    const FitsImage image = find_fits_image(file, args.hdu_indices[i]);
    if (args.has(Args::kDtypes) && args.dtypes[i] != image.dtype) {
      throw Error(ErrorCode::INVALID_INPUT,
                  std::string("Expected ") + dtype_name(args.dtypes[i]) + " for dtypes[" + std::to_string(i) +
                      "] but received " + dtype_name(image.dtype) + " in HDU " + std::to_string(args.hdu_indices[i]),
                  "Correct dtypes, or leave it out and convert with cast");
    }
    s.out[i] = {image.dtype, {}, image.shape};
  }
}

void run(const Args& args, SampleRun& s, NoState&) {
  const ExtentSource file(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  for (int i = 0; i < args.hdu_indices.size; ++i) {
    const FitsImage image = find_fits_image(file, args.hdu_indices[i]);
    // A file may change between setup() and run(); memory is as setup() has seen it.
    if (image.dtype != s.out[i].dtype || image.shape != s.out[i].shape) {
      throw Error(ErrorCode::FILE_UNREADABLE, "Expected the image that the header gave but it has changed",
                  "Do not write to the data set while it is read");
    }
    read_fits_image(file, image, s.out[i], *s.scratch);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(experimental_readers_fits, ExperimentalReadersFitsArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
