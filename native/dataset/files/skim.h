// Reads the headers of a container in ascending order while index() lists it. Where headers lie close to each other,
// one read brings many; where they are far apart, a read brings one and little of what lies between them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dataset/files/disk.h"
#include "dataset/set/builder.h"

namespace penstock {

class Skim {
 public:
  // Throws FILE_NOT_FOUND, FILE_UNREADABLE, and INVALID_ARGUMENT for a folder. All arguments must outlive the object.
  Skim(const std::string& path, const Wanted& wanted, const DatasetBuilder& builder);
  ~Skim();
  Skim(const Skim&) = delete;
  Skim& operator=(const Skim&) = delete;

  int64_t size() const { return size_; }
  // The `count` bytes at an offset, all of which are below size(); valid until the next call. `count` is at most 1,024.
  // Polls the builder. Throws FILE_UNREADABLE, also when the file has become shorter.
  const uint8_t* at(int64_t offset, int64_t count);
  // As the function of this name (disk.h), for the file's first bytes.
  void refuse_compressed();

 private:
  void fill(int64_t offset, int64_t count);
  [[noreturn]] void shorter() const;

  const std::string& path_;
  const Wanted& wanted_;
  const DatasetBuilder& builder_;
  int fd_ = -1;
  // A window has between so many bytes; a request to a store takes longer than reading from a disk.
  const bool remote_;
  const int64_t least_, most_;
  // From the first read on: a file of which only the size is asked is not listed.
  std::optional<ListedFile> listed_;
  int64_t size_ = 0, begin_ = 0, filled_ = 0, width_;
  std::vector<uint8_t> window_;
};

}  // namespace penstock
