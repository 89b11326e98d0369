// See progress.h.
#include "dataset/set/progress.h"

#include <sys/stat.h>

#include <algorithm>

#include "dataset/stores/object_store.h"

namespace penstock {
namespace {

void add(std::atomic<int64_t>& to, int64_t change) { to.fetch_add(change, std::memory_order_relaxed); }

}  // namespace

void IndexProgress::expect(const std::vector<std::string>& paths) {
  if (!wanted_) return;
  for (const std::string& path : paths) {
    struct stat st;
    const bool sized = !is_remote(path) && stat(path.c_str(), &st) == 0;
    if (sized) {
      add(bytes_, st.st_size);
    } else {
      add(unsized_, 1);
    }
    awaited_.push_back(!sized);
  }
  add(files_, static_cast<int64_t>(paths.size()));
}

void IndexProgress::begin(const std::string& path, int64_t size) {
  const bool expected = next_ < awaited_.size(), awaited = expected && awaited_[next_++];
  if (!expected) add(files_, 1);
  if (!expected || awaited) add(bytes_, size);
  if (awaited) add(unsized_, -1);
  const std::lock_guard lock(mutex_);
  file_ = path;
}

void IndexProgress::end(int64_t size) {
  before_ += size;
  bytes_done_.store(before_, std::memory_order_relaxed);
  add(done_, 1);
}

IndexProgress::State IndexProgress::state() const {
  State s;
  {
    const std::lock_guard lock(mutex_);
    s.file = shown_path(file_);
  }
  const auto read = [](const std::atomic<int64_t>& from) { return from.load(std::memory_order_relaxed); };
  s.files = read(files_);
  s.files_done = read(done_);
  s.bytes = read(bytes_);
  // A file may have grown since its size was looked up.
  s.bytes_done = std::min(read(bytes_done_), s.bytes);
  s.samples = read(samples_);
  s.sized = read(unsized_) == 0;
  return s;
}

ListedFile::ListedFile(IndexProgress& progress, const std::string& path, int64_t size)
    : progress_(progress), size_(size) {
  progress_.begin(path, size);
}

ListedFile::~ListedFile() { progress_.end(size_); }

}  // namespace penstock
