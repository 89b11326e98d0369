// The bytes of one record, as the parsers of record formats see them: in a container that is open, or in memory.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

#include "dataset/open_files.h"

namespace penstock {

class RecordSource {
 public:
  virtual int64_t size() const = 0;
  // Fills to[0, count) with the bytes from `from` on, all of which are below size().
  virtual void copy(int64_t from, uint8_t* to, int64_t count) const = 0;

 protected:
  ~RecordSource() = default;
};

// What is wrong with a record, and at which of its bytes.
struct RecordFault : std::runtime_error {
  RecordFault(int64_t offset, const std::string& what) : std::runtime_error(what), offset(offset) {}
  int64_t offset;
};

// A part of a sample, in a file of OpenFiles.
class ExtentSource : public RecordSource {
 public:
  // Throws FILE_NOT_FOUND or FILE_UNREADABLE, also when the file ends before the part does.
  ExtentSource(const Dataset& data, const OpenFiles& files, int64_t sample, int part = 0)
      : extent_(data.extent(sample, part)), file_(files.get(data, extent_.file)) {
    file_->check_range(extent_.offset, extent_.size);
  }
  int64_t size() const final { return extent_.size; }
  void copy(int64_t from, uint8_t* to, int64_t count) const final { file_->read(extent_.offset + from, to, count); }

 protected:
  const Dataset::Extent extent_;
  const std::shared_ptr<const OpenFile> file_;
};

}  // namespace penstock
