// What a thread of a program did last: which operator it ran for which sample, and when. The thread that works as this
// worker writes; any thread may read at any time, and neither waits for the other.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace penstock {

struct OpCall {
  uint64_t begin = 0, end = 0;  // ns of the monotonic clock
  int thread = 0;               // the system's number of the thread
  int op = 0;                   // position of the operator in its program
  int64_t sample = 0;           // index in the data set
};

class OpCalls {
 public:
  static constexpr uint64_t kKept = 1024;

  // Costs a few stores. The memory, 32 KB, is taken at the first call.
  void add(int op, int64_t sample, uint64_t begin, uint64_t end);

  // The last calls, oldest first; at most kKept, and none that is being written.
  std::vector<OpCall> recent() const;

 private:
  // Words of an entry.
  enum { kBegin, kEnd, kWhat, kSample, kWords };
  using Word = std::atomic<uint64_t>;
  std::atomic<Word*> entries_{nullptr};
  std::unique_ptr<Word[]> memory_;
  std::atomic<uint64_t> written_{0};
};

}  // namespace penstock
