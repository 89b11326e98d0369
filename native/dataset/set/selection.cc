// See selection.h.
#include "dataset/set/selection.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/fnv.h"
#include "dataset/files/disk.h"
#include "dataset/set/reader_op.h"

namespace penstock {
namespace {

constexpr Wanted kSkipList{"skipList", "a text file with the name of a sample in each line"};

std::unordered_set<std::string> names_in(const std::vector<std::string>& lists, const DatasetBuilder& builder) {
  std::unordered_set<std::string> names;
  for (const std::string& path : lists) {
    each_line(path, kSkipList, builder, [&](std::string_view line) {
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      if (!line.empty()) names.emplace(line);
    });
  }
  return names;
}

std::vector<int32_t> chosen_of(const Selection& from, const Dataset& all, const DatasetBuilder& builder) {
  const std::unordered_set<std::string> skipped = names_in(from.skip_lists, builder);
  const bool divided = from.begin > 0 || from.end < 1, named = divided || !skipped.empty();
  const Filter filter(from.conditions, all);
  std::vector<int32_t> chosen;
  std::string source;
  const auto consider = [&](int64_t sample) {
    builder.poll();
    if (!filter.passes(sample)) return;
    if (named) {
      source.clear();
      all.append_source(sample, source);
      const std::string name(name_below(source, from.root));
      if (skipped.count(source) || skipped.count(name)) return;
      const double at = fraction_of(name);
      if (divided && (at < from.begin || at >= from.end)) return;
    }
    chosen.push_back(static_cast<int32_t>(sample));
  };
  if (from.listed) {
    for (size_t i = 0; i < from.indices.size(); ++i) {
      if (from.indices[i] >= 0 && from.indices[i] < all.count()) {
        consider(from.indices[i]);
        continue;
      }
      refuse("Expected numbers of samples from 0 to " + std::to_string(all.count() - 1) + " for indices but received " +
                 std::to_string(from.indices[i]) + " at [" + std::to_string(i) + "]",
             "They count the samples in the order of a reader without a shuffle");
    }
  } else {
    for (int64_t i = 0; i < all.count(); ++i) consider(i);
  }
  if (!chosen.empty()) return chosen;
  throw Error(
      ErrorCode::EMPTY_DATASET,
      "Expected samples to read but indices, split, skipList and where leave none of " + std::to_string(all.count()),
      "Look at these arguments");
}

}  // namespace

std::string_view name_below(std::string_view source, std::string_view root) {
  if (!root.empty() && source.substr(0, root.size()) == root) {
    const size_t begin = source.find_first_not_of('/', root.size());
    if (begin != std::string_view::npos && (begin > root.size() || root.back() == '/')) return source.substr(begin);
  }
  // A key behind the place may have slashes, too; the place ends with the first colon behind a folder.
  const size_t scheme = source.find("://");
  const size_t colon = source.find(':', scheme == std::string_view::npos ? 0 : scheme + 3);
  const size_t slash = source.rfind('/', colon == std::string_view::npos ? source.size() : colon);
  return slash == std::string_view::npos ? source : source.substr(slash + 1);
}

double fraction_of(std::string_view name) {
  uint64_t hash = fnv1a(name);
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdu;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53u;
  return static_cast<double>((hash ^ (hash >> 33)) >> 11) * 0x1p-53;
}

std::vector<std::string> Selection::columns() const {
  std::vector<std::string> names;
  for (const Condition& condition : conditions) names.push_back(condition.column);
  const std::string weighted = weighting ? weighting->column() : "";
  if (!weighted.empty() && std::find(names.begin(), names.end(), weighted) == names.end()) names.push_back(weighted);
  return names;
}

std::shared_ptr<Dataset> Selection::from(std::shared_ptr<Dataset> all, const DatasetBuilder& builder) const {
  std::vector<int32_t> chosen;
  if (!takes_all()) chosen = chosen_of(*this, *all, builder);
  const auto weights = weighting ? weighting->from(*all, chosen) : nullptr;
  std::shared_ptr<Dataset> made = chosen.empty() ? std::move(all) : Dataset::choose(std::move(all), std::move(chosen));
  if (weights) made->set_weights(weights);
  return made;
}

}  // namespace penstock
