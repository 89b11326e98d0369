// copy on the CPU.
#include <cstring>

#include "core/op.h"
#include "generated/ops/copy.h"

namespace penstock::ops {
namespace {

void setup(const CopyArgs&, SampleSetup& s, NoState&) { s.out[0] = s.in[0]; }

void run(const CopyArgs&, SampleRun& s, NoState&) {
  const int64_t bytes = s.in[0].bytes();
  if (bytes) std::memcpy(s.out[0].data, s.in[0].data, bytes);
}

}  // namespace

PENSTOCK_CPU_OP(copy, CopyArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
