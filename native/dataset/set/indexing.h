// A task: a thread that builds a data set, writes an index or looks at files, and can be cancelled. It is a native
// thread, so it starts at once and needs no JavaScript worker.
#pragma once
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "core/handles.h"
#include "dataset/set/progress.h"

namespace penstock {

class IndexingThread : public Object {
 public:
  using Work =
      std::function<std::shared_ptr<Object>(const std::atomic<bool>& cancelled, const std::shared_ptr<IndexProgress>&)>;
  // `told` is called once, on the thread, when take() returns without waiting. `watched`: report() will be asked.
  IndexingThread(Work work, std::function<void()> told, bool watched = false);
  // Cancels, and waits for the thread. That takes no longer than one read of a folder or file.
  ~IndexingThread() override;

  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  void shut() override { cancel(); }

  // IndexState of src/native/dataset.ts, as JSON.
  std::string report() const;

  // Waits, and returns what was made, once. Throws the exception of the work, or ABORTED after cancel().
  std::shared_ptr<Object> take();

 private:
  std::atomic<bool> cancelled_{false};
  const std::shared_ptr<IndexProgress> progress_;
  std::shared_ptr<Object> made_;
  std::exception_ptr failure_;
  std::thread thread_;  // the last member, because it uses the others
};

}  // namespace penstock
