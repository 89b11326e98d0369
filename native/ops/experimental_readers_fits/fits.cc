// See fits.h.
#include "ops/experimental_readers_fits/fits.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/dispatch.h"
#include "core/error.h"
#include "core/kind_of_bytes.h"

namespace penstock::ops {
namespace {

constexpr int64_t kBlock = 2880, kCard = 80, kMaxAxes = 999;

[[noreturn]] void damaged(int64_t number, const std::string& what) {
  throw Error(ErrorCode::BAD_SAMPLE, "Expected a FITS file but in HDU " + std::to_string(number) + " " + what,
              "The file is damaged, cut off, or of another format (a .gz file has to be unpacked first)");
}

[[noreturn]] void unsupported(int64_t number, const std::string& what, const std::string& hint) {
  throw Error(ErrorCode::UNSUPPORTED, "Expected an image in HDU " + std::to_string(number) + " but received " + what,
              hint);
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// One HDU: what its cards say, and where its data is.
struct Hdu {
  int64_t number = 1, begin = 0;  // the data's first byte
  int64_t bitpix = 8, axes = 0, groups = 1, parameters = 0;
  std::vector<int64_t> extents;  // as far as there are cards
  double scale = 1, zero = 0;
  bool image = true, compressed = false, random_groups = false;

  // Takes an integer. Throws for any other value.
  int64_t whole(std::string_view name, std::string_view value, int64_t least, int64_t most) const {
    int64_t n = 0;
    const bool minus = value.substr(0, 1) == "-";
    if (minus || value.substr(0, 1) == "+") value.remove_prefix(1);
    bool good = !value.empty();
    for (const char c : value) {
      good =
          good && c >= '0' && c <= '9' && !__builtin_mul_overflow(n, 10, &n) && !__builtin_add_overflow(n, c - '0', &n);
    }
    if (minus) n = -n;
    if (good && n >= least && n <= most) return n;
    damaged(number, std::string(name) + " is no number from " + std::to_string(least) + " to " + std::to_string(most));
  }

  double real(std::string_view name, std::string_view value) const {
    std::string text(value);
    std::replace(text.begin(), text.end(), 'D', 'E');
    char* end = nullptr;
    const double number_of = std::strtod(text.c_str(), &end);
    if (text.empty() || *end || !std::isfinite(number_of)) damaged(number, std::string(name) + " is no number");
    return number_of;
  }

  void take(std::string_view name, std::string_view value) {
    if (name == "BITPIX") {
      bitpix = whole(name, value, -64, 64);
    } else if (name == "NAXIS") {
      axes = whole(name, value, 0, kMaxAxes);
    } else if (name == "PCOUNT") {
      parameters = whole(name, value, 0, INT64_MAX);
    } else if (name == "GCOUNT") {
      groups = whole(name, value, 0, INT64_MAX);
    } else if (name == "BSCALE") {
      scale = real(name, value);
    } else if (name == "BZERO") {
      zero = real(name, value);
    } else if (name == "XTENSION") {
      image = value.substr(0, 6) == "'IMAGE";
    } else if (name == "ZIMAGE") {
      compressed = value == "T";
    } else if (name == "GROUPS") {
      random_groups = value == "T";
    } else if (name.size() > 5 && name.substr(0, 5) == "NAXIS") {
      const auto axis = static_cast<size_t>(whole(name, name.substr(5), 1, kMaxAxes));
      if (extents.size() < axis) extents.resize(axis, -1);
      // A card that comes again counts, as the last one of its name.
      extents[axis - 1] = whole(name, value, 0, INT64_MAX);
    }
  }

  // The product of the axes. It is taken when all cards are known, because they come in any order and again.
  int64_t elements() const {
    int64_t count = 1;
    for (int64_t axis = 0; axis < axes; ++axis) {
      if (axis >= static_cast<int64_t>(extents.size()) || extents[static_cast<size_t>(axis)] < 0) {
        damaged(number, "there is no NAXIS" + std::to_string(axis + 1));
      }
      const int64_t extent = extents[static_cast<size_t>(axis)];
      // The first axis of random groups is 0 and does not count.
      if (axis == 0 && extent == 0 && random_groups) continue;
      if (__builtin_mul_overflow(count, extent, &count)) damaged(number, "the axes are more than a file can hold");
    }
    return count;
  }

  int64_t bytes() const {
    if (bitpix != 8 && bitpix != 16 && bitpix != 32 && bitpix != 64 && bitpix != -32 && bitpix != -64) {
      damaged(number, "BITPIX is " + std::to_string(bitpix));
    }
    int64_t count = axes == 0 ? 0 : elements();
    if (__builtin_add_overflow(count, parameters, &count) || __builtin_mul_overflow(count, groups, &count) ||
        __builtin_mul_overflow(count, std::abs(bitpix) / 8, &count) || count > INT64_MAX - kBlock) {
      damaged(number, "the data is more than a file can hold");
    }
    return count;
  }
};

// Reads the header that begins at an offset. Returns false where the file ends.
bool read_header(const RecordSource& file, int64_t at, Hdu& hdu) {
  if (at >= file.size()) return false;
  for (bool first = true;; first = false) {
    uint8_t block[kBlock];
    if (file.size() - at < kBlock) {
      const int64_t left = file.size() - at;
      file.copy(at, block, left);
      const std::string_view start(reinterpret_cast<const char*>(block), static_cast<size_t>(left));
      const Compression compression = hdu.number == 1 ? compression_of(start) : Compression();
      if (compression.name) damaged(1, std::string("the file is compressed (") + compression.name + ")");
      damaged(hdu.number, "the header is cut off");
    }
    file.copy(at, block, kBlock);
    at += kBlock;
    const std::string_view text(reinterpret_cast<const char*>(block), kBlock);
    if (first && text.substr(0, 10) != (hdu.number == 1 ? "SIMPLE  = " : "XTENSION= ")) {
      // Bytes after the last HDU belong to none.
      if (hdu.number > 1) return false;
      damaged(hdu.number, std::string("the file does not begin with SIMPLE: it is ") + kind_of_bytes(text));
    }
    for (int64_t c = 0; c < kBlock; c += kCard) {
      const std::string_view card = text.substr(static_cast<size_t>(c), kCard), name = trimmed(card.substr(0, 8));
      if (name == "END") {
        hdu.begin = at;
        return true;
      }
      if (card.substr(8, 2) != "= ") continue;
      const std::string_view rest = trimmed(card.substr(10));
      // A comment begins at a slash; of texts only the first word counts.
      hdu.take(name, trimmed(rest.substr(0, rest.find('/'))));
    }
  }
}

// The dtype that has all values, as CFITSIO chooses it: offsets that make unsigned numbers of signed ones, whole
// numbers by their range, and floats for all others.
DType dtype_of(int bitpix, double scale, double zero) {
  if (bitpix == -32) return DType::float32;
  if (bitpix == -64) return DType::float64;
  if (scale == 1 && zero == 0) {
    return bitpix == 8 ? DType::uint8 : bitpix == 16 ? DType::int16 : bitpix == 32 ? DType::int32 : DType::int64;
  }
  if (bitpix == 64) return scale == 1 && zero == 0x1p63 ? DType::uint64 : DType::float64;
  const double low = bitpix == 8 ? 0 : -std::ldexp(1.0, bitpix - 1), high = std::ldexp(1.0, bitpix - (bitpix != 8)) - 1;
  const double from = std::min(scale * low, scale * high) + zero, to = std::max(scale * low, scale * high) + zero;
  if (scale != std::floor(scale) || zero != std::floor(zero)) return bitpix == 32 ? DType::float64 : DType::float32;
  if (from == -128 && to == 127) return DType::int8;
  if (from >= -32768 && to <= 32767) return DType::int16;
  if (from >= 0 && to <= 65535) return DType::uint16;
  if (from >= -0x1p31 && to < 0x1p31) return DType::int32;
  if (from >= 0 && to < 0x1p32) return DType::uint32;
  return DType::float64;
}

template <class T>
T big_endian(const uint8_t* bytes) {
  uint64_t word = 0;
  for (size_t i = 0; i < sizeof(T); ++i) word = word << 8 | bytes[i];
  using Word = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  const auto narrow = static_cast<Word>(word);
  T value;
  std::memcpy(&value, &narrow, sizeof value);
  return value;
}

template <class Stored, class Out>
void convert_block(const FitsImage& image, const uint8_t* from, int64_t count, Out* to) {
  const bool offset =
      image.scale == 1 && std::is_integral_v<Stored> && std::is_integral_v<Out> && sizeof(Stored) == sizeof(Out);
  if (offset) {
    // The offsets of unsigned numbers change the highest bit alone; others wrap around, and stay in the dtype's range.
    const auto zero =
        image.zero == 0x1p63 ? uint64_t{1} << 63 : static_cast<uint64_t>(static_cast<int64_t>(image.zero));
    for (int64_t i = 0; i < count; ++i) {
      const uint64_t stored =
          static_cast<uint64_t>(static_cast<int64_t>(big_endian<Stored>(from + i * sizeof(Stored))));
      to[i] = static_cast<Out>(stored + zero);
    }
  } else if (image.scale == 1 && image.zero == 0) {
    for (int64_t i = 0; i < count; ++i) to[i] = convert<Out>(big_endian<Stored>(from + i * sizeof(Stored)));
  } else {
    for (int64_t i = 0; i < count; ++i) {
      to[i] =
          convert<Out>(image.scale * static_cast<double>(big_endian<Stored>(from + i * sizeof(Stored))) + image.zero);
    }
  }
}

template <class Stored>
void read_as(const RecordSource& file, const FitsImage& image, const TensorView& out, Scratch& scratch) {
  constexpr int64_t kElements = 8192;
  uint8_t* block = scratch.get(kElements * sizeof(Stored));
  const int64_t count = out.shape.volume();
  dispatch(out.dtype, [&](auto zero) {
    using Out = decltype(zero);
    if constexpr (!std::is_same_v<Out, bool> && !std::is_same_v<Out, Half>) {
      for (int64_t i = 0; i < count; i += kElements) {
        const int64_t n = std::min(kElements, count - i);
        file.copy(image.begin + i * static_cast<int64_t>(sizeof(Stored)), block,
                  n * static_cast<int64_t>(sizeof(Stored)));
        convert_block<Stored>(image, block, n, out.as<Out>() + i);
      }
    }
  });
}

}  // namespace

FitsImage find_fits_image(const RecordSource& file, int64_t number) {
  for (int64_t at = 0, n = 1;; ++n) {
    Hdu hdu;
    hdu.number = n;
    if (!read_header(file, at, hdu)) {
      if (n == 1) damaged(1, "there are no bytes");
      throw Error(ErrorCode::BAD_SAMPLE,
                  "Expected an HDU " + std::to_string(number) + " but the file has " + std::to_string(n - 1),
                  "HDUs count from 1, the primary one: change hduIndices");
    }
    const int64_t bytes = hdu.bytes();
    if (n < number) {
      // Compared before it is added: the sum may have more than 63 bits.
      const int64_t padded = (bytes + kBlock - 1) / kBlock * kBlock;
      at = padded < file.size() - hdu.begin ? hdu.begin + padded : file.size();
      continue;
    }
    if (hdu.compressed) {
      unsupported(n, "a compressed image", "Decompress the file first, with funpack or astropy");
    }
    if (!hdu.image) unsupported(n, "a table", "Images alone are read: change hduIndices");
    if (hdu.random_groups) unsupported(n, "random groups", "Write the data as images");
    if (hdu.axes == 0) unsupported(n, "an HDU without data", "The first image is often in HDU 2: change hduIndices");
    if (hdu.axes > abi::maxDims) {
      unsupported(n, "one of " + std::to_string(hdu.axes) + " axes", "At most 6 axes are read");
    }
    if (bytes > file.size() - hdu.begin) {
      damaged(n, "the data is cut off: it takes " + std::to_string(bytes) + " bytes, and " +
                     std::to_string(file.size() - hdu.begin) + " are there");
    }
    FitsImage image;
    image.bitpix = static_cast<int>(hdu.bitpix);
    image.scale = hdu.scale;
    image.zero = hdu.zero;
    image.dtype = dtype_of(image.bitpix, hdu.scale, hdu.zero);
    image.begin = hdu.begin;
    for (size_t d = static_cast<size_t>(hdu.axes); d-- > 0;) image.shape[image.shape.ndim++] = hdu.extents[d];
    // With a GCOUNT of 0 there are no elements, whatever the axes say.
    if (hdu.elements() > bytes / (std::abs(image.bitpix) / 8)) damaged(n, "GCOUNT contradicts the axes");
    return image;
  }
}

void read_fits_image(const RecordSource& file, const FitsImage& image, const TensorView& out, Scratch& scratch) {
  switch (image.bitpix) {
    case 8: return read_as<uint8_t>(file, image, out, scratch);
    case 16: return read_as<int16_t>(file, image, out, scratch);
    case 32: return read_as<int32_t>(file, image, out, scratch);
    case 64: return read_as<int64_t>(file, image, out, scratch);
    case -32: return read_as<float>(file, image, out, scratch);
    default: return read_as<double>(file, image, out, scratch);
  }
}

}  // namespace penstock::ops
