// See thrift.h.
#include "parquet/thrift.h"

namespace penstock::parquet {

uint64_t ThriftReader::varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const uint8_t b = byte();
    value |= static_cast<uint64_t>(b & 127) << shift;
    if (b < 128) return value;
  }
  throw ParquetFault("a number of its metadata has more than 64 bits");
}

int64_t ThriftReader::integer() {
  if (type_ < kByte || type_ > kLong) throw ParquetFault("its metadata has another value where a number is due");
  if (type_ == kByte) return static_cast<int8_t>(byte());
  const uint64_t value = varint();
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

int32_t ThriftReader::integer32() {
  const int64_t value = integer();
  if (value != static_cast<int32_t>(value)) throw ParquetFault("a number of its metadata has more than 32 bits");
  return static_cast<int32_t>(value);
}

std::string_view ThriftReader::bytes() {
  if (type_ != kBytes) throw ParquetFault("its metadata has another value where a text is due");
  const uint64_t size = varint();
  if (size > static_cast<uint64_t>(end_ - at_)) throw CutOff();
  const std::string_view text(reinterpret_cast<const char*>(at_), size);
  at_ += size;
  return text;
}

bool ThriftReader::next_field(int16_t& id) {
  const uint8_t head = byte();
  if (head == kStop) return false;
  type_ = head & 15;
  const int delta = head >> 4;
  if (delta) {
    id = static_cast<int16_t>(id + delta);
  } else {
    const uint64_t value = varint();
    id = static_cast<int16_t>(value >> 1 ^ (~(value & 1) + 1));
  }
  return true;
}

uint64_t ThriftReader::list_size() {
  if (type_ != kList && type_ != kSet) throw ParquetFault("its metadata has another value where a list is due");
  const uint8_t head = byte();
  const uint64_t size = head >> 4 == 15 ? varint() : head >> 4;
  // An element has at least one byte.
  if (size > static_cast<uint64_t>(end_ - at_)) throw CutOff();
  type_ = head & 15;
  return size;
}

void ThriftReader::skip_element(uint8_t type) {
  if (type == kTrue || type == kFalse) {
    byte();
  } else {
    skip(type);
  }
}

void ThriftReader::skip_map() {
  const Deeper deeper(*this);
  const uint64_t size = varint();
  if (size == 0) return;
  const uint8_t types = byte();
  for (uint64_t left = size; left > 0; --left) {
    skip_element(types >> 4);
    skip_element(types & 15);
  }
}

void ThriftReader::skip(uint8_t type) {
  type_ = type;
  switch (type) {
    case kTrue:
    case kFalse: return;
    case kByte: byte(); return;
    case kShort:
    case kInt:
    case kLong: varint(); return;
    case kDouble:
      for (int i = 0; i < 8; ++i) byte();
      return;
    case kBytes: bytes(); return;
    case kList:
    case kSet: {
      const Deeper deeper(*this);
      uint64_t left = list_size();
      for (const uint8_t element = type_; left > 0; --left) skip_element(element);
      return;
    }
    case kMap: return skip_map();
    case kStruct: return each_field([](int16_t) { return false; });
    default: throw ParquetFault("its metadata has a value of an unknown type");
  }
}

}  // namespace penstock::parquet
