// See page_cache.h.
#include "parquet/page_cache.h"

#include "parquet/thrift.h"

namespace penstock::parquet {

std::shared_ptr<PageCache::Entry> PageCache::take(int64_t key) const {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Entry>& entry = entries_[key];
  if (entry) {
    use(*entry);
    return entry;
  }
  entry = std::make_shared<Entry>();
  entry->place = order_.insert(order_.begin(), key);
  bytes_ += entry->bytes;
  return entry;
}

PageCache::Values PageCache::get(int64_t key, const std::function<Values()>& make) const {
  const std::shared_ptr<Entry> entry = take(key);
  const std::lock_guard making(entry->making);
  if (!entry->values && !entry->bad) {
    Values made;
    std::unique_ptr<const Bad> bad;
    try {
      made = make();
    } catch (const ParquetFault& fault) {
      bad.reset(new Bad{fault.what(), fault.limit});
    }
    const std::lock_guard lock(mutex_);
    entry->values = std::move(made);
    entry->bad = std::move(bad);
    settle(key, entry);
  }
  if (entry->bad) throw ParquetFault(entry->bad->what, entry->bad->limit);
  return entry->values;
}

// Counts what was made, and drops what is too much.
void PageCache::settle(int64_t key, const std::shared_ptr<Entry>& entry) const {
  // Another thread may have dropped the entry meanwhile.
  const auto found = entries_.find(key);
  if (found == entries_.end() || found->second != entry) return;
  const int64_t size = entry->values ? entry->values->size() : static_cast<int64_t>(entry->bad->what.size());
  entry->bytes += size;
  bytes_ += size;
  use(*entry);
  while (bytes_ > max_bytes_ && entries_.size() > min_entries_) drop_oldest();
}

void PageCache::drop_oldest() const {
  const auto oldest = entries_.find(order_.back());
  bytes_ -= oldest->second->bytes;
  entries_.erase(oldest);
  order_.pop_back();
}

bool PageCache::has(int64_t key) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  if (found == entries_.end() || (!found->second->values && !found->second->bad)) return false;
  use(*found->second);
  return true;
}

int64_t PageCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace penstock::parquet
