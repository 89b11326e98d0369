// Finds the samples of a folder: which files they are, which classes they belong to where its sub-folders are classes,
// and which files are left out. docs/data/folders.md describes the rules for users.
#pragma once
#include <string>
#include <vector>

#include "dataset/files/disk.h"
#include "dataset/files/glob.h"
#include "dataset/set/builder.h"

namespace penstock {

struct FolderRules {
  Wanted root;        // how an error describes the folder
  NameFilter dirs;    // which sub-folders are classes
  NameFilter files;   // which files are samples
  bool classes_only;  // the user chose the sub-folders, so files directly in the root are never samples
  bool files_chosen;  // the user chose the files, so files that do not match are not counted as left out
  bool tree = false;  // there are no classes: all files are samples, those of the root before those of sub-folders
};

struct FoundFolder {
  std::vector<std::string> classes;  // folder name of each label; empty where the root has files only
  size_t folders = 0;                // sub-folders that are classes by their names, with files or without
  // Left-out files: those beside class folders; links to nothing or to a folder above; names that do not match; those
  // of macOS that would match.
  IgnoredFiles beside, links, endings, mac;
};

// Adds the samples below `root` to the builder, sorted by label and then by path, both byte by byte, with their labels
// unless label_column is -1.
FoundFolder find_samples(const std::string& root, const FolderRules& rules, int label_column, DatasetBuilder& builder);

// What is left out, in words; `ending` and `endings` go on after one file and several files whose names do not match.
std::vector<IgnoredFiles> left_out(FoundFolder found, const char* ending, const char* endings);

}  // namespace penstock
