// Parts of files that have been unpacked, shared by all threads: those used last are kept, up to a number of bytes.
// Threads that want the same part wait for one of them to unpack it. A part that is damaged is remembered as such.
// `Value` has size(), its bytes; `Fault` is made of a text and `limit`, which it has as members what() and limit.
#pragma once
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace penstock {

template <class Value, class Fault>
class UnpackedCache {
 public:
  using Values = std::shared_ptr<const Value>;

  // So many entries stay, however large they are: those that samples in order need at one time. Each of them would be
  // unpacked again for every sample otherwise.
  UnpackedCache(int64_t max_bytes, size_t min_entries) : max_bytes_(max_bytes), min_entries_(min_entries) {}

  // The values with this key, by make() where they are not there. A Fault that make() throws goes to every caller that
  // asks, now and later; another exception goes to its own caller, and the next one tries again.
  Values get(int64_t key, const std::function<Values()>& make) const {
    const std::shared_ptr<Entry> entry = take(key);
    const std::lock_guard making(entry->making);
    if (!entry->values && !entry->bad) {
      Values made;
      std::unique_ptr<const Bad> bad;
      try {
        made = make();
      } catch (const Fault& fault) {
        bad.reset(new Bad{fault.what(), fault.limit});
      }
      const std::lock_guard lock(mutex_);
      entry->values = std::move(made);
      entry->bad = std::move(bad);
      settle(key, entry);
    }
    if (entry->bad) throw Fault(entry->bad->what, entry->bad->limit);
    return entry->values;
  }

  // Whether the part is there, which then counts as used.
  bool has(int64_t key) const {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end() || (!found->second->values && !found->second->bad)) return false;
    use(*found->second);
    return true;
  }

  int64_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

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

  std::shared_ptr<Entry> take(int64_t key) const {
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

  void use(Entry& entry) const { order_.splice(order_.begin(), order_, entry.place); }

  // Counts what was made, and drops what is too much.
  void settle(int64_t key, const std::shared_ptr<Entry>& entry) const {
    // Another thread may have dropped the entry meanwhile.
    const auto found = entries_.find(key);
    if (found == entries_.end() || found->second != entry) return;
    const int64_t size = entry->values ? entry->values->size() : static_cast<int64_t>(entry->bad->what.size());
    entry->bytes += size;
    bytes_ += size;
    use(*entry);
    while (bytes_ > max_bytes_ && entries_.size() > min_entries_) drop_oldest();
  }

  void drop_oldest() const {
    const auto oldest = entries_.find(order_.back());
    bytes_ -= oldest->second->bytes;
    entries_.erase(oldest);
    order_.pop_back();
  }

  const int64_t max_bytes_;
  const size_t min_entries_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<int64_t, std::shared_ptr<Entry>> entries_;
  mutable std::list<int64_t> order_;  // keys, those used last in front
  mutable int64_t bytes_ = 0;
};

}  // namespace penstock
