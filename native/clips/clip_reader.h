// What readers of videos share: setup() knows the shapes by the index alone, run() decodes the clip.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "clips/clip_set.h"
#include "clips/video_pool.h"
#include "core/shared_work.h"
#include "dataset/order/sample_reads.h"
#include "dataset/set/knows_dataset.h"
#include "formats/video/decode_clip.h"

namespace penstock::clips {

// The values of enableFrameNum.
enum class FrameNumbers : uint8_t { none, scalar, sequence };

// Which clips a reader gives, and their videos. Threads share it.
struct ClipShared {
  ClipShared(const video::ClipSpec& spec, const ClipRules& rules, DType dtype, FrameNumbers numbers, bool timestamps,
             const video::SoundSpec& sound, bool mapped)
      : videos(spec, mapped),
        spec(spec),
        rules(rules),
        dtype(dtype),
        numbers(numbers),
        timestamps(timestamps),
        sound(sound) {}

  // Outputs beside the video and the labels.
  int facts() const { return int{numbers != FrameNumbers::none} + timestamps + sound.given; }

  // The numbers of a clip's frames.
  std::vector<int32_t> frames_of(const Clip& clip, const video::VideoIndex& index) const;
  // The ranges of the file that a clip is made of.
  void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const;

  const VideoPool videos;
  const video::ClipSpec spec;
  const ClipRules rules;
  const DType dtype;
  const FrameNumbers numbers;
  const bool timestamps;
  const video::SoundSpec sound;
};

// A reader whose clips another stage makes, and its data set.
struct HandingReader {
  std::shared_ptr<const Dataset> data;
  std::shared_ptr<const ClipShared> clips;
  int64_t number;  // no other one of this process has it
};

// Of a reader's stage.
class ClipState final : public StageState, public SampleReads, public KnowsDataset {
 public:
  ClipState(std::shared_ptr<const ClipShared> clips, bool hands_on) : clips(std::move(clips)), hands_on(hands_on) {}
  ~ClipState() override;
  void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const override {
    clips->append_reads(data, sample, to);
  }
  void know(std::shared_ptr<const Dataset> data) override;
  int64_t number() const { return reader_->number; }

  const std::shared_ptr<const ClipShared> clips;
  const bool hands_on;  // to the operator clipFrames, which makes the clips

 private:
  std::shared_ptr<const HandingReader> reader_;
};

// The reader with this number. Throws PIPELINE_CLOSED for one that has ended.
std::shared_ptr<const HandingReader> handing_reader(int64_t number);

// What a thread keeps.
struct ClipLocal : ThreadLocalState {
  audio::SincFilters filters;
};

template <class Args>
std::unique_ptr<SharedState> share_clips(const Args& a, const video::ClipSpec& spec, const ClipRules& rules) {
  video::check_dtype(a.dtype);
  auto clips = std::make_shared<const ClipShared>(spec, rules, a.dtype, static_cast<FrameNumbers>(a.enable_frame_num),
                                                  a.enable_timestamps, video::sound_spec(a), !a.dont_use_mmap);
  return std::make_unique<ClipState>(std::move(clips), a.hands_on);
}

inline const ClipShared& clips_of(const SampleBase& s) { return *s.shared<ClipState>().clips; }

// The size of the frames of a sample's clip. Throws what is wrong with the video.
video::FrameSize setup_clip(const ClipShared&, SampleSetup&, DType, OutSpec& video);
// Describes the outputs after the first one.
void setup_facts(const ClipShared&, SampleSetup&);
void run_facts(const ClipShared&, SampleRun&);
// Calls decode(file, numbers of the frames), and decodes the sound of the clip. `brought`: bytes of the file that need
// not be read again.
void run_clip(const ClipShared&, SampleRun&, audio::SincFilters&, const BroughtBytes* brought,
              const std::function<void(video::VideoFile&, const std::vector<int32_t>&)>& decode);

// All outputs, of clips as they are.
void setup_outputs(const ClipShared&, SampleSetup&);
void run_outputs(const ClipShared&, SampleRun&, audio::SincFilters&, const BroughtBytes* brought);

// Of a sample that is handed on: the number of the reader, that of the sample, and of an object in a store the bytes
// that the clip is made of, since they are read ahead for the reader's stage. Its only output, 1-D of uint8.
struct HandedClip {
  int64_t reader, sample;
  int64_t runs;  // ranges of the file, which follow as video::PacketRun; then their bytes
};
void setup_handed(const ClipState&, SampleSetup&);
void run_handed(const ClipState&, SampleRun&);

// A whole reader of clips as they are.
inline void setup_reader(SampleSetup& s) {
  const auto& state = s.shared<ClipState>();
  state.hands_on ? setup_handed(state, s) : setup_outputs(*state.clips, s);
}
inline void run_reader(SampleRun& s) {
  const auto& state = s.shared<ClipState>();
  if (state.hands_on) return run_handed(state, s);
  run_outputs(*state.clips, s, s.local<ClipLocal>().filters, nullptr);
}

}  // namespace penstock::clips
