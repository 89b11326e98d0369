// See video_list.h.
#include "clips/video_list.h"

#include <charconv>
#include <cmath>

#include "clips/clip_set.h"
#include "dataset/files/folder_scan.h"
#include "dataset/files/matching.h"
#include "dataset/files/paths.h"
#include "dataset/set/reader_op.h"

namespace penstock::clips {
namespace {

constexpr Wanted kRoot = {"fileRoot", "a folder",
                          " with one sub-folder per class, or with videos; single files go to the option filenames"};
constexpr Wanted kList = {"fileList", "a text file"};
constexpr const char* kFilenames = "filenames";
constexpr std::string_view kSpaces = " \t\r\n\v\f";

std::vector<VideoEntry> of_names(const ClipFiles& files, const DatasetBuilder& builder) {
  if (files.names.empty()) {
    refuse("Expected at least one path for filenames but received an array of 0",
           "Leave filenames out, or put a path in it");
  }
  // Labels are those of the names as they were given; patterns and braces stand for several.
  const bool labelled = files.has_labels && !files.labels.empty();
  if (labelled && files.labels.size != files.names.size) {
    refuse("Expected " + std::to_string(files.names.size) + " values for labels (one per file) but received " +
               std::to_string(files.labels.size),
           "Give one label per entry of filenames, or leave labels out");
  }
  std::vector<VideoEntry> entries;
  for (int i = 0; i < files.names.size; ++i) {
    const ArgList<std::string_view> name{&files.names[i], 1};
    check_path(kFilenames, files.names[i]);
    for (std::string& path : find_paths(kFilenames, name, builder)) {
      VideoEntry entry;
      entry.path = std::move(path);
      entry.label = labelled ? files.labels[i] : i;
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

std::vector<VideoEntry> of_list(const ClipFiles& files, const DatasetBuilder& builder) {
  check_path("fileList", files.list);
  const std::string list(files.list), folder = folder_of(list);
  std::vector<VideoEntry> entries;
  int64_t number = 0;
  each_line(list, kList, builder, [&](std::string_view line) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (number++ == 0 && line.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      line.remove_prefix(kByteOrderMark.size());
    }
    if (line.find_first_not_of(kSpaces) == std::string_view::npos) return;
    VideoEntry entry;
    if (!parse_entry(line, entry)) {
      refuse("Expected \"path label\", \"path label start\" or \"path label start end\" on line " +
                 std::to_string(number) + " of '" + shown_path(list) +
                 "' for fileList but received a line of another form",
             "Write a path, a label from 0 to 2147483647 and, for a part of the video, where it starts and ends");
    }
    entry.path = full_path(folder, entry.path);
    entries.push_back(std::move(entry));
  });
  return entries;
}

std::vector<VideoEntry> of_folder(const ClipFiles& files, DatasetBuilder& builder) {
  check_path("fileRoot", files.root);
  const std::string root(files.root), endings(kVideoEndings);
  std::vector<std::string> patterns;
  for (size_t at = 0, end; (end = endings.find(' ', at)) != std::string::npos; at = end + 1) {
    patterns.push_back("*." + endings.substr(at, end - at));
  }
  const std::vector<std::string_view> texts(patterns.begin(), patterns.end());
  const FolderRules rules{kRoot, {{"*"}, false}, {texts, false}, false, false};
  // Samples of the folder are files, and those of the reader are clips.
  DatasetBuilder listing = builder.beside();
  constexpr int kLabel = 0;
  listing.add_column("label", ColumnType::int32);
  FoundFolder found = find_samples(root, rules, kLabel, listing);
  if (!listing.count()) {
    throw Error(ErrorCode::EMPTY_DATASET,
                "Expected videos in fileRoot '" + shown_path(root) + "' or its sub-folders but found none",
                "A file counts by its ending, which is one of: " + endings);
  }
  builder.set_classes(std::move(found.classes));
  builder.set_ignored(root, left_out(std::move(found), "is no video by its ending", "are no videos by their endings"));
  const std::shared_ptr<Dataset> listed = listing.finish();
  std::vector<VideoEntry> entries(static_cast<size_t>(listed->count()));
  for (int64_t i = 0; i < listed->count(); ++i) {
    entries[static_cast<size_t>(i)].path = listed->path(i);
    entries[static_cast<size_t>(i)].label = listed->number<int32_t>(kLabel, i);
  }
  return entries;
}

// Takes the last word of a line, where it is a number.
bool take_number(std::string_view& line, double& value) {
  const size_t end = line.find_last_not_of(kSpaces);
  if (end == std::string_view::npos) return false;
  const size_t space = line.find_last_of(kSpaces, end);
  if (space == std::string_view::npos) return false;
  std::string_view word = line.substr(space + 1, end - space);
  if (word[0] == '+') word.remove_prefix(1);
  const auto [at, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || at != word.data() + word.size() || !std::isfinite(value)) return false;
  line = line.substr(0, space);
  return line.find_first_not_of(kSpaces) != std::string_view::npos;
}

}  // namespace

void check_path(const char* argument, std::string_view path) {
  if (!path.empty() && path.find('\0') == std::string_view::npos) return;
  refuse(std::string("Expected a path for ") + argument + " but received " +
             (path.empty() ? "''" : "a string with a NUL character"),
         std::string("Correct ") + argument);
}

bool parse_entry(std::string_view line, VideoEntry& entry) {
  constexpr int kMostNumbers = 3;
  double numbers[kMostNumbers];
  int count = 0;
  for (double value; count < kMostNumbers; numbers[count++] = value) {
    const std::string_view before = line;
    if (take_number(line, value)) continue;
    line = before;
    break;
  }
  if (!count) return false;
  // They were taken from the end.
  const double label = numbers[count - 1];
  if (label < 0 || label > INT32_MAX || label != std::floor(label)) return false;
  const size_t first = line.find_first_not_of(kSpaces), last = line.find_last_not_of(kSpaces);
  if (first == std::string_view::npos || line.find('\0') != std::string_view::npos) return false;
  entry.path = std::string(line.substr(first, last - first + 1));
  entry.label = static_cast<int32_t>(label);
  entry.ranged = count > 1;
  entry.begin = count > 1 ? numbers[count - 2] : 0;
  entry.end = count > 2 ? numbers[0] : 0;
  return true;
}

std::vector<VideoEntry> list_videos(const ClipFiles& files, DatasetBuilder& builder) {
  std::vector<VideoEntry> entries = files.has_names  ? of_names(files, builder)
                                    : files.has_list ? of_list(files, builder)
                                                     : of_folder(files, builder);
  if (!entries.empty()) return entries;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected at least one line in fileList '" + shown_path(std::string(files.list)) + "' but found none",
              "Add \"path label\" lines");
}

}  // namespace penstock::clips
