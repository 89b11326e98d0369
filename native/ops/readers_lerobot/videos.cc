// See videos.h.
#include "ops/readers_lerobot/videos.h"

#include "clips/stored.h"
#include "clips/video_indexes.h"
#include "core/error.h"
#include "formats/video/library.h"
#include "ops/readers_lerobot/stored.h"

namespace penstock::ops {

Error of_video(const Error& error, const std::string& path) {
  return Error(error.code, error.message + ", in '" + shown_path(path) + "'",
               error.hint.empty() ? "Write the video again; onError 'skip' leaves its frames out" : error.hint);
}

void LerobotVideos::find(const std::vector<std::string>& cameras, const std::vector<std::vector<LerobotShot>>& shots,
                         const std::vector<bool>& read) {
  if (cameras.empty()) return;
  video::plugin();
  bytes_.assign(read.size(), 0);
  for (size_t camera = 0; camera < cameras.size(); ++camera) {
    for (size_t episode = 0; episode < read.size(); ++episode) {
      builder_.poll();
      const LerobotShot& shot = shots[camera][episode];
      StoredCamera stored;
      if (read[episode]) {
        std::string path = folder_.file("video_path", info_.video_path, shot.chunk, shot.file, cameras[camera]);
        const auto [found, added] = known_.emplace(path, static_cast<int64_t>(paths_.size()));
        if (added) {
          paths_.push_back(std::move(path));
          episodes_.emplace_back();
        }
        episodes_[static_cast<size_t>(found->second)].push_back(episode);
        stored = {found->second, shot.begin, info_.fps};
      }
      builder_.blob(kCameras).push(stored);
    }
  }
}

void LerobotVideos::add() {
  clips::VideoIndexes indexes(paths_, kept_, max_pixels_, false, builder_);
  for (size_t i = 0; i < paths_.size(); ++i) {
    builder_.poll();
    const int64_t file = builder_.add_path(paths_[i]);
    const clips::FoundVideo found = indexes.next();
    try {
      if (found.fault) throw Error(*found.fault);
      video::check_has_frames(*found.index);
      clips::add_video(*found.index, file, builder_, kVideoBlobs);
    } catch (const Error& e) {
      if (e.code != ErrorCode::BAD_SAMPLE && e.code != ErrorCode::UNSUPPORTED) throw;
      clips::add_fault(of_video(e, paths_[i]), file, builder_, kVideoBlobs);
    }
    for (const size_t episode : episodes_[i]) {
      bytes_[episode] += static_cast<double>(found.bytes) / static_cast<double>(episodes_[i].size());
    }
  }
  indexes.keep();
}

}  // namespace penstock::ops
