// Reads a file of pieces as one stream.
#include "codecs/vips/pieces.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace penstock::codecs::vips {

int64_t PieceReader::read(void* to, int64_t n) {
  auto* out = static_cast<uint8_t*>(to);
  int64_t copied = 0;
  while (copied < n && part_ < file_.parts().size()) {
    const Bytes& part = file_.parts()[part_];
    const size_t some = std::min<size_t>(part.size - in_, static_cast<size_t>(n - copied));
    std::memcpy(out + copied, part.data + in_, some);
    copied += static_cast<int64_t>(some);
    in_ += some;
    if (in_ == part.size) ++part_, in_ = 0;
  }
  at_ += static_cast<uint64_t>(copied);
  return copied;
}

int64_t PieceReader::seek(int64_t offset, int whence) {
  const auto size = static_cast<int64_t>(file_.size());
  const int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? static_cast<int64_t>(at_) : size;
  if (offset < -base || offset > size - base) return -1;
  const auto to = static_cast<uint64_t>(base + offset);
  // Walks from the start, or on from here, whichever is known to lie in front.
  if (to < at_ - in_) part_ = 0, in_ = 0, at_ = 0;
  uint64_t begin = at_ - in_;
  while (part_ < file_.parts().size() && to - begin >= file_.parts()[part_].size) begin += file_.parts()[part_++].size;
  in_ = static_cast<size_t>(to - begin);
  at_ = to;
  return base + offset;
}

}  // namespace penstock::codecs::vips
