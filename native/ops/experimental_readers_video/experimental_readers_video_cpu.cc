// experimental.readers.video on the CPU.
#include "clips/clip_reader.h"
#include "generated/ops/experimental_readers_video.h"

namespace penstock::ops {
namespace {

using Args = ExperimentalReadersVideoArgs;

std::unique_ptr<SharedState> share(const Args& a) {
  return clips::share_clips(a, video::padded_clip_spec(a), clips::timed_rules(a));
}

void setup(const Args&, SampleSetup& s, NoState&) { clips::setup_reader(s); }

void run(const Args&, SampleRun& s, NoState&) { clips::run_reader(s); }

}  // namespace

PENSTOCK_SHARING_CPU_OP(experimental_readers_video, ExperimentalReadersVideoArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
