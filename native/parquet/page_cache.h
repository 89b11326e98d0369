// Pages that have been unpacked, shared by all threads: those used last are kept, up to a number of bytes. Threads that
// want the same page wait for one of them to unpack it. A page that is damaged is remembered as such.
#pragma once
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "parquet/values.h"

namespace penstock::parquet {

class PageCache {
 public:
  using Values = std::shared_ptr<const ColumnValues>;

  // So many entries stay, however large they are: those that rows in order need at one time. Each of them would be
  // unpacked again for every row otherwise.
  PageCache(int64_t max_bytes, size_t min_entries) : max_bytes_(max_bytes), min_entries_(min_entries) {}

  // The values with this key, by make() where they are not there. A ParquetFault that make() throws goes to every
  // caller that asks, now and later; another exception goes to its own caller, and the next one tries again.
  Values get(int64_t key, const std::function<Values()>& make) const;
  // Whether the page is there, which then counts as used.
  bool has(int64_t key) const;
  int64_t bytes() const;

 private:
  // The memory of an entry beside its values.
  static constexpr int64_t kEntryBytes = 256;

  struct Bad {
    std::string what;
    const char* limit;
  };
  struct Entry {
    std::mutex making;
    // Set under both mutexes: one of the two, when it is made.
    Values values;
    std::unique_ptr<const Bad> bad;
    // Under mutex_.
    std::list<int64_t>::iterator place;
    int64_t bytes = kEntryBytes;
  };
  using Entries = std::unordered_map<int64_t, std::shared_ptr<Entry>>;

  std::shared_ptr<Entry> take(int64_t key) const;
  void use(Entry& entry) const { order_.splice(order_.begin(), order_, entry.place); }
  void settle(int64_t key, const std::shared_ptr<Entry>& entry) const;
  void drop_oldest() const;

  const int64_t max_bytes_;
  const size_t min_entries_;
  mutable std::mutex mutex_;
  mutable Entries entries_;
  mutable std::list<int64_t> order_;  // keys, those used last in front
  mutable int64_t bytes_ = 0;
};

}  // namespace penstock::parquet
