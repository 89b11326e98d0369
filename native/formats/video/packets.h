// What a packet is, by its own bytes: containers mark as key frames what no decoder may begin at, and do not say which
// packets show nothing.
#pragma once
#include <cstddef>
#include <cstdint>

#include "av_plugin/plugin.h"

namespace penstock::video {

struct PacketFacts {
  bool start = false;    // all frames shown after it are exact when decoding begins here
  bool hidden = false;   // decoding it shows no frame
  bool found = false;    // the bytes have what tells it
  bool spare = false;    // no other frame refers to its
  bool leading = false;  // refers to frames before the last start; no decoder shows it when it begins there
};

// How the samples of a frame become colours, where its packet says so: that of a key frame of VP9.
struct PacketColors {
  av::Matrix matrix = av::Matrix::unknown;
  bool full_range = false, found = false;
};
PacketColors colors_of(av::Codec, const av::Packet&);

class PacketLook {
 public:
  explicit PacketLook(const av::StreamInfo&);
  PacketFacts operator()(const av::Packet&) const;

 private:
  struct Unit {
    const uint8_t* data;
    size_t size;
  };
  template <class F>
  void each_unit(const av::Packet&, F body) const;
  PacketFacts h264(const av::Packet&) const;
  PacketFacts hevc(const av::Packet&) const;

  av::Codec codec_;
  int length_bytes_ = 0;  // in front of each unit; 0: start codes separate units
};

}  // namespace penstock::video
