// Writes the index of a container: recognises the container, and writes its index to a new file, which is gone again
// after a failure.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/handles.h"
#include "dataset/set/builder.h"
#include "dataset/set/data_format.h"

namespace penstock {

// A text file that is written from its start to its end.
class IndexFile {
 public:
  // Throws FILE_UNREADABLE when the file exists or cannot be made.
  explicit IndexFile(std::string path);
  // Removes the file unless it was finished.
  ~IndexFile();
  IndexFile(const IndexFile&) = delete;
  IndexFile& operator=(const IndexFile&) = delete;

  // Throws FILE_UNREADABLE when the disk is full, for one.
  void add(std::string_view text);
  // What stands in front of all that was added; it is known only at the end.
  void set_begin(std::string begin) { begin_ = std::move(begin); }
  int64_t lines() const { return lines_; }
  // Writes what is left, and waits until all is on the disk.
  void finish();

 private:
  void flush();
  void write_at(const char* from, int64_t count, int64_t offset);
  void move_by(int64_t distance);
  [[noreturn]] void failed() const;

  const std::string path_;
  int fd_ = -1;
  std::string begin_, waiting_;
  int64_t written_ = 0, lines_ = 0;
  bool finished_ = false;
};

// Writes the index of the container at `path`, which may be a URL, to the new file `to`, and returns ContainerIndex of
// src/native/dataset.ts. Throws INVALID_ARGUMENT for a file of another format, EMPTY_DATASET, and what the reader
// throws that has no index.
std::shared_ptr<FoundData> write_container_index(const std::string& path, const std::string& to,
                                                 const std::atomic<bool>& cancelled,
                                                 std::shared_ptr<IndexProgress> progress);

}  // namespace penstock
