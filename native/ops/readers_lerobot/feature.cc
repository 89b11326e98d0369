// See feature.h.
#include "ops/readers_lerobot/feature.h"

#include "core/json.h"

namespace penstock::ops {

std::vector<LerobotFeature> parse_lerobot_features(std::string_view json) {
  std::vector<LerobotFeature> specs;
  const Json parsed = parse_json(json);
  for (const auto& [name, given] : parsed.items()) {
    LerobotFeature spec;
    spec.name = name;
    if (given.contains("dtype")) spec.dtype = given.at("dtype").get<std::string>();
    if (given.contains("deltaTimestamps")) {
      spec.windowed = true;
      spec.deltas = given.at("deltaTimestamps").get<std::vector<double>>();
    }
    if (given.contains("normalize")) {
      const auto mode = given.at("normalize").get<std::string>();
      spec.normalize = mode == "meanStd"  ? LerobotNormalize::mean_std
                       : mode == "minMax" ? LerobotNormalize::min_max
                                          : LerobotNormalize::none;
    }
    specs.push_back(std::move(spec));
  }
  return specs;
}

}  // namespace penstock::ops
