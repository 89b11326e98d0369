// See lmdb_values.h.
#include "dataset/containers/lmdb_values.h"

#include <cerrno>

#include "dataset/containers/lmdb.h"
#include "dataset/files/disk.h"
#include "dataset/files/matching.h"

namespace penstock {
namespace {

constexpr int kKeys = 0, kPageSizes = 0;  // a column and a blob of the data set

[[noreturn]] void damaged(const std::string& path, const RecordFault& fault) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected an LMDB database for path but '" + path + "' is damaged at offset " +
                  std::to_string(fault.offset) + ": " + fault.what(),
              "Write the database again, or copy it with mdb_copy while nothing writes to it");
}

// The whole file, read page by page; each page asks whether the data set is still wanted.
class Listed final : public RecordSource {
 public:
  Listed(const std::string& path, const DatasetBuilder& builder)
      : file_(path, false), builder_(builder), listed_(builder.progress(), path, file_.size()) {}
  int64_t size() const override { return file_.size(); }
  void copy(int64_t from, uint8_t* to, int64_t count) const override {
    builder_.poll();
    listed_.at(read_ += count);
    file_.read(from, to, count);
  }

 private:
  const OpenFile file_;
  const DatasetBuilder& builder_;
  mutable ListedFile listed_;
  mutable int64_t read_ = 0;  // pages of values are not read, so this is at most what has been passed
};

constexpr Wanted kWanted{"path", "an LMDB database"};

std::string file_of(const std::string& path) {
  struct stat st;
  if (!find_target(path, kWanted, st)) disk_failure(ENOENT, kWanted, path);
  const std::string file = S_ISDIR(st.st_mode) ? path + '/' + kLmdbFile : path;
  if (S_ISDIR(st.st_mode) && !find_target(file, kWanted, st)) disk_failure(ENOENT, kWanted, file);
  if (S_ISREG(st.st_mode)) return file;
  throw Error(ErrorCode::INVALID_ARGUMENT, "Expected an LMDB database for path but '" + file + "' is not a file",
              "Give the folder that has data.mdb, or the file itself");
}

// There is no such database, or the main one has nothing but named ones.
[[noreturn]] void nothing_of(const std::string& path, std::string_view database,
                             const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += list.empty() ? "'" : ", '";
    append_printable(name, list);
    list += '\'';
  }
  if (database.empty()) {
    throw Error(ErrorCode::EMPTY_DATASET,
                "Expected values in the main database of '" + path + "' but it has named databases only",
                "Give database the name of one: " + list);
  }
  throw Error(ErrorCode::INVALID_ARGUMENT,
              "Expected the name of a database for database but '" + path + "' has no '" + std::string(database) + "'",
              list.empty() ? "It has no named databases: leave database out" : "It has " + list);
}

void list_file(const std::string& path, std::string_view database, DatasetBuilder& builder) {
  const Listed source(file_of(path), builder);
  const int64_t file = builder.add_path(path), before = builder.count();
  try {
    Lmdb lmdb(source);
    builder.blob(kPageSizes).push(static_cast<uint32_t>(lmdb.page_size()));
    const bool found = lmdb.each(database, [&](std::string_view key, int64_t offset, int64_t size) {
      builder.poll();
      builder.add_part(file, offset, size);
      builder.add_text(kKeys, key);
    });
    if (!found || (builder.count() == before && !lmdb.names().empty())) nothing_of(path, database, lmdb.names());
  } catch (const RecordFault& fault) {
    if (fault.offset == 0) refuse_compressed(source, kWanted, path);
    damaged(path, fault);
  }
}

}  // namespace

std::string lmdb_key(const Dataset& data, int64_t sample) { return data.text(kKeys, sample); }

void list_lmdb(const ArgList<std::string_view>& list, std::string_view database, DatasetBuilder& builder) {
  const std::vector<std::string> paths = find_paths("path", list, builder, "", Matches::all);
  if (paths.empty()) {
    throw Error(ErrorCode::INVALID_ARGUMENT, "Expected at least one path for path but received an array of 0",
                "Give LMDB databases");
  }
  builder.add_column("key", ColumnType::text);
  builder.add_blob();
  builder.use_parts();
  builder.name_by(kKeys, Naming::path_and_key);
  for (const std::string& path : paths) {
    if (is_remote(path)) {
      throw Error(ErrorCode::UNSUPPORTED, "Expected a file for path but received '" + shown_path(path) + "'",
                  "LMDB databases are read from disks: copy it there");
    }
    list_file(path, database, builder);
  }
  if (builder.count()) return;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected values in '" + paths[0] + "'" + (paths.size() > 1 ? " and the other databases" : "") +
                  " but found none",
              "Check path");
}

bool is_lmdb(const DataFile& file) {
  try {
    const Lmdb database(file);
    return true;
  } catch (const RecordFault&) {
    return false;
  }
}

bool first_lmdb_value(const DataFile& file, const std::function<void(const RecordSource& value)>& visit) {
  struct Seen {};
  try {
    Lmdb(file).each("", [&](std::string_view, int64_t offset, int64_t size) {
      visit(PartSource(file, offset, size));
      throw Seen();
    });
  } catch (const Seen&) {
    return true;
  } catch (const RecordFault&) {
  }
  return false;
}

LmdbValue::LmdbValue(const Dataset& data, const OpenFiles& files, int64_t sample) : ExtentSource(data, files, sample) {
  using namespace lmdb;
  const int64_t page_size = data.blob(kPageSizes).at<uint32_t>(extent_.file);
  const int64_t within = extent_.offset % page_size;
  // Elsewhere it lies in a leaf page, which has the places of its entries there, unless it has keys of one size.
  if (within != kHead) return;
  uint8_t head[kHead];
  file_->read(extent_.offset - kHead, head, kHead);
  const int flags = number_at<uint16_t>(head + 10);
  const bool keys = flags & kLeaf && flags & kFixedKeys;
  const bool whole = flags & kOverflow && number_at<uint32_t>(head + 12) * page_size - kHead >= extent_.size;
  const bool same = number_at<uint64_t>(head) == static_cast<uint64_t>(extent_.offset / page_size) && (keys || whole);
  if (same) return;
  throw Error(
      ErrorCode::BAD_SAMPLE,
      "Expected a value of " + std::to_string(extent_.size) + " bytes but its pages are those of something else",
      "The database is damaged, or something has written to it since it was opened");
}

}  // namespace penstock
