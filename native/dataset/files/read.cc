// See read.h.
#include "dataset/files/read.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>

#include "core/error.h"

namespace penstock {
namespace {

constexpr const char* kLeaveOut = "; onError 'skip' leaves out files that cannot be read";

std::string missing_hint(const std::string& path, PathOrigin origin) {
  std::string hint = "Check the path";
  char folder[PATH_MAX];
  if (path[0] != '/' && getcwd(folder, sizeof folder)) {
    hint += std::string(": it counts from the working folder, ") + folder;
    if (origin == kPathsOfReader) hint += ", and fileRoot gives another";
  }
  return hint + kLeaveOut;
}

int64_t within_a_sample(const std::string& path, int64_t size) {
  if (size <= abi::maxExtent) return size;
  throw Error(ErrorCode::FILE_UNREADABLE,
              "cannot read " + shown_path(path) + ": it has " + std::to_string(size) +
                  " bytes, and a sample holds at most " + std::to_string(abi::maxExtent),
              "Split the file");
}

}  // namespace

void read_failure(const std::string& path, int error, PathOrigin origin) {
  const bool missing = error == ENOENT || error == ENOTDIR;
  throw Error(missing ? ErrorCode::FILE_NOT_FOUND : ErrorCode::FILE_UNREADABLE,
              "cannot read " + shown_path(path) + ": " + std::strerror(error),
              missing ? missing_hint(path, origin) : std::string("Check its permissions and the disk") + kLeaveOut);
}

int64_t file_size(const std::string& path, PathOrigin origin) {
  struct stat st;
  if (stat(path.c_str(), &st) != 0) read_failure(path, errno, origin);
  if (!S_ISREG(st.st_mode)) {
    throw Error(ErrorCode::FILE_UNREADABLE, "cannot read " + shown_path(path) + ": not a regular file",
                origin == kPathsOfReader ? "Give the paths of files; a folder of files goes to fileRoot"
                                         : "Give the paths of files");
  }
  return within_a_sample(path, st.st_size);
}

int64_t file_size(const Dataset& data, int64_t file) {
  const std::string path = data.path(file);
  if (!data.remote() || !is_remote(path)) return file_size(path);
  return within_a_sample(path, data.remote()->whole_size(file, path));
}

void read_file(const Dataset& data, int64_t file, uint8_t* to, int64_t size) {
  const std::string path = data.path(file);
  if (!data.remote() || !is_remote(path)) return read_file(path, 0, to, size);
  data.remote()->read_whole(file, path, to, size);
}

void read_file(const std::string& path, int64_t offset, uint8_t* to, int64_t size) {
  struct Descriptor {
    const int fd;
    ~Descriptor() { close(fd); }
  };
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) read_failure(path, errno);
  const Descriptor closed_at_the_end{fd};
  read_descriptor(fd, path, offset, to, size);
}

void read_descriptor(int fd, const std::string& path, int64_t offset, uint8_t* to, int64_t size) {
  for (int64_t at = 0; at < size;) {
    const ssize_t n = pread(fd, to + at, static_cast<size_t>(size - at), offset + at);
    if (n < 0 && errno == EINTR) continue;
    if (n > 0) {
      at += n;
      continue;
    }
    if (n < 0) read_failure(path, errno);
    throw Error(ErrorCode::FILE_UNREADABLE, "cannot read " + shown_path(path) + ": it shrank while it was read",
                "Do not write to the data set while it is read");
  }
}

}  // namespace penstock
