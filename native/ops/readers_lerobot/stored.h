// What the data set of readers.lerobot holds beside the tables: episodes, and what each output is.
#pragma once
#include <cstdint>

#include "parquet/stored.h"

namespace penstock::ops {

// Blobs of the data set, after those of tables.
enum LerobotBlob {
  kEpisodes = parquet::kTableBlobs,  // StoredEpisode, by the episode's number
  kOutputs,                          // StoredOutput, by the output
  kOffsets,                          // int32: frames of windows, from the sample's own frame on
  kStatistics,                       // StoredStatistic, by value of a feature
  kTaskEnds,                         // int64: where the text of each task ends
  kTaskTexts,
  kCameras,     // StoredCamera, by camera and then by episode
  kVideoBlobs,  // the first of those of videos: clips/stored.h
};
inline constexpr int kEpisodeColumn = 0;  // int32: the episode of a sample

struct StoredEpisode {
  int64_t file = 0;
  int64_t first = 0;   // its first row, in the file
  int64_t frames = 0;  // 0: the episode is not read
  int64_t index = 0;   // of its first frame, in the whole set
};

// Where the frames of an episode lie that a camera has taken.
struct StoredCamera {
  int64_t video = -1;
  double begin = 0;  // in the video, in seconds
  double fps = 1;
};

enum class OutputKind : int32_t { values, text, task, mask, camera };

inline constexpr int kMaxFeatureDims = 5;

// The fingerprint takes all bytes, so there is no padding. An output is one feature of the sample's frame, or of the
// frames of a window.
struct StoredOutput {
  OutputKind kind = OutputKind::values;
  int32_t column = 0;               // of the tables; of a camera that of times
  int32_t dtype = 0;                // of the output
  int32_t windowed = 0;             // has a window, which is then its first dimension
  int32_t offsets = 0, frames = 1;  // of the window
  int32_t ndim = 0;                 // of one frame
  int32_t statistics = -1;          // the first one; -1: the values stay as they are
  int64_t dim[kMaxFeatureDims] = {};
  int64_t volume = 1;
  int64_t camera = 0;
};

// A value becomes factor * (value - subtract) / divide - less, in float32.
struct StoredStatistic {
  float subtract = 0, divide = 1, factor = 1, less = 0;
};

}  // namespace penstock::ops
