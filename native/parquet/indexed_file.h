// A Parquet file whose metadata and heads of pages are read when the data set is opened.
#pragma once
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "dataset/files/disk.h"
#include "dataset/files/open_files.h"
#include "dataset/files/skim.h"
#include "dataset/set/builder.h"
#include "parquet/thrift.h"

namespace penstock::parquet {

// The bytes of a file, or of an object in a store. Heads of pages lie apart there, and a request brings many that are
// near each other.
class IndexedFile final : public RecordSource {
 public:
  // All arguments must outlive the object.
  IndexedFile(const std::string& path, const Wanted& wanted, const DatasetBuilder& builder)
      : path_(path), builder_(builder) {
    if (is_remote(path)) {
      skim_.emplace(path, wanted, builder);
    } else {
      file_.emplace(path, true);
      listed_.emplace(builder.progress(), path, file_->size());
    }
  }

  int64_t size() const override { return file_ ? file_->size() : skim_->size(); }
  void copy(int64_t at, uint8_t* to, int64_t size) const override {
    if (file_) return file_->read(at, to, size);
    if (at < 0 || size > this->size() - at) throw ParquetFault("a part of it lies beyond its end");
    if (size <= kMaxSkimmed) {
      std::memcpy(to, skim_->at(at, size), static_cast<size_t>(size));
      return;
    }
    const std::vector<uint8_t> bytes = builder_.remote().read(path_, at, size, [&] { builder_.poll(); });
    if (static_cast<int64_t>(bytes.size()) < size) throw ParquetFault("it has become shorter");
    std::memcpy(to, bytes.data(), static_cast<size_t>(size));
  }

 private:
  static constexpr int64_t kMaxSkimmed = 1024;
  const std::string& path_;
  const DatasetBuilder& builder_;
  std::optional<OpenFile> file_;
  std::optional<ListedFile> listed_;
  mutable std::optional<Skim> skim_;
};

}  // namespace penstock::parquet
