// Finds the first frame of a GIF, and counts the pixels that its LZW codes stand for.
#include <algorithm>

#include "codecs/byte_reader.h"
#include "codecs/gif/gif.h"

namespace penstock::codecs {
namespace {

// Where the chain of sub-blocks at `at` ends, or the file's end.
size_t after_blocks(const ByteReader& r, size_t at) {
  while (at < r.file.size && r.u8(at)) at += 1 + size_t{r.u8(at)};
  return std::min(at + 1, r.file.size);
}

// Takes codes out of a chain of sub-blocks; -1 at its end.
class Codes {
 public:
  Codes(Bytes file, size_t at) : file_(file), at_(at) {}
  int next(int bits) {
    while (held_ < bits) {
      if (!left_ && !(left_ = at_ < file_.size ? file_.data[at_++] : 0)) return -1;
      if (at_ >= file_.size) return -1;
      word_ |= static_cast<uint32_t>(file_.data[at_++]) << held_;
      held_ += 8;
      --left_;
    }
    const int code = static_cast<int>(word_ & ((1u << bits) - 1));
    word_ >>= bits;
    held_ -= bits;
    return code;
  }

 private:
  Bytes file_;
  size_t at_, left_ = 0;
  uint32_t word_ = 0;
  int held_ = 0;
};

// Counts pixels up to `wanted`. Only the lengths of the words are kept, which makes it much faster than decoding.
uint64_t count_pixels(Bytes file, size_t at, uint64_t wanted) {
  const int least = file.data[at];
  if (least < 1 || least > 11) return 0;
  const int clear = 1 << least, stop = clear + 1;
  Codes codes(file, at + 1);
  uint16_t length[4096];
  std::fill_n(length, stop + 1, uint16_t{1});
  int known = stop + 1, bits = least + 1, last = -1;
  uint64_t count = 0;
  while (count < wanted) {
    const int code = codes.next(bits);
    if (code < 0 || code == stop) break;
    if (code == clear) {
      known = stop + 1, bits = least + 1, last = -1;
      continue;
    }
    if (last < 0 ? code > clear : code > known || (code == known && known == 4096)) break;
    const int fresh = last < 0 ? 0 : length[last] + 1;
    count += static_cast<uint64_t>(code == known ? fresh : length[code]);
    if (last >= 0 && known < 4096) {
      length[known++] = static_cast<uint16_t>(fresh);
      if (known == 1 << bits && bits < 12) ++bits;
    }
    last = code;
  }
  return count;
}

}  // namespace

GifFrame first_frame_of(Bytes file) {
  const ByteReader r{file, false, "GIF"};
  const auto palette_bytes = [](int flags) { return flags & 0x80 ? size_t{6} << (flags & 7) : 0; };
  GifFrame frame;
  size_t at = 13 + palette_bytes(r.u8(10));
  // Extensions: a label and sub-blocks.
  while (at < file.size && r.u8(at) == 0x21) {
    if (r.has(at + 1, "\xf9\x04") && r.u8(at + 3) & 1) frame.open = r.u8(at + 6);
    at = after_blocks(r, std::min(at + 2, file.size));
  }
  if (at >= file.size || r.u8(at) != 0x2c) return frame;
  frame.at = at;
  const int flags = *(r.at(at, 10) + 9);
  frame.place = {r.u16(at + 1), r.u16(at + 3), r.u16(at + 5), r.u16(at + 7)};
  frame.pixels = std::min(at + 10 + palette_bytes(flags), file.size);
  frame.end = frame.pixels < file.size ? after_blocks(r, frame.pixels + 1) : frame.pixels;
  return frame;
}

void check_gif_pixels(Bytes file, const GifFrame& frame) {
  const uint64_t wanted = static_cast<uint64_t>(frame.place.w) * static_cast<uint64_t>(frame.place.h);
  const uint64_t count = frame.pixels < file.size ? count_pixels(file, frame.pixels, wanted) : 0;
  if (count < wanted)
    fail(ErrorCode::BAD_SAMPLE,
         "Expected %llu pixels in the first frame of a GIF but received data that ends after %llu",
         static_cast<unsigned long long>(wanted), static_cast<unsigned long long>(count));
}

}  // namespace penstock::codecs
