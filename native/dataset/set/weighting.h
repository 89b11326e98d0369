// The argument `weights` of readers: how often samples come, by themselves, by their classes, or by a column.
#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "dataset/set/dataset.h"
#include "dataset/set/sample_weights.h"

namespace penstock {

struct Weighting {
  // One of the three is given, or classes are balanced. A column has the weights of samples.
  std::vector<double> samples, classes;
  std::string samples_column;
  bool balanced = false;
  std::string class_column;
  SampleWeights::Rule rule;  // its size is 0 where it is as many as samples with a weight

  // Throws INVALID_ARGUMENT.
  static Weighting of(const nlohmann::json& weights);
  // The column that it reads; empty for none.
  std::string column() const { return balanced || !classes.empty() ? class_column : samples_column; }
  // The weights of the chosen samples of a data set; `chosen` is empty for all of them. Throws INVALID_ARGUMENT.
  std::shared_ptr<const SampleWeights> from(const Dataset& all, const std::vector<int32_t>& chosen) const;
};

}  // namespace penstock
