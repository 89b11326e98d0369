// Sessions of a GPU's engines that wait for their next use, because making one takes long. Each kind of session has one
// list, for all GPUs.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace penstock::gpu {

struct Device;

// How well a session fits what is asked for.
enum class Fit : uint8_t { none, changed, same };

// A session has device(), the GPU that it belongs to.
template <class Session>
class IdleSessions {
 public:
  // `most`: so many of a GPU wait, and the one that was given back first ends for a further one.
  explicit IdleSessions(int most) : most_(most) {}

  // Calls make(session) with the one that fits best, given back last among its equals, or with null where none fits;
  // it returns the session to use. Where that fails, those of the GPU that wait end, as they may have the memory that
  // it takes, and it is called once more with null. Sessions are made and changed one after the other: drivers have
  // crashed when several threads made some at once.
  template <class Fits, class Make>
  std::unique_ptr<Session> take(const Device& device, const Fits& fits, const Make& make) {
    const std::lock_guard lock(mutex_);
    for (const Fit wanted : {Fit::same, Fit::changed}) {
      const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                      [&](const auto& s) { return &s->device() == &device && fits(*s) == wanted; });
      if (found == waiting_.end()) continue;
      auto session = std::move(*found);
      waiting_.erase(found);
      return make(std::move(session));
    }
    try {
      return make(nullptr);
    } catch (...) {
      if (take_oldest(device, 0).empty()) throw;
    }
    return make(nullptr);
  }

  void give_back(std::unique_ptr<Session> session) {
    const Device& device = session->device();
    List ended;  // they end after the lock
    const std::lock_guard lock(mutex_);
    waiting_.push_front(std::move(session));
    ended = take_oldest(device, most_);
  }

  // Ends those of the GPU.
  void end(const Device& device) {
    List ended;
    const std::lock_guard lock(mutex_);
    ended = take_oldest(device, 0);
  }

 private:
  using List = std::list<std::unique_ptr<Session>>;

  // Takes out those of a GPU that come after the first `kept`.
  List take_oldest(const Device& device, int kept) {
    List taken;
    for (auto at = waiting_.begin(); at != waiting_.end();) {
      const auto next = std::next(at);
      if (&(*at)->device() == &device && kept-- <= 0) taken.splice(taken.end(), waiting_, at);
      at = next;
    }
    return taken;
  }

  const int most_;
  std::mutex mutex_;
  List waiting_;  // the one that was given back last comes first
};

}  // namespace penstock::gpu
