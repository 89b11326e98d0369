// readers.lmdb on the CPU: copies one value, and its key, out of a database that stays open.
#include <cstring>

#include "core/op.h"
#include "dataset/containers/lmdb_values.h"
#include "generated/ops/readers_lmdb.h"

namespace penstock::ops {
namespace {

using Args = ReadersLmdbArgs;

void setup(const Args& args, SampleSetup& s, NoState&) {
  const LmdbValue value(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  s.out[0] = {DType::uint8, {}, {value.size()}};
  if (!args.output_keys) return;
  s.out[1] = {DType::uint8, {}, {static_cast<int64_t>(lmdb_key(s.dataset(), s.sample->index).size())}};
}

void run(const Args& args, SampleRun& s, NoState&) {
  const LmdbValue value(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  if (value.size()) value.copy(0, s.out[0].as<uint8_t>(), value.size());
  if (!args.output_keys) return;
  const std::string key = lmdb_key(s.dataset(), s.sample->index);
  if (!key.empty()) std::memcpy(s.out[1].data, key.data(), key.size());
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_lmdb, ReadersLmdbArgs, NoState, setup, run, share_lmdb_files, kNone)

}  // namespace penstock::ops
