// The chunks of a RIFF or IFF file: four letters, a size of 32 bits, and that many bytes, padded to an even number.
#pragma once
#include <cstdint>
#include <cstring>

#include "formats/sound/sound.h"

namespace penstock::audio {

// Reads numbers of either byte order; the caller has checked that they lie in the file.
struct Numbers {
  const uint8_t* data;
  bool big;

  uint64_t bits(size_t at, int bytes) const {
    uint64_t v = 0;
    for (int i = 0; i < bytes; ++i) v |= static_cast<uint64_t>(data[at + i]) << 8 * (big ? bytes - 1 - i : i);
    return v;
  }
  uint16_t u16(size_t at) const { return static_cast<uint16_t>(bits(at, 2)); }
  uint32_t u32(size_t at) const { return static_cast<uint32_t>(bits(at, 4)); }
  uint64_t u64(size_t at) const { return bits(at, 8); }
};

struct Chunk {
  const uint8_t* name;
  size_t body;    // where its bytes begin
  uint64_t size;  // as the file says
  size_t there;   // how many of them the file has

  bool is(const char* letters) const { return !std::memcmp(name, letters, 4); }
};

// Walks the chunks of a file, of which only the first bytes may be there. They begin at 12 in both formats, by which a
// file is known, so that it has as many bytes.
class ChunkWalk {
 public:
  ChunkWalk(const SoundHead& h, bool big) : h_(h), numbers_{h.bytes.data, big} {}

  // The first kRead bytes of the chunk's body are there, as far as the file has them.
  bool next(Chunk& c) {
    if (at_ > h_.size - 8) return false;
    if (lacks(at_ + 8)) return false;
    const uint64_t size = numbers_.u32(at_ + 4);
    const size_t body = at_ + 8, left = h_.size - body, there = size < left ? static_cast<size_t>(size) : left;
    if (lacks(body + (there < kRead ? there : kRead))) return false;
    c = {h_.bytes.data + at_, body, size, there};
    at_ = size + (size & 1) < left ? body + static_cast<size_t>(size + (size & 1)) : h_.size;
    return true;
  }

  // Whether next() has come to bytes that are not there.
  bool lacking() const { return lacking_; }

 private:
  static constexpr size_t kRead = 40;

  bool lacks(size_t end) { return lacking_ = end > h_.bytes.size; }

  SoundHead h_;
  Numbers numbers_;
  bool lacking_ = false;
  size_t at_ = 12;
};

}  // namespace penstock::audio
