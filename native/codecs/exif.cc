// Reads one tag of the first image directory of a TIFF structure, with every offset checked.
#include "codecs/exif.h"

#include <cstring>

namespace penstock::codecs {
namespace {

// Integers of a structure; the caller has checked that they lie in it.
struct Numbers {
  const uint8_t* data;
  bool big_endian;

  uint64_t at(size_t from, int bytes) const {
    uint64_t v = 0;
    for (int i = 0; i < bytes; ++i) v = v << 8 | data[from + static_cast<size_t>(big_endian ? i : bytes - 1 - i)];
    return v;
  }
  double real(size_t from, int type) const;
};

template <class T, class Bits>
double as(Bits bits) {
  T v;
  std::memcpy(&v, &bits, sizeof v);
  return static_cast<double>(v);
}

// Bytes of a number of each type, 0 for types that are no numbers.
constexpr uint8_t kBytes[19] = {0, 0, 0, 2, 4, 8, 1, 0, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};

double Numbers::real(size_t from, int type) const {
  const uint64_t v = at(from, type == 5 || type == 10 ? 4 : kBytes[type]);
  const uint64_t under = type == 5 || type == 10 ? at(from + 4, 4) : 1;
  switch (type) {
    case 5: return under ? static_cast<double>(v) / static_cast<double>(under) : 0;
    case 6: return static_cast<int8_t>(v);
    case 8: return static_cast<int16_t>(v);
    case 9: return static_cast<int32_t>(v);
    case 10: return under ? static_cast<double>(static_cast<int32_t>(v)) / static_cast<int32_t>(under) : 0;
    case 11: return as<float>(static_cast<uint32_t>(v));
    case 12: return as<double>(v);
    case 17: return static_cast<double>(static_cast<int64_t>(v));
    default: return static_cast<double>(v);
  }
}

}  // namespace

int orientation_of_entry(const uint8_t* data, size_t size, size_t at, bool big_endian, bool wide) {
  const Numbers n{data, big_endian};
  const auto type = static_cast<int>(n.at(at + 2, 2));
  const uint64_t count = n.at(at + 4, wide ? 8 : 4), room = wide ? 8 : 4;
  const uint64_t bytes = type < 19 ? kBytes[type] : 0;
  if (!bytes || !count || count > size / bytes) return 1;
  uint64_t from = at + 4 + room;
  if (count * bytes > room) from = n.at(from, static_cast<int>(room));
  // A value that is cut is none.
  if (from > size || count * bytes > size - from) return 1;
  const double value = n.real(from, type);
  const int orientation = value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  return orientation == value ? orientation : 1;
}

int exif_orientation(const uint8_t* data, size_t size) {
  while (size >= 6 && !std::memcmp(data, "Exif\0\0", 6)) data += 6, size -= 6;
  if (size < 8) return 1;
  const bool big = !std::memcmp(data, "MM\0*", 4);
  if (!big && std::memcmp(data, "II*\0", 4)) return 1;
  const Numbers n{data, big};
  const size_t directory = n.at(4, 4);
  if (directory > size - 2 || directory < 8) return 1;
  const uint64_t count = n.at(directory, 2);
  size_t at = directory + 2;
  for (uint64_t i = 0; i < count && at + 12 <= size; ++i, at += 12) {
    if (n.at(at, 2) == 0x0112) return orientation_of_entry(data, size, at, big, false);
  }
  return 1;
}

}  // namespace penstock::codecs
