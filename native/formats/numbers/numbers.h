// Numbers that a reader finds as text, in a file of a sample or in a feature of a record: one number, several of them,
// or a field of JSON. `parse` of readers says which.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace penstock {

struct Parse {
  enum Kind : uint8_t { bytes, number, numbers, json };
  static constexpr int64_t kAny = -1;
  Kind kind = bytes;
  std::vector<std::string> path;  // of kind json: the names and places on the way to the field
  std::vector<int64_t> lengths;   // of a result's dimensions, where kAny follows from the text; none for one number
  bool any_rank = false;          // numbers and lists of any depth are taken, whatever `lengths` has
  std::string text;               // as the user wrote it

  // False where the shape is known only from the text.
  bool fixed_shape(Shape& shape) const;
  // The shape of no numbers; false where there must be some.
  bool empty_shape(Shape& shape) const;
};

// Takes an entry of `parse`: 'bytes', 'number', 'numbers', or 'json' with a path and brackets for each dimension.
// Throws INVALID_ARGUMENT, where `argument` names the entry.
Parse parse_of(std::string_view text, const std::string& argument);

// A number as it is written, before it becomes one of a dtype.
struct Number {
  double real = 0;
  uint64_t magnitude = 0;  // of a whole number
  bool whole = false, negative = false;

  static Number of(double value);
  static Number of(uint64_t magnitude, bool negative);
};

// The numbers of one text. An object is used for one text after the other, so that few of them allocate.
class Numbers {
 public:
  // Reads the numbers of a text, which `of` names in errors. Throws BAD_SAMPLE.
  void read(const Parse& parse, std::string_view text, const std::string& of);
  // [] for one number, [count] for several, and the lengths of nested lists of JSON.
  const Shape& shape() const { return shape_; }
  int64_t count() const { return static_cast<int64_t>(values_.size()); }
  // Writes count() elements. Throws BAD_SAMPLE for a number that the dtype does not hold.
  void write(DType dtype, void* to, const std::string& of) const;

 private:
  std::vector<Number> values_;
  Shape shape_;
};

// A text as errors show it: its beginning, on one line, in quotes.
std::string quoted_text(std::string_view text);

}  // namespace penstock
