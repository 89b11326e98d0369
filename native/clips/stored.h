// How the data set of clips holds videos.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "core/error.h"
#include "dataset/set/builder.h"
#include "formats/video/index.h"

namespace penstock::clips {

// Blobs of the data set, the first three also of another reader's, from any number on. A sample's extent has its first
// frame in place of an offset.
enum Blob {
  kVideos,   // StoredVideo, by the video's number, which is that of its file where all files are videos
  kPackets,  // of one video after the other, in numbers of 7 bits a byte
  kFaults,   // texts of what is wrong with videos
  kVideoBlobs,
  kRanges = kVideoBlobs,  // StoredRange
};
inline constexpr int kRangeColumn = 0;  // int32: the range of a clip

struct StoredVideo {
  int64_t at;  // where its packets or its fault begin
  int64_t packets;
  int32_t width, height, time_num, time_den;
  int32_t fault, message, hint;  // 1 + the code, and the bytes of both texts; 0: the video is good
  int32_t orientation;
  int64_t file;
  av::SoundInfo sound;
  int32_t sound_listed, cells;  // cells of sound follow the packets
};
// What an entry of a list, or a video, gives.
struct StoredRange {
  int32_t begin, end, label, padding;
};

// The facts of a video, whose packets begin at `at`.
StoredVideo facts_of(const video::VideoIndex&, int64_t at, int64_t file);
// Its packets in some 7 bytes each, and back: null for bytes that are none of so many packets, or facts of no video.
std::string pack_packets(const video::VideoIndex&);
std::shared_ptr<const video::VideoIndex> unpack_packets(const StoredVideo& facts, const uint8_t* begin,
                                                        const uint8_t* end);

// Append a video to the data set, whose blobs of videos begin with `first`.
void add_video(const video::VideoIndex&, int64_t file, DatasetBuilder&, int first = 0);
void add_fault(const Error&, int64_t file, DatasetBuilder&, int first = 0);

StoredVideo stored_video(const Dataset&, int64_t video, int first = 0);
// The index of a video. Throws what was wrong with it.
std::shared_ptr<const video::VideoIndex> unpack_index(const Dataset&, int64_t video, int first = 0);

}  // namespace penstock::clips
