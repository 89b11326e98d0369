// readers.caffe, index: the entries of all databases.
#include "dataset/containers/lmdb_values.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_caffe.h"

namespace penstock::ops {
namespace {

void index(const ReadersCaffeArgs& args, DatasetBuilder& builder) { list_lmdb(args.path, "", builder); }

}  // namespace

PENSTOCK_DATA_READER(readers_caffe, ReadersCaffeArgs, index)

}  // namespace penstock::ops
