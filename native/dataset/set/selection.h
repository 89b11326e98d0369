// Which samples of its data set a reader takes: those that are listed, of a part of a split, not on a skip list, and
// with the values that are asked for; and how often they come. It is the same for all readers.
#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/set/builder.h"
#include "dataset/set/conditions.h"
#include "dataset/set/dataset.h"
#include "dataset/set/weighting.h"

namespace penstock {

struct Selection {
  bool listed = false;
  std::vector<int32_t> indices;  // where they are listed; a sample may come again
  std::vector<std::string> skip_lists;
  double begin = 0, end = 1;  // the part of a split, of the names' fractions
  std::string root;           // which names begin with
  std::vector<Condition> conditions;
  std::optional<Weighting> weighting;

  // The arguments indices, skipList, split, where and weights of a reader, and fileRoot, which may be among others.
  // Throws INVALID_ARGUMENT.
  static Selection of(const nlohmann::json& args, const nlohmann::json& others);

  bool takes_all() const { return !listed && skip_lists.empty() && begin <= 0 && end >= 1 && conditions.empty(); }
  // The columns that conditions and weights read.
  std::vector<std::string> columns() const;
  // The chosen samples of the data set, which may be all, with their weights. The builder is polled, and reads the
  // lists. Throws INVALID_ARGUMENT, EMPTY_DATASET and what reading a list throws.
  std::shared_ptr<Dataset> from(std::shared_ptr<Dataset> all, const DatasetBuilder& builder) const;
};

// The name of a sample: its source below the folder of the reader, or else from the name of its file on.
std::string_view name_below(std::string_view source, std::string_view root);

// A number from 0 to 1 that follows from the name: FNV-1a of 64 bits, mixed by the last steps of MurmurHash3.
double fraction_of(std::string_view name);

}  // namespace penstock
