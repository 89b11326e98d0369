// Parses the tensors of Caffe2's TensorProtos, a protobuf message: each has a type, extents and values.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "core/tensor.h"
#include "dataset/containers/protobuf.h"

namespace penstock::ops {

class TensorProto {
 public:
  // Reads the message in [begin, end) of the record. Throws RecordFault.
  TensorProto(Protobuf& record, int64_t begin, int64_t end);

  // What a tensor of numbers has. Throw RecordFault for any other.
  DType dtype() const;
  int64_t count() const;
  // Calls visit(i, value) for its values, of which there are count(); the type of `value` is that of dtype(). The
  // record may lie in a file that changes: where it has another number of values by now, a RecordFault comes after at
  // most count() of them.
  template <class Visit>
  void each(const Visit& visit) const;

  // What an image has: a string, or bytes with two or three extents. Throw RecordFault for anything else.
  Shape image_shape() const;
  int64_t image_begin() const;

  [[noreturn]] void fault(const std::string& what) const { throw RecordFault(begin_, what); }

 private:
  enum Type : int64_t { kFloat = 1, kInt32 = 2, kByte = 3, kString = 4, kInt64 = 10 };
  // The numbers of fields, and how many values those of each kind have.
  enum : uint32_t { kDims = 1, kType = 2, kFloats = 3, kInts = 4, kBytes = 5, kStrings = 6, kLongs = 10 };
  struct List {
    uint32_t field;
    int64_t count = 0;
  };

  [[noreturn]] void changed() const { fault("it has changed while it was read"); }
  const List& list() const;
  void take(const Protobuf::Field& field);
  int64_t values_of(const Protobuf::Field& field) const;
  template <class Take>
  void each_of(const Protobuf::Field& field, const Take& take) const;

  Protobuf& record_;
  int64_t begin_, end_, type_ = kFloat;  // a message without a type has floats
  std::array<int64_t, 3> dims_{};
  size_t num_dims_ = 0;
  Protobuf::Field string_, bytes_;
  bool has_string_ = false;
  List floats_{kFloats}, ints_{kInts}, longs_{kLongs};
};

template <class Take>
void TensorProto::each_of(const Protobuf::Field& field, const Take& take) const {
  for (int64_t at = field.begin; at < field.end;) take(record_.varint(at, field.end));
}

template <class Visit>
void TensorProto::each(const Visit& visit) const {
  const List& values = list();
  int64_t i = 0;
  const auto one = [&](auto value) {
    if (i == values.count) changed();
    visit(i++, value);
  };
  Protobuf::Field field;
  for (int64_t at = begin_; record_.next(at, end_, field);) {
    if (field.number != values.field || values_of(field) == 0) continue;
    if (values.field == kFloats) {
      for (int64_t from = field.begin; from < field.end; from += int64_t{sizeof(float)}) {
        float value;
        record_.source().copy(from, reinterpret_cast<uint8_t*>(&value), sizeof value);
        one(value);
      }
    } else if (values.field == kInts) {
      each_of(field, [&](uint64_t value) { one(static_cast<int32_t>(value)); });
    } else {
      each_of(field, [&](uint64_t value) { one(static_cast<int64_t>(value)); });
    }
  }
  if (i != values.count) changed();
}

}  // namespace penstock::ops
