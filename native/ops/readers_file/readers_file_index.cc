// readers.file, index: finds the files, their order and their labels. It opens no data file, so a listed file that is
// missing fails when it is read.

#include "core/json.h"
#include "dataset/files/folder_scan.h"
#include "dataset/files/paths.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_file.h"
#include "ops/readers_file/columns.h"
#include "ops/readers_file/file_list.h"

namespace penstock::ops {
namespace {

using Texts = std::vector<std::string_view>;

constexpr Wanted kRoot = {"fileRoot", "a folder",
                          " with one sub-folder per class, or with files; single files go to the option files"};

void check_text(const std::string& name, std::string_view text) {
  if (text.find('\0') == std::string_view::npos) return;
  refuse("Expected a string without NUL characters for " + name, "Remove the NUL from " + name);
}

// The strings of a list argument. Throws for an empty list.
Texts checked(const char* name, const ArgList<std::string_view>& list) {
  if (list.empty()) {
    refuse(std::string("Expected at least one string for ") + name + " but received an array of 0",
           std::string("Leave ") + name + " out, or put a string in it");
  }
  for (int i = 0; i < list.size; ++i) check_text(std::string(name) + "[" + std::to_string(i) + "]", list[i]);
  return {list.begin(), list.end()};
}

std::string joined(const Texts& texts) {
  std::string out;
  for (const auto& t : texts) out.append(out.empty() ? "" : ", ").append(t);
  return out;
}

std::string count_text(int64_t files) { return std::to_string(files) + (files == 1 ? " file" : " files"); }

void index_files(const ReadersFileArgs& args, DatasetBuilder& builder) {
  const Texts files = checked("files", args.files);
  const std::string root(args.file_root);
  const bool labelled = args.has(ReadersFileArgs::kLabels);
  if (labelled && args.labels.size != args.files.size) {
    refuse("Expected " + std::to_string(files.size()) + " values for labels (one per file) but received " +
               std::to_string(args.labels.size),
           "Give one label per entry of files, or leave labels out to use the position in files");
  }
  for (size_t i = 0; i < files.size(); ++i) {
    if (i % 1024 == 0) builder.poll();
    if (files[i].empty()) {
      refuse("Expected a path for files[" + std::to_string(i) + "] but received ''", "Remove the empty entry");
    }
    builder.add_path(full_path(root, files[i]));
    builder.add_number(kLabelColumn, labelled ? args.labels[static_cast<int>(i)] : static_cast<int32_t>(i));
  }
}

void index_list(const ReadersFileArgs& args, DatasetBuilder& builder) {
  const std::string list(args.file_list);
  if (list.empty()) {
    refuse("Expected a path for fileList but received ''", "Give the path of a text file of \"path label\" lines");
  }
  const std::string root = args.has(ReadersFileArgs::kFileRoot) ? std::string(args.file_root) : folder_of(list);
  read_list(list, root, kLabelColumn, builder);
  if (builder.count()) return;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected at least one line in fileList '" + shown_path(list) + "' but found none",
              "Add \"path label\" lines");
}

[[noreturn]] void nothing_found(const std::string& root, const FoundFolder& found, const FolderRules& rules,
                                const Texts& dirs, const Texts& files) {
  const int64_t endings = found.endings.count, links = found.links.count;
  std::string hint;
  if (!found.folders && rules.classes_only) {
    const Json list = std::vector<std::string>(dirs.begin(), dirs.end());
    hint = "No sub-folder matches dirFilters " + json_text(list) + ": change dirFilters" +
           (found.beside.count ? ", or leave it out to read the files directly in fileRoot" : "");
  } else {
    hint = "A file counts by its ending: fileFilters is " + joined(files);
    if (endings) hint += ", which " + count_text(endings) + " in it " + (endings == 1 ? "does" : "do") + " not match";
  }
  if (links) {
    hint += ". " + (links == 1 ? "A link in it leads" : std::to_string(links) + " links in it lead") + " to nothing";
  }
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected files in fileRoot '" + shown_path(root) + "' or its sub-folders but found none", hint);
}

void index_folder(const ReadersFileArgs& args, DatasetBuilder& builder) {
  const std::string root(args.file_root);
  if (root.empty()) {
    refuse("Expected a folder for fileRoot but received ''", "Give the folder's path; '.' is the working folder");
  }
  const bool chosen_dirs = args.has(ReadersFileArgs::kDirFilters);
  const Texts files = checked("fileFilters", args.file_filters);
  const Texts dirs = chosen_dirs ? checked("dirFilters", args.dir_filters) : Texts{"*"};
  const ReadersFileArgs standard;
  const FolderRules rules{kRoot,
                          {dirs, args.case_sensitive_filter},
                          {files, args.case_sensitive_filter},
                          chosen_dirs,
                          files != Texts(standard.file_filters.begin(), standard.file_filters.end())};
  FoundFolder found = find_samples(root, rules, kLabelColumn, builder);
  if (!builder.count()) nothing_found(root, found, rules, dirs, files);
  builder.set_classes(std::move(found.classes));
  builder.set_ignored(root, left_out(std::move(found), "matches no fileFilters", "match no fileFilters"));
}

void index(const ReadersFileArgs& args, DatasetBuilder& builder) {
  check_text("fileRoot", args.file_root);
  check_text("fileList", args.file_list);
  builder.add_column("label", ColumnType::int32);
  if (args.has(ReadersFileArgs::kFiles)) return index_files(args, builder);
  if (args.has(ReadersFileArgs::kFileList)) return index_list(args, builder);
  index_folder(args, builder);
}

}  // namespace

PENSTOCK_DATA_READER(readers_file, ReadersFileArgs, index)

}  // namespace penstock::ops
