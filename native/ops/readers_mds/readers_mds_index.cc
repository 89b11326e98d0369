// readers.mds, index: the shards of all indexes, with the offsets of their samples; those of compressed shards are read
// when a shard is unpacked.
#include <sys/stat.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "core/error.h"
#include "dataset/files/byte_stream.h"
#include "dataset/files/matching.h"
#include "dataset/files/open_files.h"
#include "dataset/files/paths.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_mds.h"
#include "ops/readers_mds/index_text.h"
#include "ops/readers_mds/shards.h"
#include "parquet/unpack.h"

namespace penstock::ops {
namespace {

using Args = ReadersMdsArgs;

constexpr Wanted kShard{"path", "an MDS shard"};
// The heads of so many shards in stores are asked for together, or those that have so many bytes.
constexpr size_t kHeadsTogether = 64;
constexpr int64_t kHeadBytesTogether = int64_t{1} << 25;

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected an MDS shard for path but '" + shown_path(path) + "' is none, or damaged: " + what,
              "The shard is cut off, or not that of its index; write or download it again");
}

// A shard and where its file is.
struct Listed {
  std::string path;
  MdsShard shard;
};

class MdsListing {
 public:
  MdsListing(const Args& args, DatasetBuilder& builder)
      : outputs_(parse_outputs(args.columns)),
        builder_(builder),
        limited_(args.max_packed_samples > 0),
        left_(args.max_packed_samples) {
    for (int blob = 0; blob < 3; ++blob) builder.add_blob();
    builder.blob(kLayouts).push(int64_t{0});
    builder.use_parts(1, {1, 0});
  }

  // Takes the shards of an index.
  void add_index(const std::string& index) {
    const std::string folder = folder_of(index);
    const std::vector<MdsEntry> entries = read_index(index, builder_);
    const bool raw = all_raw(folder, entries);
    for (const MdsEntry& entry : entries) {
      builder_.poll();
      Listed one{full_path(folder, raw ? entry.raw : entry.packed),
                 {entry.samples, entry.raw_bytes, raw ? entry.raw_bytes : entry.packed_bytes,
                  static_cast<int64_t>(raw ? Codec::none : entry.codec), layout_of(entry, index)}};
      if (!raw && one.shard.packed_with() == Codec::none) no_codec(one.path, entry.codec_name);
      if (raw != raw_ && !shards_.empty()) mixed(one.path);
      raw_ = raw;
      shards_.push_back(std::move(one));
    }
  }

  void add_samples() {
    if (!raw_) check_codecs();
    std::vector<std::string> urls;
    for (const Listed& one : shards_) {
      if (is_remote(one.path)) urls.push_back(one.path);
    }
    if (!urls.empty()) builder_.remote().pin(urls, [this] { builder_.poll(); });
    for (size_t i = 0; i < shards_.size(); ++i) {
      check_size(shards_[i]);
      if (raw_) {
        add_raw(i);
      } else {
        add_packed(shards_[i]);
      }
    }
  }

 private:
  // A local copy may have the shards unpacked, as MosaicML's reader leaves them; a store has what was written.
  bool all_raw(const std::string& folder, const std::vector<MdsEntry>& entries) const {
    return std::all_of(entries.begin(), entries.end(), [&](const MdsEntry& entry) {
      builder_.poll();
      if (entry.packed.empty()) return true;
      const std::string path = full_path(folder, entry.raw);
      struct stat st;
      return !is_remote(path) && stat(path.c_str(), &st) == 0;
    });
  }

  // The number of the shard's columns among all layouts: those of one writer are equal.
  int64_t layout_of(const MdsEntry& entry, const std::string& index) {
    std::vector<MdsColumn> columns;
    std::vector<bool> found(outputs_.size());
    for (size_t i = 0; i < entry.names.size(); ++i) {
      const auto output =
          std::find_if(outputs_.begin(), outputs_.end(), [&](const MdsOutput& o) { return o.name == entry.names[i]; });
      MdsColumn column;
      if (output != outputs_.end()) {
        column = column_of(entry, i, *output, index);
        column.output = output - outputs_.begin();
        found[static_cast<size_t>(column.output)] = true;
      }
      column.size = entry.sizes[i];
      columns.push_back(column);
    }
    const auto missing = std::find(found.begin(), found.end(), false);
    if (missing != found.end()) no_column(entry, outputs_[static_cast<size_t>(missing - found.begin())].name, index);
    if (columns == last_) return layouts_ - 1;
    for (const MdsColumn& column : columns) builder_.blob(kColumns).push(column);
    columns_ += static_cast<int64_t>(columns.size());
    builder_.blob(kLayouts).push(columns_);
    last_ = std::move(columns);
    return layouts_++;
  }

  MdsColumn column_of(const MdsEntry& entry, size_t i, const MdsOutput& output, const std::string& index) const {
    MdsColumn column;
    try {
      column = parse_encoding(entry.encodings[i]);
    } catch (const MdsFault& fault) {
      throw Error(ErrorCode::UNSUPPORTED,
                  "Expected a column that can be read for columns." + output.name + " but that of '" +
                      shown_path(index) + "' has the encoding " + fault.what(),
                  "Leave it out of columns, or write it in another way; docs/data/mds.md lists what is read");
    }
    const DType stored = static_cast<DType>(column.dtype);
    const bool texts = column.kind == MdsKind::bytes || column.kind == MdsKind::digits;
    const bool any = column.kind == MdsKind::array && column.dtype == MdsColumn::kAny;
    if (output.text ? !texts : column.kind == MdsKind::bytes || (!any && stored != output.dtype)) {
      throw Error(
          ErrorCode::INVALID_ARGUMENT,
          "Expected another dtype for columns." + output.name + ": the column of '" + shown_path(index) + "' is " +
              entry.encodings[i],
          std::string("Its dtype is '") + (column.kind == MdsKind::bytes ? "string" : dtype_word(stored)) + "'");
    }
    if (column.size != MdsColumn::kAny && column.size != entry.sizes[i]) {
      damaged_index(index, "the column '" + output.name + "' of " + entry.encodings[i] + " has another size");
    }
    return column;
  }

  [[noreturn]] void no_column(const MdsEntry& entry, const std::string& wanted, const std::string& index) const {
    std::string names;
    for (size_t i = 0; i < entry.names.size() && i < 20; ++i) names += (i ? ", " : "") + entry.names[i].substr(0, 200);
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected a column of '" + shown_path(index) + "' for columns but received '" + wanted + "'",
                "It has " + names + (entry.names.size() > 20 ? ", ..." : ""));
  }

  [[noreturn]] static void no_codec(const std::string& path, const std::string& codec) {
    throw Error(ErrorCode::UNSUPPORTED,
                "Expected a shard that can be read for path but '" + shown_path(path) + "' is compressed with " + codec,
                "Write it without compression, or with MosaicML's compression='zstd'");
  }

  [[noreturn]] static void mixed(const std::string& path) {
    throw Error(ErrorCode::UNSUPPORTED,
                "Expected shards that are all compressed, or none of them, for path but '" + shown_path(path) +
                    "' differs from the ones before it",
                "Read them by two readers: readers.mixture takes several");
  }

  // Throws UNSUPPORTED where a library is missing.
  void check_codecs() const {
    for (const Listed& one : shards_) parquet::can_unpack(one.shard.packed_with());
  }

  // Checks that the file has the bytes that the index says.
  void check_size(const Listed& one) const {
    int64_t size = 0;
    if (is_remote(one.path)) {
      size = builder_.remote().size(one.path, [this] { builder_.poll(); });
    } else {
      struct stat st;
      if (stat(one.path.c_str(), &st) != 0) disk_failure(errno, kShard, one.path);
      size = st.st_size;
    }
    if (size == one.shard.stored) return;
    damaged(one.path,
            "it has " + std::to_string(size) + " bytes, and the index says " + std::to_string(one.shard.stored));
  }

  int64_t add_file(const Listed& one) {
    builder_.blob(kShards).push(one.shard);
    return builder_.add_path(one.path);
  }

  void add_raw(size_t number) {
    const Listed& one = shards_[number];
    const std::vector<uint8_t> head = is_remote(one.path) ? fetched_head(number) : read_head(one);
    const int64_t file = add_file(one);
    try {
      const std::vector<uint32_t> offsets = parse_offsets(head.data(), one.shard.samples, one.shard.raw_bytes);
      for (size_t at = 0; at + 1 < offsets.size(); ++at) {
        builder_.poll();
        builder_.add_part(file, offsets[at], int64_t{offsets[at + 1]} - offsets[at]);
      }
    } catch (const MdsFault& fault) {
      damaged(one.path, fault.what());
    }
  }

  // The offsets of a shard on a disk, whose file has as many bytes.
  std::vector<uint8_t> read_head(const Listed& one) const {
    const ListedFile listed(builder_.progress(), one.path, one.shard.stored);
    std::vector<uint8_t> head(static_cast<size_t>(offsets_bytes(one.shard.samples)));
    OpenFile(one.path, false).read(0, head.data(), static_cast<int64_t>(head.size()));
    return head;
  }

  // Those of a shard in a store.
  std::vector<uint8_t> fetched_head(size_t number) {
    if (heads_.empty()) fetch_heads(number);
    std::vector<uint8_t> head = std::move(heads_.front());
    heads_.pop_front();
    const Listed& one = shards_[number];
    if (static_cast<int64_t>(head.size()) < offsets_bytes(one.shard.samples)) {
      damaged(one.path, "it ends within its offsets");
    }
    return head;
  }

  void fetch_heads(size_t from) {
    std::vector<RemoteFiles::Range> ranges;
    int64_t bytes = 0;
    for (size_t i = from; i < shards_.size() && ranges.size() < kHeadsTogether; ++i) {
      if (!is_remote(shards_[i].path)) continue;
      const int64_t size = offsets_bytes(shards_[i].shard.samples);
      if (!ranges.empty() && size > kHeadBytesTogether - bytes) break;
      bytes += size;
      ranges.push_back({shards_[i].path, 0, size});
    }
    for (auto& head : builder_.remote().read_all(ranges, [this] { builder_.poll(); }))
      heads_.push_back(std::move(head));
  }

  void add_packed(const Listed& one) {
    take(one);
    const int64_t file = add_file(one);
    for (int64_t row = 0; row < one.shard.samples; ++row) {
      builder_.poll();
      builder_.add_part(file, row, 0);
    }
    builder_.weigh(one.shard.samples, one.shard.stored);
  }

  void take(const Listed& one) {
    if (!limited_) return;
    left_ += 8 * one.shard.stored;
    if (one.shard.samples > left_) {
      throw Error(ErrorCode::FILE_UNREADABLE,
                  "Expected fewer samples than the index of '" + shown_path(one.path) +
                      "' claims: maxPackedSamples allows " + "no more",
                  "Raise maxPackedSamples where the index comes from a source that you trust");
    }
    left_ -= one.shard.samples;
  }

  const std::vector<MdsOutput> outputs_;
  DatasetBuilder& builder_;
  std::vector<Listed> shards_;
  std::deque<std::vector<uint8_t>> heads_;  // of the next shards in stores
  bool raw_ = true;
  const bool limited_;
  int64_t left_;
  std::vector<MdsColumn> last_;
  int64_t layouts_ = 0, columns_ = 0;
};

void index(const Args& args, DatasetBuilder& builder) {
  const std::vector<std::string> paths = find_paths("path", args.path, builder, "", Matches::all);
  if (paths.empty()) refuse("Expected at least one path for path but received an array of 0", "Give folders of shards");
  std::vector<std::string> indexes;
  for (const std::string& path : paths) indexes.push_back(index_file(path));
  builder.progress().expect(indexes);
  MdsListing listing(args, builder);
  for (const std::string& one : indexes) listing.add_index(one);
  listing.add_samples();
  if (builder.count()) return;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected samples in the shards of '" + shown_path(indexes[0]) + "'" +
                  (indexes.size() > 1 ? " and the other indexes" : "") + " but found none",
              "Write shards with samples");
}

}  // namespace

PENSTOCK_DATA_READER(readers_mds, ReadersMdsArgs, index)

}  // namespace penstock::ops
