// See skim.h.
#include "dataset/files/skim.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/error.h"

namespace penstock {

Skim::Skim(const std::string& path, const Wanted& wanted, const DatasetBuilder& builder)
    : path_(path),
      wanted_(wanted),
      builder_(builder),
      remote_(is_remote(path)),
      least_(remote_ ? int64_t{1} << 18 : 1024),
      most_(remote_ ? int64_t{1} << 23 : int64_t{1} << 18),
      width_(least_) {
  if (remote_) {
    size_ = builder.remote().size(path, [&] { builder.poll(); });
    return;
  }
  // O_NONBLOCK: a pipe without a writer does not keep the thread.
  fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat st;
  int error = 0;
  if (fd_ < 0 || fstat(fd_, &st) != 0) {
    error = errno;
  } else if (S_ISDIR(st.st_mode)) {
    error = EISDIR;
  }
  if (error) {
    if (fd_ >= 0) close(fd_);
    disk_failure(error, wanted, path);
  }
  size_ = st.st_size;
}

Skim::~Skim() {
  if (fd_ >= 0) close(fd_);
}

const uint8_t* Skim::at(int64_t offset, int64_t count) {
  if (offset < begin_ || offset + count > begin_ + filled_) fill(offset, count);
  return window_.data() + (offset - begin_);
}

void Skim::refuse_compressed() {
  const int64_t count = std::min<int64_t>(size_, 16);
  if (count > 0) {
    penstock::refuse_compressed({reinterpret_cast<const char*>(at(0, count)), static_cast<size_t>(count)}, wanted_,
                                path_);
  }
}

void Skim::fill(int64_t offset, int64_t count) {
  builder_.poll();
  if (!listed_) listed_.emplace(builder_.progress(), path_, size_);
  listed_->at(offset);
  // A window whose end has been reached was too small; one that was left early was too large.
  const bool near = offset >= begin_ && offset <= begin_ + filled_ + least_;
  width_ = std::clamp(near ? width_ * 2 : width_ / 2, least_, most_);
  if (remote_) {
    window_ = builder_.remote().read(path_, offset, width_, [&] { builder_.poll(); });
    begin_ = offset;
    filled_ = static_cast<int64_t>(window_.size());
    if (filled_ < count) shorter();
    return;
  }
  window_.resize(static_cast<size_t>(width_));
  begin_ = offset;
  filled_ = 0;
  while (filled_ < count) {
    const ssize_t n = pread(fd_, window_.data() + filled_, static_cast<size_t>(width_ - filled_), begin_ + filled_);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) disk_failure(errno, wanted_, path_);
    if (n == 0) shorter();
    filled_ += n;
  }
}

void Skim::shorter() const {
  throw Error(ErrorCode::FILE_UNREADABLE,
              std::string("Expected ") + wanted_.what + " for " + wanted_.argument + " but '" + shown_path(path_) +
                  "' became shorter while it was listed",
              "Do not write to the data set while it is read");
}

}  // namespace penstock
