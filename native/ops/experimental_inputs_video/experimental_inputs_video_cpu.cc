// experimental.inputs.video on the CPU. A sample has the bytes of a whole video, and says which of its sequences it is.
// Each thread keeps the video that it has decoded last, so that a sequence which follows another one goes on there.
#include <algorithm>
#include <list>
#include <mutex>
#include <vector>

#include "core/extents.h"
#include "formats/video/decode_clip.h"
#include "generated/ops/experimental_inputs_video.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

using Args = ExperimentalInputsVideoArgs;

struct State {
  int64_t first = 0;  // frame
};

// The indexes of the videos that were fed last.
class Shared : public SharedState {
 public:
  std::shared_ptr<const video::VideoIndex> index(int32_t number, const av::Source& source, int64_t max_pixels) const {
    // Threads that wait for it need this one.
    const std::lock_guard lock(mutex_);
    for (const Entry& entry : last_) {
      if (entry.number == number) return entry.index;
    }
    auto made = video::VideoFile(source, max_pixels).shared_index();
    if (last_.size() == kKept) last_.pop_front();
    last_.push_back({number, made});
    return made;
  }

 private:
  // Sequences of two videos may be under way.
  static constexpr size_t kKept = 2;
  struct Entry {
    int32_t number;
    std::shared_ptr<const video::VideoIndex> index;
  };
  mutable std::mutex mutex_;
  mutable std::list<Entry> last_;
};

std::unique_ptr<SharedState> share(const Args&) { return std::make_unique<Shared>(); }

// The bytes of a video may lie elsewhere with each batch.
struct Local : ThreadLocalState {
  int32_t number = -1;
  video::MemorySource bytes{};
  std::unique_ptr<video::VideoFile> file;
};

struct Place {
  int32_t video, sequence;
};
Place place_of(const TensorView& in) {
  const auto* numbers = in.as<int32_t>();
  return {numbers[0], numbers[1]};
}

// Throws what is wrong with the video.
video::VideoFile& open(const Args& a, const SampleBase& s, Local& local) {
  const codecs::Bytes bytes = encoded_input(s.in[0]);
  const int32_t number = place_of(s.in[1]).video;
  const bool same = local.file && local.number == number;
  if (!same) local.file.reset();
  local.bytes = {bytes.data, static_cast<int64_t>(bytes.size)};
  if (same) return *local.file;
  auto index = s.shared<Shared>().index(number, local.bytes.source(), a.max_pixels);
  local.file = std::make_unique<video::VideoFile>(local.bytes.source(), a.max_pixels, std::move(index));
  local.number = number;
  return *local.file;
}

// A file that a failure has left in the middle of its work is opened anew.
template <class F>
void with_file(const Args& a, const SampleBase& s, Local& local, const F& body) {
  try {
    body(open(a, s, local));
  } catch (...) {
    local.file.reset();
    throw;
  }
}

void setup(const Args& a, SampleSetup& s, State& state) {
  const video::ClipSpec spec = video::clip_spec(a);
  with_file(a, s, s.local<Local>(), [&](video::VideoFile& file) {
    const video::FrameSize size = video::frame_size(file, spec);
    const int64_t length = a.frames_per_sequence;
    state.first = length * place_of(s.in[1]).sequence;
    const int64_t left = file.frames() - state.first;
    if (state.first < 0 || left <= 0) fail(ErrorCode::BAD_SAMPLE, "The bytes of the video have changed");
    OutSpec& out = s.out[0];
    out.dtype = DType::uint8;
    out.layout = "FHWC";
    const bool pad = a.last_sequence_policy == Args::LastSequencePolicy::pad;
    out.shape = {pad ? length : std::min(length, left), size.height, size.width, 3};
    check_extents(out, ErrorCode::BAD_SAMPLE, "the sequence");
    s.cost = static_cast<double>(std::min(length, left));
  });
}

void run(const Args& a, SampleRun& s, State& state) {
  const video::ClipSpec spec = video::clip_spec(a);
  with_file(a, s, s.local<Local>(), [&](video::VideoFile& file) {
    const int64_t count = s.out[0].shape[0];
    std::vector<int32_t> numbers;
    for (int64_t i = state.first; i < state.first + count; ++i) {
      numbers.push_back(i < file.frames() ? static_cast<int32_t>(i) : video::kFillFrame);
    }
    video::decode_clip(file, spec, numbers, *s.scratch, s.out[0]);
  });
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(experimental_inputs_video, Args, State, setup, run, share, kReadsInput | kReadsOthers)

}  // namespace penstock::ops
