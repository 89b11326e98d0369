// The videos of a data set for all threads of a stage: their indexes, and those that are open.
#pragma once
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "dataset/files/open_files.h"
#include "formats/video/clip_sound.h"
#include "formats/video/decode_clip.h"
#include "formats/video/open_videos.h"

namespace penstock::clips {

// Bytes of a video that are there already: ranges of its file, and their bytes one after the other.
struct BroughtBytes {
  std::vector<video::PacketRun> runs;
  const uint8_t* bytes = nullptr;
  // Where these bytes are; null unless all are there.
  const uint8_t* find(int64_t offset, int64_t count) const;
};

// A video of a data set that is open.
class OpenVideo {
 public:
  OpenVideo(std::shared_ptr<const OpenFile> file, const video::ClipSpec& spec,
            std::shared_ptr<const video::VideoIndex> index);
  video::VideoFile& video() { return *video_; }
  // Calls use(file, its sound); throws what went wrong with reading. `brought` may be null.
  using Use = std::function<void(video::VideoFile&, video::SoundFile&)>;
  void use(const BroughtBytes* brought, const Use& use);

 private:
  void read(int64_t offset, uint8_t* to, int64_t count) const;

  const std::shared_ptr<const OpenFile> file_;
  video::ReadSource source_;
  std::unique_ptr<video::VideoFile> video_;
  std::unique_ptr<video::SoundFile> sound_;
  const BroughtBytes* brought_ = nullptr;
};

// Videos have the numbers that the blobs of the data set give them (stored.h), which begin with `first`.
class VideoPool {
 public:
  VideoPool(const video::ClipSpec& spec, bool mapped, int first = 0) : files_(mapped), spec_(spec), first_(first) {}

  // The index of a video; those used last stay unpacked. Throws what was wrong with the video.
  std::shared_ptr<const video::VideoIndex> index(const Dataset& data, int64_t video) const;
  // Calls use(file, its sound) with an open video, which goes on with a frame at best.
  void use(const Dataset& data, int64_t video, int32_t frame, const video::ClipWork& work, const OpenVideo::Use& use,
           const BroughtBytes* brought = nullptr) const;
  // Fills to[0, count) with bytes of a video's file.
  void read(const Dataset& data, int64_t video, int64_t offset, uint8_t* to, int64_t count) const;

 private:
  // Bytes of memory, about, that indexes take which are kept unpacked; the last one stays in any case.
  static constexpr size_t kKept = size_t{64} << 20;
  struct Entry {
    int64_t video;
    std::shared_ptr<const video::VideoIndex> index;
  };

  const OpenFiles files_;
  const video::ClipSpec spec_;
  const int first_;
  mutable std::mutex mutex_;
  mutable std::list<Entry> last_;  // the one used last comes first
  mutable std::unordered_map<int64_t, std::list<Entry>::iterator> by_video_;
  mutable size_t bytes_ = 0;
  const video::OpenVideos<OpenVideo> open_;
};

}  // namespace penstock::clips
