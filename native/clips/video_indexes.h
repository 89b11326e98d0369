// The indexes of many videos, made by all threads that may list. What comes of them does not depend on how many there
// are: they are given in the order of the paths, and a video that is wrong has its own error.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clips/kept_indexes.h"
#include "core/error.h"
#include "dataset/set/builder.h"
#include "formats/video/index.h"

namespace penstock::clips {

// The index of a video, or what is wrong with it.
struct FoundVideo {
  std::shared_ptr<const video::VideoIndex> index;
  std::optional<Error> fault;
  int64_t bytes = 0;   // of the file
  size_t packets = 0;  // of the index
};

class VideoIndexes {
 public:
  // `sound`: with that of each video. `kept`: the file that keeps indexes; none: they are not kept. The builder must
  // outlive the object. Throws INVALID_ARGUMENT and FILE_NOT_FOUND for that file alone.
  VideoIndexes(std::vector<std::string> paths, std::optional<std::string_view> kept, int64_t max_pixels, bool sound,
               DatasetBuilder& builder);

  // The next path's.
  FoundVideo next();
  // Writes the file that keeps indexes, unless it has all of them. Called after the last path.
  void keep();

 private:
  void fill();
  FoundVideo make(size_t number);

  const std::vector<std::string> paths_;
  const int64_t max_pixels_;
  const bool sound_;
  DatasetBuilder& builder_;
  std::optional<KeptIndexes> kept_;
  // Paths that are listed at once: few where videos are long, so that little waits for its turn.
  size_t at_once_;
  size_t listed_ = 0, next_ = 0;
  std::vector<FoundVideo> found_;  // of the paths before listed_, the last ones
};

}  // namespace penstock::clips
