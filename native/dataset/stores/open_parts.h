// The files of a client's cache that are open: mapped, those used last, of all data sets. They are closed when a data
// set ends that reads from stores, so that none stays; what another data set still needs is opened again.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "dataset/stores/kept_file.h"

namespace penstock {

class OpenParts {
 public:
  static OpenParts& instance();

  // Fills to[0, size) with the bytes of a file from `at` on; returns false where it does not have them, or they
  // are damaged.
  bool read(const std::string& path, int64_t at, uint8_t* to, int64_t size);
  // Closes a file, which may be another one of its name from now on.
  void close(const std::string& path);
  void close_all();

 private:
  struct Entry {
    std::shared_ptr<const KeptFile> file;
    uint64_t used = 0;
  };
  // What is deleted is freed when it is closed, so this bounds what a cache has beyond its bytes: parts have 1 MiB.
  static constexpr size_t kMax = 1024;

  std::shared_ptr<const KeptFile> get(const std::string& path);
  void drop_older_half();

  std::mutex mutex_;
  std::unordered_map<std::string, Entry> open_;
  uint64_t clock_ = 0;
};

}  // namespace penstock
