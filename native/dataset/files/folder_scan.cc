// See folder_scan.h. A folder is listed whole and sorted before its sub-folders are visited, so only one folder is
// open at a time. A sub-folder sorts as its name with a slash, so that samples come in the order of their paths.
#include "dataset/files/folder_scan.h"

#include <algorithm>
#include <set>

#include "dataset/set/passed_over.h"

namespace penstock {
namespace {

// A list of names, stored in one piece of memory.
class Names {
 public:
  void add(std::string_view name, std::string_view end) {
    begins_.push_back(text_.size());
    text_.append(name).append(end).push_back('\0');
  }
  size_t size() const { return begins_.size(); }
  bool empty() const { return begins_.empty(); }
  std::string_view operator[](size_t i) const { return text_.c_str() + begins_[i]; }
  void sort() {
    std::sort(begins_.begin(), begins_.end(), [&](size_t a, size_t b) {
      return std::string_view(text_.c_str() + a) < std::string_view(text_.c_str() + b);
    });
  }

 private:
  std::string text_;
  std::vector<size_t> begins_;
};

class FolderScan {
 public:
  FolderScan(const std::string& root, const FolderRules& rules, int label_column, DatasetBuilder& builder)
      : root_(root.back() == '/' ? root : root + '/'), rules_(rules), label_column_(label_column), builder_(builder) {}

  FoundFolder all() {
    std::string below;
    Names folders, files;
    Left others;
    each(below, [&](std::string_view name, Kind kind) {
      if (kind == Kind::folder && rules_.dirs.matches(name)) folders.add(name, "/");
      if (kind == Kind::sample) files.add(name, "");
      if (kind == Kind::other) others.note(name);
    });
    folders.sort();
    files.sort();
    const auto add_own = [&] {
      if (files.empty()) return;
      const int64_t folder = builder_.add_folder(root_);
      for (size_t i = 0; i < files.size(); ++i) add_file(folder, files[i], 0);
    };
    if (rules_.tree) add_own();
    std::vector<std::string> classes;
    for (size_t i = 0; i < folders.size(); ++i) {
      classes.emplace_back(folders[i].substr(0, folders[i].size() - 1));
      below = folders[i];
      add_folder(below, static_cast<int32_t>(i));
    }
    found_.folders = folders.size();
    if (rules_.tree) {
      ignore(found_.endings, others.count, others.first);
    } else if (builder_.count() == 0 && !rules_.classes_only) {
      add_own();
      ignore(found_.endings, others.count, others.first);
    } else {
      found_.classes = std::move(classes);
      if (!files.empty()) ignore(found_.beside, static_cast<int64_t>(files.size()), std::string(files[0]));
    }
    return std::move(found_);
  }

 private:
  enum class Kind { folder, sample, other };

  // Counts the files of one folder that are left out for one reason.
  struct Left {
    int64_t count = 0;
    std::string first;
    void note(std::string_view name) {
      if (!count++ || name < first) first = name;
    }
  };

  // Adds the samples at any depth below a folder. `below` is its path relative to the root and ends in a slash.
  void add_folder(std::string& below, int32_t label) {
    Names entries;
    Left others;
    each(below, [&](std::string_view name, Kind kind) {
      if (kind == Kind::other) {
        others.note(name);
      } else {
        entries.add(name, kind == Kind::folder ? "/" : "");
      }
    });
    if (others.count) ignore(found_.endings, others.count, below + others.first);
    entries.sort();
    int64_t folder = -1;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].back() == '/') {
        const size_t length = below.size();
        below += entries[i];
        add_folder(below, label);
        below.resize(length);
      } else {
        if (folder < 0) folder = builder_.add_folder(root_ + below);
        add_file(folder, entries[i], label);
      }
    }
  }

  void add_file(int64_t folder, std::string_view name, int32_t label) {
    builder_.add_file(folder, name);
    if (label_column_ >= 0) builder_.add_number(label_column_, label);
  }

  // Visits the entries of a folder, except hidden folders and hidden files that are no samples.
  template <class Visit>
  void each(const std::string& below, const Visit& visit) {
    each_entry(root_ + below, rules_.root, builder_, [&](std::string_view name, EntryKind kind) {
      const bool hidden = is_passed_folder(name);
      if (kind == EntryKind::link) {
        struct stat st;
        const std::string path = below + std::string(name);
        if (!find_target(root_ + path, rules_.root, st) || (S_ISDIR(st.st_mode) && is_above(path, st))) {
          const bool counts = rules_.files.matches(name) || (below.empty() ? rules_.dirs.matches(name) : true);
          if (!hidden && counts) ignore(found_.links, 1, path);
          return;
        }
        kind = S_ISDIR(st.st_mode) ? EntryKind::folder : S_ISREG(st.st_mode) ? EntryKind::file : EntryKind::other;
      }
      if (kind == EntryKind::folder) {
        if (!hidden) visit(name, Kind::folder);
      } else if (kind == EntryKind::file) {
        if (is_mac_file(name)) {
          // It has the ending of the file that it lies beside.
          if (rules_.files.matches(name)) ignore(found_.mac, 1, below + std::string(name));
        } else if (rules_.files.matches(name)) {
          visit(name, Kind::sample);
        } else if (!hidden && !rules_.files_chosen) {
          visit(name, Kind::other);
        }
      }
    });
  }

  using Identity = std::pair<dev_t, ino_t>;
  static Identity identity(const struct stat& st) { return {st.st_dev, st.st_ino}; }

  // Whether the folder is one of those above it, the parents of the data set included. Following a link to such a
  // folder would never end.
  bool is_above(const std::string& path, const struct stat& folder) {
    if (above_.empty()) find_parents();
    if (above_.count(identity(folder))) return true;
    for (size_t end = path.rfind('/'); end != std::string::npos && end > 0; end = path.rfind('/', end - 1)) {
      struct stat st;
      if (find_target(root_ + path.substr(0, end), rules_.root, st) && identity(st) == identity(folder)) return true;
    }
    return false;
  }

  // Finds the root and all folders above it.
  void find_parents() {
    struct stat st;
    for (std::string path = root_; find_target(path, rules_.root, st) && above_.insert(identity(st)).second;
         path += "../") {
    }
  }

  static void ignore(IgnoredFiles& left, int64_t count, const std::string& example) {
    if (count && !left.count) left.example = example;
    left.count += count;
  }

  const std::string root_;  // ends in a slash
  const FolderRules& rules_;
  const int label_column_;
  DatasetBuilder& builder_;
  std::set<Identity> above_;
  FoundFolder found_;
};

}  // namespace

FoundFolder find_samples(const std::string& root, const FolderRules& rules, int label_column, DatasetBuilder& builder) {
  return FolderScan(root, rules, label_column, builder).all();
}

std::vector<IgnoredFiles> left_out(FoundFolder found, const char* ending, const char* endings) {
  std::vector<IgnoredFiles> ignored;
  const auto note = [&](IgnoredFiles& left, const char* one, const char* more) {
    if (!left.count) return;
    left.why = left.count == 1 ? one : more;
    ignored.push_back(std::move(left));
  };
  note(found.beside, "lies beside the class folders", "lie beside the class folders");
  note(found.links, "is a link to nothing or to a folder above", "are links to nothing or to a folder above");
  note(found.endings, ending, endings);
  note(found.mac, "is what macOS keeps beside a file", "are what macOS keeps beside files");
  return ignored;
}

}  // namespace penstock
