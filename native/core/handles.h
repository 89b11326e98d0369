// The process-wide table of native objects. The addon is loaded in many JavaScript threads, which pass objects to it as
// numbers. A lookup returns a shared pointer, so closing a handle never frees an object that a running call still uses.
// The number of a closed object is not used again: at a million handles a second, 53 bits last for 280 years.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/error.h"

namespace penstock {

// A whole number below 2^53, so that a JavaScript number can hold it.
using Handle = int64_t;

struct Object {
  virtual ~Object() = default;
  // Called when the owner closes the handle, but not when the owner's environment ends.
  virtual void shut() {}
};

class Handles {
 public:
  static Handles& instance() {
    static Handles* table = new Handles();  // leaked: threads may outlive static destructors
    return *table;
  }

  Handle add(std::shared_ptr<Object> object) {
    std::lock_guard lock(mutex_);
    objects_.emplace(next_, std::move(object));
    return next_++;
  }

  // Adds an object under a number below kFirst, which fits in the 32 bits of a bell's waiting word. A number of this
  // kind is used again only after all the others have been used.
  Handle add_word(std::shared_ptr<Object> object) {
    std::lock_guard lock(mutex_);
    while (objects_.count(next_word_)) pass_word();
    const Handle handle = next_word_;
    objects_.emplace(handle, std::move(object));
    pass_word();
    return handle;
  }

  template <class T>
  std::shared_ptr<T> get(Handle handle) {
    std::shared_ptr<T> found;
    {
      std::lock_guard lock(mutex_);
      auto it = objects_.find(handle);
      if (it != objects_.end()) found = std::dynamic_pointer_cast<T>(it->second);
    }
    if (!found) fail(ErrorCode::PIPELINE_CLOSED, "native handle %lld is closed", static_cast<long long>(handle));
    return found;
  }

  // Removes the handle and returns its object; returns null when the handle is already closed.
  std::shared_ptr<Object> close(Handle handle) {
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
  static constexpr Handle kFirst = Handle{1} << 32;
  static constexpr Handle kFirstWord = 2;  // in a bell's waiting word, 0 means that no one waits and 1 means a thread

  void pass_word() {
    if (++next_word_ == kLastWord) next_word_ = kFirstWord;
  }
  static constexpr Handle kLastWord = INT32_MAX;

  std::mutex mutex_;
  std::unordered_map<Handle, std::shared_ptr<Object>> objects_;
  Handle next_ = kFirst, next_word_ = kFirstWord;
};

}  // namespace penstock
