// The files of a reader whose samples are whole files without labels: those of a folder and all folders below it that
// match a filter, those of a list, or those that are named. The reader has the arguments of
// native/ops/_args/files.json.
#pragma once
#include <string_view>

#include "core/args.h"
#include "dataset/set/builder.h"

namespace penstock {

struct FileSet {
  std::string_view root, list, filter;
  ArgList<std::string_view> files;
  bool has_root, has_list, has_files;
  bool chosen_filter;  // the user chose the filter, so files that do not match it are not counted as left out
};

template <class Args>
FileSet file_set(const Args& a) {
  return {a.file_root,
          a.file_list,
          a.file_filter,
          a.files,
          a.has(Args::kFileRoot),
          a.has(Args::kFileList),
          a.has(Args::kFiles),
          a.file_filter != Args().file_filter};
}

// Adds them in their order. Opens none of them, so a file that is missing fails when it is read. Throws
// INVALID_ARGUMENT, FILE_NOT_FOUND, FILE_UNREADABLE or EMPTY_DATASET.
void add_files(const FileSet& set, DatasetBuilder& builder);

}  // namespace penstock
