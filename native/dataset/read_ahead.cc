// See read_ahead.h.
#include "dataset/read_ahead.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace penstock {
namespace {

// Bytes around an extent that readers may look at: headers and checksums of records.
constexpr int64_t kAround = 64;
// Extents with a smaller gap are read together, because a request costs more than the bytes between them; up to a size
// from which one request more costs nothing.
constexpr int64_t kAdvice = int64_t{1} << 17;
constexpr int64_t kGap = int64_t{1} << 16, kMost = int64_t{1} << 23;
// A block ends with the sample that makes it large enough, and is one request all the same.
constexpr int64_t kMostOfBlock = 2 * kMost;

}  // namespace

ReadAhead::ReadAhead(std::shared_ptr<const Dataset> data, bool disks, std::function<void()> ring)
    : data_(std::move(data)), disks_(disks), signal_(std::make_shared<Signal>()) {
  signal_->ring = std::move(ring);
}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard lock(signal_->mutex);
    signal_->ring = nullptr;
  }
  for (const Held& h : held_) release(h);
  if (fd_ >= 0) close(fd_);
}

void ReadAhead::release(const Held& held) {
  if (held.block) data_->remote()->release(held.block);
  planned_ -= held.bytes;
}

void ReadAhead::plan(const std::vector<ComingSample>& samples) {
  std::vector<Run> parts;
  for (const ComingSample& s : samples) {
    for (int p = 0; p < data_->parts(); ++p) {
      const Dataset::Extent e = data_->extent(s.index, p);
      if (!e.missing()) parts.push_back({e.file, e.offset, e.size, s.ordinal, s.ordinal});
    }
  }
  std::stable_sort(parts.begin(), parts.end(), in_files);
  std::vector<Run> runs;
  for (const Run& part : parts) {
    if (runs.empty() || !join(runs.back(), part, kMost)) runs.push_back(part);
  }
  // What is needed first is asked for first.
  std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.first < b.first; });
  for (const Run& run : runs) hold(run);
}

void ReadAhead::plan(const ComingBlock& block) {
  // Most neighbours join as they come, so that a block of many small samples makes few parts to sort.
  std::vector<Run> parts, runs;
  data_->each_extent(block.begin, block.end, [&](const Dataset::Extent& e) {
    if (e.missing()) return;
    const Run part{e.file, e.offset, e.size, block.first, block.last};
    if (parts.empty() || !join(parts.back(), part, kMostOfBlock)) parts.push_back(part);
  });
  std::sort(parts.begin(), parts.end(), in_files);
  for (const Run& part : parts) {
    if (runs.empty() || !join(runs.back(), part, kMostOfBlock)) runs.push_back(part);
  }
  for (const Run& run : runs) hold(run);
}

bool ReadAhead::in_files(const Run& a, const Run& b) {
  return a.file != b.file ? a.file < b.file : a.offset < b.offset;
}

// Makes one run of two, where `next` does not begin before `run`; returns false where they are too far apart, or too
// large together.
bool ReadAhead::join(Run& run, const Run& next, int64_t most) {
  if (next.file != run.file || next.offset < run.offset) return false;
  if (next.size >= 0) {
    const int64_t size = std::max(run.size, next.offset + next.size - run.offset);
    if (next.offset > run.offset + run.size + kGap || size > most) return false;
    run.size = size;
  }
  run.first = std::min(run.first, next.first);
  run.last = std::max(run.last, next.last);
  return true;
}

void ReadAhead::hold(const Run& run) {
  const std::string url = data_->path(run.file);
  const bool remote = is_remote(url);
  if (!remote && !disks_) return;
  Held held{nullptr, run.first, run.last, 0};
  const int64_t offset = run.size < 0 ? 0 : std::max<int64_t>(0, run.offset - kAround);
  const int64_t size = run.size < 0 ? -1 : run.offset + run.size + kAround - offset;
  if (remote) {
    held.block = data_->remote()->hold(run.file, url, offset, size);
    held.bytes = size < 0 ? data_->remote()->usual_size() : size;
    held.block->fetch->when_done([signal = signal_] {
      const std::lock_guard lock(signal->mutex);
      if (signal->ring) signal->ring();
    });
  } else {
    held.bytes = read_file(run.file, url, offset, size);
  }
  planned_ += held.bytes;
  held_.push_back(std::move(held));
}

int64_t ReadAhead::read_file(int64_t file, const std::string& path, int64_t offset, int64_t size) {
  if (file != open_file_ || fd_ < 0) {
    if (fd_ >= 0) close(fd_);
    fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    open_file_ = file;
    if (fd_ < 0) return 0;
  }
  struct stat st;
  if (fstat(fd_, &st) != 0 || !S_ISREG(st.st_mode)) return 0;
  const int64_t end = size < 0 ? st.st_size : std::min<int64_t>(offset + size, st.st_size);
  // The system reads no more for one call than its own read-ahead would.
  for (int64_t at = offset; at < end; at += kAdvice) {
    posix_fadvise(fd_, at, std::min(kAdvice, end - at), POSIX_FADV_WILLNEED);
  }
  return std::max<int64_t>(0, end - offset);
}

bool ReadAhead::ready(int64_t ordinal) const {
  return std::all_of(held_.begin(), held_.end(),
                     [&](const Held& h) { return h.first > ordinal || !h.block || h.block->fetch->done(); });
}

void ReadAhead::done(int64_t ordinal) {
  const auto left = std::stable_partition(held_.begin(), held_.end(), [&](const Held& h) { return h.last > ordinal; });
  for (auto it = left; it != held_.end(); ++it) release(*it);
  held_.erase(left, held_.end());
}

}  // namespace penstock
