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
  std::vector<Part> parts;
  for (const ComingSample& s : samples) {
    for (int p = 0; p < data_->parts(); ++p) {
      const Dataset::Extent e = data_->extent(s.index, p);
      if (!e.missing()) parts.push_back({e.file, e.offset, e.size, s.ordinal});
    }
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return a.file != b.file ? a.file < b.file : a.offset < b.offset;
  });
  std::vector<std::vector<Part>> runs;
  int64_t end = 0;
  for (const Part& p : parts) {
    const Part* first = runs.empty() ? nullptr : &runs.back()[0];
    const bool joins = first && p.file == first->file &&
                       (p.size < 0 || (p.offset <= end + kGap && p.offset + p.size - first->offset <= kMost));
    if (!joins) runs.emplace_back();
    end = joins ? std::max(end, p.offset + p.size) : p.offset + p.size;
    runs.back().push_back(p);
  }
  // What is needed first is asked for first.
  const auto first = [](const std::vector<Part>& run) {
    return std::min_element(run.begin(), run.end(), [](auto& a, auto& b) { return a.ordinal < b.ordinal; })->ordinal;
  };
  std::stable_sort(runs.begin(), runs.end(), [&](const auto& a, const auto& b) { return first(a) < first(b); });
  for (const auto& run : runs) hold(run);
}

void ReadAhead::hold(const std::vector<Part>& run) {
  const int64_t file = run[0].file;
  const std::string url = data_->path(file);
  const bool remote = is_remote(url);
  if (!remote && !disks_) return;
  Held held{nullptr, run[0].ordinal, run[0].ordinal, 0};
  int64_t offset = 0, size = -1;
  if (run[0].size >= 0) {
    int64_t end = 0;
    for (const Part& p : run) end = std::max(end, p.offset + p.size);
    offset = std::max<int64_t>(0, run[0].offset - kAround);
    size = end + kAround - offset;
  }
  for (const Part& p : run) {
    held.first = std::min(held.first, p.ordinal);
    held.last = std::max(held.last, p.ordinal);
  }
  if (remote) {
    held.block = data_->remote()->hold(file, url, offset, size);
    held.bytes = size < 0 ? data_->remote()->usual_size() : size;
    held.block->fetch->when_done([signal = signal_] {
      const std::lock_guard lock(signal->mutex);
      if (signal->ring) signal->ring();
    });
  } else {
    held.bytes = read_file(file, url, offset, size);
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
