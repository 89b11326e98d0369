// meta/info.json and meta/stats.json of a LeRobot set: which features there are, and where the files lie.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "dataset/set/builder.h"

namespace penstock::ops {

struct StoredFeature {
  std::string dtype;           // a dtype, 'string', 'image' or 'video'
  bool depth = false;          // of a video: it has distances
  std::vector<int64_t> shape;  // of one frame, without the dimension that a single number has
  int64_t volume = 1;
};

struct LerobotInfo {
  double fps = 0;
  int64_t episodes = 0, chunk_files = 0;
  std::string data_path, video_path;  // the second one is empty where there are no videos
  std::map<std::string, StoredFeature> features;
};

// A member of an object, or null. It is not copied, because copying what is nested takes as much of the stack.
const nlohmann::json& member_of(const nlohmann::json& object, const char* name);

// A set below a folder or URL.
class LerobotFolder {
 public:
  // `max_bytes`: of one file of JSON.
  LerobotFolder(std::string root, int64_t max_bytes, const DatasetBuilder& builder)
      : root_(root.empty() || root.back() == '/' ? std::move(root) : root + '/'),
        max_bytes_(max_bytes),
        builder_(builder) {}

  std::string at(const std::string& path) const { return root_ + path; }
  // Reads meta/info.json. Throws FILE_NOT_FOUND, FILE_UNREADABLE, and UNSUPPORTED for another version.
  LerobotInfo info() const;
  // Reads meta/stats.json.
  nlohmann::json statistics() const;
  // A file of a template of meta/info.json, as "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet". Throws
  // FILE_UNREADABLE for one that leads out of the folder. `camera`: the value of {video_key}, where there is one.
  std::string file(const char* field, const std::string& form, int64_t chunk, int64_t file,
                   const std::string& camera = {}) const;
  // Throws FILE_UNREADABLE for a file of the set, which names the field.
  [[noreturn]] void refuse(const std::string& path, const std::string& field, const std::string& expected,
                           const std::string& received) const;

 private:
  nlohmann::json json(const std::string& path) const;

  const std::string root_;
  const int64_t max_bytes_;
  const DatasetBuilder& builder_;
};

}  // namespace penstock::ops
