// readers.webdataset, index: the samples of all archives, with a part for each output.
#include <algorithm>
#include <unordered_map>

#include "dataset/files/matching.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_webdataset.h"
#include "ops/readers_webdataset/outputs.h"
#include "ops/readers_webdataset/shard.h"

namespace penstock::ops {
namespace {

using Args = ReadersWebdatasetArgs;

// The outputs that take each extension.
class Outputs {
 public:
  Outputs(const ArgList<std::string_view>& ext, bool case_sensitive)
      : count_(ext.size), case_sensitive_(case_sensitive) {
    if (ext.empty()) refuse("Expected at least one entry for ext but received an array of 0", "Name the extensions");
    for (int i = 0; i < ext.size; ++i) add(ext[i], i);
  }

  int count() const { return count_; }

  // The outputs that take an extension, which gets lower case where case does not count.
  const std::vector<int>& of(std::string& extension) const {
    static const std::vector<int> none;
    fold(extension);
    const auto found = by_extension_.find(extension);
    return found == by_extension_.end() ? none : found->second;
  }

 private:
  void add(std::string_view list, int output) {
    bool some = false;
    for (size_t begin = 0; begin <= list.size();) {
      const size_t end = std::min(list.find(';', begin), list.size());
      std::string one(list.substr(begin, end - begin));
      begin = end + 1;
      if (one.empty()) continue;
      some = true;
      fold(one);
      std::vector<int>& outputs = by_extension_[one];
      if (outputs.empty() || outputs.back() != output) outputs.push_back(output);
    }
    if (some) return;
    refuse("Expected extensions separated by semicolons for ext[" + std::to_string(output) + "] but received '" +
               std::string(list) + "'",
           "Write extensions without the dot in front: 'cls;txt'");
  }

  void fold(std::string& text) const {
    if (case_sensitive_) return;
    for (char& c : text) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
  }

  const int count_;
  const bool case_sensitive_;
  std::unordered_map<std::string, std::vector<int>> by_extension_;
};

// Adds samples of one archive after the other.
class Listing {
 public:
  Listing(const Args& args, DatasetBuilder& builder)
      : outputs_(args.ext, args.case_sensitive_extensions),
        behavior_(args.missing_component_behavior),
        builder_(builder),
        name_column_(builder.add_column("name", ColumnType::text)),
        chosen_(static_cast<size_t>(outputs_.count())) {
    // A component begins 512 bytes, which are its header, after the next multiple of 512.
    builder.use_parts(outputs_.count(), {512, 512});
    builder.name_by(name_column_, Naming::place_and_text);
  }

  void begin(const std::string& path) {
    path_ = path;
    file_ = builder_.add_path(path);
  }

  void add(std::vector<Component> sample) {
    std::fill(chosen_.begin(), chosen_.end(), nullptr);
    for (Component& c : sample) {
      for (const int output : outputs_.of(c.extension)) {
        if (!chosen_[output]) chosen_[output] = &c;
      }
    }
    const auto missing = std::find(chosen_.begin(), chosen_.end(), nullptr);
    if (missing != chosen_.end()) {
      if (behavior_ == Args::MissingComponentBehavior::skip) return;
      if (behavior_ == Args::MissingComponentBehavior::error) lacks(sample, missing - chosen_.begin());
    }
    for (const Component* c : chosen_) {
      if (!c) {
        builder_.add_missing_part();
        continue;
      }
      if (c->sparse) refuse_sparse(*c);
      builder_.add_part(file_, c->offset, c->size);
    }
    name(sample);
  }

 private:
  // The name continues the place of the first output's component. Where a sample has none, the place is a part of it.
  void name(const std::vector<Component>& sample) {
    const auto found = std::find_if(chosen_.begin(), chosen_.end(), [](const Component* c) { return c != nullptr; });
    const Component& first = found == chosen_.end() ? sample.front() : **found;
    const std::string place = shown_path(path_) + ':' + std::to_string(first.offset) + ':';
    builder_.add_text(name_column_, found == chosen_.end() ? place + first.name : first.name);
  }

  std::string place(const Component& c) const {
    return shown_path(path_) + ':' + std::to_string(c.offset) + (c.name.empty() ? "" : ':' + c.name);
  }

  [[noreturn]] void lacks(const std::vector<Component>& sample, int64_t output) const {
    throw Error(ErrorCode::BAD_SAMPLE,
                "Expected a component for ext[" + std::to_string(output) + "] in every sample but the sample at " +
                    place(sample.front()) + " has none",
                "missingComponentBehavior 'skip' leaves such samples out, 'empty' gives an empty tensor");
  }

  [[noreturn]] void refuse_sparse(const Component& c) const {
    throw Error(ErrorCode::UNSUPPORTED,
                "Expected a component whose bytes are all stored but " + place(c) + " is a sparse file",
                "Write the archive without --sparse");
  }

  const Outputs outputs_;
  const Args::MissingComponentBehavior behavior_;
  DatasetBuilder& builder_;
  const int name_column_;
  std::string path_;
  int64_t file_ = 0;
  std::vector<const Component*> chosen_;
};

void check(const Args& args, const std::vector<std::string>& paths, const std::vector<std::string>& indexes) {
  if (paths.empty()) {
    refuse("Expected at least one path for paths but received an array of 0", "Give the paths of tar archives");
  }
  if (args.has(Args::kIndexPaths) && indexes.size() != paths.size()) {
    refuse("Expected " + std::to_string(paths.size()) +
               " values for indexPaths (one per entry of paths) but received " + std::to_string(indexes.size()),
           "Give one index per archive, or leave indexPaths out to read the archives' headers");
  }
  outputs_of(args);
}

void index(const Args& args, DatasetBuilder& builder) {
  const std::vector<std::string> paths = find_paths("paths", args.paths, builder);
  const std::vector<std::string> indexes = find_paths("indexPaths", args.index_paths, builder);
  check(args, paths, indexes);
  builder.progress().expect(args.has(Args::kIndexPaths) ? indexes : paths);
  Listing listing(args, builder);
  for (size_t i = 0; i < paths.size(); ++i) {
    const std::string& path = paths[i];
    listing.begin(path);
    const auto take = [&](const std::vector<Component>& sample) { listing.add(sample); };
    if (args.has(Args::kIndexPaths)) {
      samples_of_index(indexes[i], builder, take);
    } else {
      samples_of_archive(path, builder, take);
    }
  }
  if (builder.count()) return;
  const bool skips = args.missing_component_behavior == Args::MissingComponentBehavior::skip;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected samples in '" + shown_path(paths[0]) + "'" + (paths.size() > 1 ? " and the other paths" : "") +
                  " but found none",
              skips
                  ? "With missingComponentBehavior 'skip' a sample needs a component for every entry of ext: check ext"
                  : "A sample is a file whose name has something in front of its first dot");
}

}  // namespace

PENSTOCK_DATA_READER(readers_webdataset, ReadersWebdatasetArgs, index)

}  // namespace penstock::ops
