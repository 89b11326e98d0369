// Reads one tag of the first image directory of a TIFF structure, with every offset checked.
#include "codecs/exif.h"

#include <cstring>

namespace penstock::codecs {

int exif_orientation(const uint8_t* data, size_t size) {
  if (size < 8) return 1;
  const bool big = !std::memcmp(data, "MM\0*", 4);
  if (!big && std::memcmp(data, "II*\0", 4)) return 1;
  const auto u16 = [&](size_t at) -> uint32_t {
    return big ? data[at] << 8 | data[at + 1] : data[at + 1] << 8 | data[at];
  };
  const auto u32 = [&](size_t at) { return big ? u16(at) << 16 | u16(at + 2) : u16(at + 2) << 16 | u16(at); };
  const size_t directory = u32(4);
  if (directory > size - 2 || directory < 8) return 1;
  const uint32_t count = u16(directory);
  size_t at = directory + 2;
  for (uint32_t i = 0; i < count && at + 12 <= size; ++i, at += 12) {
    if (u16(at) != 0x0112) continue;
    // The value is a SHORT in the standard, but some writers use a LONG.
    const uint32_t type = u16(at + 2), value = type == 4 ? u32(at + 8) : u16(at + 8);
    return (type == 3 || type == 4) && u32(at + 4) == 1 && value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

}  // namespace penstock::codecs
