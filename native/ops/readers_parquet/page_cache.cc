// See page_cache.h.
#include "ops/readers_parquet/page_cache.h"

#include <algorithm>

namespace penstock::ops {

PageCache::Values PageCache::get(int64_t key, const std::function<Values()>& make) const {
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Entry>& found = entries_[key];
    if (!found) found = std::make_shared<Entry>();
    found->used = ++clock_;
    entry = found;
  }
  const std::lock_guard making(entry->making);
  if (entry->values) return entry->values;
  Values made = make();
  const std::lock_guard lock(mutex_);
  entry->values = made;
  // Another thread may have dropped the entry meanwhile.
  const auto found = entries_.find(key);
  if (found == entries_.end() || found->second != entry) return made;
  entry->bytes = made->size();
  bytes_ += entry->bytes;
  while (bytes_ > most_bytes_ && entries_.size() > 1) drop_oldest(*entry);
  return made;
}

bool PageCache::has(int64_t key) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  if (found == entries_.end() || !found->second->values) return false;
  found->second->used = ++clock_;
  return true;
}

void PageCache::drop_oldest(const Entry& kept) const {
  auto oldest = entries_.end();
  for (auto i = entries_.begin(); i != entries_.end(); ++i) {
    if (i->second.get() == &kept) continue;
    if (oldest == entries_.end() || i->second->used < oldest->second->used) oldest = i;
  }
  bytes_ -= oldest->second->bytes;
  entries_.erase(oldest);
}

}  // namespace penstock::ops
