// readers.numpy, index: the files, which are opened when their samples are read.
#include "dataset/files/file_set.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_numpy.h"

namespace penstock::ops {
namespace {

void index(const ReadersNumpyArgs& args, DatasetBuilder& builder) { add_files(file_set(args), builder); }

}  // namespace

PENSTOCK_DATA_READER(readers_numpy, ReadersNumpyArgs, index)

}  // namespace penstock::ops
