// See indexed_bytes.h.
#include "clips/indexed_bytes.h"

#include <algorithm>
#include <cstring>

namespace penstock::clips {
namespace {

// Bytes that a request to a store brings at least: few where the next place is far, and more and more where one reads
// on and on.
constexpr int64_t kFirstWindow = 64 << 10, kLastWindow = 4 << 20;

}  // namespace

IndexedBytes::IndexedBytes(const std::string& path, const DatasetBuilder& builder) : path_(path), builder_(builder) {
  if (is_remote(path)) {
    size_ = builder.remote().size(path, [&builder] { builder.poll(); });
  } else {
    file_.emplace(path, true);
    size_ = file_->size();
  }
  listed_.emplace(builder.progress(), path, size_);
  source_.emplace(
      size_, [this](int64_t offset, uint8_t* to, int64_t count) { read(offset, to, count); }, !file_);
}

void IndexedBytes::read(int64_t offset, uint8_t* to, int64_t count) {
  builder_.poll();
  listed_->at(offset);
  if (file_) return file_->read(offset, to, count);
  if (offset < begin_ || offset + count > begin_ + static_cast<int64_t>(window_.size())) {
    const int64_t end = begin_ + static_cast<int64_t>(window_.size());
    const bool on = end > 0 && offset >= begin_ && offset <= end;
    asks_ = on ? std::min(2 * asks_, kLastWindow) : kFirstWindow;
    const int64_t asked = std::min(std::max(count, asks_), size_ - offset);
    window_ = builder_.remote().read(path_, offset, asked, [this] { builder_.poll(); });
    begin_ = offset;
    if (static_cast<int64_t>(window_.size()) < count) {
      throw Error(ErrorCode::FILE_UNREADABLE, "cannot read " + shown_path(path_) + ": it has become shorter",
                  "Do not write to the data set while it is read");
    }
  }
  std::memcpy(to, window_.data() + (offset - begin_), static_cast<size_t>(count));
}

}  // namespace penstock::clips
