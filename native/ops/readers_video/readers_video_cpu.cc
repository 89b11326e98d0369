// readers.video on the CPU.
#include "clips/clip_reader.h"
#include "generated/ops/readers_video.h"

namespace penstock::ops {
namespace {

using Args = ReadersVideoArgs;

std::unique_ptr<SharedState> share(const Args& a) {
  return clips::share_clips(a, video::legacy_clip_spec(a), clips::clip_rules(a, a.pad_sequences));
}

void setup(const Args&, SampleSetup& s, NoState&) { clips::setup_reader(s); }

void run(const Args&, SampleRun& s, NoState&) { clips::run_reader(s); }

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_video, ReadersVideoArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
