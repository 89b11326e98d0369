// See protobuf.h.
#include "dataset/containers/protobuf.h"

#include <algorithm>

namespace penstock {

uint8_t Protobuf::byte(int64_t at) {
  if (at < from_ || at >= to_) {
    from_ = at;
    to_ = std::min(at + static_cast<int64_t>(window_.size()), source_.size());
    source_.copy(from_, window_.data(), to_ - from_);
  }
  return window_[static_cast<size_t>(at - from_)];
}

uint64_t Protobuf::varint(int64_t& at, int64_t end) {
  const int64_t begin = at;
  uint64_t value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    if (at == end) throw RecordFault(begin, "a number is cut off");
    const uint8_t b = byte(at++);
    value |= shift < 64 ? static_cast<uint64_t>(b & 127) << shift : 0;
    if (b < 128) return value;
  }
  throw RecordFault(begin, "a number has more than ten bytes");
}

bool Protobuf::next(int64_t& at, int64_t end, Field& field) {
  if (at == end) return false;
  const int64_t begin = at;
  const uint64_t tag = varint(at, end);
  field.number = static_cast<uint32_t>(tag >> 3);
  field.wire = tag & 7;
  if (tag >> 32 || field.number == 0) throw RecordFault(begin, "a field has no valid number");
  field.begin = at;
  int64_t size = 0;
  switch (field.wire) {
    case kVarint: varint(at, end); break;
    case kFixed64: size = 8; break;
    case kFixed32: size = 4; break;
    case kLengthDelimited: {
      const uint64_t length = varint(at, end);
      if (length > static_cast<uint64_t>(end - at)) throw RecordFault(begin, "a field is longer than its message");
      field.begin = at;
      size = static_cast<int64_t>(length);
      break;
    }
    default: throw RecordFault(begin, "a field has the wire type " + std::to_string(field.wire));
  }
  if (size > end - at) throw RecordFault(begin, "a field is cut off");
  at += size;
  field.end = at;
  return true;
}

}  // namespace penstock
