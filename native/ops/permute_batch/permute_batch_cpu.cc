// permuteBatch: each output is the memory of another sample's input.
#include "core/op.h"
#include "generated/ops/permute_batch.h"

namespace penstock::ops {
namespace {

// The index of this sample: the constant list has one per sample of the batch, a node gives one for each sample.
int64_t index_of(const PermuteBatchArgs& a, const SampleSetup& s) {
  if (a.indices.shape) {
    if (a.indices.size == 1) return a.indices[0];
    fail(ErrorCode::INVALID_INPUT, "Expected one index per sample but received %d", a.indices.size);
  }
  if (a.indices.size == s.batch->count()) return a.indices[static_cast<int>(s.position)];
  fail(ErrorCode::INVALID_INPUT, "Expected an index for each of the %d samples but received %d", s.batch->count(),
       a.indices.size);
}

void setup(const PermuteBatchArgs& a, SampleSetup& s) {
  const int64_t from = index_of(a, s);
  if (from < 0 || from >= s.batch->count()) {
    fail(ErrorCode::INVALID_INPUT, "Expected an index from 0 to %d (the batch has %d samples) but received %lld",
         s.batch->count() - 1, s.batch->count(), static_cast<long long>(from));
  }
  s.out[0] = s.batch->input(0, static_cast<int>(from));
  s.view[0].position = static_cast<int>(from);
}

}  // namespace

PENSTOCK_VIEW_OP(permute_batch, PermuteBatchArgs, setup, kNone)

}  // namespace penstock::ops
