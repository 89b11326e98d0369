// What a reader's index() builds its data set with. One thread uses it. Add columns first; then, for each sample, its
// file or its parts and a value for every column, in the order in which readers without a shuffle give the samples.
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dataset/dataset.h"

namespace penstock {

// Thrown by poll() when the data set is not wanted any more; index() lets it pass.
struct IndexingCancelled {};

class DatasetBuilder {
 public:
  explicit DatasetBuilder(const std::atomic<bool>& cancelled)
      : cancelled_(cancelled), made_(std::make_shared<Dataset>()) {}

  // Throws IndexingCancelled where the data set is not wanted any more. index() calls it for every entry that it looks
  // at, and often enough that a cancellation takes no longer than a read.
  void poll() const {
    if (cancelled_.load(std::memory_order_relaxed)) throw IndexingCancelled();
  }

  int add_column(std::string name, ColumnType type);
  // The text of this column follows the path in a sample's name, in place of ":offset".
  void name_by(int text_column) { made_->named_by_ = text_column; }
  int add_blob() { return made_->blobs_.emplace_back(), static_cast<int>(made_->blobs_.size()) - 1; }
  GrowingBuffer& blob(int number) { return made_->blobs_[number]; }

  // A folder for add_file(): its files' paths are this text, which ends in a slash or is empty, and their names. It
  // counts even where nothing lies in it. There may be 2^24; see add_path() for any number.
  int64_t add_folder(std::string_view prefix);
  // A file of a folder. Where samples are whole files, this adds a sample.
  int64_t add_file(int64_t folder, std::string_view name);
  // The same by its path; folders of equal texts are kept once.
  int64_t add_path(std::string_view path);

  // Samples are parts of files: every `parts` calls of add_part() make one. Before the first sample.
  void use_parts(int parts = 1);
  // At most 2^24 files, offsets below 2^40, sizes up to 2^31 - 1.
  void add_part(int64_t file, int64_t offset, int64_t size);
  void add_missing_part();

  template <class T>
  void add_number(int column, T value) {
    made_->columns_[column].values.push(value);
  }
  void add_text(int column, std::string_view text);

  int64_t count() const { return made_->count_; }

  void set_classes(std::vector<std::string> classes) { made_->classes_ = std::move(classes); }
  void set_ignored(std::string folder, std::vector<IgnoredFiles> ignored) {
    made_->folder_ = std::move(folder);
    made_->ignored_ = std::move(ignored);
  }

  // The data set; the builder is of no use any more. Throws INTERNAL where a column has too many or too few values,
  // EMPTY_DATASET without a sample.
  std::shared_ptr<Dataset> finish();

 private:
  void count_part();
  void count_sample();

  const std::atomic<bool>& cancelled_;
  std::shared_ptr<Dataset> made_;
  int begun_ = 0;  // parts of the sample that is being added
  std::unordered_map<std::string, int64_t> known_;
  std::string last_prefix_;
  int64_t last_folder_ = -1;
};

}  // namespace penstock
