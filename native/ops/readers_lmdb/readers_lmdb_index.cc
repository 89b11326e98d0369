// readers.lmdb, index: the entries of all files, page by page.
#include "dataset/containers/lmdb_values.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_lmdb.h"

namespace penstock::ops {
namespace {

void index(const ReadersLmdbArgs& args, DatasetBuilder& builder) { list_lmdb(args.path, args.database, builder); }

}  // namespace

PENSTOCK_DATA_READER(readers_lmdb, ReadersLmdbArgs, index)

}  // namespace penstock::ops
