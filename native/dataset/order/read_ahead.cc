// See read_ahead.h.
#include "dataset/order/read_ahead.h"

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
constexpr int64_t kGap = int64_t{1} << 16, kMax = int64_t{1} << 23;
// A block ends with the sample that makes it large enough, and is one request all the same.
constexpr int64_t kMaxOfBlock = 2 * kMax;

// What is asked for, for a range: with the bytes around it.
Extent around(int64_t file, int64_t offset, int64_t size) {
  if (size < 0) return {file, 0, -1};
  const int64_t begin = std::max<int64_t>(0, offset - kAround);
  return {file, begin, offset + size + kAround - begin};
}

}  // namespace

void ReadAhead::Signal::came(int64_t first, int64_t number) {
  const std::lock_guard lock(mutex);
  coming.erase({first, number});
  if (awaited == kNothing || (!coming.empty() && coming.begin()->first <= awaited)) return;
  awaited = kNothing;
  if (ring) ring();
}

ReadAhead::ReadAhead(std::shared_ptr<const Dataset> data, const SampleReads* reads, bool disks,
                     std::function<void()> ring)
    : data_(std::move(data)), reads_(reads), disks_(disks), signal_(std::make_shared<Signal>()) {
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
  planned_ -= held.bytes;
  if (!held.block) return;
  by_block_.erase(held.block.get());
  {
    const std::lock_guard lock(signal_->mutex);
    signal_->coming.erase({held.first, held.number});
  }
  data_->remote()->release(held.block);
}

void ReadAhead::append_reads(int64_t sample, std::vector<Extent>& to) const {
  if (reads_) return reads_->append_reads(*data_, sample, to);
  for (int p = 0; p < data_->parts(); ++p) {
    const Dataset::Extent e = data_->extent(sample, p);
    if (!e.missing()) to.push_back(e);
  }
}

void ReadAhead::plan(const std::vector<ComingSample>& samples) {
  std::vector<Run> parts;
  std::vector<Extent> extents;
  for (const ComingSample& s : samples) {
    extents.clear();
    append_reads(s.index, extents);
    for (const Extent& e : extents) {
      const Run part{e.file, e.offset, e.size, s.ordinal, s.ordinal};
      if (!share(part)) parts.push_back(part);
    }
  }
  std::stable_sort(parts.begin(), parts.end(), in_files);
  std::vector<Run> runs;
  for (const Run& part : parts) {
    if (runs.empty() || !join(runs.back(), part, kMax)) runs.push_back(part);
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
    if (parts.empty() || !join(parts.back(), part, kMaxOfBlock)) parts.push_back(part);
  });
  std::sort(parts.begin(), parts.end(), in_files);
  for (const Run& part : parts) {
    if (runs.empty() || !join(runs.back(), part, kMaxOfBlock)) runs.push_back(part);
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

// Takes part in a block that has the range and was asked for before, or finds it in a cache; returns false where it has
// to be asked for.
bool ReadAhead::share(const Run& run) {
  if (!data_->remote()) return false;
  const Extent e = around(run.file, run.offset, run.size);
  if (data_->remote()->kept(e.file, e.offset, e.size)) return true;
  auto block = data_->remote()->share(e.file, e.offset, e.size);
  if (!block) return false;
  const int64_t bytes = block->size < 0 ? data_->remote()->usual_size() : block->size;
  keep(std::move(block), run, bytes);
  return true;
}

void ReadAhead::hold(const Run& run) {
  const std::string url = data_->path(run.file);
  const Extent e = around(run.file, run.offset, run.size);
  if (is_remote(url)) {
    keep(data_->remote()->hold(e.file, url, e.offset, e.size), run,
         e.size < 0 ? data_->remote()->usual_size() : e.size);
  } else if (disks_) {
    held_.push_back({nullptr, run.first, run.last, read_file(e.file, url, e.offset, e.size)});
    planned_ += held_.back().bytes;
  }
}

// Holds a block, of which the caller is a user, until the last sample that needs it.
void ReadAhead::keep(std::shared_ptr<RemoteFiles::Block> block, const Run& run, int64_t bytes) {
  const auto found = by_block_.find(block.get());
  if (found != by_block_.end()) {
    found->second->last = std::max(found->second->last, run.last);
    data_->remote()->release(block);
    return;
  }
  held_.push_back({std::move(block), run.first, run.last, bytes, ++requests_});
  Held& held = held_.back();
  by_block_[held.block.get()] = &held;
  planned_ += bytes;
  {
    const std::lock_guard lock(signal_->mutex);
    signal_->coming.emplace(held.first, held.number);
  }
  held.block->fetch->when_done(
      [signal = signal_, first = held.first, number = held.number] { signal->came(first, number); });
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

bool ReadAhead::ready(int64_t ordinal) {
  const std::lock_guard lock(signal_->mutex);
  const bool there = signal_->coming.empty() || signal_->coming.begin()->first > ordinal;
  signal_->awaited = there ? kNothing : ordinal;
  return there;
}

void ReadAhead::done(int64_t ordinal) {
  held_.remove_if([&](const Held& h) {
    if (h.last > ordinal) return false;
    release(h);
    return true;
  });
}

}  // namespace penstock
