// The index of a video: its frames in the order in which they are shown, by the packets that they are decoded of, and
// the packets at which decoding may begin. Packets are read for it, and none is decoded.
#pragma once
#include <cstdint>
#include <vector>

#include "av_plugin/plugin.h"

namespace penstock::video {

struct PacketEntry {
  int64_t pts, position;
  int32_t size;
  bool start;  // decoding may begin here
  bool shown;  // a frame comes of it
};

struct VideoIndex {
  std::vector<PacketEntry> packets;  // in the order of decoding
  std::vector<int32_t> frames;       // in the order of showing: their packets
  std::vector<int32_t> starts;       // packets at which decoding may begin; the first packet is one
  // Whether packets say when their frames are shown. If not, frames are counted as they come out of the decoder, from
  // the first packet on.
  bool timed = true;
  // Packets that come before a frame in decoding order and are shown after it, at most.
  int reorder = 0;

  // The packet at which decoding begins for the frame of a packet: frames that refer to others before the nearest start
  // need the one before it.
  int32_t start_of(int32_t packet) const;
};

// Reads all packets that read() still gives. Throws BAD_SAMPLE.
VideoIndex index_video(av::Video*);

// The time of a frame in seconds; NaN where it is not known.
double seconds_of(const av::StreamInfo&, int64_t time);

}  // namespace penstock::video
