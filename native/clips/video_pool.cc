// See video_pool.h.
#include "clips/video_pool.h"

#include <cstring>

#include "clips/stored.h"

namespace penstock::clips {
namespace {

size_t memory_of(const video::VideoIndex& x) {
  return sizeof x + x.packets.size() * sizeof(video::PacketEntry) +
         (x.frames.size() + x.starts.size()) * sizeof(int32_t) + x.sound.cells.size() * sizeof(av::SoundCell);
}

}  // namespace

std::shared_ptr<const video::VideoIndex> VideoPool::index(const Dataset& data, int64_t video) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = by_video_.find(video); found != by_video_.end()) {
      last_.splice(last_.begin(), last_, found->second);
      return last_.front().index;
    }
  }
  auto made = unpack_index(data, video, first_);
  const std::lock_guard lock(mutex_);
  // Another thread may have been faster.
  if (by_video_.count(video)) return made;
  last_.push_front({video, made});
  by_video_[video] = last_.begin();
  bytes_ += memory_of(*made);
  while (bytes_ > kKept && last_.size() > 1) {
    bytes_ -= memory_of(*last_.back().index);
    by_video_.erase(last_.back().video);
    last_.pop_back();
  }
  return made;
}

OpenVideo::OpenVideo(std::shared_ptr<const OpenFile> file, const video::ClipSpec& spec,
                     std::shared_ptr<const video::VideoIndex> index)
    : file_(std::move(file)),
      source_(file_->size(), [this](int64_t offset, uint8_t* to, int64_t count) { read(offset, to, count); }) {
  source_.guard([&] {
    av::Source sound = source_.source();
    sound.far = is_remote(file_->path());
    sound_ = std::make_unique<video::SoundFile>(sound, index);
    video_ = std::make_unique<video::VideoFile>(source_.source(), spec.max_pixels, std::move(index), spec.alpha);
  });
}

void OpenVideo::read(int64_t offset, uint8_t* to, int64_t count) const {
  const uint8_t* there = brought_ ? brought_->find(offset, count) : nullptr;
  if (!there) return file_->read(offset, to, count);
  std::memcpy(to, there, static_cast<size_t>(count));
}

void OpenVideo::use(const BroughtBytes* brought, const Use& use) {
  brought_ = brought;
  source_.guard([&] { use(*video_, *sound_); });
}

const uint8_t* BroughtBytes::find(int64_t offset, int64_t count) const {
  const uint8_t* at = bytes;
  for (const video::PacketRun& run : runs) {
    if (offset >= run.offset && offset + count <= run.offset + run.size) return at + (offset - run.offset);
    at += run.size;
  }
  return nullptr;
}

void VideoPool::use(const Dataset& data, int64_t video, int32_t frame, const video::ClipWork& work,
                    const OpenVideo::Use& use, const BroughtBytes* brought) const {
  const auto make = [&] {
    const int64_t file = stored_video(data, video, first_).file;
    return std::make_unique<OpenVideo>(files_.get(data, file), spec_, index(data, video));
  };
  open_.use(video, frame, work, make, [&](OpenVideo& open) { open.use(brought, use); });
}

void VideoPool::read(const Dataset& data, int64_t video, int64_t offset, uint8_t* to, int64_t count) const {
  files_.get(data, stored_video(data, video, first_).file)->read(offset, to, count);
}

}  // namespace penstock::clips
