// Records which streams and events of the emulated device are open. A real device uses a closed handle as whatever lies
// at its address now, and corrupts memory silently. The emulated one ends the process and names the call that was
// wrong.
#pragma once
#include <mutex>
#include <unordered_set>

namespace emulated {

// Ends the process with a message.
[[noreturn]] void misuse(const char* call, const char* kind, const char* what, const void* handle);

// The handles of one kind. A closed handle's memory is kept, so that no other handle ever gets its address.
template <class T>
class LiveHandles {
 public:
  explicit LiveHandles(const char* kind) : kind_(kind) {}

  T* open(T* handle) {
    std::lock_guard lock(mutex_);
    open_.insert(handle);
    return handle;
  }
  // Calls `body` with each handle that is open.
  template <class F>
  void each(F&& body) {
    std::lock_guard lock(mutex_);
    for (T* handle : open_) body(*handle);
  }
  void check(const T* handle, const char* call) {
    std::lock_guard lock(mutex_);
    check_locked(handle, call);
  }
  void close(T* handle, const char* call) {
    std::lock_guard lock(mutex_);
    check_locked(handle, call);
    open_.erase(handle);
    ended_.insert(handle);
  }

 private:
  void check_locked(const T* handle, const char* call) {
    if (open_.count(const_cast<T*>(handle))) return;
    misuse(call, kind_, ended_.count(const_cast<T*>(handle)) ? "that has ended" : "that the device never gave", handle);
  }

  const char* kind_;
  std::mutex mutex_;
  std::unordered_set<T*> open_, ended_;
};

}  // namespace emulated
