// experimental.readers.fits, index: the files, which are opened when their samples are read.
#include "dataset/files/file_set.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/experimental_readers_fits.h"

namespace penstock::ops {
namespace {

using Args = ExperimentalReadersFitsArgs;

void index(const Args& args, DatasetBuilder& builder) {
  if (args.has(Args::kDtypes) && args.dtypes.size != args.hdu_indices.size) {
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected " + std::to_string(args.hdu_indices.size) +
                    " values for dtypes (one per entry of hduIndices) but received " + std::to_string(args.dtypes.size),
                "Give one dtype per output, or leave dtypes out");
  }
  add_files(file_set(args), builder);
}

}  // namespace

PENSTOCK_DATA_READER(experimental_readers_fits, ExperimentalReadersFitsArgs, index)

}  // namespace penstock::ops
