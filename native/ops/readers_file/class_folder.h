// What a folder of samples is: which sub-folders are classes, which files belong to them, and which are left out. The
// rules are told to users in docs/folders.md.
#pragma once
#include <string>
#include <vector>

#include "dataset/builder.h"
#include "dataset/glob.h"

namespace penstock::ops {

struct FolderRules {
  NameFilter dirs;    // which sub-folders are classes
  NameFilter files;   // which files are samples
  bool classes_only;  // the user chose the sub-folders: files directly in the folder are then never the data set
  bool files_chosen;  // the user chose the files: those that do not match are left out on purpose, and not counted
};

struct FoundFolder {
  std::vector<std::string> classes;  // the name of each label's folder; empty where the folder is a flat one
  size_t folders = 0;                // sub-folders that are classes by their names, with files or without
  // Files that are left out: beside the class folders; links to nothing or to a folder above; names that do not match.
  IgnoredFiles beside, links, endings;
};

// Adds the samples below `root` to the builder, sorted by label and then by path, both byte by byte, with their labels.
FoundFolder find_samples(const std::string& root, const FolderRules& rules, int label_column, DatasetBuilder& builder);

}  // namespace penstock::ops
