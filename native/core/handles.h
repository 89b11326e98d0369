// The process-wide table of native objects. The addon is loaded in many threads; JavaScript passes the numbers.
// Lookups hand out shared pointers, so closing a handle never frees what a running call still uses.
#pragma once
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/error.h"

namespace penstock {

struct Object {
  virtual ~Object() = default;
  // Called when its owner closes it, unlike when the owner's environment goes down.
  virtual void shut() {}
};

class Handles {
 public:
  static Handles& instance() {
    static Handles* table = new Handles();  // leaked: threads may outlive static destructors
    return *table;
  }

  int add(std::shared_ptr<Object> object) {
    std::lock_guard lock(mutex_);
    objects_.emplace(next_, std::move(object));
    return next_++;
  }

  template <class T>
  std::shared_ptr<T> get(int handle) {
    std::shared_ptr<T> found;
    {
      std::lock_guard lock(mutex_);
      auto it = objects_.find(handle);
      if (it != objects_.end()) found = std::dynamic_pointer_cast<T>(it->second);
    }
    if (!found) fail(ErrorCode::PIPELINE_CLOSED, "native handle %d is closed", handle);
    return found;
  }

  // What the handle stood for; empty when it was closed already.
  std::shared_ptr<Object> close(int handle) {
    std::lock_guard lock(mutex_);
    auto it = objects_.find(handle);
    if (it == objects_.end()) return nullptr;
    std::shared_ptr<Object> object = std::move(it->second);
    objects_.erase(it);
    return object;
  }

  size_t size() {
    std::lock_guard lock(mutex_);
    return objects_.size();
  }

 private:
  std::mutex mutex_;
  std::unordered_map<int, std::shared_ptr<Object>> objects_;
  int next_ = 2;  // 0 and 1 mean "nobody" and "a thread" in a bell's waiting word
};

}  // namespace penstock
