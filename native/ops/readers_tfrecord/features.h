// The features that a reader is asked for: `features` of op.json, in the order of the outputs.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"
#include "formats/numbers/numbers.h"
#include "ops/readers_tfrecord/example.h"

namespace penstock::ops {

struct FeatureSpec {
  std::string name;
  std::string shown;  // as errors name it: "feature 'x'"
  bool fixed = false;
  ListKind kind = ListKind::ints;
  Parse parse;  // how a string becomes numbers; of kind bytes: not at all
  std::vector<int64_t> shape;
  bool has_default = false;
  std::vector<double> numbers;  // the default: one value for all elements, or one for each
  std::string text;             // the default of a string

  DType dtype() const;
  bool parsed() const { return parse.kind != Parse::bytes; }
  // What records have.
  ListKind stored() const { return parsed() ? ListKind::bytes : kind; }
  // The product of the shape.
  int64_t volume() const;
  // The shape of an output of `count` values. Throws BAD_SAMPLE when a feature may not have them.
  Shape shape_of(int64_t count) const;
};

// The dtype of a feature as `features` calls it.
const char* kind_name(ListKind kind);

// Parses the argument, JSON of an object by name; sorted by the bytes of the names. Throws INVALID_ARGUMENT.
std::vector<FeatureSpec> parse_features(std::string_view json);

}  // namespace penstock::ops
