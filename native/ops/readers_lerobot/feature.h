// The argument `features` of readers.lerobot, as it is given.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace penstock::ops {

enum class LerobotNormalize { none, mean_std, min_max };

struct LerobotFeature {
  std::string name;
  std::string dtype;  // empty: that of the set
  bool windowed = false;
  std::vector<double> deltas;  // deltaTimestamps, in seconds
  LerobotNormalize normalize = LerobotNormalize::none;
};

// Parses the JSON of the argument: the outputs, in their order.
std::vector<LerobotFeature> parse_lerobot_features(std::string_view json);

}  // namespace penstock::ops
