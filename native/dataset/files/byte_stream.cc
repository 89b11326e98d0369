// See byte_stream.h.
#include "dataset/files/byte_stream.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace penstock {

FileStream::FileStream(const std::string& path, const Wanted& wanted, const DatasetBuilder& builder)
    : path_(path), wanted_(wanted), builder_(builder) {
  if (is_remote(path)) {
    bytes_ = builder.remote().read_whole(path, [&] { builder.poll(); });
    listed_.emplace(builder.progress(), path, static_cast<int64_t>(bytes_.size()));
    return;
  }
  fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0) disk_failure(errno, wanted, path);
  struct stat st;
  listed_.emplace(builder.progress(), path, fstat(fd_, &st) == 0 ? st.st_size : 0);
}

FileStream::~FileStream() {
  if (fd_ >= 0) close(fd_);
}

// All that is read in this way is text, which begins with no bytes of this kind.
size_t FileStream::read(uint8_t* to, size_t size) {
  const bool first = at_ == 0;
  const size_t count = read_some(to, size);
  if (first) refuse_compressed({reinterpret_cast<const char*>(to), count}, wanted_, path_);
  return count;
}

size_t FileStream::read_some(uint8_t* to, size_t size) {
  for (;;) {
    builder_.poll();
    listed_->at(static_cast<int64_t>(at_));
    if (fd_ < 0) {
      const size_t count = std::min(size, bytes_.size() - at_);
      if (count) std::memcpy(to, bytes_.data() + at_, count);
      at_ += count;
      return count;
    }
    const ssize_t length = ::read(fd_, to, size);
    if (length >= 0) {
      at_ += static_cast<size_t>(length);
      return static_cast<size_t>(length);
    }
    if (errno != EINTR) disk_failure(errno, wanted_, path_);
  }
}

}  // namespace penstock
