// See record_io.h.
#include "ops/readers_mx_net/record_io.h"

#include <algorithm>

namespace penstock::ops {

bool read_chunk_head(const uint8_t* bytes, ChunkHead& head) {
  uint32_t words[2];
  std::memcpy(words, bytes, sizeof words);
  head.kind = static_cast<ChunkKind>(words[1] >> 29 & 3);
  head.length = words[1] & ((1u << 29) - 1);
  return words[0] == kRecordMagic && words[1] >> 31 == 0;
}

template <class Visit>
void ImageRecord::each_piece(const Visit& visit) const {
  int64_t at = 0, joined = 0;
  for (bool inside = false;; inside = true) {
    uint8_t bytes[kChunkHead];
    if (source_.size() - at < kChunkHead) throw RecordFault(std::min(at, source_.size()), "the record is cut off");
    source_.copy(at, bytes, kChunkHead);
    ChunkHead head;
    if (!read_chunk_head(bytes, head)) throw RecordFault(at, "there is no magic number of RecordIO");
    if (!head.fits(inside)) throw RecordFault(at, "this is another part of a record than the one that is due");
    at += kChunkHead;
    if (head.length > source_.size() - at) throw RecordFault(at, "the record is cut off");
    if (inside) {
      if (!visit(int64_t{-1}, joined, int64_t{sizeof kRecordMagic})) return;
      joined += int64_t{sizeof kRecordMagic};
    }
    if (!visit(at, joined, head.length) || head.ends()) return;
    joined += head.length;
    at += head.padded();
  }
}

ImageRecord::ImageRecord(const RecordSource& source) : source_(source) {
  int pieces = 0;
  each_piece([&](int64_t, int64_t joined, int64_t length) {
    size_ = joined + length;
    ++pieces;
    return true;
  });
  whole_ = pieces == 1;
  if (size_ < static_cast<int64_t>(sizeof header_)) {
    throw RecordFault(kChunkHead, "a record of " + std::to_string(size_) + " bytes has no header of 24");
  }
  copy(0, reinterpret_cast<uint8_t*>(&header_), sizeof header_);
  if (image_at() <= size_) return;
  throw RecordFault(kChunkHead, "its header gives " + std::to_string(header_.flag) + " labels, but the record " +
                                    std::to_string(id()) + " has only " + std::to_string(size_) + " bytes");
}

void ImageRecord::copy_labels(float* to) const {
  if (header_.flag == 0) {
    *to = header_.label;
  } else {
    copy(sizeof header_, reinterpret_cast<uint8_t*>(to), header_.flag * int64_t{sizeof(float)});
  }
}

void ImageRecord::copy(int64_t from, uint8_t* to, int64_t count) const {
  if (whole_) {
    if (count) source_.copy(kChunkHead + from, to, count);
    return;
  }
  const int64_t end = from + count;
  int64_t filled = 0;
  each_piece([&](int64_t where, int64_t joined, int64_t length) {
    const int64_t begin = std::max(from, joined), stop = std::min(end, joined + length);
    if (begin < stop) {
      if (where < 0) {
        std::memcpy(to + (begin - from), reinterpret_cast<const uint8_t*>(&kRecordMagic) + (begin - joined),
                    static_cast<size_t>(stop - begin));
      } else {
        source_.copy(where + (begin - joined), to + (begin - from), stop - begin);
      }
      filled += stop - begin;
    }
    return joined + length < end;
  });
  if (filled != count) throw RecordFault(0, "the record has changed while it was read");
}

}  // namespace penstock::ops
