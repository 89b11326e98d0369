// See open_files.h.
#include "dataset/files/open_files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "dataset/files/bus_guard.h"
#include "dataset/files/read.h"
#include "dataset/order/prefetch.h"

namespace penstock {
namespace {

[[noreturn]] void too_short(const std::string& path, int64_t offset, int64_t size, int64_t length) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected bytes " + std::to_string(offset) + " to " + std::to_string(offset + size) + " in " + path +
                  " but the file ends at " + std::to_string(length),
              "The file is cut off, or has changed since it was listed; write it again, or list it again");
}

// How many OpenFiles there are that read by descriptor, and that map.
std::atomic<size_t> sets_of[2];

}  // namespace

OpenFile::OpenFile(std::string path, bool mapped, int flags) : path_(std::move(path)) {
  // O_NONBLOCK: a pipe without a writer does not keep the thread.
  fd_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags);
  struct stat st;
  if (fd_ < 0 || fstat(fd_, &st) != 0) {
    const int error = errno;
    if (fd_ >= 0) close(fd_);
    read_failure(path_, error, kPathsAreData);
  }
  size_ = S_ISREG(st.st_mode) ? st.st_size : 0;
  if (!mapped || size_ == 0) return;
  void* data = mmap(nullptr, static_cast<size_t>(size_), PROT_READ, MAP_SHARED, fd_, 0);
  // A file system that maps no files is read by descriptor.
  if (data == MAP_FAILED) return;
  data_ = static_cast<const uint8_t*>(data);
  close(fd_);
  fd_ = -1;
}

OpenFile::~OpenFile() {
  if (data_) munmap(const_cast<uint8_t*>(data_), static_cast<size_t>(size_));
  if (fd_ >= 0) close(fd_);
}

void OpenFile::check_range(int64_t offset, int64_t size) const {
  const int64_t length = this->size();
  if (offset > length || size > length - offset) too_short(shown_path(path_), offset, size, length);
}

void OpenFile::read(int64_t offset, uint8_t* to, int64_t size) const {
  if (remote_) return remote_->read(file_, path_, offset, to, size);
  check_range(offset, size);
  if (!data_) return read_descriptor(fd_, path_, offset, to, size);
  if (!copy_mapped(to, data_ + offset, static_cast<size_t>(size))) lost(offset, size);
}

bool OpenFile::in_place(int64_t offset, int64_t size, const std::function<void(const uint8_t*)>& work) const {
  check_range(offset, size);
  if (!data_) return false;
  if (!read_mapped(data_ + offset, static_cast<size_t>(size), work)) lost(offset, size);
  return true;
}

void OpenFile::prefetch(int64_t offset, int64_t size) const {
  constexpr int64_t kLine = 64;
  const int64_t end = std::min(offset + std::min(size, kAhead), size_);
  if (!data_) return;
  for (int64_t at = offset; at < end; at += kLine) prefetch_line(data_ + at);
}

// Throws the error for bytes of the mapping that cannot be read.
void OpenFile::lost(int64_t offset, int64_t size) const {
  struct stat st;
  const int64_t length = stat(path_.c_str(), &st) == 0 ? st.st_size : 0;
  if (length < offset + size) too_short(path_, offset, size, length);
  read_failure(path_, EIO, kPathsAreData);
}

OpenFiles::OpenFiles(bool mapped, std::string within)
    : mapped_(mapped), within_(std::move(within)), sets_(sets_of[mapped]) {
  ++sets_;
}

OpenFiles::~OpenFiles() { --sets_; }

size_t OpenFiles::most() const {
  const Limits& limits = mapped_ ? kMapped : kDescriptors;
  return std::clamp(limits.all / sets_, limits.least, limits.own);
}

std::shared_ptr<const OpenFile> OpenFiles::get(const Dataset& data, int64_t file) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(file);
    if (found != open_.end()) {
      found->second.used = ++clock_;
      return found->second.file;
    }
  }
  // Opening may take long, so other threads are not kept waiting; two that open one file keep the first.
  std::string path = path_of(data, file);
  auto made = data.remote() && is_remote(path) ? std::make_shared<const OpenFile>(std::move(path), *data.remote(), file)
                                               : std::make_shared<const OpenFile>(std::move(path), mapped_);
  const std::lock_guard lock(mutex_);
  Entry& entry = open_[file];
  if (!entry.file) entry.file = std::move(made);
  entry.used = ++clock_;
  auto result = entry.file;
  while (open_.size() > most()) drop_oldest();
  return result;
}

std::string OpenFiles::path_of(const Dataset& data, int64_t file) const {
  std::string path = data.path(file);
  struct stat st;
  if (!within_.empty() && stat(path.c_str(), &st) == 0 && S_ISDIR(st.st_mode)) path += '/' + within_;
  return path;
}

void OpenFiles::drop_oldest() const {
  open_.erase(std::min_element(open_.begin(), open_.end(),
                               [](const auto& a, const auto& b) { return a.second.used < b.second.used; }));
}

}  // namespace penstock
