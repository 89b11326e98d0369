// Pages that have been unpacked.
#pragma once
#include "dataset/files/unpacked_cache.h"
#include "parquet/thrift.h"
#include "parquet/values.h"

namespace penstock::parquet {

using PageCache = UnpackedCache<ColumnValues, ParquetFault>;

}  // namespace penstock::parquet
