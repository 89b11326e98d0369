// See kept_parts.h.
#include "dataset/stores/kept_parts.h"

#include <algorithm>

#include "dataset/stores/open_parts.h"

namespace penstock {
bool read_kept(const std::vector<KeptPart>& parts, int64_t offset, uint8_t* to, int64_t size) {
  const int64_t end = offset + size;
  int64_t at = offset;
  for (const KeptPart& part : parts) {
    if (part.from + part.size <= at) continue;
    if (part.from > at || at == end) break;
    const int64_t count = std::min(end, part.from + part.size) - at;
    const int64_t place = part.at + (at - part.from);
    if (!OpenParts::instance().read(part.path, place, to + (at - offset), count)) return false;
    at += count;
  }
  return at == end;
}

void KeptParts::add(int64_t file, int64_t total, const std::vector<KeptPart>& parts) {
  const auto until = Clock::now() + kValid;
  const std::lock_guard lock(mutex_);
  if (entries_.size() + parts.size() > kMax) entries_.clear();
  for (const KeptPart& part : parts) entries_.insert_or_assign({file, part.from}, Entry{part, total, until});
}

template <class Visit>
bool KeptParts::each(int64_t file, int64_t offset, int64_t end, const Visit& visit) const {
  const auto now = Clock::now();
  auto it = entries_.upper_bound({file, offset});
  if (it == entries_.begin()) return false;
  --it;
  for (int64_t at = offset; at < end; ++it) {
    if (it == entries_.end() || it->first.first != file) return false;
    const Entry& entry = it->second;
    if (entry.until < now || entry.part.from > at || entry.part.from + entry.part.size <= at) return false;
    visit(entry);
    at = entry.part.from + entry.part.size;
    if (at >= entry.total) return true;
  }
  return true;
}

bool KeptParts::has(int64_t file, int64_t offset, int64_t size) const {
  const std::lock_guard lock(mutex_);
  return size >= 0 && !entries_.empty() && each(file, offset, offset + size, [](const Entry&) {});
}

bool KeptParts::read(int64_t file, int64_t offset, uint8_t* to, int64_t size) {
  std::vector<KeptPart> parts;
  {
    const std::lock_guard lock(mutex_);
    if (entries_.empty()) return false;
    if (!each(file, offset, offset + size, [&](const Entry& entry) { parts.push_back(entry.part); })) return false;
  }
  if (read_kept(parts, offset, to, size)) return true;
  const std::lock_guard lock(mutex_);
  for (const KeptPart& part : parts) entries_.erase({file, part.from});
  return false;
}

}  // namespace penstock
