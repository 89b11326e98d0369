// How far an index() is: which of its files it lists, of how many, and how many samples it has found. Its threads
// write, and any thread may ask.
#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace penstock {

class IndexProgress {
 public:
  // `wanted`: state() will be asked for, so the sizes of files may be looked up before their turn.
  explicit IndexProgress(bool wanted = false) : wanted_(wanted) {}

  // The files that will be listed next. Files that are listed without this call count from their turn on.
  void expect(const std::vector<std::string>& paths);
  void count(int64_t samples) { samples_.store(samples, std::memory_order_relaxed); }

  struct State {
    std::string file;  // that is being listed, or was last; a URL without what may be secret in it
    int64_t files = 0, files_done = 0, bytes = 0, bytes_done = 0, samples = 0;
    bool sized = true;  // `bytes` counts all files that are known
  };
  State state() const;

 private:
  friend class ListedFile;
  void begin(const std::string& path, int64_t size);
  void pass(int64_t bytes);
  void end();

  const bool wanted_;
  std::atomic<int64_t> files_{0}, done_{0}, bytes_{0}, unsized_{0}, bytes_done_{0}, samples_{0};
  std::atomic<int64_t> expected_{0};  // files that were told of before their turn, and have not had it
  mutable std::mutex mutex_;
  std::string file_;
};

// A file, or a folder, while a thread lists it.
class ListedFile {
 public:
  // `size`: 0 for a folder.
  ListedFile(IndexProgress& progress, const std::string& path, int64_t size);
  ~ListedFile();
  ListedFile(const ListedFile&) = delete;
  ListedFile& operator=(const ListedFile&) = delete;

  // All bytes in front of this one were passed.
  void at(int64_t offset) {
    if (offset <= passed_) return;
    progress_.pass(offset - passed_);
    passed_ = offset;
  }

 private:
  IndexProgress& progress_;
  const int64_t size_;
  int64_t passed_ = 0;
};

}  // namespace penstock
