// See cameras.h.
#include "ops/readers_lerobot/cameras.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "clips/stored.h"
#include "core/error.h"

namespace penstock::ops {
namespace {

StoredCamera camera_at(const Dataset& data, int64_t camera, int64_t episode) {
  const auto episodes = static_cast<int64_t>(data.blob(kEpisodes).size() / sizeof(StoredEpisode));
  return data.blob(kCameras).at<StoredCamera>(camera * episodes + episode);
}

}  // namespace

Shot::Shot(const Dataset& data, const clips::VideoPool& pool, int64_t camera, int64_t episode)
    : data_(data), stored_(camera_at(data, camera, episode)), index_(pool.index(data, stored_.video)) {
  if (index_->timed) return;
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected a video whose frames have times but '" + shown_path(data.path(file())) + "' has none",
              "Write it as an MP4");
}

int64_t Shot::file() const { return clips::stored_video(data_, stored_.video, kVideoBlobs).file; }

int32_t Shot::nearest(double seconds) const {
  const int64_t last = index_->count() - 1;
  const int64_t before = std::clamp<int64_t>(index_->last_until(seconds), 0, last);
  const int64_t after = std::min(before + 1, last);
  const bool nearer = std::fabs(index_->seconds(after) - seconds) < std::fabs(index_->seconds(before) - seconds);
  return static_cast<int32_t>(nearer ? after : before);
}

int32_t Shot::frame_at(double seconds, double tolerance, const std::string& camera) const {
  const double time = stored_.begin + seconds;
  // Comparisons with NaN are false.
  if (std::fabs(time) < 1e9) {
    const int32_t frame = nearest(time);
    if (std::fabs(index_->seconds(frame) - time) <= tolerance) return frame;
  }
  char text[160];
  std::snprintf(text, sizeof text, "at %.6g s, give or take %.6g s (tolerance), which is %.6g s of the episode", time,
                tolerance, seconds);
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected a frame of " + camera + " " + text + ", but '" + shown_path(data_.path(file())) + "' has none",
              "The column timestamp, from_timestamp in meta/episodes and the video do not belong together");
}

}  // namespace penstock::ops
