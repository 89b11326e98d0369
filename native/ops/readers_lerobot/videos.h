// The videos of a LeRobot set while it is opened: which of them are read, and where their packets lie.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/error.h"
#include "ops/readers_lerobot/info.h"
#include "ops/readers_lerobot/meta.h"

namespace penstock::ops {

// What is wrong with a video, with its path.
Error of_video(const Error& error, const std::string& path);

class LerobotVideos {
 public:
  // All arguments must outlive the object. `kept`: the file that keeps the indexes of videos, if there is one.
  LerobotVideos(const LerobotFolder& folder, const LerobotInfo& info, int64_t max_pixels,
                std::optional<std::string_view> kept, DatasetBuilder& builder)
      : folder_(folder), info_(info), max_pixels_(max_pixels), kept_(kept), builder_(builder) {}

  // Finds the videos of these cameras that have shots of episodes which are `read`, and says where in them each lies.
  // Throws UNSUPPORTED without the video plugin where there are cameras, and FILE_UNREADABLE.
  void find(const std::vector<std::string>& cameras, const std::vector<std::vector<LerobotShot>>& shots,
            const std::vector<bool>& read);
  const std::vector<std::string>& paths() const { return paths_; }

  // Adds the files, after those of tables, and their indexes. A video that is damaged fails with each of its frames.
  // Throws FILE_NOT_FOUND and FILE_UNREADABLE.
  void add();
  // How many bytes of videos each episode takes, about; none where there are no cameras.
  const std::vector<double>& bytes() const { return bytes_; }

 private:
  const LerobotFolder& folder_;
  const LerobotInfo& info_;
  const int64_t max_pixels_;
  const std::optional<std::string_view> kept_;
  DatasetBuilder& builder_;
  std::vector<std::string> paths_;
  std::vector<std::vector<size_t>> episodes_;  // of each video
  std::unordered_map<std::string, int64_t> known_;
  std::vector<double> bytes_;
};

}  // namespace penstock::ops
