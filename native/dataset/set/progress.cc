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
    if (is_remote(path)) {
      add(unsized_, 1);
    } else if (stat(path.c_str(), &st) == 0) {
      add(bytes_, st.st_size);
    }
  }
  add(files_, static_cast<int64_t>(paths.size()));
  add(expected_, static_cast<int64_t>(paths.size()));
}

void IndexProgress::begin(const std::string& path, int64_t size) {
  const bool expected = expected_.fetch_sub(1, std::memory_order_relaxed) > 0, awaited = expected && is_remote(path);
  if (!expected) add(expected_, 1);
  if (!expected) add(files_, 1);
  if (!expected || awaited) add(bytes_, size);
  if (awaited) add(unsized_, -1);
  const std::lock_guard lock(mutex_);
  file_ = path;
}

void IndexProgress::pass(int64_t bytes) { add(bytes_done_, bytes); }

void IndexProgress::end() { add(done_, 1); }

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

ListedFile::~ListedFile() {
  at(size_);
  progress_.end();
}

}  // namespace penstock
