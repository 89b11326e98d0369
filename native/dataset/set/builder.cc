// See builder.h.
#include "dataset/set/builder.h"

#include <sys/stat.h>

#include <algorithm>

#include "core/error.h"
#include "dataset/order/order.h"
#include "dataset/set/packed_place.h"

namespace penstock {
namespace {

constexpr int64_t kMaxSamples = INT32_MAX;  // a sampler counts with 32 bits

[[noreturn]] void too_large(const char* what) {
  throw Error(ErrorCode::INVALID_ARGUMENT, std::string("Expected a data set ") + what + " but received a larger one",
              "Split it over several readers");
}

size_t width(ColumnType type) { return type == ColumnType::int32 || type == ColumnType::float32 ? 4 : 8; }

}  // namespace

std::vector<std::string> DatasetBuilder::missing() const {
  std::vector<std::string> names;
  for (const std::string& name : asked_) {
    if (made_->column(name) < 0) names.push_back(name);
  }
  return names;
}

bool DatasetBuilder::misses(std::string_view column) const {
  const std::vector<std::string> names = missing();
  return std::find(names.begin(), names.end(), column) != names.end();
}

int DatasetBuilder::add_column(std::string name, ColumnType type) {
  made_->columns_.push_back({std::move(name), type, {}, {}});
  return static_cast<int>(made_->columns_.size()) - 1;
}

RemoteFiles& DatasetBuilder::remote() const {
  if (!made_->remote_) made_->remote_ = std::make_unique<RemoteFiles>(store_);
  return *made_->remote_;
}

int64_t DatasetBuilder::add_folder(std::string_view prefix) {
  Dataset& d = *made_;
  if (is_remote(prefix)) remote();
  const auto number = static_cast<int64_t>(d.folders_.size() / sizeof(uint64_t));
  if (number >= PackedPlace::kNumbers) too_large("of at most 16777216 folders");
  d.folders_.push<uint64_t>(d.names_.size());
  d.names_.append(prefix);
  d.names_.push('\0');
  return number;
}

int64_t DatasetBuilder::add_file(int64_t folder, std::string_view name) {
  Dataset& d = *made_;
  const auto begin = static_cast<int64_t>(d.names_.size());
  if (begin >= PackedPlace::kOffsets) too_large("whose names take less than 1 TiB");
  const int64_t number = d.files();
  if (d.whole_) count_sample();
  d.names_.append(name);
  d.names_.push('\0');
  d.files_.push(PackedPlace(folder, begin));
  return number;
}

int64_t DatasetBuilder::add_path(std::string_view path) {
  const size_t slash = path.rfind('/');
  const std::string_view prefix = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
  if (last_folder_ < 0 || prefix != last_prefix_) {
    last_prefix_ = prefix;
    const auto found = known_.find(last_prefix_);
    if (found != known_.end()) {
      last_folder_ = found->second;
    } else if (static_cast<int64_t>(known_.size()) < PackedPlace::kNumbers - 1) {
      last_folder_ = known_[last_prefix_] = add_folder(prefix);
    } else {
      // There is no room for another folder, so the file's name is its whole path.
      const auto none = known_.find("");
      const int64_t root = none != known_.end() ? none->second : known_[""] = add_folder("");
      last_folder_ = -1;
      return add_file(root, path);
    }
  }
  return add_file(last_folder_, path.substr(prefix.size()));
}

void DatasetBuilder::use_parts(int parts, Spacing spacing) {
  made_->whole_ = false;
  made_->extents_.begin(parts, spacing);
}

void DatasetBuilder::add_part(int64_t file, int64_t offset, int64_t size) {
  if (file >= PackedPlace::kNumbers) too_large("of at most 16777216 files");
  if (offset >= PackedPlace::kOffsets) too_large("of files smaller than 1 TiB");
  if (size > abi::maxExtent) {
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected samples of at most " + std::to_string(abi::maxExtent) + " bytes but received one of " +
                    std::to_string(size) + " in " + shown_path(made_->path(file)),
                "Split the sample");
  }
  count_part();
  made_->extents_.add({file, offset, size});
}

void DatasetBuilder::add_missing_part() {
  count_part();
  made_->extents_.add({});
}

void DatasetBuilder::count_part() {
  if (made_->extents_.pending() == 0) count_sample();
}

void DatasetBuilder::count_sample() {
  if (made_->count_ == kMaxSamples) too_large("of at most 2147483647 samples");
  progress_->count(++made_->count_);
}

// Blocks have to be the same for all shards and after a checkpoint, also where a file was written anew: of the mean,
// only the power of two below it counts, so blocks have no less than their bytes.
void DatasetBuilder::weigh_files() {
  constexpr int64_t kLooks = 64;
  Dataset& d = *made_;
  if (!d.whole_ || !d.weighed_.empty() || !count()) return;
  // Places at random, because names often alternate, as those of photos and their masks do.
  const Permutation places(count(), 0, 0, 0);
  std::vector<std::string> urls;
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < std::min(kLooks, count()); ++i) {
    poll();
    std::string path = d.path(places.at(i));
    struct stat st;
    if (d.remote_ && is_remote(path)) {
      urls.push_back(std::move(path));
    } else if (stat(path.c_str(), &st) == 0 && S_ISREG(st.st_mode)) {
      sizes.push_back(st.st_size);
    }
  }
  if (!urls.empty()) d.remote_->add_sizes(urls, sizes, [this] { poll(); });
  // What cannot be read fails later, as a bad sample.
  if (sizes.empty()) return;
  double mean = 0;
  for (const int64_t size : sizes) mean += static_cast<double>(size);
  mean /= static_cast<double>(sizes.size());
  int64_t usual = 1;
  while (usual < abi::maxExtent / 2 && static_cast<double>(2 * usual) <= mean) usual *= 2;
  weigh(count(), count() * usual);
}

void DatasetBuilder::add_text(int column, std::string_view text) { made_->columns_[column].texts.add(text); }

// The versions of containers are a part of the fingerprint, also where an index has said all that there is to know.
void DatasetBuilder::pin_containers() {
  if (!made_->remote_ || made_->whole_) return;
  std::vector<std::string> urls;
  for (int64_t file = 0; file < made_->files(); ++file) {
    std::string path = made_->path(file);
    if (is_remote(path)) urls.push_back(std::move(path));
  }
  made_->remote_->pin(urls, [this] { poll(); });
}

std::shared_ptr<Dataset> DatasetBuilder::finish() {
  if (count() == 0) {
    throw Error(ErrorCode::EMPTY_DATASET, "Expected at least one sample but found none",
                "Check what the reader is given");
  }
  if (const int begun = made_->extents_.pending()) {
    fail(ErrorCode::INTERNAL, "the last sample has %d of %d parts", begun, made_->parts());
  }
  for (const auto& c : made_->columns_) {
    const bool full = c.type == ColumnType::text || c.type == ColumnType::int32_list
                          ? c.texts.count() == count()
                          : c.values.size() == static_cast<size_t>(count()) * width(c.type);
    if (full) continue;
    fail(ErrorCode::INTERNAL, "column %s has not one value per sample", c.name.c_str());
  }
  known_.clear();
  pin_containers();
  made_->take_fingerprint();
  return std::move(made_);
}

}  // namespace penstock
