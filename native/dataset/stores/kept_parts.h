// Remembers which parts of objects the client's cache has on the disk, from its answers. Such parts are read there,
// without a request. Each is asked for anew after a while, because a request tells the cache that the part is in use. A
// part that another process has deleted is forgotten.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "dataset/stores/object_store.h"

namespace penstock {

// Fills to[0, size) with the bytes of an object from `offset` on; returns false where a part is missing or cannot be
// read.
bool read_kept(const std::vector<KeptPart>& parts, int64_t offset, uint8_t* to, int64_t size);

// All threads use it.
class KeptParts {
 public:
  // `total`: bytes of the whole object.
  void add(int64_t file, int64_t total, const std::vector<KeptPart>& parts);
  // Whether these bytes are kept, up to the object's end, and need not be asked for.
  bool has(int64_t file, int64_t offset, int64_t size) const;
  // Fills to[0, size); returns false where the bytes are not kept.
  bool read(int64_t file, int64_t offset, uint8_t* to, int64_t size);

 private:
  using Clock = std::chrono::steady_clock;
  // Much shorter than what an epoch of a set takes that is larger than its cache, and asked for seldom.
  static constexpr std::chrono::minutes kValid{10};
  static constexpr size_t kMax = size_t{1} << 18;
  struct Entry {
    KeptPart part;
    int64_t total;
    Clock::time_point until;
  };
  using Entries = std::map<std::pair<int64_t, int64_t>, Entry>;  // by file and place

  // Calls visit(entry) for the parts that have the range; returns false where one is missing.
  template <class Visit>
  bool each(int64_t file, int64_t offset, int64_t end, const Visit& visit) const;

  mutable std::mutex mutex_;
  Entries entries_;
};

}  // namespace penstock
