// The bytes of a video while the data set is built, for the plugin: a file's, or those of an object in a store.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dataset/files/open_files.h"
#include "dataset/set/builder.h"
#include "formats/video/video_file.h"

namespace penstock::clips {

class IndexedBytes {
 public:
  // Throws FILE_NOT_FOUND and FILE_UNREADABLE. Both arguments must outlive the object.
  IndexedBytes(const std::string& path, const DatasetBuilder& builder);

  int64_t size() const { return size_; }
  av::Source source() { return source_->source(); }
  // Calls what reads the source; throws what went wrong with reading.
  template <class F>
  void guard(const F& body) {
    source_->guard(body);
  }

 private:
  void read(int64_t offset, uint8_t* to, int64_t count);

  const std::string& path_;
  const DatasetBuilder& builder_;
  std::optional<OpenFile> file_;
  std::optional<ListedFile> listed_;
  int64_t size_ = 0;
  // Of an object: what the last request has brought.
  int64_t begin_ = 0, asks_ = 0;
  std::vector<uint8_t> window_;
  std::optional<video::ReadSource> source_;
};

}  // namespace penstock::clips
