// See datum.h.
#include "ops/readers_caffe/datum.h"

#include <string>

namespace penstock::ops {

Datum::Datum(const RecordSource& source) {
  enum : uint32_t { kChannels = 1, kHeight = 2, kWidth = 3, kData = 4, kLabel = 5, kEncoded = 7 };
  Protobuf message(source);
  Protobuf::Field field;
  // The last one of several fields with a number counts, as in every protobuf message.
  for (int64_t at = 0; message.next(at, source.size(), field);) {
    if (field.number == kData && field.wire == Protobuf::kLengthDelimited) {
      has_data_ = true;
      begin = field.begin;
      size = field.end - field.begin;
    }
    if (field.wire != Protobuf::kVarint) continue;
    const auto value = static_cast<int32_t>(message.varint(field));
    switch (field.number) {
      case kChannels: channels_ = value; break;
      case kHeight: height_ = value; break;
      case kWidth: width_ = value; break;
      case kLabel:
        has_label = true;
        label = value;
        break;
      case kEncoded: encoded_ = value != 0; break;
      default: break;
    }
  }
}

bool Datum::is_raw() const {
  const Shape shape = {height_, width_, channels_};
  return height_ >= 0 && width_ >= 0 && channels_ >= 0 && shape.volume() == size;
}

Shape Datum::shape() const {
  if (!has_data_ || encoded_) return {size};
  if (is_raw()) return {height_, width_, channels_};
  throw RecordFault(begin, "a raw image of " + std::to_string(height_) + " x " + std::to_string(width_) + " x " +
                               std::to_string(channels_) + " has " + std::to_string(size) + " bytes");
}

}  // namespace penstock::ops
