// The order in which the actors of one stage queue their batches on a GPU. Actors take batches in turn and are free
// otherwise, so one of them could stay a round ahead of the others for ever: its batches would be decoded before those
// that the consumer needs first, and the consumer would get three batches together after a long wait.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>

namespace penstock::gpu {

class BatchTurns {
 public:
  // The turns of a stage, by a number of its own, which live as long as one of its programs; null for 0.
  static std::shared_ptr<BatchTurns> of(int stage);

  // Waits until every batch before this one has passed. A batch may never come (its actor has failed), so no wait is
  // longer than kMaxWait.
  void await(int64_t batch);
  // Says that the batch is queued, or will not be.
  void pass(int64_t batch);

  static constexpr double kMaxWait = 0.1;  // seconds

 private:
  void skip_to(int64_t batch);
  std::mutex mutex_;
  std::condition_variable changed_;
  int64_t next_ = 0;
  std::set<int64_t> passed_;  // batches behind next_ that had nothing to wait for
};

// One batch's turn. It passes at the latest when this ends. Without turns, it does nothing.
class BatchTurn {
 public:
  BatchTurn(BatchTurns* turns, int64_t batch) : turns_(turns), batch_(batch) {}
  BatchTurn(const BatchTurn&) = delete;
  ~BatchTurn() { pass(); }
  void await() {
    if (turns_) turns_->await(batch_);
  }
  void pass() {
    if (turns_) turns_->pass(batch_);
    turns_ = nullptr;
  }

 private:
  BatchTurns* turns_;
  const int64_t batch_;
};

}  // namespace penstock::gpu
