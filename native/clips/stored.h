// How the data set of clips holds videos.
#pragma once
#include <cstdint>

#include "core/error.h"
#include "dataset/set/builder.h"
#include "formats/video/index.h"

namespace penstock::clips {

// Blobs of the data set. A sample's extent has its first frame in place of an offset.
enum Blob {
  kVideos,   // StoredVideo, by file
  kPackets,  // of one video after the other, in numbers of 7 bits a byte
  kRanges,   // StoredRange
  kFaults,   // texts of what is wrong with videos
};
inline constexpr int kRangeColumn = 0;  // int32: the range of a clip

struct StoredVideo {
  int64_t at;  // where its packets or its fault begin
  int64_t packets;
  int32_t width, height, time_num, time_den;
  int32_t fault, message, hint;  // 1 + the code, and the bytes of both texts; 0: the video is good
  int32_t orientation;
};
// What an entry of a list, or a video, gives.
struct StoredRange {
  int32_t begin, end, label, padding;
};

// Append a video to the data set.
void add_video(const video::VideoIndex&, DatasetBuilder&);
void add_fault(const Error&, DatasetBuilder&);

}  // namespace penstock::clips
