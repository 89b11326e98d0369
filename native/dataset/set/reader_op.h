// The part of a reader that other operators do not have: a function that builds its data set. It is in <x>_index.cc of
// the reader's folder, native/ops/readers_<x>; the kernel in readers_<x>_cpu.cc reads the samples of s.dataset().
#pragma once
#include <atomic>
#include <memory>
#include <string>

#include "core/args.h"
#include "core/error.h"
#include "dataset/set/builder.h"
#include "dataset/set/selection.h"

namespace penstock {

struct DataFormat;

struct ReaderOp {
  const char* name;
  void (*index)(const void* args, DatasetBuilder&);
  const DataFormat* format;  // null where `npx penstock-data run --data` does not recognise it
};

// The list of readers, made by tools/gen.ts from native/ops/*/op.json; null-terminated.
const ReaderOp* const* reader_ops();

struct IndexOptions {
  std::string store;                        // what the client of object stores is told with each request
  std::shared_ptr<IndexProgress> progress;  // null where it is not asked for
  bool blocks = false;                      // samples are read in blocks, whose sizes count
  Selection selection = {};
  int threads = 1;  // that may list
};

// Calls the index() of a reader; `args` is its argument struct. Blocks. Throws IndexingCancelled soon after `cancelled`
// is set, and an Error when something is wrong with the data; nothing of the data set remains then.
std::shared_ptr<Dataset> index_dataset(const char* reader, const void* args, const std::atomic<bool>& cancelled,
                                       IndexOptions options = {});

// Throws INVALID_ARGUMENT.
[[noreturn]] inline void refuse(const std::string& message, const std::string& hint) {
  throw Error(ErrorCode::INVALID_ARGUMENT, message, hint);
}

}  // namespace penstock

// Stands at the end of <x>_index.cc, inside namespace penstock::ops. `symbol` is the folder's name.
#define PENSTOCK_READER(symbol, ArgsType, index_fn) PENSTOCK_READER_WITH(symbol, ArgsType, index_fn, nullptr)

// That of a reader whose data is recognised: the folder's <x>_format.cc defines `symbol`_format, a DataFormat
// (data_format.h).
#define PENSTOCK_DATA_READER(symbol, ArgsType, index_fn) \
  extern const ::penstock::DataFormat symbol##_format;   \
  PENSTOCK_READER_WITH(symbol, ArgsType, index_fn, &symbol##_format)

#define PENSTOCK_READER_WITH(symbol, ArgsType, index_fn, format)                                            \
  extern const ::penstock::ReaderOp symbol##_reader;                                                        \
  const ::penstock::ReaderOp symbol##_reader = {ArgsType::op_name,                                          \
                                                [](const void* args, ::penstock::DatasetBuilder& builder) { \
                                                  index_fn(*static_cast<const ArgsType*>(args), builder);   \
                                                },                                                          \
                                                format};
