// readers.mxNet, index: the records of all files, by the heads of their chunks or by index files of im2rec.
#include <algorithm>

#include "dataset/files/disk.h"
#include "dataset/files/matching.h"
#include "dataset/files/skim.h"
#include "dataset/set/index_file.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_mx_net.h"
#include "ops/readers_mx_net/record_io.h"

namespace penstock::ops {
namespace {

using Args = ReadersMxNetArgs;

constexpr Wanted kFile{"path", "a RecordIO file"};
constexpr Wanted kIndex{"indexPath", "an index of im2rec"};

[[noreturn]] void damaged(const std::string& path, int64_t offset, const std::string& what) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected a RecordIO file for path but '" + shown_path(path) + "' is damaged at offset " +
                  std::to_string(offset) + ": " + what,
              "Write the file again, or leave it out of path; with an index the records that are whole can be read");
}

// Calls take(offset, size) for each record. One that is cut off at the end of the file has a size that leads beyond it.
// Returns the file's size.
template <class Take>
int64_t each_record(const std::string& path, const DatasetBuilder& builder, const Take& take) {
  Skim skim(path, kFile, builder);
  int64_t begin = 0;
  bool inside = false;
  for (int64_t at = 0; at < skim.size();) {
    builder.poll();
    if (!inside) begin = at;
    if (skim.size() - at < kChunkHead) {
      inside = true;
      break;
    }
    ChunkHead head;
    if (!read_chunk_head(skim.at(at, kChunkHead), head)) {
      if (at == 0) skim.refuse_compressed();
      damaged(path, at, "there is no magic number of RecordIO");
    }
    if (!head.fits(inside)) damaged(path, at, "this is another part of a record than the one that is due");
    inside = !head.ends();
    // Padding after the last record may be missing.
    if (!inside) take(begin, at + kChunkHead + head.length - begin);
    at += kChunkHead + head.padded();
  }
  if (inside) take(begin, skim.size() - begin + kChunkHead);
  return skim.size();
}

// A record that is cut off is a bad sample.
void list_records(const std::string& path, DatasetBuilder& builder) {
  const int64_t file = builder.add_path(path);
  each_record(path, builder, [&](int64_t offset, int64_t size) { builder.add_part(file, offset, size); });
}

// Reads an offset after a key and white space. Returns -1 for anything else.
int64_t offset_of(std::string_view line) {
  constexpr const char* kSpace = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
  line.remove_prefix(std::min(line.find_first_of(kSpace), line.size()));
  line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
  int64_t value = 0;
  size_t i = 0;
  for (; i < line.size() && line[i] >= '0' && line[i] <= '9' && i < 18; ++i) value = value * 10 + (line[i] - '0');
  return i == 0 || line.find_first_not_of(kSpace, i) != std::string_view::npos ? -1 : value;
}

std::vector<int64_t> read_index(const std::string& path, const DatasetBuilder& builder) {
  std::vector<int64_t> offsets;
  int64_t number = 0;
  each_line(path, kIndex, builder, [&](std::string_view line) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    const int64_t offset = offset_of(line);
    if (offset < 0) {
      refuse("Expected an index of im2rec for indexPath but line " + std::to_string(number) + " of '" +
                 shown_path(path) + "' has another form",
             "Each line is \"KEY OFFSET\" of a record; leave indexPath out to read the heads of the records");
    }
    offsets.push_back(offset);
  });
  std::sort(offsets.begin(), offsets.end());
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  return offsets;
}

// Adds the records of files that an index describes as if they were one file. A record lasts up to the next one.
void list_index(const std::vector<std::string>& paths, size_t first, size_t count, const std::string& index,
                DatasetBuilder& builder) {
  const std::vector<int64_t> offsets = read_index(index, builder);
  size_t next = 0;
  int64_t begin = 0;
  for (size_t i = first; i < first + count; ++i) {
    const std::string& path = paths[i];
    const int64_t end = begin + Skim(path, kFile, builder).size(), file = builder.add_path(path);
    // A record that the index places after the last file is a bad sample.
    const bool last = i + 1 == first + count;
    for (; next < offsets.size() && (last || offsets[next] < end); ++next) {
      builder.poll();
      const int64_t until = next + 1 < offsets.size() && offsets[next + 1] < end ? offsets[next + 1] : end;
      builder.add_part(file, offsets[next] - begin, std::max(until - offsets[next], kChunkHead));
    }
    begin = end;
  }
}

void index(const Args& args, DatasetBuilder& builder) {
  const std::vector<std::string> paths = find_paths("path", args.path, builder);
  const std::vector<std::string> indexes = find_paths("indexPath", args.index_path, builder);
  if (paths.empty()) {
    refuse("Expected at least one path for path but received an array of 0", "Give RecordIO files");
  }
  if (args.has(Args::kIndexPath) && indexes.size() != 1 && indexes.size() != paths.size()) {
    refuse("Expected " + std::to_string(paths.size()) +
               " values for indexPath (one per entry of path), or one for all files, but received " +
               std::to_string(indexes.size()),
           "Leave indexPath out to read the heads of the records");
  }
  builder.progress().expect(indexes.empty() ? paths : indexes);
  builder.use_parts(1, {4, 0});
  if (indexes.size() == 1) {
    list_index(paths, 0, paths.size(), indexes[0], builder);
  } else {
    for (size_t i = 0; i < paths.size(); ++i) {
      if (!indexes.empty()) {
        list_index(paths, i, 1, indexes[i], builder);
      } else {
        list_records(paths[i], builder);
      }
    }
  }
  if (builder.count()) return;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected records in '" + shown_path(paths[0]) + "'" + (paths.size() > 1 ? " and the other files" : "") +
                  " but found none",
              "Check path");
}

}  // namespace

// "KEY\tOFFSET" of each record, whose key is its number, as rec2idx writes it.
void write_record_io_index(const std::string& path, const DatasetBuilder& builder, IndexFile& to) {
  int64_t number = 0, last = 0, end = 0;
  const int64_t size = each_record(path, builder, [&](int64_t offset, int64_t bytes) {
    last = offset;
    end = offset + bytes;
    to.add(std::to_string(number++) + '\t' + std::to_string(offset) + '\n');
    builder.progress().count(to.lines());
  });
  if (end > size) damaged(path, last, "the last record is cut off");
}

PENSTOCK_DATA_READER(readers_mx_net, ReadersMxNetArgs, index)

}  // namespace penstock::ops
