// Bytes that are read once, in order: those of a file while index() lists it, or those of a test.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dataset/files/disk.h"

namespace penstock {

class ByteStream {
 public:
  // Fills to[0, size) as far as there are bytes; returns how many there were, 0 only at the end. `size` is above 0.
  virtual size_t read(uint8_t* to, size_t size) = 0;

 protected:
  ~ByteStream() = default;
};

class FileStream final : public ByteStream {
 public:
  // Throws as disk_failure() does. The path may be a URL of an object store. All arguments must outlive the object.
  FileStream(const std::string& path, const Wanted& wanted, const DatasetBuilder& builder);
  ~FileStream();
  FileStream(const FileStream&) = delete;
  FileStream& operator=(const FileStream&) = delete;

  // Polls the builder.
  // Throws FILE_UNREADABLE for a compressed file.
  size_t read(uint8_t* to, size_t size) override;

 private:
  size_t read_some(uint8_t* to, size_t size);

  const std::string& path_;
  const Wanted& wanted_;
  const DatasetBuilder& builder_;
  int fd_ = -1;
  // What an object of a store has.
  std::vector<uint8_t> bytes_;
  size_t at_ = 0;  // so much was read
  std::optional<ListedFile> listed_;
};

}  // namespace penstock
