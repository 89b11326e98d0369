// readers.tfrecord, index: the records of all files, by their lengths or by index files. A record is its length (8
// bytes), the length's checksum (4), its data, and the data's checksum (4).
#include <cstring>

#include "dataset/files/disk.h"
#include "dataset/files/matching.h"
#include "dataset/files/skim.h"
#include "dataset/set/index_file.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_tfrecord.h"
#include "ops/readers_tfrecord/features.h"
#include "ops/readers_tfrecord/record.h"

namespace penstock::ops {
namespace {

using Args = ReadersTfrecordArgs;

constexpr Wanted kFile{"path", "a TFRecord file"};
constexpr Wanted kIndex{"indexPath", "an index of tfrecord2idx"};

[[noreturn]] void damaged(const std::string& path, int64_t offset, const std::string& what) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected a TFRecord file for path but '" + shown_path(path) + "' is damaged at offset " +
                  std::to_string(offset) + ": " + what,
              "Write the file again, or leave it out of path");
}

// Calls take(offset, length) for the data of each record. The last record may be cut off; returns the file's size.
template <class Take>
int64_t each_record(const std::string& path, const DatasetBuilder& builder, const Take& take) {
  Skim skim(path, kFile, builder);
  for (int64_t at = 0; at < skim.size();) {
    builder.poll();
    const int64_t left = skim.size() - at;
    if (left < kRecordHead) damaged(path, at, "the length of a record is cut off");
    uint64_t length;
    if (!read_head(skim.at(at, kRecordHead), length)) {
      if (at == 0) skim.refuse_compressed();
      damaged(path, at, "the checksum of a record's length is wrong");
    }
    if (length > static_cast<uint64_t>(INT64_MAX) / 2) damaged(path, at, "a record's length has more than 62 bits");
    take(at + kRecordHead, static_cast<int64_t>(length));
    at += kRecordHead + static_cast<int64_t>(length) + kRecordTail;
  }
  return skim.size();
}

void list_records(const std::string& path, DatasetBuilder& builder) {
  const int64_t file = builder.add_path(path);
  // A last record that is cut off is a bad sample.
  each_record(path, builder, [&](int64_t offset, int64_t length) { builder.add_part(file, offset, length); });
}

// Parses the numbers of a line; returns how many there are, and -1 for anything else.
int numbers_of(std::string_view line, int64_t (&out)[2]) {
  int count = 0;
  for (size_t i = 0; i < line.size();) {
    if (line[i] == ' ' || line[i] == '\t' || line[i] == '\r') {
      ++i;
      continue;
    }
    int64_t value = 0;
    const size_t begin = i;
    for (; i < line.size() && line[i] >= '0' && line[i] <= '9' && i - begin < 18; ++i)
      value = value * 10 + (line[i] - '0');
    if (i == begin || count == 2) return -1;
    out[count++] = value;
  }
  return count;
}

void list_index(const std::string& path, const std::string& index, DatasetBuilder& builder) {
  const int64_t file = builder.add_path(path);
  int64_t number = 0;
  each_line(index, kIndex, builder, [&](std::string_view line) {
    ++number;
    int64_t range[2];
    const int count = numbers_of(line, range);
    if (count == 0) return;
    if (count != 2 || range[1] < kRecordHead + kRecordTail) {
      refuse(
          "Expected an index of tfrecord2idx for indexPath but line " + std::to_string(number) + " of '" +
              shown_path(index) + "' has another form",
          "Each line is \"OFFSET SIZE\" of a record, its 16 bytes of lengths and checksums included; leave indexPath "
          "out to read the lengths from the file");
    }
    builder.add_part(file, range[0] + kRecordHead, range[1] - kRecordHead - kRecordTail);
  });
}

void index(const Args& args, DatasetBuilder& builder) {
  parse_features(args.features);
  const std::vector<std::string> paths = find_paths("path", args.path, builder);
  const std::vector<std::string> indexes = find_paths("indexPath", args.index_path, builder);
  if (paths.empty()) refuse("Expected at least one path for path but received an array of 0", "Give TFRecord files");
  const bool indexed = args.has(Args::kIndexPath);
  if (indexed && indexes.size() != paths.size()) {
    refuse("Expected " + std::to_string(paths.size()) + " values for indexPath (one per entry of path) but received " +
               std::to_string(indexes.size()),
           "Give one index per file, or leave indexPath out to read the lengths from the files");
  }
  builder.progress().expect(indexed ? indexes : paths);
  builder.use_parts(1, {1, kRecordTail + kRecordHead});
  for (size_t i = 0; i < paths.size(); ++i) {
    if (indexed) {
      list_index(paths[i], indexes[i], builder);
    } else {
      list_records(paths[i], builder);
    }
  }
  if (builder.count()) return;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected records in '" + shown_path(paths[0]) + "'" + (paths.size() > 1 ? " and the other files" : "") +
                  " but found none",
              "Check path");
}

}  // namespace

// "OFFSET SIZE" of each record, its lengths and checksums included, as tfrecord2idx writes it.
void write_tfrecord_index(const std::string& path, const DatasetBuilder& builder, IndexFile& to) {
  int64_t last = 0, end = 0;
  const int64_t size = each_record(path, builder, [&](int64_t offset, int64_t length) {
    last = offset - kRecordHead;
    end = offset + length + kRecordTail;
    to.add(std::to_string(last) + ' ' + std::to_string(end - last) + '\n');
    builder.progress().count(to.lines());
  });
  if (end > size) damaged(path, last, "the last record is cut off");
}

PENSTOCK_DATA_READER(readers_tfrecord, ReadersTfrecordArgs, index)

}  // namespace penstock::ops
