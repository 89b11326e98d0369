// Packets of H.264 and HEVC as a stream of bytes (annex B of both), which hardware reads: start codes in the place of
// lengths, and parameter sets in front of the first packet.
#pragma once
#include <cstdint>
#include <vector>

#include "av_plugin/plugin.h"

namespace penstock::video {

class ByteStream {
 public:
  explicit ByteStream(const av::StreamInfo&);

  struct Bytes {
    const uint8_t* data;
    int64_t size;
  };
  // Of a packet; valid until the next call. Throws BAD_SAMPLE where units are longer than the packet, or have bytes
  // that none has. `first`: decoding begins with it.
  Bytes packet(const av::Packet&, bool first);

 private:
  void read_avc(const uint8_t* data, int64_t size);
  void read_hevc(const uint8_t* data, int64_t size);
  void add_unit(std::vector<uint8_t>& to, const uint8_t* data, int64_t size);

  int length_bytes_ = 0;         // in front of each unit; 0: packets are such a stream already
  std::vector<uint8_t> header_;  // parameter sets that stand in the container
  std::vector<uint8_t> bytes_;
};

}  // namespace penstock::video
