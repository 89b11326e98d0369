// The frames that cameras have taken of a sample's episode: which ones of a video, by their times.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "clips/video_pool.h"
#include "ops/readers_lerobot/stored.h"

namespace penstock::ops {

// The shot of an episode by a camera.
class Shot {
 public:
  // Throws what was wrong with the video, and BAD_SAMPLE for one without times.
  Shot(const Dataset& data, const clips::VideoPool& pool, int64_t camera, int64_t episode);

  int64_t video() const { return stored_.video; }
  int64_t file() const;
  const video::VideoIndex& index() const { return *index_; }
  // The frame that is nearest to a time of the episode, in seconds from its first frame on. It is `tolerance` seconds
  // away at most: otherwise throws BAD_SAMPLE, which names `camera`.
  int32_t frame_at(double seconds, double tolerance, const std::string& camera) const;
  // The frame that the episode's n-th frame should be.
  int32_t expected(int64_t n) const { return nearest(stored_.begin + static_cast<double>(n) / stored_.fps); }

 private:
  int32_t nearest(double seconds) const;

  const Dataset& data_;
  const StoredCamera stored_;
  const std::shared_ptr<const video::VideoIndex> index_;
};

}  // namespace penstock::ops
