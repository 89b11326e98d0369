// A video whose frames are decoded by their numbers: each is the one that a decode from the start gives, bit for bit.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "av_plugin/plugin.h"
#include "codecs/deadline.h"
#include "formats/video/index.h"

namespace penstock::video {

// The plugin's view of bytes in memory, which must outlive it.
struct MemorySource {
  const uint8_t* data;
  int64_t size;
  av::Source source();
};

class VideoFile {
 public:
  // Reads the header. The source must outlive the object. Throws BAD_SAMPLE and UNSUPPORTED.
  VideoFile(const av::Source&, int64_t max_pixels);
  ~VideoFile();
  VideoFile(const VideoFile&) = delete;

  const av::StreamInfo& info() const { return *table_.info(video_); }
  const VideoIndex& index() const { return index_; }
  int64_t frames() const { return static_cast<int64_t>(index_.frames.size()); }
  // The time of a frame in seconds; NaN where it is not known.
  double seconds(int64_t frame) const;

  // Calls body(picture, i) for each of the numbers, which ascend. Throws BAD_SAMPLE for a frame that is damaged, or
  // refers to damaged ones, and when the time is over.
  using Body = std::function<void(const av::Picture&, size_t)>;
  void decode(const std::vector<int32_t>& numbers, const codecs::Deadline&, const Body&);

 private:
  void open();
  void close();
  bool read();
  bool seek(int32_t packet);
  void hold(int32_t packet);
  void begin(int32_t packet);
  void feed();
  bool next_picture(av::Picture&);
  void find(int32_t number, av::Picture&);
  void find_counted(int32_t number, av::Picture&);
  bool is_damaged(int32_t packet) const;
  [[noreturn]] void refuse(int32_t number, const char* why) const;
  const PacketEntry& packet(int64_t at) const { return index_.packets[static_cast<size_t>(at)]; }

  const av::Table& table_;
  const av::Source source_;
  const int64_t max_pixels_;
  av::Video* video_ = nullptr;
  VideoIndex index_;
  codecs::Deadline deadline_{0};

  av::Packet last_{};            // that the plugin has read
  int32_t held_ = -1;            // its number; -1: nothing was read since the file was opened
  bool seeks_ = true;            // seeking in this file leads to packets that the index knows
  int32_t began_ = -1;           // the packet at which the decoder has begun; -1: it has not
  int32_t fed_ = -1;             // the packet that it got last
  bool ended_ = false;           // it knows that no packet follows
  int32_t given_ = 0;            // pictures that it has given
  std::vector<int32_t> broken_;  // packets that were not decoded whole since it has begun
};

}  // namespace penstock::video
