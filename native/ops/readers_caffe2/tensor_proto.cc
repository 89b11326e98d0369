// See tensor_proto.h.
#include "ops/readers_caffe2/tensor_proto.h"

#include <string>

namespace penstock::ops {

TensorProto::TensorProto(Protobuf& record, int64_t begin, int64_t end) : record_(record), begin_(begin), end_(end) {
  Protobuf::Field field;
  for (int64_t at = begin; record.next(at, end, field);) take(field);
}

void TensorProto::take(const Protobuf::Field& field) {
  const bool bytes = field.wire == Protobuf::kLengthDelimited;
  switch (field.number) {
    case kDims:
      if (!bytes && field.wire != Protobuf::kVarint) return;
      each_of(field, [&](uint64_t extent) {
        if (num_dims_ < dims_.size()) dims_[num_dims_] = static_cast<int64_t>(extent);
        ++num_dims_;
      });
      return;
    case kType:
      if (field.wire == Protobuf::kVarint) type_ = static_cast<int64_t>(record_.varint(field));
      return;
    case kFloats: floats_.count += values_of(field); return;
    case kInts: ints_.count += values_of(field); return;
    case kLongs: longs_.count += values_of(field); return;
    case kBytes:
      if (bytes) bytes_ = field;
      return;
    case kStrings:
      if (bytes && !has_string_) string_ = field;
      has_string_ |= bytes;
      return;
    default: return;
  }
}

// The values of a field, which are one or, packed, several; none where the field is of another kind.
int64_t TensorProto::values_of(const Protobuf::Field& field) const {
  const bool packed = field.wire == Protobuf::kLengthDelimited;
  if (field.number == kFloats) {
    const int64_t size = field.end - field.begin;
    if (packed && size % int64_t{sizeof(float)}) fault("a list of floats has " + std::to_string(size) + " bytes");
    return packed || field.wire == Protobuf::kFixed32 ? size / int64_t{sizeof(float)} : 0;
  }
  if (!packed && field.wire != Protobuf::kVarint) return 0;
  int64_t count = 0;
  each_of(field, [&](uint64_t) { ++count; });
  return count;
}

const TensorProto::List& TensorProto::list() const {
  switch (type_) {
    case kFloat: return floats_;
    case kInt32: return ints_;
    case kInt64: return longs_;
    default: fault("a tensor has the type " + std::to_string(type_) + " where numbers are due");
  }
}

DType TensorProto::dtype() const {
  const List& values = list();
  return values.field == kFloats ? DType::float32 : values.field == kInts ? DType::int32 : DType::int64;
}

int64_t TensorProto::count() const { return list().count; }

Shape TensorProto::image_shape() const {
  if (type_ == kString) {
    if (!has_string_) fault("the tensor of the image has no string");
    return {string_.end - string_.begin};
  }
  if (type_ != kByte) {
    fault("the tensor of the image has the type " + std::to_string(type_) + ", and not that of strings or bytes");
  }
  const int64_t size = bytes_.end - bytes_.begin;
  if (num_dims_ != 2 && num_dims_ != 3) {
    fault("the tensor of the image has " + std::to_string(num_dims_) + " extents, and not 2 or 3");
  }
  const Shape shape = {dims_[0], dims_[1], num_dims_ == 3 ? dims_[2] : 1};
  if (shape[0] >= 0 && shape[1] >= 0 && shape[2] >= 0 && shape.volume() == size) return shape;
  fault("a raw image of " + std::to_string(shape[0]) + " x " + std::to_string(shape[1]) + " x " +
        std::to_string(shape[2]) + " has " + std::to_string(size) + " bytes");
}

int64_t TensorProto::image_begin() const { return type_ == kString ? string_.begin : bytes_.begin; }

}  // namespace penstock::ops
