// See skim.h.
#include "dataset/skim.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/error.h"

namespace penstock {

Skim::Skim(const std::string& path, const Wanted& wanted, const DatasetBuilder& builder)
    : path_(path), wanted_(wanted), builder_(builder) {
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

Skim::~Skim() { close(fd_); }

const uint8_t* Skim::at(int64_t offset, int64_t count) {
  if (offset < begin_ || offset + count > begin_ + filled_) fill(offset, count);
  return window_.data() + (offset - begin_);
}

void Skim::fill(int64_t offset, int64_t count) {
  builder_.poll();
  // A window whose end has been reached was too small; one that was left early was too large.
  const bool near = offset >= begin_ && offset <= begin_ + filled_ + kLeast;
  width_ = std::clamp(near ? width_ * 2 : width_ / 2, kLeast, kMost);
  window_.resize(static_cast<size_t>(width_));
  begin_ = offset;
  filled_ = 0;
  while (filled_ < count) {
    const ssize_t n = pread(fd_, window_.data() + filled_, static_cast<size_t>(width_ - filled_), begin_ + filled_);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) disk_failure(errno, wanted_, path_);
    if (n == 0) {
      throw Error(ErrorCode::FILE_UNREADABLE,
                  std::string("Expected ") + wanted_.what + " for " + wanted_.argument + " but '" + path_ +
                      "' became shorter while it was listed",
                  "Do not write to the data set while it is read");
    }
    filled_ += n;
  }
}

}  // namespace penstock
