// Reads Thrift's compact protocol, in which Parquet writes its metadata, out of memory. Nothing is trusted: every
// length is checked against the bytes that are there.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace penstock::parquet {

// What is wrong with a file, or a part of it.
struct ParquetFault : std::runtime_error {
  explicit ParquetFault(const std::string& what, const char* limit = nullptr)
      : std::runtime_error(what), limit(limit) {}
  const char* limit;  // the argument of the reader that refuses it, where the file may be sound
};

// The bytes end within a value, which more of them may cure.
struct CutOff : ParquetFault {
  CutOff() : ParquetFault("its metadata is cut off") {}
};

// All functions throw ParquetFault.
class ThriftReader {
 public:
  ThriftReader(const uint8_t* begin, int64_t size) : at_(begin), begin_(begin), end_(begin + size) {}

  int64_t consumed() const { return at_ - begin_; }

  // A struct: calls read(id) for each field; it returns false where the field is to be skipped. A boolean's value is
  // flag().
  template <class Read>
  void each_field(const Read& read) {
    if (depth_ > 0 && type_ != kStruct) throw ParquetFault("its metadata has another value where a struct is due");
    const Deeper deeper(*this);
    int16_t id = 0;
    while (next_field(id)) {
      const uint8_t type = type_;
      if (!read(id)) skip(type);
    }
  }
  // A list: calls read() for each element.
  template <class Read>
  void each_element(const Read& read) {
    const Deeper deeper(*this);
    uint64_t left = list_size();
    for (const uint8_t element = type_; left > 0; --left) {
      type_ = element;
      read();
    }
  }

  int64_t integer();
  int32_t integer32();
  std::string_view bytes();
  bool flag() const {
    if (type_ != kTrue && type_ != kFalse) throw ParquetFault("its metadata has another value where a flag is due");
    return type_ == kTrue;
  }

 private:
  enum Type : uint8_t { kStop, kTrue, kFalse, kByte, kShort, kInt, kLong, kDouble, kBytes, kList, kSet, kMap, kStruct };

  struct Deeper {
    explicit Deeper(ThriftReader& reader) : reader(reader) {
      if (++reader.depth_ > 32) throw ParquetFault("its metadata is nested more than 32 deep");
    }
    ~Deeper() { --reader.depth_; }
    ThriftReader& reader;
  };

  uint8_t byte() {
    if (at_ == end_) throw CutOff();
    return *at_++;
  }
  uint64_t varint();
  bool next_field(int16_t& id);
  uint64_t list_size();
  void skip(uint8_t type);
  void skip_element(uint8_t type);
  void skip_map();

  const uint8_t *at_, *begin_, *end_;
  uint8_t type_ = 0;  // of the field or element that comes next
  int depth_ = 0;
};

}  // namespace penstock::parquet
