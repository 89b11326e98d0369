// mixtureSource on the CPU: the number of the sample's source, which its number in the joined data set says.
#include "core/op.h"
#include "dataset/set/dataset.h"
#include "generated/ops/mixture_source.h"

namespace penstock::ops {
namespace {

void setup(const MixtureSourceArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::int32, {}, {1}}; }

void run(const MixtureSourceArgs&, SampleRun& s, NoState&) {
  s.out[0].as<int32_t>()[0] = s.dataset().member(s.sample->index).source;
}

}  // namespace

PENSTOCK_CPU_OP(mixture_source, MixtureSourceArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
