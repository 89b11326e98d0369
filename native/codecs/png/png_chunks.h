// The chunks of a PNG (W3C PNG, third edition, section 5): walking them, and their checksums.
#pragma once
#include "codecs/byte_reader.h"

namespace penstock::codecs {

struct PngChunk {
  uint64_t at;    // where it begins: the length, 4 bytes before its name
  uint64_t size;  // of its data, as it claims
  Bytes file;

  const uint8_t* name() const { return file.data + at + 4; }
  const uint8_t* data() const { return file.data + at + 8; }
  bool is(const char* text) const { return !std::memcmp(name(), text, 4); }
  // Decoders may ignore it: its name begins with a small letter.
  bool ancillary() const { return name()[0] & 0x20; }
  // All of it lies in the file.
  bool whole() const { return size <= file.size - at - 12; }
  // With its length, name and checksum, as far as the file has them.
  Bytes all() const { return {file.data + at, static_cast<size_t>(whole() ? size + 12 : file.size - at)}; }
  // Whether the checksum is right, which needs a whole chunk.
  bool intact() const;
};

// The checksum of a chunk's name and data.
uint32_t png_checksum(const uint8_t* p, size_t n);

inline bool PngChunk::intact() const {
  const ByteReader r{file, true, "PNG"};
  return png_checksum(name(), size + 4) == r.u32(at + 8 + size);
}

// Calls use(chunk) for each chunk that has a name, until it returns false. The last one may be cut.
template <class Use>
void each_png_chunk(Bytes file, Use&& use) {
  const ByteReader r{file, true, "PNG"};
  for (uint64_t at = 8; at + 12 <= file.size;) {
    const PngChunk chunk{at, r.u32(at), file};
    if (!use(chunk) || !chunk.whole()) return;
    at += chunk.size + 12;
  }
}

}  // namespace penstock::codecs
