// Chooses the chunks of a PNG that libvips gets, and finds the damaged one.
#include "codecs/png/png_chunks.h"

#include <array>

#include "codecs/png/png.h"

namespace penstock::codecs {
namespace {

constexpr std::array<uint32_t, 256> checksum_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
    table[i] = c;
  }
  return table;
}

std::string words(const PngChunk& chunk, const char* what) {
  char text[96];
  char name[5] = {};
  for (int i = 0; i < 4; ++i) name[i] = chunk.name()[i] >= 0x20 && chunk.name()[i] < 0x7f ? chunk.name()[i] : '?';
  std::snprintf(text, sizeof text, "its chunk %s at byte %llu %s", name, static_cast<unsigned long long>(chunk.at),
                what);
  return text;
}

[[noreturn]] void fail_chunk(const std::string& damage) {
  fail(ErrorCode::BAD_SAMPLE, "Expected a sound PNG image but received a damaged one: %s", damage.c_str());
}

}  // namespace

uint32_t png_checksum(const uint8_t* p, size_t n) {
  static constexpr std::array<uint32_t, 256> kTable = checksum_table();
  uint32_t crc = ~0u;
  while (n--) crc = crc >> 8 ^ kTable[(crc ^ *p++) & 0xff];
  return ~crc;
}

vips::Pieces pixels_of_png(Bytes file) {
  vips::Pieces kept(Bytes{file.data, 8});
  bool pixels = false;
  each_png_chunk(file, [&](const PngChunk& chunk) {
    pixels = pixels || chunk.is("IDAT");
    // libpng reads to the last pixel only. Colours that are transparent become alpha, and palettes of them too.
    if (!chunk.ancillary() || chunk.is("tRNS") || pixels) {
      kept.add(chunk.all());
    } else if (!chunk.whole()) {
      fail_chunk(words(chunk, "is cut off"));
    } else if (!chunk.intact()) {
      fail_chunk(words(chunk, "has a wrong checksum"));
    }
    return true;
  });
  return kept;
}

std::string find_png_damage(const DecodeTask& task) {
  std::string damage;
  bool pixels = false, end = false;
  each_png_chunk(task.file, [&](const PngChunk& chunk) {
    pixels = pixels || chunk.is("IDAT");
    end = end || chunk.is("IEND");
    if (!chunk.whole()) {
      damage = words(chunk, "is cut off");
    } else if (!chunk.intact()) {
      damage = words(chunk, "has a wrong checksum");
    }
    return damage.empty() && !end;
  });
  if (!damage.empty()) return damage;
  if (!pixels) return "it has no chunk IDAT";
  return end ? "" : "it ends before its chunk IEND";
}

}  // namespace penstock::codecs
