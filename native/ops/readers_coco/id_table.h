// Finds the place of an id in a list of ids: by a table where the ids lie close to each other, by a search otherwise.
// The first one of equal ids is found.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace penstock::ops {

class IdTable {
 public:
  // At most 2^31 - 1 ids.
  explicit IdTable(const std::vector<int64_t>& ids) {
    if (ids.empty()) return;
    const auto [least, most] = std::minmax_element(ids.begin(), ids.end());
    least_ = *least;
    const uint64_t range = static_cast<uint64_t>(*most) - static_cast<uint64_t>(*least);
    if (range <= kRoom + 8 * static_cast<uint64_t>(ids.size())) {
      table_.assign(range + 1, -1);
      for (size_t i = ids.size(); i--;) table_[static_cast<size_t>(ids[i] - least_)] = static_cast<int32_t>(i);
      return;
    }
    for (size_t i = 0; i < ids.size(); ++i) sorted_.emplace_back(ids[i], static_cast<int32_t>(i));
    std::sort(sorted_.begin(), sorted_.end());
  }

  // The place of the id; -1 where it is not in the list.
  int32_t find(int64_t id) const {
    if (!table_.empty()) {
      const uint64_t at = static_cast<uint64_t>(id) - static_cast<uint64_t>(least_);
      return at < table_.size() ? table_[at] : -1;
    }
    const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair<int64_t, int32_t>(id, 0));
    return found != sorted_.end() && found->first == id ? found->second : -1;
  }

 private:
  static constexpr uint64_t kRoom = uint64_t{1} << 20;  // the ids of COCO are below 600,000

  int64_t least_ = 0;
  std::vector<int32_t> table_;
  std::vector<std::pair<int64_t, int32_t>> sorted_;
};

}  // namespace penstock::ops
