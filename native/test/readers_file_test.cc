// The files that readers.file finds: name filters against libc's fnmatch, names that are not UTF-8, and a scan that is
// cancelled. The rules of folders and lists are tested in test/readers.
#include "generated/ops/readers_file.h"

#include <dirent.h>

#include <filesystem>
#include <fstream>

#include "core/json.h"
#include "core/registry.h"
#include "dataset/files/disk.h"
#include "dataset/files/glob.h"
#include "dataset/set/reader_op.h"
#include "test.h"

namespace penstock {
namespace {

namespace fs = std::filesystem;

// A folder that is removed after the test.
struct Folder {
  fs::path path;
  Folder() {
    std::string text = (fs::temp_directory_path() / "penstock-files-XXXXXX").string();
    path = mkdtemp(text.data());
  }
  ~Folder() { fs::remove_all(path); }
  void touch(const std::string& name) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name) << 'x';
  }
};

std::shared_ptr<Dataset> scan(const std::string& root, const std::atomic<bool>& cancelled) {
  ops::ReadersFileArgs args;
  args.file_root = root;
  args.given |= 1u << ops::ReadersFileArgs::kFileRoot;
  return index_dataset("readers.file", &args, cancelled);
}

TEST(name_filter_matches_as_fnmatch_does) {
  std::ifstream file("test/readers/golden/readers_file.json");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto globs = parse_json(text).at("globs");
  CHECK(globs.size() > 300);
  for (const auto& glob : globs) {
    const std::string pattern = glob[0], name = glob[1];
    for (const bool sensitive : {true, false}) {
      const bool expected = glob[sensitive ? 2 : 3].get<int>() == 1;
      if (NameFilter({pattern}, sensitive).matches(name) == expected) continue;
      test::report(__FILE__, __LINE__, pattern + (sensitive ? " with" : " without") + " case and " + name);
    }
  }
}

TEST(name_filter_takes_any_of_several_patterns) {
  const NameFilter filter({"*.jpg", "a?", ""}, true);
  for (const char* name : {"x.jpg", ".jpg", "ab"}) CHECK(filter.matches(name));
  for (const char* name : {"x.jpg.txt", "cab", "abc", "", "x.JPG"}) CHECK(!filter.matches(name));
  CHECK(!NameFilter({""}, true).matches(""));
  CHECK(NameFilter({"*.JPG"}, false).matches("x.jPg"));
}

TEST(name_filter_knows_the_case_of_any_script_and_bytes_that_are_no_text) {
  CHECK(NameFilter({"\u00c9*.jpg"}, false).matches("\u00e9t\u00e9.jpg"));
  CHECK(!NameFilter({"\u00c9*.jpg"}, true).matches("\u00e9t\u00e9.jpg"));
  CHECK(NameFilter({"?.jpg"}, true).matches("\u00e9.jpg"));
  CHECK(NameFilter({"*.jpg"}, true).matches("\xff\xfe.jpg"));
  CHECK(NameFilter({"??.jpg"}, true).matches("\xff\xfe.jpg"));
  CHECK(NameFilter({"[ab]\\\\"}, true).matches("a\\"));
  CHECK(NameFilter({"x\\\\*"}, true).matches("x\\y"));
}

TEST(readers_file_keeps_names_that_are_no_text_in_the_order_of_bytes) {
  const Folder folder;
  folder.touch("c\xff/\xfe.jpg");
  folder.touch("c\xff/\xc3\xa9.jpg");
  folder.touch("c\xff/a/1.jpg");
  folder.touch("c\xff/a.jpg");
  const std::atomic<bool> never{false};
  const auto d = scan(folder.path.string(), never);
  CHECK_EQ(d->count(), int64_t{4});
  const std::string root = folder.path.string() + "/c\xff/";
  CHECK_EQ(d->path(0), root + "a.jpg");
  CHECK_EQ(d->path(1), root + "a/1.jpg");
  CHECK_EQ(d->path(2), root + "\xc3\xa9.jpg");
  CHECK_EQ(d->path(3), root + "\xfe.jpg");
}

TEST(readers_file_scan_that_is_cancelled_leaves_nothing_open) {
  const Folder folder;
  folder.touch("cat/1.jpg");
  const auto open = [] { return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()); };
  const auto before = open();
  const std::atomic<bool> cancelled{true};
  bool ended = false;
  try {
    scan(folder.path.string(), cancelled);
  } catch (const IndexingCancelled&) {
    ended = true;
  }
  CHECK(ended);
  DatasetBuilder builder(cancelled);
  try {
    each_line((folder.path / "cat/1.jpg").string(), {"fileList", "a text file"}, builder, [](std::string_view) {});
  } catch (const IndexingCancelled&) {
  }
  CHECK_EQ(open(), before);
}

}  // namespace
}  // namespace penstock
