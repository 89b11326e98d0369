// What a reader is beside an operator: a function that builds its data set. A reader's folder, native/ops/readers_<x>,
// has it in <x>_index.cc; its kernel, in readers_<x>_cpu.cc, reads the samples of s.dataset().
#pragma once
#include <atomic>
#include <memory>
#include <string>

#include "core/args.h"
#include "dataset/builder.h"

namespace penstock {

struct ReaderOp {
  const char* name;
  void (*index)(const void* args, DatasetBuilder&);
};

// The list of readers, made by tools/gen.ts from native/ops/*/op.json; null-terminated.
const ReaderOp* const* reader_ops();

// Calls the index() of a reader; `args` is its struct. Blocks; throws IndexingCancelled soon after `cancelled` was set,
// and what is wrong with the data as an Error. Nothing of the data set is left then.
std::shared_ptr<Dataset> index_dataset(const char* reader, const void* args, const std::atomic<bool>& cancelled);

}  // namespace penstock

// At the end of <x>_index.cc, inside namespace penstock::ops. `symbol` is the folder's name.
#define PENSTOCK_READER(symbol, ArgsType, index_fn)                                                         \
  extern const ::penstock::ReaderOp symbol##_reader;                                                        \
  const ::penstock::ReaderOp symbol##_reader = {ArgsType::op_name,                                          \
                                                [](const void* args, ::penstock::DatasetBuilder& builder) { \
                                                  index_fn(*static_cast<const ArgsType*>(args), builder);   \
                                                }};
