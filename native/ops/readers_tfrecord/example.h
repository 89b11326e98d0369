// Parses tf.train.Example, a protobuf message, from a record that lies in a file: only what is asked for is read, so
// that an image in it is copied once. Every length is checked against what surrounds it.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/record_source.h"

namespace penstock::ops {

enum class ListKind : uint8_t { none, bytes, floats, ints };

// The values of a feature: where they lie in the record, and how many there are.
struct FeatureList {
  ListKind kind = ListKind::none;
  int64_t begin = 0, end = 0;  // the fields of its Feature message that count
  int64_t count = 0;
  int64_t first = 0, length = 0;  // of bytes: the range of the first value
};

class Example {
 public:
  explicit Example(const RecordSource& source) : source_(source) {}

  // Finds features by name; `found` gets one entry for each name. Throws RecordFault.
  void find(const std::vector<std::string>& names, FeatureList* found);

  // Copy all values of a feature of that kind, as many as find() has counted.
  void copy_ints(const FeatureList& list, int64_t* to);
  void copy_floats(const FeatureList& list, float* to);

 private:
  struct Field {
    uint32_t number = 0, wire = 0;
    int64_t begin = 0, end = 0;  // of the value; for wire type 2 without its length
  };

  uint8_t byte(int64_t at);
  uint64_t varint(int64_t& at, int64_t end);
  bool next(int64_t& at, int64_t end, Field& field);
  void find_entry(int64_t begin, int64_t end, const std::vector<std::string>& names, FeatureList* found);
  bool is(const Field& key, const std::string& name);
  FeatureList look(int64_t begin, int64_t end);
  void count_values(const Field& list, FeatureList& into);
  template <class Visit>
  void each_value(const FeatureList& list, const Visit& visit);

  const RecordSource& source_;
  std::array<uint8_t, 512> window_;
  int64_t from_ = 0, to_ = 0;  // the part of the record that lies in the window
};

}  // namespace penstock::ops
