// clipFrames: makes the clips that a reader hands on, as the reader itself does on the CPU.
#include <algorithm>
#include <cstring>
#include <mutex>

#include "clips/clip_reader.h"
#include "generated/ops/clip_frames.h"

namespace penstock::ops {
namespace {

using clips::HandedClip;

// The reader whose clips come, which a stage keeps as long as it may make some.
class ClipSource : public StageState {
 public:
  std::shared_ptr<const clips::HandingReader> reader(int64_t number) const {
    const std::lock_guard lock(mutex_);
    if (!reader_ || reader_->number != number) reader_ = clips::handing_reader(number);
    return reader_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const clips::HandingReader> reader_;
};

std::unique_ptr<SharedState> share(const ClipFramesArgs&) { return std::make_unique<ClipSource>(); }

HandedClip head_of(const TensorView& in) {
  HandedClip head{};
  if (in.bytes() < static_cast<int64_t>(sizeof head)) fail(ErrorCode::INVALID_INPUT, "Expected a clip of a reader");
  std::memcpy(&head, in.data, sizeof head);
  return head;
}

clips::BroughtBytes brought_with(const HandedClip& head, const TensorView& in) {
  clips::BroughtBytes brought;
  brought.runs.resize(static_cast<size_t>(head.runs));
  const size_t bytes = brought.runs.size() * sizeof(video::PacketRun);
  const uint8_t* const from = in.as<uint8_t>() + sizeof head;
  if (bytes) std::memcpy(brought.runs.data(), from, bytes);
  brought.bytes = from + bytes;
  return brought;
}

// The call as the reader would get it.
template <class Call>
struct ReadersCall {
  ReadersCall(const Call& s, const clips::HandingReader& reader, int64_t sample) : call(s), info(*s.sample) {
    info.index = sample;
    call.sample = &info;
    call.data_set = reader.data.get();
  }
  Call call;
  SampleInfo info;
};

void setup(const ClipFramesArgs&, SampleSetup& s, NoState&) {
  const HandedClip head = head_of(s.in[0]);
  const auto reader = s.shared<ClipSource>().reader(head.reader);
  ReadersCall<SampleSetup> own(s, *reader, head.sample);
  clips::setup_outputs(*reader->clips, own.call);
  s.cost = own.call.cost;
}

void run(const ClipFramesArgs&, SampleRun& s, NoState&) {
  const HandedClip head = head_of(s.in[0]);
  const auto reader = s.shared<ClipSource>().reader(head.reader);
  const clips::BroughtBytes brought = brought_with(head, s.in[0]);
  ReadersCall<SampleRun> own(s, *reader, head.sample);
  clips::run_outputs(*reader->clips, own.call, s.local<clips::ClipLocal>().filters, &brought);
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(clip_frames, ClipFramesArgs, NoState, setup, run, share, kReadsInput | kRunsMixed)

}  // namespace penstock::ops
