// A thread that builds a data set and can be cancelled. It is a native thread, so it starts at once and needs no
// JavaScript worker.
#pragma once
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <thread>

#include "core/handles.h"
#include "dataset/dataset.h"

namespace penstock {

class IndexingThread : public Object {
 public:
  // `told` is called once, on the thread, when take() returns without waiting.
  IndexingThread(std::function<std::shared_ptr<Dataset>(const std::atomic<bool>&)> index, std::function<void()> told);
  // Cancels, and waits for the thread. That takes no longer than one read of a folder or file.
  ~IndexingThread() override;

  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  void shut() override { cancel(); }

  // Returns the data set, once. Throws the exception of index(), or ABORTED after cancel().
  std::shared_ptr<Dataset> take();

 private:
  std::atomic<bool> cancelled_{false}, done_{false};
  std::shared_ptr<Dataset> made_;
  std::exception_ptr failure_;
  std::thread thread_;  // the last member, because it uses the others
};

}  // namespace penstock
