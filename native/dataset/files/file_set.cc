// See file_set.h.
#include "dataset/files/file_set.h"

#include "core/error.h"
#include "dataset/files/disk.h"
#include "dataset/files/folder_scan.h"
#include "dataset/files/matching.h"
#include "dataset/files/paths.h"

namespace penstock {
namespace {

constexpr Wanted kRoot = {"fileRoot", "a folder", " with files; single files go to the option files"};
constexpr Wanted kList = {"fileList", "a text file"};

void check_path(const char* argument, std::string_view path, const char* hint) {
  if (!path.empty() && path.find('\0') == std::string_view::npos) return;
  throw Error(ErrorCode::INVALID_ARGUMENT,
              std::string("Expected a path for ") + argument + " but received " +
                  (path.empty() ? "''" : "a string with a NUL character"),
              hint);
}

[[noreturn]] void nothing(const std::string& message, const std::string& hint) {
  throw Error(ErrorCode::EMPTY_DATASET, message, hint);
}

void add_named(const FileSet& set, DatasetBuilder& builder) {
  if (set.files.empty()) {
    throw Error(ErrorCode::INVALID_ARGUMENT, "Expected at least one path for files but received an array of 0",
                "Leave files out, or put a path in it");
  }
  const std::string root(set.root);
  for (const std::string& path : find_paths("files", set.files, builder, root)) {
    builder.poll();
    builder.add_path(full_path(root, path));
  }
}

void add_listed(const FileSet& set, DatasetBuilder& builder) {
  check_path("fileList", set.list, "Give the path of a text file with a path in each line");
  const std::string list(set.list), root = set.has_root ? std::string(set.root) : folder_of(list);
  bool first = true;
  each_line(list, kList, builder, [&](std::string_view line) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf", kSpace = " \t\r";
    if (first && line.substr(0, kByteOrderMark.size()) == kByteOrderMark) line.remove_prefix(kByteOrderMark.size());
    first = false;
    // A line of Windows ends in a carriage return.
    line = line.substr(0, line.find_last_not_of(kSpace) + 1);
    if (line.empty()) return;
    if (line.find('\0') != std::string_view::npos) {
      throw Error(ErrorCode::INVALID_ARGUMENT,
                  "Expected a path in each line of '" + shown_path(list) + "' for fileList but one has a NUL character",
                  "Give a text file");
    }
    builder.add_path(full_path(root, line));
  });
  if (!builder.count()) {
    nothing("Expected at least one line in fileList '" + shown_path(list) + "' but found none",
            "Write a path in each line");
  }
}

void add_found(const FileSet& set, DatasetBuilder& builder) {
  check_path("fileRoot", set.root, "Give the folder's path; '.' is the working folder");
  check_path("fileFilter", set.filter, "Give a pattern of names, such as '*.npy'");
  const std::string root(set.root);
  const FolderRules rules{kRoot, {{"*"}, true}, {{set.filter}, true}, false, set.chosen_filter, true};
  FoundFolder found = find_samples(root, rules, -1, builder);
  const auto files = [](int64_t n) { return std::to_string(n) + (n == 1 ? " file" : " files"); };
  if (!builder.count()) {
    const int64_t others = found.endings.count;
    nothing("Expected files in fileRoot '" + shown_path(root) + "' or its sub-folders but found none",
            "A file counts by its name: fileFilter is '" + std::string(set.filter) + "'" +
                (others ? ", which " + files(others) + " in it " + (others == 1 ? "does" : "do") + " not match" : ""));
  }
  std::vector<IgnoredFiles> ignored;
  const auto note = [&](IgnoredFiles& left, const char* one, const char* more) {
    if (!left.count) return;
    left.why = left.count == 1 ? one : more;
    ignored.push_back(std::move(left));
  };
  note(found.links, "is a link to nothing or to a folder above", "are links to nothing or to a folder above");
  note(found.endings, "does not match fileFilter", "do not match fileFilter");
  note(found.mac, "is what macOS keeps beside a file", "are what macOS keeps beside files");
  builder.set_ignored(root, std::move(ignored));
}

}  // namespace

void add_files(const FileSet& set, DatasetBuilder& builder) {
  if (set.has_files) return add_named(set, builder);
  if (set.has_list) return add_listed(set, builder);
  add_found(set, builder);
}

}  // namespace penstock
