// What readers of videos share: setup() knows the shapes by the index alone, run() decodes the clip.
#pragma once
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "clips/clip_set.h"
#include "core/shared_work.h"
#include "dataset/files/open_files.h"
#include "dataset/order/sample_reads.h"
#include "formats/video/decode_clip.h"
#include "formats/video/open_videos.h"

namespace penstock::clips {

// The values of enableFrameNum.
enum class FrameNumbers : uint8_t { none, scalar, sequence };

// A video of a data set that is open.
class OpenVideo {
 public:
  OpenVideo(std::shared_ptr<const OpenFile> file, int64_t max_pixels, std::shared_ptr<const video::VideoIndex> index);
  video::VideoFile& video() { return *video_; }
  // Calls use(file); throws what went wrong with reading.
  void use(const std::function<void(video::VideoFile&)>& use);

 private:
  const std::shared_ptr<const OpenFile> file_;
  video::ReadSource source_;
  std::unique_ptr<video::VideoFile> video_;
};

// Of a stage: its threads share it.
struct ClipShared : StageState, SampleReads {
  ClipShared(const video::ClipSpec& spec, const ClipRules& rules, FrameNumbers numbers, bool timestamps, bool mapped)
      : files(mapped), spec(spec), rules(rules), numbers(numbers), timestamps(timestamps) {}

  // The index of a file; those used last stay unpacked. Throws what was wrong with the video.
  std::shared_ptr<const video::VideoIndex> index(const Dataset& data, int64_t file) const;
  // The numbers of a clip's frames.
  std::vector<int32_t> frames_of(const Clip& clip, const video::VideoIndex& index) const;
  void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const override;
  // Calls use(file) with a file of the data set, which goes on with a frame at best.
  void use(const Dataset& data, int64_t file, int32_t frame, const video::ClipWork& work,
           const std::function<void(video::VideoFile&)>& use) const;

  const OpenFiles files;
  const video::ClipSpec spec;
  const ClipRules rules;
  const FrameNumbers numbers;
  const bool timestamps;

 private:
  // Bytes of memory, about, that indexes take which are kept unpacked; the last one stays in any case.
  static constexpr size_t kKept = size_t{64} << 20;
  struct Entry {
    int64_t file;
    std::shared_ptr<const video::VideoIndex> index;
  };
  mutable std::mutex mutex_;
  mutable std::list<Entry> last_;  // the one used last comes first
  mutable std::unordered_map<int64_t, std::list<Entry>::iterator> by_file_;
  mutable size_t bytes_ = 0;
  const video::OpenVideos<OpenVideo> open_;
};

// Throws INVALID_ARGUMENT.
void check_dtype(DType dtype);

template <class Args>
std::unique_ptr<SharedState> share_clips(const Args& a, const video::ClipSpec& spec, const ClipRules& rules) {
  if (a.image_type != ImageType::rgb) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected 'rgb' for imageType, which is all that videos are decoded to; colorSpaceConversion makes others");
  }
  return std::make_unique<ClipShared>(spec, rules, static_cast<FrameNumbers>(a.enable_frame_num), a.enable_timestamps,
                                      !a.dont_use_mmap);
}

// The size of the frames of a sample's clip. Throws what is wrong with the video.
video::FrameSize setup_clip(const ClipShared&, SampleSetup&, DType, OutSpec& video);
// Describes the outputs after the first one.
void setup_facts(const ClipShared&, SampleSetup&);
void run_facts(const ClipShared&, SampleRun&);
// Calls decode(file, numbers of the frames).
void run_clip(const ClipShared&, SampleRun&,
              const std::function<void(video::VideoFile&, const std::vector<int32_t>&)>& decode);

// A whole reader of clips as they are.
inline void setup_reader(SampleSetup& s, DType dtype) {
  const auto& shared = s.shared<ClipShared>();
  setup_clip(shared, s, dtype, s.out[0]);
  setup_facts(shared, s);
}
inline void run_reader(SampleRun& s) {
  const auto& shared = s.shared<ClipShared>();
  run_clip(shared, s, [&](video::VideoFile& file, const std::vector<int32_t>& numbers) {
    video::decode_clip(file, shared.spec, numbers, *s.scratch, s.out[0]);
  });
  run_facts(shared, s);
}

}  // namespace penstock::clips
