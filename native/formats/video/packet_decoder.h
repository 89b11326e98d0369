// What decodes the packets of a video that a VideoFile reads: libavcodec in the video plugin, or the engines of a GPU.
#pragma once
#include <cstdint>

#include "av_plugin/plugin.h"

namespace penstock::video {

class PacketDecoder {
 public:
  virtual ~PacketDecoder() = default;

  // Starts anew. `reorder`, `threads` and `fresh` as in av::Table::decode_begin.
  virtual void begin(int reorder, int threads, bool fresh) = 0;
  // No frame after that of this packet, in the order of decoding, is wanted before the next call.
  virtual void expect(int64_t last_tag) = 0;
  // Decodes the packet that was read last, with a number that its picture carries. Returns false for damage.
  virtual bool decode(const av::Packet&, int64_t tag) = 0;
  // No packet follows: pictures that wait for others come.
  virtual void end() = 0;
  // The next picture in the order of showing; false when it needs more packets. It is valid until the next call.
  // `damaged`: as in av::Table::picture.
  virtual bool picture(av::Picture&, bool& damaged) = 0;
  // The number of a packet that was not decoded whole, as is found out when the pixels of a picture were asked for; -1
  // where there is none.
  virtual int64_t damaged() { return -1; }
};

}  // namespace penstock::video
