// experimental.inputs.video on the CPU. A sample has the bytes of a whole video, and says which of its sequences it is.
// A sequence that follows another one goes on where that has ended.
#include <algorithm>
#include <list>
#include <mutex>
#include <vector>

#include "core/extents.h"
#include "core/shared_work.h"
#include "formats/video/decode_clip.h"
#include "formats/video/open_videos.h"
#include "generated/ops/experimental_inputs_video.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

struct VideoInputState {
  int64_t first = 0;  // frame
};

struct SequencePlace {
  int32_t video, sequence;
};
SequencePlace place_of(const TensorView& in) {
  const auto* numbers = in.as<int32_t>();
  return {numbers[0], numbers[1]};
}

// An open video. Its bytes may lie elsewhere with each batch.
struct FedVideo {
  video::MemorySource bytes;
  std::unique_ptr<video::VideoFile> file;
  video::VideoFile& video() const { return *file; }
};

// The videos that were fed last.
class FedVideos : public StageState {
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

  const video::OpenVideos<FedVideo> open;

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

std::unique_ptr<SharedState> share(const ExperimentalInputsVideoArgs&) { return std::make_unique<FedVideos>(); }

video::MemorySource fed_source(const TensorView& in) {
  const codecs::Bytes bytes = encoded_input(in);
  return {bytes.data, static_cast<int64_t>(bytes.size)};
}

std::shared_ptr<const video::VideoIndex> index_of(const ExperimentalInputsVideoArgs& a, const SampleBase& s) {
  video::MemorySource bytes = fed_source(s.in[0]);
  return s.shared<FedVideos>().index(place_of(s.in[1]).video, bytes.source(), a.max_pixels);
}

// Calls body(file) with the video of a sample, which goes on with a frame at best. Throws what is wrong with the video.
template <class F>
void with_file(const ExperimentalInputsVideoArgs& a, const SampleBase& s, int64_t frame, const video::ClipWork& work,
               const F& body) {
  const video::MemorySource bytes = fed_source(s.in[0]);
  const auto make = [&] {
    auto fed = std::make_unique<FedVideo>(FedVideo{bytes, nullptr});
    fed->file = std::make_unique<video::VideoFile>(fed->bytes.source(), a.max_pixels, index_of(a, s),
                                                   a.image_type == ImageType::rgba);
    return fed;
  };
  s.shared<FedVideos>().open.use(place_of(s.in[1]).video, static_cast<int32_t>(frame), work, make, [&](FedVideo& fed) {
    fed.bytes = bytes;
    body(*fed.file);
  });
}

std::vector<int32_t> frames_from(int64_t first, int64_t count, const video::VideoIndex& index) {
  std::vector<int32_t> numbers;
  for (int64_t i = first; i < first + count; ++i) {
    numbers.push_back(i < index.count() ? static_cast<int32_t>(i) : video::kFillFrame);
  }
  return numbers;
}

video::ClipSpec spec_of(const ExperimentalInputsVideoArgs& a) {
  video::ClipSpec spec = video::clip_spec(a);
  spec.alpha = video::takes_alpha(a.image_type);
  return spec;
}

void setup(const ExperimentalInputsVideoArgs& a, SampleSetup& s, VideoInputState& state) {
  const video::ClipSpec spec = spec_of(a);
  video::check_dtype(a.dtype);
  const auto index = index_of(a, s);
  video::FrameSize size = video::stored_size(*index, spec);
  if (!size.width) with_file(a, s, 0, {}, [&](video::VideoFile& file) { size = video::frame_size(file, spec); });
  const SequencePlace place = place_of(s.in[1]);
  const int64_t length = a.frames_per_sequence;
  state.first = length * place.sequence;
  const int64_t left = index->count() - state.first;
  if (state.first < 0 || left <= 0) fail(ErrorCode::BAD_SAMPLE, "The bytes of the video have changed");
  OutSpec& out = s.out[0];
  out.dtype = a.dtype;
  out.layout = "FHWC";
  const bool pad = a.last_sequence_policy == ExperimentalInputsVideoArgs::LastSequencePolicy::pad;
  out.shape = {pad ? length : std::min(length, left), size.height, size.width, spec.channels()};
  check_extents(out, ErrorCode::BAD_SAMPLE, "the sequence");
  const video::PacketSpan span = index->span_of(frames_from(state.first, out.shape[0], *index));
  s.cost = static_cast<double>(span.decoded);
  shared_work() = {1 + int64_t{place.video}, span.begin, span.end};
}

void run(const ExperimentalInputsVideoArgs& a, SampleRun& s, VideoInputState& state) {
  const video::ClipSpec spec = spec_of(a);
  const auto index = index_of(a, s);
  const std::vector<int32_t> numbers = frames_from(state.first, s.out[0].shape[0], *index);
  const video::PacketSpan span = index->span_of(numbers);
  with_file(a, s, state.first, {span.begin, span.end, this_turn().shared_end}, [&](video::VideoFile& file) {
    file.use_threads(this_turn().threads);
    video::make_clip(s, file, spec, numbers);
  });
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(experimental_inputs_video, ExperimentalInputsVideoArgs, VideoInputState, setup, run, share,
                        kReadsInput | kReadsOthers | kRunsMixed)

}  // namespace penstock::ops
