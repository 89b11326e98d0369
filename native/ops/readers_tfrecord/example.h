// Parses tf.train.Example, a protobuf message, from a record that lies in a file.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/containers/protobuf.h"

namespace penstock::ops {

enum class ListKind : uint8_t { none, bytes, floats, ints };

// The values of a feature: where they lie in the record, and how many there are.
struct FeatureList {
  ListKind kind = ListKind::none;
  int64_t begin = 0, end = 0;  // the fields of its Feature message that count
  int64_t count = 0;
  int64_t first = 0, length = 0;  // of bytes: the range of the first value
};

class Example : private Protobuf {
 public:
  using Protobuf::Protobuf;

  // The names of features, at most so many, and each as often as the record has it. Throws RecordFault.
  std::vector<std::string> names(size_t most);
  // Finds features by name; `found` gets one entry for each name. Throws RecordFault.
  void find(const std::vector<std::string>& names, FeatureList* found);

  // Copy all values of a feature of that kind, as many as find() has counted.
  void copy_ints(const FeatureList& list, int64_t* to);
  void copy_floats(const FeatureList& list, float* to);

 private:
  template <class Visit>
  void each_entry(const Visit& visit);
  void find_entry(int64_t begin, int64_t end, const std::vector<std::string>& names, FeatureList* found);
  bool is(const Field& key, const std::string& name);
  FeatureList look(int64_t begin, int64_t end);
  void count_values(const Field& list, FeatureList& into);
  template <class Visit>
  void each_value(const FeatureList& list, const Visit& visit);
};

}  // namespace penstock::ops
