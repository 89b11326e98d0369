// See lz4_block.h. Short copies move 16 bytes, or 8, whatever they need, where both sides have room for that.
#include "kernels/lz4/lz4_block.h"

#include <cstring>

#include "core/record_source.h"

namespace penstock::ops {
namespace {

class Block {
 public:
  Block(const uint8_t* block, int64_t length, uint8_t* to, int64_t size)
      : begin_(block), in_(block), in_end_(block + length), to_(to), out_(to), out_end_(to + size) {}

  void inflate() {
    for (;;) {
      if (in_ == in_end_) refuse("the block ends where a sequence is due");
      const uint8_t token = *in_++;
      copy_literals(length_of(token >> 4));
      if (in_ == in_end_) break;
      if (in_end_ - in_ < 2) refuse("the distance of a match is cut off");
      const int64_t distance = in_[0] | in_[1] << 8;
      in_ += 2;
      const int64_t length = length_of(token & 15) + 4;
      if (distance == 0 || distance > out_ - to_) {
        refuse("a match goes back by " + std::to_string(distance) + " bytes, of " + std::to_string(out_ - to_));
      }
      if (length > out_end_ - out_) too_long();
      copy_match(distance, length);
    }
    if (out_ != out_end_) {
      refuse("the block inflates to " + std::to_string(out_ - to_) + " bytes in place of " +
             std::to_string(out_end_ - to_));
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { throw RecordFault(in_ - begin_, what); }
  [[noreturn]] void too_long() const {
    refuse("the block inflates to more than " + std::to_string(out_end_ - to_) + " bytes");
  }

  int64_t length_of(int bits) {
    int64_t length = bits;
    if (bits < 15) return length;
    for (;;) {
      if (in_ == in_end_) refuse("a length is cut off");
      length += *in_;
      if (*in_++ != 255) return length;
    }
  }

  void copy_literals(int64_t length) {
    if (length > in_end_ - in_) refuse("the literals are cut off");
    if (length > out_end_ - out_) too_long();
    if (length <= 16 && in_end_ - in_ >= 16 && out_end_ - out_ >= 16) {
      std::memcpy(out_, in_, 16);
    } else if (length) {
      std::memcpy(out_, in_, static_cast<size_t>(length));
    }
    in_ += length;
    out_ += length;
  }

  // Repeats bytes; where the distance is below the length, the match contains bytes that it makes itself.
  void copy_match(int64_t distance, int64_t length) {
    uint8_t* to = out_;
    uint8_t* const end = out_ + length;
    out_ = end;
    if (distance >= 16 && out_end_ - end >= 16) {
      for (; to < end; to += 16) std::memcpy(to, to - distance, 16);
      return;
    }
    if (out_end_ - end >= 8) {
      if (distance < 8) {
        // Eight bytes one by one; then the pattern is long enough to go back by a multiple of the distance.
        for (int i = 0; i < 8; ++i) to[i] = (to - distance)[i];
        to += 8;
        distance *= (7 + distance) / distance;
      }
      for (; to < end; to += 8) std::memcpy(to, to - distance, 8);
      return;
    }
    for (; to < end; ++to) *to = *(to - distance);
  }

  const uint8_t* const begin_;
  const uint8_t* in_;
  const uint8_t* const in_end_;
  uint8_t* const to_;
  uint8_t* out_;
  uint8_t* const out_end_;
};

}  // namespace

void inflate_lz4(const uint8_t* block, int64_t length, uint8_t* to, int64_t size) {
  Block(block, length, to, size).inflate();
}

}  // namespace penstock::ops
