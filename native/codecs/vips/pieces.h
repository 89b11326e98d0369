// A file that is made of pieces: parts of the original, and bytes that stand in for others. It is how a format keeps
// from libvips what does not decide about pixels, such as metadata, without copying the rest.
#pragma once
#include <vector>

#include "codecs/codec.h"

namespace penstock::codecs::vips {

class Pieces {
 public:
  Pieces() = default;
  // A file of one piece. Not explicit, because it is the usual case.
  Pieces(Bytes whole) { add(whole); }

  // Appends a part, whose memory must outlive this. Parts that follow each other in memory become one.
  void add(Bytes part) {
    if (!part.size) return;
    if (!parts_.empty() && parts_.back().data + parts_.back().size == part.data) {
      parts_.back().size += part.size;
    } else {
      parts_.push_back(part);
    }
    size_ += part.size;
  }
  bool whole() const { return parts_.size() <= 1; }
  Bytes first() const { return parts_.empty() ? Bytes{} : parts_[0]; }
  uint64_t size() const { return size_; }
  const std::vector<Bytes>& parts() const { return parts_; }

 private:
  std::vector<Bytes> parts_;
  uint64_t size_ = 0;
};

// A position in a file of pieces, as a stream has one.
class PieceReader {
 public:
  explicit PieceReader(const Pieces& file) : file_(file) {}
  // Copies up to n bytes; returns how many, 0 at the end.
  int64_t read(void* to, int64_t n);
  // As lseek(). Returns the new position, or -1, which leaves the position as it is.
  int64_t seek(int64_t offset, int whence);

 private:
  const Pieces& file_;
  size_t part_ = 0;  // the part that holds the position
  size_t in_ = 0;    // the position in it
  uint64_t at_ = 0;  // in the file
};

}  // namespace penstock::codecs::vips
