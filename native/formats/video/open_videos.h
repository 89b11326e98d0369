// The videos that the threads of a stage have open. A thread takes one for a clip, and whichever thread makes the clip
// behind it goes on there, so that neighbours are decoded once.
#pragma once
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "formats/video/video_file.h"

namespace penstock::video {

// The packets that a clip takes, and where the last of the clips ends that its thread makes one after the other.
struct ClipWork {
  int64_t begin, end, last_end;
};

// T is an open video; its member video() returns the VideoFile. All threads use the object.
template <class T>
class OpenVideos {
 public:
  // Calls use(T&) with the video of this key that has the least to decode for a frame, or with what make() returns.
  // Where another thread is on its way to the frame, waits for it. Between clips that follow one another on a thread
  // the video is that thread's. After a failure nothing is known of the decoder's state, so the video is closed.
  template <class Make, class Use>
  void use(int64_t key, int32_t frame, const ClipWork& work, const Make& make, const Use& use) const {
    Taken taken(*this, key, frame, work);
    if (!taken.entry->video) taken.entry->video = make();
    use(*taken.entry->video);
    taken.good = true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  // A thread that has not come back after so long does not come: its next clip has failed, or waits for memory.
  static constexpr std::chrono::milliseconds kPause{250};

  struct Entry {
    int64_t key = 0;
    std::unique_ptr<T> video;
    bool busy = true;
    Clock::time_point since;  // of a video that is not busy: when it was used last
    std::thread::id owner;    // of a video that is busy, or goes on on this thread; else none
    // Of the owner's clip, and of its last one.
    int64_t begin = 0, last_end = 0;

    bool is_held() const {
      if (busy) return true;
      return owner != std::thread::id() && owner != std::this_thread::get_id() && Clock::now() - since < kPause;
    }
  };
  using At = typename std::list<Entry>::iterator;

  // The entry of a clip that is made.
  struct Taken {
    Taken(const OpenVideos& videos, int64_t key, int32_t frame, const ClipWork& work) : all(videos), work(work) {
      std::unique_lock lock(all.mutex_);
      all.release_other(key);
      while (all.is_awaited(key, work)) all.changed_.wait_for(lock, kPause);
      entry = all.take(key, frame);
      entry->busy = true;
      entry->owner = std::this_thread::get_id();
      entry->begin = work.begin;
      entry->last_end = work.last_end;
    }
    ~Taken() {
      std::list<Entry> closed;  // behind the lock
      const std::lock_guard lock(all.mutex_);
      entry->busy = false;
      entry->since = Clock::now();
      if (work.end >= work.last_end) entry->owner = {};
      all.entries_.splice(all.entries_.end(), all.entries_, entry);
      if (!good) closed.splice(closed.end(), all.entries_, entry);
      all.drop_oldest(closed);
      all.changed_.notify_all();
    }
    Taken(const Taken&) = delete;

    const OpenVideos& all;
    const ClipWork work;
    At entry;
    bool good = false;
  };

  // What this thread holds of other videos; its clips have ended before they were made.
  void release_other(int64_t key) const {
    for (Entry& e : entries_) {
      if (!e.busy && e.key != key && e.owner == std::this_thread::get_id()) e.owner = {};
    }
    changed_.notify_all();
  }
  // Whether another thread has decoded what this clip begins with, and will end before what it ends with.
  bool is_awaited(int64_t key, const ClipWork& work) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& e) {
      return e.key == key && e.is_held() && e.begin >= work.begin && e.last_end > work.begin && e.last_end <= work.end;
    });
  }
  At take(int64_t key, int32_t frame) const {
    At best = entries_.end();
    int64_t least = INT64_MAX;
    for (At at = entries_.begin(); at != entries_.end(); ++at) {
      if (at->key != key || at->is_held()) continue;
      const int64_t distance = at->video->video().distance(frame);
      if (distance >= least) continue;
      least = distance;
      best = at;
    }
    if (best != entries_.end()) return best;
    entries_.emplace_back().key = key;
    return std::prev(entries_.end());
  }
  // As many stay open as were in use at once, twice.
  void drop_oldest(std::list<Entry>& closed) const {
    const auto busy =
        static_cast<size_t>(std::count_if(entries_.begin(), entries_.end(), [](const Entry& e) { return e.busy; }));
    most_ = std::max(most_, busy + 1);
    for (At at = entries_.begin(); at != entries_.end() && entries_.size() > busy + 2 * most_;) {
      const At next = std::next(at);
      if (!at->is_held()) closed.splice(closed.end(), entries_, at);
      at = next;
    }
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable std::list<Entry> entries_;  // the one used last comes last
  mutable size_t most_ = 0;
};

}  // namespace penstock::video
