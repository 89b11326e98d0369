// The containers of a data set, which stay open while a program reads samples from them: mapped into memory, or by
// descriptor. A reader's share() makes one OpenFiles per program; all threads use it. How many files stay open is a
// limit of the process, which all of them share: a mixture may have hundreds of sources.
#pragma once
#include <fcntl.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/op.h"
#include "dataset/set/dataset.h"

namespace penstock {

class OpenFile {
 public:
  // Throws FILE_NOT_FOUND or FILE_UNREADABLE; with kNoLink for a link too.
  static constexpr int kNoLink = O_NOFOLLOW;
  OpenFile(std::string path, bool mapped, int flags = 0);
  // An object of a store: the data set's file with this number. Reads nothing.
  OpenFile(std::string url, RemoteFiles& remote, int64_t file) : path_(std::move(url)), remote_(&remote), file_(file) {}
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  const std::string& path() const { return path_; }
  // Bytes of the file when it was opened.
  int64_t size() const { return remote_ ? remote_->size(file_, path_) : size_; }
  // Fills to[0, size) with the bytes from `offset` on. Throws FILE_UNREADABLE when the file does not have them, or has
  // lost them since it was opened.
  void read(int64_t offset, uint8_t* to, int64_t size) const;
  // Calls work(bytes) with these bytes in the mapping; returns false where the file is not mapped. Throws as read()
  // does. What `work` may do: read_mapped() in bus_guard.h.
  bool in_place(int64_t offset, int64_t size, const std::function<void(const uint8_t*)>& work) const;
  // Asks for the range in the processor's caches, up to kAhead bytes of it, where the file is mapped. Reads nothing.
  void prefetch(int64_t offset, int64_t size) const;
  static constexpr int64_t kAhead = 512;
  // Throws FILE_UNREADABLE unless the file had these bytes when it was opened.
  void check_range(int64_t offset, int64_t size) const;

 private:
  [[noreturn]] void lost(int64_t offset, int64_t size) const;

  std::string path_;
  int64_t size_ = 0;
  const uint8_t* data_ = nullptr;  // the mapping, where there is one
  int fd_ = -1;
  RemoteFiles* remote_ = nullptr;  // of an object in a store
  int64_t file_ = 0;
};

class OpenFiles : public SharedState {
 public:
  // `within` is the name of the file that is opened where a path is that of a folder.
  explicit OpenFiles(bool mapped, std::string within = {});
  ~OpenFiles() override;

  // The file with this number. It stays open as long as the result, and usually longer: those used last are kept.
  std::shared_ptr<const OpenFile> get(const Dataset& data, int64_t file) const;
  // Asks for the beginnings of `count` extents in the processor's caches, all at once: where they do not follow on one
  // another, each would be waited for in its turn otherwise. `extent` gives the i-th. A file that is not open yet is
  // left to the sample that opens it.
  template <class Extents>
  void prefetch(int count, const Extents& extent) const;

 private:
  struct Entry {
    std::shared_ptr<const OpenFile> file;
    uint64_t used = 0;
  };
  // How many of its files one OpenFiles keeps at most, and all of them together while each has its least.
  struct Limits {
    size_t own, all, least;
  };
  static constexpr Limits kMapped{1024, 16384, 8};   // a process has 65,530 mappings
  static constexpr Limits kDescriptors{64, 256, 2};  // a process often has 1,024 descriptors
  size_t most() const;
  static constexpr int64_t kNear = 1024;  // bytes between neighbours: the headers of an archive

  std::string path_of(const Dataset& data, int64_t file) const;
  void drop_oldest() const;

  const bool mapped_;
  const std::string within_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<int64_t, Entry> open_;
  mutable uint64_t clock_ = 0;
  std::atomic<size_t>& sets_;  // how many OpenFiles there are of this kind
};

template <class Extents>
void OpenFiles::prefetch(int count, const Extents& extent) const {
  if (!mapped_) return;
  // Readers look at the heads of records, too.
  constexpr int64_t kHead = 16;
  const std::lock_guard lock(mutex_);
  Extent last;
  const OpenFile* file = nullptr;
  for (int i = 0; i < count; ++i) {
    const Extent& e = extent(i);
    // Neither a part that is missing nor a whole file is part of a container.
    if (e.offset < kHead || e.size < 0) continue;
    // The processor finds by itself what follows on the sample before it.
    const bool follows = e.file == last.file && e.offset >= last.offset && e.offset - last.offset <= last.size + kNear;
    if (e.file != last.file) {
      const auto found = open_.find(e.file);
      file = found == open_.end() ? nullptr : found->second.file.get();
    }
    last = e;
    if (file && !follows) file->prefetch(e.offset - kHead, e.size + 2 * kHead);
  }
}

}  // namespace penstock
