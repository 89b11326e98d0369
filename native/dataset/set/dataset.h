// The data set of a reader: which samples there are, where their bytes lie, and the facts about each. A reader's
// index() builds it once (DatasetBuilder); afterwards it is read-only, and every thread may read it. Programs share it
// by reference, so it lives as long as the last of them.
//
// A sample is a whole file, or parts of files (records of a container), as many for every sample. In memory:
//   names    one blob: the texts of folders and of files, with a NUL each
//   folders  8 bytes each: where the folder's text begins
//   files    8 bytes each: the number of the folder (24 bits) and where the file's name begins (40 bits)
//   parts    about 4 bytes each: packed_extents.h; there are none where samples are whole files, whose sizes are not
//            known ahead
//   columns  by sample: 4 or 8 bytes for a number, and what differs from the one before it for a text: packed_texts.h
//   blobs    bytes that index() lays out itself
#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/handles.h"
#include "dataset/set/growing_buffer.h"
#include "dataset/set/packed_extents.h"
#include "dataset/set/packed_texts.h"
#include "dataset/set/sample_weights.h"
#include "dataset/stores/remote_files.h"

namespace penstock {

// A list has any number of int32.
enum class ColumnType : uint8_t { int32, int64, float32, float64, text, int32_list };

// Files that index() found and left out, for one reason.
struct IgnoredFiles {
  std::string why;  // continues "3 files in 'folder' are ignored: 3 ...", with the verb in the number of the files
  int64_t count = 0;
  std::string example;  // the path of one of them, relative to the folder
};

// How a part of a file is named. Path and offset are those of the sample's first part that is not missing; where all
// are missing the text stands alone.
enum class Naming : uint8_t {
  place,           // path:offset
  place_and_text,  // path:offset:text
  path_and_key,    // path at key text, or the hexadecimal digits of a text that cannot be shown
};

// Appends a text, or the hexadecimal digits of one that has characters which cannot be shown.
void append_printable(std::string_view text, std::string& to);

class Dataset : public Object {
 public:
  using Extent = penstock::Extent;
  // A sample of one of the data sets that this one was joined or chosen from, by its number there.
  struct Member {
    int source = 0;
    int64_t index = 0;
  };
  static constexpr int64_t kUsualSize = int64_t{1} << 17;
  static constexpr int64_t kMaxBlocks = int64_t{1} << 20;

  int64_t count() const { return count_; }
  // The number of extents of each sample.
  int parts() const { return whole_ ? 1 : extents_.parts(); }
  int64_t files() const { return static_cast<int64_t>(files_.size() / sizeof(uint64_t)); }

  // The extent of a part of a sample; a missing part has no file. `sample` is in 0 .. count() - 1, `part` in 0 ..
  // parts() - 1.
  Extent extent(int64_t sample, int part = 0) const;
  // The blocks of shuffleBlocks: the first sample of each, and count(). A block takes at least so many bytes in the
  // files, but for the last one. Samples whose size is not known, nor told by weigh() or weigh_files(), count as
  // kUsualSize. There are at most kMaxBlocks.
  std::vector<int32_t> edges(int64_t block_bytes) const;
  // Asks for what extent() reads in the processor's caches, for all of these samples at once; `member` gives the i-th.
  template <class Members>
  void prefetch(int count, const Members& member) const {
    const auto each = [&](void (PackedExtents::*ask)(int64_t) const) {
      for (int i = 0; i < count; ++i) {
        const Member of = member(i);
        const Dataset& own = source(of.source);
        if (!own.whole_) (own.extents_.*ask)(of.index);
      }
    };
    each(&PackedExtents::prefetch_begin);
    each(&PackedExtents::prefetch_group);
  }
  // Whether samples are ranges of files that are known, so that neighbours can be read together. Those of whole files
  // and rows of tables are not.
  bool in_containers() const { return !whole_ && extents_.sized(); }
  // Calls visit(extent) for the parts of the samples [begin, end), in the order in which they are kept.
  template <class Visit>
  void each_extent(int64_t begin, int64_t end, const Visit& visit) const {
    extents_.each(begin, end, visit);
  }
  // The path with which the file is opened.
  std::string path(int64_t file) const;
  // Appends the sample's name as errors and sourceInfo() show it: the path for a whole file, else as Naming says.
  void append_source(int64_t sample, std::string& to) const { append_source(sample, extent(sample), to); }
  // Does that for a caller who knows the extent of the sample's first part.
  void append_source(int64_t sample, const Extent& first, std::string& to) const;

  // Columns are numbered in the order in which index() added them. T is the column's type.
  template <class T>
  T number(int column, int64_t sample) const {
    return columns_[column].values.at<T>(sample);
  }
  std::string text(int column, int64_t sample) const;
  // The number of a column, or -1; its type; a value of one of numbers; and the values of one of lists.
  int column(std::string_view name) const;
  ColumnType type_of(int column) const { return columns_[column].type; }
  double number_of(int column, int64_t sample) const;
  std::vector<int32_t> list_of(int column, int64_t sample) const;
  std::vector<std::string> column_names() const;
  const GrowingBuffer& blob(int number) const { return blobs_[number]; }

  // How often samples come; null where each comes once in an epoch.
  const std::shared_ptr<const SampleWeights>& weights() const { return weights_; }
  void set_weights(std::shared_ptr<const SampleWeights> weights);
  // How many samples an epoch has.
  int64_t epoch_size() const { return weights_ ? weights_->size() : count_; }

  // A number that follows from the names, places, values and weights of all samples: it differs where the data set has
  // changed. The bytes of samples do not count.
  uint64_t fingerprint() const { return fingerprint_; }
  // Bytes of memory that the data set takes.
  int64_t bytes() const;

  // The name of each label; empty where labels have no names.
  const std::vector<std::string>& classes() const { return classes_; }
  // The folder that was scanned, and the files of it that are left out.
  const std::string& folder() const { return folder_; }
  const std::vector<IgnoredFiles>& ignored() const { return ignored_; }
  // What reads the files that lie in object stores; null where there are none.
  RemoteFiles* remote() const { return remote_.get(); }
  // A data set that has the samples of others, one after the other: extents, columns and blobs are theirs alone. There
  // is at least one.
  static std::shared_ptr<Dataset> join(std::vector<std::shared_ptr<const Dataset>> sources);
  // A data set that has these samples of another one, which was not joined, in this order.
  static std::shared_ptr<Dataset> choose(std::shared_ptr<const Dataset> from, std::vector<int32_t> samples);
  // What it was joined or chosen from, whose reads are its reads; none otherwise.
  const std::vector<std::shared_ptr<const Dataset>>& sources() const { return sources_; }
  // What it was joined from, each with the samples that were chosen of it.
  const std::vector<std::shared_ptr<const Dataset>>& joined() const { return joined_; }
  // Which source has a sample, and its number there.
  Member member(int64_t sample) const;
  // The data set that has the samples of a source: this one, where it was neither joined nor chosen.
  const Dataset& source(int number) const { return sources_.empty() ? *this : *sources_[static_cast<size_t>(number)]; }

  // DatasetReport of src/native/dataset.ts as JSON, with samples [from, from + count).
  std::string report(int64_t from, int64_t count) const;

 private:
  friend class DatasetBuilder;
  void take_fingerprint();
  void append_report(int64_t sample, nlohmann::json& to) const;
  // Calls visit(sample, bytes) for all samples, with the bytes that each takes in the files.
  template <class Visit>
  void each_size(const Visit& visit) const;
  template <class Visit>
  void each_chosen_size(const Visit& visit) const;
  template <class Visit>
  void each_buffer(const Visit& visit) const;

  // Neighbours that take so many bytes in the files together, and about as many each.
  struct Weighed {
    int64_t samples, bytes;
  };

  struct Column {
    std::string name;
    ColumnType type;
    GrowingBuffer values;
    PackedTexts texts;
  };

  uint64_t fingerprint_ = 0;
  int64_t count_ = 0;
  bool whole_ = true;  // samples are whole files
  int named_by_ = -1;
  Naming naming_ = Naming::place;
  GrowingBuffer names_, folders_, files_;
  PackedExtents extents_;
  std::vector<Weighed> weighed_;  // from the first sample on
  std::vector<Column> columns_;
  std::vector<GrowingBuffer> blobs_;
  std::vector<std::string> classes_;
  std::string folder_;
  std::vector<IgnoredFiles> ignored_;
  std::unique_ptr<RemoteFiles> remote_;
  std::vector<std::shared_ptr<const Dataset>> sources_;
  std::vector<int64_t> firsts_;                                      // the number of each source's first sample
  std::vector<std::shared_ptr<const std::vector<int32_t>>> chosen_;  // the samples of each source; null for all
  std::vector<std::shared_ptr<const Dataset>> joined_;
  std::shared_ptr<const SampleWeights> weights_;
};

}  // namespace penstock
