// readers.file, native half: reads the bytes of the file whose index the sample carries. Which file comes when is
// decided in JavaScript (src/readers). The program's resource is the table of paths and labels; see FileTable.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/op.h"

namespace penstock::ops {
namespace {

struct FileArgs {
  static constexpr const char* op_name = "readers.file";
  static const ArgTable table;
  uint64_t given = 0;
};
const ArgTable FileArgs::table = {nullptr, 0, sizeof(FileArgs), offsetof(FileArgs, given),
                                  [](void* p) { new (p) FileArgs(); }};

// u64 count, then (count + 1) u64 offsets into the text, then count i32 labels, then the paths, each with a NUL.
struct FileTable {
  const uint8_t* base;
  int64_t count() const { return load<int64_t>(0); }
  const char* path(int64_t i) const {
    return reinterpret_cast<const char*>(base) + 8 + 8 * (count() + 1) + 4 * count() + load<int64_t>(8 + 8 * i);
  }
  size_t length(int64_t i) const { return load<int64_t>(16 + 8 * i) - load<int64_t>(8 + 8 * i) - 1; }
  int32_t label(int64_t i) const { return load<int32_t>(8 + 8 * (count() + 1) + 4 * i); }

 private:
  template <class T>
  T load(int64_t at) const {
    T v;
    std::memcpy(&v, base + at, sizeof v);
    return v;
  }
};

FileTable table_of(const SampleBase& s) {
  const FileTable t{s.resource->data()};
  if (s.resource->size() < 16 || s.sample->index < 0 || s.sample->index >= t.count()) {
    fail(ErrorCode::INTERNAL, "sample %lld is not in the reader's table", static_cast<long long>(s.sample->index));
  }
  return t;
}

constexpr const char* kLeaveOut = "; onError 'skip' leaves out files that cannot be read";

std::string missing_hint(const char* path) {
  std::string hint = "Check the path";
  char folder[4096];
  if (path[0] != '/' && getcwd(folder, sizeof folder)) {
    hint += std::string(": it counts from the working folder, ") + folder + ", and fileRoot gives another";
  }
  return hint + kLeaveOut;
}

[[noreturn]] void fail_errno(const char* path, int error) {
  const bool missing = error == ENOENT || error == ENOTDIR;
  throw Error(missing ? ErrorCode::FILE_NOT_FOUND : ErrorCode::FILE_UNREADABLE,
              std::string("cannot read ") + path + ": " + std::strerror(error),
              missing ? missing_hint(path) : std::string("Check its permissions and the disk") + kLeaveOut);
}

void setup(const FileArgs&, SampleSetup& s, NoState&) {
  const FileTable t = table_of(s);
  const char* path = t.path(s.sample->index);
  s.source = {path, t.length(s.sample->index)};
  struct stat st;
  if (stat(path, &st) != 0) fail_errno(path, errno);
  if (!S_ISREG(st.st_mode)) {
    throw Error(ErrorCode::FILE_UNREADABLE, std::string("cannot read ") + path + ": not a regular file",
                "Give the paths of files; a folder of files goes to fileRoot");
  }
  if (st.st_size > abi::maxExtent) {
    throw Error(ErrorCode::FILE_UNREADABLE,
                std::string("cannot read ") + path + ": it has " + std::to_string(st.st_size) +
                    " bytes, and a sample holds at most " + std::to_string(abi::maxExtent),
                "Split the file");
  }
  s.out[0] = {DType::uint8, {}, {static_cast<int64_t>(st.st_size)}};
  s.out[1] = {DType::int32, {}, {1}};
}

void run(const FileArgs&, SampleRun& s, NoState&) {
  const FileTable t = table_of(s);
  const char* path = t.path(s.sample->index);
  s.out[1].as<int32_t>()[0] = t.label(s.sample->index);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail_errno(path, errno);
  const int64_t size = s.out[0].shape[0];
  int64_t at = 0;
  while (at < size) {
    const ssize_t n = pread(fd, s.out[0].as<uint8_t>() + at, size - at, at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      const int error = errno;
      close(fd);
      if (n < 0) fail_errno(path, error);
      throw Error(ErrorCode::FILE_UNREADABLE, std::string("cannot read ") + path + ": it shrank while it was read",
                  "Do not write to the data set while it is read");
    }
    at += n;
  }
  close(fd);
}

}  // namespace

PENSTOCK_CPU_OP(readers_file, FileArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
