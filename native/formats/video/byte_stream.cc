// The records of parameter sets are those of ISO/IEC 14496-15, 5.3.3.1 (AVC) and 8.3.3.1 (HEVC).
#include "formats/video/byte_stream.h"

#include <cstddef>
#include <utility>

#include "core/error.h"

namespace penstock::video {
namespace {

// Bytes from the front on; beyond the end all are 0, and ended() is true.
class Front {
 public:
  Front(const uint8_t* data, int64_t size) : at_(data), left_(size) {}
  uint32_t number(int bytes) {
    uint32_t v = 0;
    for (const uint8_t* from = take(bytes); from && bytes--;) v = v << 8 | *from++;
    return v;
  }
  const uint8_t* take(int64_t bytes) {
    if (bytes > left_) {
      ended_ = true;
      return nullptr;
    }
    left_ -= bytes;
    return std::exchange(at_, at_ + bytes);
  }
  int64_t left() const { return left_; }
  bool ended() const { return ended_; }

 private:
  const uint8_t* at_;
  int64_t left_;
  bool ended_ = false;
};

// Whether bytes can be a unit: none has two zeros before a byte below 3, or ends with one. Holes in files are full of
// zeros, and hardware makes frames of them without a word.
bool is_unit(const uint8_t* data, int64_t size) {
  int zeros = 0;
  for (int64_t i = 0; i < size; ++i) {
    if (zeros >= 2 && data[i] < 3) return false;
    zeros = data[i] ? 0 : zeros + 1;
  }
  return zeros == 0;
}

}  // namespace

ByteStream::ByteStream(const av::StreamInfo& info) {
  const uint8_t* data = info.header;
  const int64_t size = info.header_size;
  if (info.codec == av::Codec::h264 && size > 6 && data[0] == 1) {
    read_avc(data, size);
  } else if (info.codec == av::Codec::hevc && size > 22 && data[0] == 1) {
    read_hevc(data, size);
  } else if (size && (info.codec == av::Codec::h264 || info.codec == av::Codec::hevc)) {
    header_.assign(data, data + size);  // such a stream already; other codecs have all in their packets
  }
}

void ByteStream::add_unit(std::vector<uint8_t>& to, const uint8_t* data, int64_t size) {
  constexpr uint8_t kStart[] = {0, 0, 0, 1};
  to.insert(to.end(), kStart, kStart + sizeof kStart);
  to.insert(to.end(), data, data + size);
}

void ByteStream::read_avc(const uint8_t* data, int64_t size) {
  length_bytes_ = (data[4] & 3) + 1;
  Front front(data + 5, size - 5);
  for (const uint32_t mask : {31u, 255u}) {
    for (uint32_t left = front.number(1) & mask; left && !front.ended(); --left) {
      const uint32_t bytes = front.number(2);
      if (const uint8_t* unit = front.take(bytes)) add_unit(header_, unit, bytes);
    }
  }
}

void ByteStream::read_hevc(const uint8_t* data, int64_t size) {
  length_bytes_ = (data[21] & 3) + 1;
  Front front(data + 22, size - 22);
  for (uint32_t arrays = front.number(1); arrays && !front.ended(); --arrays) {
    front.take(1);
    for (uint32_t left = front.number(2); left && !front.ended(); --left) {
      const uint32_t bytes = front.number(2);
      if (const uint8_t* unit = front.take(bytes)) add_unit(header_, unit, bytes);
    }
  }
}

ByteStream::Bytes ByteStream::packet(const av::Packet& p, bool first) {
  const bool headed = first && !header_.empty();
  if (!length_bytes_ && !headed) return {p.data, p.size};
  bytes_.clear();
  if (headed) bytes_ = header_;
  if (!length_bytes_) {
    bytes_.insert(bytes_.end(), p.data, p.data + p.size);
    return {bytes_.data(), static_cast<int64_t>(bytes_.size())};
  }
  for (Front front(p.data, p.size); front.left();) {
    const uint32_t bytes = front.number(length_bytes_);
    const uint8_t* unit = front.take(bytes);
    if (front.ended()) fail(ErrorCode::BAD_SAMPLE, "A unit of the video is longer than its packet");
    if (!is_unit(unit, bytes)) fail(ErrorCode::BAD_SAMPLE, "A unit of the video has bytes that none has");
    if (bytes) add_unit(bytes_, unit, bytes);
  }
  return {bytes_.data(), static_cast<int64_t>(bytes_.size())};
}

}  // namespace penstock::video
