// Reads the fields of protobuf messages from a record that lies in a file: only what is asked for is read, so that an
// image in it is copied once. Every length is checked against what surrounds it.
#pragma once
#include <array>
#include <cstdint>

#include "dataset/set/record_source.h"

namespace penstock {

class Protobuf {
 public:
  enum Wire : uint32_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };

  struct Field {
    uint32_t number = 0, wire = 0;
    int64_t begin = 0, end = 0;  // of the value; for wire type 2 without its length
  };

  explicit Protobuf(const RecordSource& source) : source_(source) {}

  const RecordSource& source() const { return source_; }

  // Reads the field at `at`, and moves it to the next one. Returns false at the end. Throws RecordFault.
  bool next(int64_t& at, int64_t end, Field& field);
  // Reads a number, and moves `at` behind it. Throws RecordFault.
  uint64_t varint(int64_t& at, int64_t end);
  uint64_t varint(const Field& field) {
    int64_t at = field.begin;
    return varint(at, field.end);
  }
  uint8_t byte(int64_t at);

 private:
  const RecordSource& source_;
  std::array<uint8_t, 512> window_;
  int64_t from_ = 0, to_ = 0;  // the part of the record that lies in the window
};

}  // namespace penstock
