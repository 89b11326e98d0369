// A file of the client's cache (src/readers/stores/cache.ts): data, the checksums of its pieces, and an end that says
// how long the data is. Each piece is checked before it is read for the first time, so that a damaged file is not taken
// for data.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "dataset/files/open_files.h"

namespace penstock {

class KeptFile {
 public:
  // Maps a file. Throws FILE_NOT_FOUND or FILE_UNREADABLE, also for a link.
  explicit KeptFile(const std::string& path);

  // Fills to[0, size) with the bytes from `at` on. Throws FILE_UNREADABLE where the file does not have them, or they
  // are damaged.
  void read(int64_t at, uint8_t* to, int64_t size) const;

 private:
  [[noreturn]] void damaged() const;
  void check(int64_t piece) const;

  const OpenFile file_;
  int64_t size_ = 0;            // of the data
  std::vector<uint32_t> sums_;  // of pieces of 64 KiB: CRC-32
  mutable std::vector<std::atomic<bool>> checked_;
};

}  // namespace penstock
