// See copier.h. One stream per GPU and thread that copies; a thread's streams end with it.
#include "gpu_host/copier.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>

#include "core/threads.h"
#include "gpu_host/test_faults.h"

namespace penstock::gpu {
namespace {

Stream* stream_for(Device* device) {
  thread_local std::map<Device*, StreamOwner> streams;
  StreamOwner& stream = streams[device];
  if (!stream) must(plugin().stream_open(device, stream.out()));
  return stream;
}

struct Job {
  std::shared_ptr<DeviceSlot> slot;
  std::vector<CopyPart> parts;
  std::shared_ptr<PendingReads> reads;
  std::function<void(bool)> done;
};

class Copier {
 public:
  void push(Job job) {
    std::lock_guard lock(mutex_);
    // The thread starts first, so that a queued copy is certain to be made.
    if (!started_) start_thread("penstock/copy", [this] { loop(); }).detach();
    started_ = true;
    jobs_.push_back(std::move(job));
    wake_.notify_one();
  }

 private:
  void loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return !jobs_.empty(); });
      Job job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      if (job.reads->enter()) {
        const bool ok = copy(job);
        job.slot.reset();
        job.done(ok);
        job.reads->leave();
      }
      job = {};
      lock.lock();
    }
  }

  static bool copy(const Job& job) {
    try {
      read_device(*job.slot, job.parts);
      return true;
    } catch (...) {
      return false;
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  bool started_ = false;
};

}  // namespace

void read_device(DeviceSlot& slot, const std::vector<CopyPart>& parts) {
  if (parts.empty() && test_faults().no_wait) return;
  Stream* stream = stream_for(slot.device());
  slot.wait(stream);
  for (const CopyPart& p : parts) must(plugin().copy(stream, p.to, p.from, p.bytes));
  must(plugin().stream_sync(stream));
}

void PendingReads::close() {
  std::unique_lock lock(mutex_);
  closed_ = true;
  idle_.wait(lock, [this] { return running_ == 0; });
}

bool PendingReads::enter() {
  std::lock_guard lock(mutex_);
  if (closed_) return false;
  ++running_;
  return true;
}

void PendingReads::leave() {
  std::lock_guard lock(mutex_);
  --running_;
  idle_.notify_all();
}

void read_device_later(std::shared_ptr<DeviceSlot> slot, std::vector<CopyPart> parts,
                       std::shared_ptr<PendingReads> reads, std::function<void(bool)> done) {
  // Never destroyed, as the thread pool is not: its thread runs until the process exits.
  static auto* copier = new Copier();
  copier->push({std::move(slot), std::move(parts), std::move(reads), std::move(done)});
}

}  // namespace penstock::gpu
