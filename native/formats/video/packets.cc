// The bit fields are those of ITU-T H.264 (7.3, D.1.8), H.265 (7.3, 7.4.2.2), H.263 (5.1), RFC 6386 (9.1) and the VP9
// bitstream specification (6.2, annex B).
#include "formats/video/packets.h"

#include <algorithm>

namespace penstock::video {
namespace {

// Bits of a unit, without the bytes that keep start codes out of it. Beyond the end all bits are 0.
class Bits {
 public:
  Bits(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}

  uint32_t bit() {
    if (!left_) next();
    --left_;
    return byte_ >> left_ & 1;
  }
  uint32_t byte() {
    uint32_t v = 0;
    for (int i = 0; i < 8; ++i) v = v << 1 | bit();
    return v;
  }
  bool ended() const { return at_ >= end_ && !left_; }
  // An Exp-Golomb code; UINT32_MAX where it is none.
  uint32_t code() {
    int zeros = 0;
    while (!bit()) {
      if (++zeros > 31) return UINT32_MAX;
    }
    uint32_t v = 1;
    while (zeros--) v = v << 1 | bit();
    return v - 1;
  }

 private:
  void next() {
    if (at_ < end_ && zeros_ >= 2 && *at_ == 3) {
      ++at_;
      zeros_ = 0;
    }
    byte_ = at_ < end_ ? *at_++ : 0;
    zeros_ = byte_ ? 0 : zeros_ + 1;
    left_ = 8;
  }

  const uint8_t *at_, *end_;
  uint8_t byte_ = 0;
  int left_ = 0, zeros_ = 0;
};

// Whether a picture of H.263 refers to no other. The extended type of pictures says it elsewhere, so there it is
// believed.
bool is_intra_h263(const uint8_t* data, int64_t size) {
  constexpr int kFormat = 7, kExtended = 7;
  if (size < 5) return false;
  return (data[4] >> 2 & kFormat) == kExtended || !(data[4] >> 1 & 1);
}

// Whether supplemental information has a recovery point at which all frames after it are exact at once.
bool recovers_at_once(const uint8_t* data, size_t size) {
  constexpr uint32_t kRecoveryPoint = 6;
  Bits bits(data, size);
  while (!bits.ended()) {
    uint32_t type = 0, bytes = 0, part;
    while ((part = bits.byte()) == 255 && !bits.ended()) type += 255;
    type += part;
    while ((part = bits.byte()) == 255 && !bits.ended()) bytes += 255;
    bytes += part;
    if (type == kRecoveryPoint) return bits.code() == 0 && bits.bit();
    while (bytes-- && !bits.ended()) bits.byte();
  }
  return false;
}

// Whether a VP9 frame is shown.
bool vp9_shows(const uint8_t* data, size_t size) {
  if (!size) return false;
  Bits bits(data, size);
  bits.bit(), bits.bit();
  const uint32_t low = bits.bit(), profile = bits.bit() << 1 | low;
  if (profile == 3) bits.bit();
  if (bits.bit()) return true;  // a frame that was decoded before
  bits.bit();
  return bits.bit();
}

bool vp9_packet_shows(const uint8_t* data, size_t size) {
  const uint8_t marker = data[size - 1];
  const size_t frames = (marker & 7) + 1, mag = (marker >> 3 & 3) + 1, index = 2 + frames * mag;
  if ((marker & 0xe0) != 0xc0 || size < index || data[size - index] != marker) return vp9_shows(data, size);
  const uint8_t* at = data + size - index + 1;
  size_t from = 0;
  for (size_t i = 0; i < frames; ++i) {
    size_t bytes = 0;
    for (size_t b = 0; b < mag; ++b) bytes |= size_t{*at++} << 8 * b;
    if (bytes > size - index - from) return false;
    if (vp9_shows(data + from, bytes)) return true;
    from += bytes;
  }
  return false;
}

// The VP9 bitstream specification, 7.2 and 7.2.2.
PacketColors vp9_colors(const uint8_t* data, int64_t size) {
  constexpr av::Matrix kMatrices[] = {av::Matrix::unknown, av::Matrix::bt601,     av::Matrix::bt709,
                                      av::Matrix::bt601,   av::Matrix::smpte240m, av::Matrix::bt2020,
                                      av::Matrix::unknown, av::Matrix::unknown};
  if (size < 1) return {};
  Bits bits(data, static_cast<size_t>(size));
  bits.bit(), bits.bit();
  const uint32_t low = bits.bit(), profile = bits.bit() << 1 | low;
  if (profile == 3) bits.bit();
  if (bits.bit() || bits.bit()) return {};  // shows another frame, or refers to some
  bits.bit(), bits.bit();
  for (int i = 0; i < 3; ++i) bits.byte();
  if (profile >= 2) bits.bit();
  uint32_t space = bits.bit() << 2;
  space |= bits.bit() << 1;
  space |= bits.bit();
  return {kMatrices[space], space == 7 || bits.bit(), true};
}

}  // namespace

PacketLook::PacketLook(const av::StreamInfo& info) : codec_(info.codec) {
  const auto* h = info.header;
  if (codec_ == av::Codec::h264 && info.header_size >= 7 && h[0] == 1) length_bytes_ = (h[4] & 3) + 1;
  if (codec_ == av::Codec::hevc && info.header_size >= 23 && (h[0] || h[1] || h[2] > 1))
    length_bytes_ = (h[21] & 3) + 1;
}

// Calls body for each unit, until it returns true.
template <class F>
void PacketLook::each_unit(const av::Packet& p, F body) const {
  const uint8_t *at = p.data, *end = p.data + p.size;
  if (length_bytes_) {
    while (end - at > length_bytes_) {
      size_t size = 0;
      for (int i = 0; i < length_bytes_; ++i) size = size << 8 | *at++;
      size = std::min(size, static_cast<size_t>(end - at));
      if (size && body(Unit{at, size})) return;
      at += size;
    }
    return;
  }
  const auto start_code = [end](const uint8_t* from) {
    static constexpr uint8_t kCode[] = {0, 0, 1};
    return std::search(from, end, kCode, kCode + 3);
  };
  for (at = start_code(at); end - at > 3;) {
    at += 3;
    const uint8_t* next = start_code(at);
    if (next > at && body(Unit{at, static_cast<size_t>(next - at)})) return;
    at = next;
  }
}

PacketFacts PacketLook::h264(const av::Packet& p) const {
  PacketFacts facts;
  each_unit(p, [&facts](Unit u) {
    const int type = u.data[0] & 31;
    if (type == 5) facts.start = true;
    if (type == 6) facts.start = recovers_at_once(u.data + 1, u.size - 1) || facts.start;
    facts.found = type >= 1 && type <= 5;
    // A damaged packet may be of the other types and say that none refers to it.
    facts.spare = type == 1 && !(u.data[0] >> 5 & 3);
    return facts.found;
  });
  return facts;
}

PacketFacts PacketLook::hevc(const av::Packet& p) const {
  PacketFacts facts;
  each_unit(p, [&facts](Unit u) {
    const int type = u.data[0] >> 1 & 63;
    if (type >= 32) return false;
    facts.found = true;
    facts.start = type >= 16 && type <= 21;
    facts.leading = type == 8 || type == 9;
    return true;
  });
  return facts;
}

PacketFacts PacketLook::operator()(const av::Packet& p) const {
  if (codec_ == av::Codec::h264) return h264(p);
  if (codec_ == av::Codec::hevc) return hevc(p);
  PacketFacts facts;
  facts.found = true;
  facts.start = p.key;
  // AVI marks all of them.
  if (codec_ == av::Codec::h263) facts.start = p.key && is_intra_h263(p.data, p.size);
  if (codec_ == av::Codec::vp8) facts.hidden = !(p.data[0] >> 4 & 1);
  if (codec_ == av::Codec::vp9) facts.hidden = !vp9_packet_shows(p.data, static_cast<size_t>(p.size));
  return facts;
}

PacketColors colors_of(av::Codec codec, const av::Packet& p) {
  return codec == av::Codec::vp9 ? vp9_colors(p.data, p.size) : PacketColors{};
}

}  // namespace penstock::video
