// The object with which a reader's index() builds its data set. It is used by one thread. Columns are added first;
// then, for each sample, its file or its parts and a value for every column. Samples are added in the order in which
// readers without a shuffle deliver them.
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dataset/set/dataset.h"
#include "dataset/set/progress.h"

namespace penstock {

// Thrown by poll() when the data set is no longer wanted; index() must not catch it.
struct IndexingCancelled {};

class DatasetBuilder {
 public:
  // `store`: what the client of object stores is told with each request.
  // `threads`: that index() may use, its own included.
  explicit DatasetBuilder(const std::atomic<bool>& cancelled, std::string store = {},
                          std::shared_ptr<IndexProgress> progress = nullptr, int threads = 1)
      : cancelled_(cancelled),
        store_(std::move(store)),
        threads_(threads),
        made_(std::make_shared<Dataset>()),
        progress_(progress ? std::move(progress) : std::make_shared<IndexProgress>()) {}

  // Throws IndexingCancelled when the data set is no longer wanted. index() calls it for every entry that it looks at,
  // and so often that a cancellation takes no longer than one read.
  void poll() const {
    if (cancelled_.load(std::memory_order_relaxed)) throw IndexingCancelled();
  }

  int add_column(std::string name, ColumnType type);
  // The columns that the choice of samples reads, and those of them that are not added yet. A reader adds what its data
  // has of these.
  void ask(std::vector<std::string> columns) { asked_ = std::move(columns); }
  std::vector<std::string> missing() const;
  bool misses(std::string_view column) const;
  // The column of the texts that are part of samples' names.
  void name_by(int text_column, Naming naming) {
    made_->named_by_ = text_column;
    made_->naming_ = naming;
  }
  int add_blob() { return made_->blobs_.emplace_back(), static_cast<int>(made_->blobs_.size()) - 1; }
  GrowingBuffer& blob(int number) { return made_->blobs_[number]; }

  // Adds a folder for add_file(): a file's path is this text, which ends in a slash or is empty, followed by the file's
  // name. The folder counts even when it holds no files. At most 2^24 folders; add_path() has no such limit.
  int64_t add_folder(std::string_view prefix);
  // Adds a file of a folder. When samples are whole files, this adds a sample.
  int64_t add_file(int64_t folder, std::string_view name);
  // Adds a file by its path; each distinct folder text is stored once.
  int64_t add_path(std::string_view path);

  // Makes samples parts of files: every `parts` calls of add_part() make one sample. Called before the first sample. A
  // part that is where the container's spacing puts it takes less memory.
  void use_parts(int parts = 1, Spacing spacing = {});
  // Adds a part of a file. At most 2^24 files, offsets below 2^40, sizes up to 2^31 - 1.
  void add_part(int64_t file, int64_t offset, int64_t size);
  void add_missing_part();
  // Tells that the next `samples` samples, which are not weighed yet, take so many bytes in the files together: for
  // samples that are no ranges of files.
  void weigh(int64_t samples, int64_t bytes) {
    if (samples > 0) made_->weighed_.push_back({samples, bytes});
  }

  // Weighs samples that are whole files, and not weighed, by the sizes of some of them. It is called behind the last
  // sample.
  void weigh_files();

  template <class T>
  void add_number(int column, T value) {
    made_->columns_[column].values.push(value);
  }
  void add_text(int column, std::string_view text);
  void add_list(int column, const std::vector<int32_t>& list) {
    add_text(column, {reinterpret_cast<const char*>(list.data()), list.size() * sizeof(int32_t)});
  }

  int64_t count() const { return made_->count_; }

  // A builder for a data set that index() needs meanwhile, which is given up with this one.
  DatasetBuilder beside() const { return DatasetBuilder(cancelled_, store_, progress_, threads_); }

  // How many threads index() may use. What they find must not depend on it. They may call poll() and read remote().
  int threads() const { return threads_; }

  // What is told of how far index() is. Skim, FileStream and each_entry() tell of the files that they read.
  IndexProgress& progress() const { return *progress_; }

  // What reads the objects of stores.
  RemoteFiles& remote() const;

  void set_classes(std::vector<std::string> classes) { made_->classes_ = std::move(classes); }
  void set_ignored(std::string folder, std::vector<IgnoredFiles> ignored) {
    made_->folder_ = std::move(folder);
    made_->ignored_ = std::move(ignored);
  }
  void add_ignored(IgnoredFiles ignored, const std::string& folder) {
    if (made_->folder_.empty()) made_->folder_ = folder;
    made_->ignored_.push_back(std::move(ignored));
  }

  // Returns the data set; the builder must not be used afterwards. Throws INTERNAL when a column has too many or too
  // few values, and EMPTY_DATASET when there are no samples.
  std::shared_ptr<Dataset> finish();

 private:
  void pin_containers();
  void count_part();
  void count_sample();

  const std::atomic<bool>& cancelled_;
  const std::string store_;
  const int threads_;
  std::shared_ptr<Dataset> made_;
  const std::shared_ptr<IndexProgress> progress_;
  std::unordered_map<std::string, int64_t> known_;
  std::vector<std::string> asked_;
  std::string last_prefix_;
  int64_t last_folder_ = -1;
};

}  // namespace penstock
