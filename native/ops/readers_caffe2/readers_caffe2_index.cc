// readers.caffe2, index: the entries of all databases.
#include "dataset/containers/lmdb_values.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_caffe2.h"

namespace penstock::ops {
namespace {

void index(const ReadersCaffe2Args& args, DatasetBuilder& builder) { list_lmdb(args.path, "", builder); }

}  // namespace

PENSTOCK_DATA_READER(readers_caffe2, ReadersCaffe2Args, index)

}  // namespace penstock::ops
