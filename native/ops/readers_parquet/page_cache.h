// Pages that have been unpacked, shared by all threads: those used last are kept, up to a number of bytes. Threads that
// want the same page wait for one of them to unpack it.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "ops/readers_parquet/page.h"

namespace penstock::ops {

class PageCache {
 public:
  using Values = std::shared_ptr<const ColumnValues>;

  explicit PageCache(int64_t most_bytes) : most_bytes_(most_bytes) {}

  // The values with this key, by make() where they are not there. What make() throws goes to every thread that asks.
  Values get(int64_t key, const std::function<Values()>& make) const;
  // Whether the values are there, which then count as used.
  bool has(int64_t key) const;

 private:
  struct Entry {
    std::mutex making;
    Values values;  // set under both mutexes
    // Under mutex_.
    uint64_t used = 0;
    int64_t bytes = 0;
  };

  void drop_oldest(const Entry& kept) const;

  const int64_t most_bytes_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<int64_t, std::shared_ptr<Entry>> entries_;
  mutable uint64_t clock_ = 0;
  mutable int64_t bytes_ = 0;
};

}  // namespace penstock::ops
