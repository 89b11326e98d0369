// See open_parts.h.
#include "dataset/stores/open_parts.h"

#include <algorithm>
#include <vector>

#include "core/error.h"

namespace penstock {

OpenParts& OpenParts::instance() {
  static auto* parts = new OpenParts();  // leaked: threads may outlive static destructors
  return *parts;
}

bool OpenParts::read(const std::string& path, int64_t at, uint8_t* to, int64_t size) {
  try {
    get(path)->read(at, to, size);
    return true;
  } catch (const Error&) {
    close(path);
    return false;
  }
}

std::shared_ptr<const KeptFile> OpenParts::get(const std::string& path) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(path);
    if (found != open_.end()) {
      found->second.used = ++clock_;
      return found->second.file;
    }
  }
  auto file = std::make_shared<const KeptFile>(path);
  const std::lock_guard lock(mutex_);
  if (open_.size() >= kMax) drop_older_half();
  Entry& entry = open_[path];
  entry.file = file;
  entry.used = ++clock_;
  return file;
}

void OpenParts::drop_older_half() {
  std::vector<uint64_t> uses;
  uses.reserve(open_.size());
  for (const auto& [path, entry] : open_) uses.push_back(entry.used);
  const auto middle = uses.begin() + static_cast<int64_t>(uses.size() / 2);
  std::nth_element(uses.begin(), middle, uses.end());
  for (auto it = open_.begin(); it != open_.end();) it = it->second.used < *middle ? open_.erase(it) : std::next(it);
}

void OpenParts::close(const std::string& path) {
  const std::lock_guard lock(mutex_);
  open_.erase(path);
}

void OpenParts::close_all() {
  const std::lock_guard lock(mutex_);
  open_.clear();
}

}  // namespace penstock
