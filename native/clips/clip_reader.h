// What readers of videos share: setup() knows the shapes by the index alone, run() decodes the clip.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "clips/clip_set.h"
#include "clips/video_pool.h"
#include "core/shared_work.h"
#include "dataset/order/sample_reads.h"
#include "formats/video/decode_clip.h"

namespace penstock::clips {

// The values of enableFrameNum.
enum class FrameNumbers : uint8_t { none, scalar, sequence };

// Of a stage: its threads share it.
struct ClipShared : StageState, SampleReads {
  ClipShared(const video::ClipSpec& spec, const ClipRules& rules, FrameNumbers numbers, bool timestamps,
             const video::SoundSpec& sound, bool mapped)
      : videos(spec, mapped), spec(spec), rules(rules), numbers(numbers), timestamps(timestamps), sound(sound) {}

  // Outputs beside the video and the labels.
  int facts() const { return int{numbers != FrameNumbers::none} + timestamps + sound.given; }

  // The numbers of a clip's frames.
  std::vector<int32_t> frames_of(const Clip& clip, const video::VideoIndex& index) const;
  void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const override;

  const VideoPool videos;
  const video::ClipSpec spec;
  const ClipRules rules;
  const FrameNumbers numbers;
  const bool timestamps;
  const video::SoundSpec sound;
};

// What a thread keeps.
struct ClipLocal : ThreadLocalState {
  audio::SincFilters filters;
};

template <class Args>
std::unique_ptr<SharedState> share_clips(const Args& a, const video::ClipSpec& spec, const ClipRules& rules) {
  video::check_dtype(a.dtype);
  return std::make_unique<ClipShared>(spec, rules, static_cast<FrameNumbers>(a.enable_frame_num), a.enable_timestamps,
                                      video::sound_spec(a), !a.dont_use_mmap);
}

// The size of the frames of a sample's clip. Throws what is wrong with the video.
video::FrameSize setup_clip(const ClipShared&, SampleSetup&, DType, OutSpec& video);
// Describes the outputs after the first one.
void setup_facts(const ClipShared&, SampleSetup&);
void run_facts(const ClipShared&, SampleRun&);
// Calls decode(file, numbers of the frames), and decodes the sound of the clip.
void run_clip(const ClipShared&, SampleRun&, audio::SincFilters&,
              const std::function<void(video::VideoFile&, const std::vector<int32_t>&)>& decode);

// A whole reader of clips as they are.
inline void setup_reader(SampleSetup& s, DType dtype) {
  const auto& shared = s.shared<ClipShared>();
  setup_clip(shared, s, dtype, s.out[0]);
  setup_facts(shared, s);
}
inline void run_reader(SampleRun& s) {
  const auto& shared = s.shared<ClipShared>();
  run_clip(shared, s, s.local<ClipLocal>().filters, [&](video::VideoFile& file, const std::vector<int32_t>& numbers) {
    video::decode_clip(file, shared.spec, numbers, *s.scratch, s.out[0]);
  });
  run_facts(shared, s);
}

}  // namespace penstock::clips
