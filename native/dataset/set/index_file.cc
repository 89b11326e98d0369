// See index_file.h.
#include "dataset/set/index_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "core/error.h"
#include "core/kind_of_bytes.h"
#include "dataset/set/reader_op.h"

namespace penstock {
namespace {

constexpr size_t kMaxWaiting = size_t{1} << 18;
constexpr const char* kContainers = "a tar archive, TFRecord or RecordIO file";

[[noreturn]] void no_container(const DataFile& file) {
  const Compression compression = compression_of(file.head());
  throw Error(ErrorCode::INVALID_ARGUMENT,
              std::string("Expected ") + kContainers + " for path but '" + shown_path(file.path()) + "' " +
                  (file.size() == 0   ? std::string("is empty")
                   : compression.name ? std::string("is compressed (") + compression.name + ")"
                                      : std::string("begins as none of them")),
              compression.name ? std::string("Unpack it first (") + compression.unpack +
                                     "): an index has the places of samples in the file that is read"
                               : "Only these containers have indexes; other readers need none");
}

const DataFormat& format_of(const std::string& path, const DatasetBuilder& builder) {
  const DataFile file(path, builder);
  for (const ReaderOp* const* op = reader_ops(); *op && file.size(); ++op) {
    const DataFormat* format = (*op)->format;
    if (format && format->write_index && format->recognises(file)) return *format;
  }
  no_container(file);
}

}  // namespace

IndexFile::IndexFile(std::string path) : path_(std::move(path)) {
  fd_ = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd_ < 0) failed();
}

IndexFile::~IndexFile() {
  if (fd_ >= 0) close(fd_);
  if (fd_ >= 0 && !finished_) unlink(path_.c_str());
}

void IndexFile::add(std::string_view text) {
  waiting_ += text;
  ++lines_;
  if (waiting_.size() >= kMaxWaiting) flush();
}

void IndexFile::flush() {
  write_at(waiting_.data(), static_cast<int64_t>(waiting_.size()), written_);
  written_ += static_cast<int64_t>(waiting_.size());
  waiting_.clear();
}

void IndexFile::write_at(const char* from, int64_t count, int64_t offset) {
  while (count > 0) {
    const ssize_t n = pwrite(fd_, from, static_cast<size_t>(count), offset);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) failed();
    from += n;
    offset += n;
    count -= n;
  }
}

// Moves what was written towards the end, the last bytes first.
void IndexFile::move_by(int64_t distance) {
  std::vector<char> block(kMaxWaiting);
  for (int64_t end = written_; end > 0;) {
    const int64_t count = std::min(end, static_cast<int64_t>(block.size())), from = end - count;
    int64_t got = 0;
    while (got < count) {
      const ssize_t n = pread(fd_, block.data() + got, static_cast<size_t>(count - got), from + got);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) failed();
      got += n;
    }
    write_at(block.data(), count, from + distance);
    end = from;
  }
}

void IndexFile::finish() {
  flush();
  if (!begin_.empty()) {
    move_by(static_cast<int64_t>(begin_.size()));
    write_at(begin_.data(), static_cast<int64_t>(begin_.size()), 0);
  }
  if (fsync(fd_) != 0) failed();
  finished_ = true;
}

void IndexFile::failed() const {
  const int error = errno;
  throw Error(ErrorCode::FILE_UNREADABLE,
              "cannot write the index '" + path_ + "': " + std::generic_category().message(error),
              "Check the folder's permissions and the room on its disk, or write elsewhere");
}

std::shared_ptr<FoundData> write_container_index(const std::string& path, const std::string& to,
                                                 const std::atomic<bool>& cancelled,
                                                 std::shared_ptr<IndexProgress> progress) {
  // What recognises the container is no part of the progress.
  const DataFormat& format = format_of(path, DatasetBuilder(cancelled));
  const DatasetBuilder builder(cancelled, {}, std::move(progress));
  builder.progress().expect({path});
  IndexFile file(to);
  format.write_index(path, builder, file);
  if (file.lines() == 0) {
    throw Error(ErrorCode::EMPTY_DATASET, "Expected samples in '" + shown_path(path) + "' but found none",
                "An index has at least one sample: leave the file out");
  }
  file.finish();
  auto made = std::make_shared<FoundData>();
  made->json = R"({"format":")" + std::string(format.name) + R"(","samples":)" + std::to_string(file.lines()) + '}';
  return made;
}

}  // namespace penstock
