// The values of LMDB databases as the samples of a data set, which several readers have.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "core/args.h"
#include "dataset/set/builder.h"
#include "dataset/set/data_format.h"
#include "dataset/set/record_source.h"

namespace penstock {

// The file that is opened for a path, which is that of the file or of a folder that has it.
inline constexpr const char* kLmdbFile = "data.mdb";

// Adds the values of the databases as samples of one part each, with the key as their text. Throws an Error that names
// the file and the offset, and EMPTY_DATASET or INVALID_ARGUMENT when there is nothing to read, or no such database.
void list_lmdb(const ArgList<std::string_view>& paths, std::string_view database, DatasetBuilder& builder);

// Whether a file begins as an LMDB database.
bool is_lmdb(const DataFile& file);

// Calls `visit` with the first value of a database. Returns false when there is none: the file is no
// database, an empty one, or damaged.
bool first_lmdb_value(const DataFile& file, const std::function<void(const RecordSource& value)>& visit);

// The share() of readers of LMDB.
template <class Args>
std::unique_ptr<SharedState> share_lmdb_files(const Args& args) {
  return std::make_unique<OpenFiles>(!args.dont_use_mmap, kLmdbFile);
}

// A value of a data set that list_lmdb() has made. Throws BAD_SAMPLE when its pages are no longer its own.
class LmdbValue final : public ExtentSource {
 public:
  LmdbValue(const Dataset& data, const OpenFiles& files, int64_t sample);
};

// The key of a sample.
std::string lmdb_key(const Dataset& data, int64_t sample);

}  // namespace penstock
