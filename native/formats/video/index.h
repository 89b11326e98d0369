// The index of a video: its frames in the order in which they are shown, by the packets that they are decoded of, and
// the packets at which decoding may begin. Packets are read for it, and none is decoded.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "av_plugin/plugin.h"

namespace penstock::video {

struct PacketEntry {
  int64_t pts, position;
  int32_t size;
  bool start;  // decoding may begin here
  bool shown;  // a frame comes of it
  bool spare;  // no other frame refers to that frame
};

// Bytes of a file that packets lie in, one after the other.
struct PacketRun {
  int64_t offset, size;
};

// What decoding some frames takes: all packets between the first and the last, and how many of them are decoded.
struct PacketSpan {
  int32_t begin = 0, end = 0;
  int64_t decoded = 0;
};

// The track of sound of a file: what it is, and where decoding of each second begins.
struct SoundIndex {
  bool listed = false;  // it was looked for
  av::SoundInfo info{};
  std::vector<av::SoundCell> cells;
  bool has() const { return info.rate > 0; }
};

struct VideoIndex {
  int32_t width = 0, height = 0;       // of a frame as it is stored; 0 where only decoding can tell it
  int32_t orientation = 1;             // EXIF's number: how frames are turned and mirrored when they are shown
  int32_t time_num = 1, time_den = 1;  // a unit of times is time_num / time_den seconds
  std::vector<PacketEntry> packets;    // in the order of decoding
  std::vector<int32_t> frames;         // in the order of showing: their packets
  std::vector<int32_t> starts;         // packets at which decoding may begin; the first packet is one
  // Whether packets say when their frames are shown. If not, frames are counted as they come out of the decoder, from
  // the first packet on.
  bool timed = true;
  // Packets that come before a frame in decoding order and are shown after it, at most.
  int reorder = 0;
  SoundIndex sound;

  // Fills in what follows from the packets: frames, starts, timed and reorder.
  void arrange();

  int64_t count() const { return static_cast<int64_t>(frames.size()); }
  // The packet at which decoding begins for the frame of a packet: frames that refer to others before the nearest start
  // need the one before it.
  int32_t start_of(int32_t packet) const;

  // Which packets decoding these frames takes, and where they lie. Numbers below 0 do not count.
  PacketSpan span_of(std::vector<int32_t> numbers) const;
  std::vector<PacketRun> runs_of(std::vector<int32_t> numbers) const;

  // When a frame is shown, in units of the file's times.
  int64_t pts(int64_t frame) const { return shown(frame).pts; }
  // The time of a frame in seconds from the first frame on; NaN where packets have no times.
  double seconds(int64_t frame) const;
  // By a time in seconds from the first frame on, rounded to a unit of times, of a video that has frames and times: the
  // last frame that is shown by then, or -1; and the first one that is not shown before, or count().
  int64_t last_until(double seconds) const;
  int64_t first_from(double seconds) const;
  // When the last frame ends, if it is shown as long as the one before it.
  double end_seconds() const;

 private:
  template <class F>
  void each_run(std::vector<int32_t> numbers, F body) const;
  const PacketEntry& shown(int64_t frame) const {
    return packets[static_cast<size_t>(frames[static_cast<size_t>(frame)])];
  }
  double units(double seconds) const;
};

// Lists all packets that read() still gives. Of those of an MP4 it reads only the beginnings, and from a source that is
// far only those of key frames. `source`: that of the video. Throws BAD_SAMPLE.
VideoIndex index_video(av::Video*, const av::Source& source);

// Throws BAD_SAMPLE for a video that has none.
void check_has_frames(const VideoIndex&);

}  // namespace penstock::video
