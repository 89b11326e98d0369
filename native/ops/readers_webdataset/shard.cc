// See shard.h.
#include "ops/readers_webdataset/shard.h"

#include "core/error.h"
#include "dataset/files/disk.h"
#include "dataset/files/skim.h"
#include "dataset/set/passed_over.h"
#include "ops/readers_webdataset/tar.h"

namespace penstock::ops {
namespace {

constexpr Wanted kArchive{"paths", "a tar archive"};
constexpr Wanted kIndex{"indexPaths", "an index of wds2idx"};

// The blocks of an archive that hold headers.
class FileBlocks final : public TarSource {
 public:
  FileBlocks(const std::string& path, const DatasetBuilder& builder) : skim_(path, kArchive, builder) {}
  int64_t size() const override { return skim_.size(); }
  const uint8_t* block(int64_t offset) override { return skim_.at(offset, kTarBlock); }
  void refuse_compressed() { skim_.refuse_compressed(); }

 private:
  Skim skim_;
};

[[noreturn]] void damaged(const std::string& path, const TarFault& fault, const std::string& last) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected a tar archive for paths but '" + shown_path(path) + "' is damaged at offset " +
                  std::to_string(fault.offset) + (last.empty() ? "" : ", behind '" + last + "'") + ": " + fault.what(),
              "Write the archive again, or leave it out of paths");
}

[[noreturn]] void not_in_an_index(const std::string& path, const Component& c, const char* why, const char* hint) {
  throw Error(ErrorCode::UNSUPPORTED,
              "Expected files that an index can name but '" + c.name + "' of '" + shown_path(path) + "' at offset " +
                  std::to_string(c.offset) + " " + why,
              hint);
}

// "EXT OFFSET SIZE NAME", by the rules of wds2idx: the extension of a name without a dot is the name.
void add_component(const std::string& path, const Component& c, int64_t archive_size, std::string& line) {
  const std::string& extension = c.extension.empty() ? c.name : c.extension;
  if (c.sparse) not_in_an_index(path, c, "is a sparse file", "Write the archive without --sparse");
  if (c.name.find_first_of(" \t\n\r\v\f") != std::string::npos || c.name.back() == '.') {
    not_in_an_index(path, c, c.name.back() == '.' ? "ends in a dot" : "has white space in its name",
                    "Words of an index are separated by spaces: rename the file, or read the archive without an index");
  }
  if (c.size > archive_size - c.offset) damaged(path, {c.offset, "the data of the last file is cut off"}, c.name);
  line += (line.empty() ? "" : " ") + extension + ' ' + std::to_string(c.offset) + ' ' + std::to_string(c.size) + ' ' +
          c.name;
}

// Reads the words of a line of an index.
class Words {
 public:
  Words(const std::string& index, int64_t number, std::string_view line)
      : index_(index), number_(number), rest_(line) {}

  bool next(std::string_view& word) {
    const size_t begin = rest_.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return false;
    rest_.remove_prefix(begin);
    word = rest_.substr(0, rest_.find_first_of(kSpace));
    rest_.remove_prefix(word.size());
    return true;
  }

  int64_t number(const char* what) {
    std::string_view word;
    if (!next(word)) wrong(std::string("no ") + what);
    int64_t value = 0;
    for (const char c : word) {
      if (c < '0' || c > '9' || value > INT64_MAX / 10 - 1) {
        wrong(std::string("another word than a number for the ") + what);
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }

  [[noreturn]] void wrong(const std::string& received) const {
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected an index of wds2idx for indexPaths but line " + std::to_string(number_) + " of '" +
                    shown_path(index_) + "' has " + received,
                "The first line is \"v1.2 SAMPLES\", each other one \"EXT OFFSET SIZE NAME\" for each component; leave "
                "indexPaths out to read the archives' headers");
  }

 private:
  static constexpr const char* kSpace = " \t\r\v\f";
  const std::string& index_;
  const int64_t number_;
  std::string_view rest_;
};

// Returns whether components have names, which they do from v1.2 on.
bool read_version(Words& words, int64_t& samples) {
  std::string_view version;
  if (!words.next(version)) words.wrong("no version");
  if (version != "v1.1" && version != "v1.2") {
    words.wrong("a version that is neither v1.1 nor v1.2");
  }
  samples = words.number("number of samples");
  if (samples == 0) words.wrong("0 for the number of samples");
  return version == "v1.2";
}

void read_components(Words& words, bool named, std::vector<Component>& into) {
  into.clear();
  std::string_view word;
  while (words.next(word)) {
    Component& c = into.emplace_back();
    c.extension = word;
    c.offset = words.number("offset");
    c.size = words.number("size");
    if (c.offset % kTarBlock) words.wrong("the offset " + std::to_string(c.offset) + ", which is no multiple of 512");
    if (!named) continue;
    if (!words.next(word)) words.wrong("no name for a component");
    c.name = word;
  }
  if (into.empty()) words.wrong("no component");
}

}  // namespace

std::string_view split_name(std::string_view name, std::string_view& key) {
  const size_t base = name.rfind('/') + 1;  // 0 where there is no slash
  const size_t dot = name.find('.', base);
  key = name.substr(0, dot);
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

void samples_of_archive(const std::string& path, const DatasetBuilder& builder, const TakeSample& take) {
  FileBlocks blocks(path, builder);
  TarWalk walk(blocks);
  std::vector<Component> sample;
  std::string last_key;
  TarEntry entry;
  try {
    while (walk.next(entry)) {
      builder.poll();
      if (entry.kind == TarEntry::other) continue;
      std::string_view key;
      const std::string_view extension = split_name(entry.name, key);
      if (is_passed_path(entry.name)) continue;
      if (!sample.empty() && key != last_key) {
        take(sample);
        sample.clear();
      }
      last_key = key;
      sample.push_back({entry.name, std::string(extension), entry.offset, entry.size, entry.kind == TarEntry::sparse});
    }
  } catch (const TarFault& fault) {
    if (fault.offset == 0) blocks.refuse_compressed();
    damaged(path, fault, entry.name);
  }
  if (!sample.empty()) take(sample);
}

// A file whose name ends in a slash, which is a sample without an index, has no place in one.
void write_archive_index(const std::string& path, const DatasetBuilder& builder, IndexFile& to) {
  const int64_t size = Skim(path, kArchive, builder).size();
  samples_of_archive(path, builder, [&](const std::vector<Component>& sample) {
    std::string line;
    for (const Component& c : sample) {
      std::string_view key;
      split_name(c.name, key);
      if (key.back() != '/') add_component(path, c, size, line);
    }
    if (!line.empty()) to.add(line += '\n');
    builder.progress().count(to.lines());
  });
  to.set_begin("v1.2 " + std::to_string(to.lines()) + '\n');
}

void samples_of_index(const std::string& index, const DatasetBuilder& builder, const TakeSample& take) {
  int64_t number = 0, samples = 0;
  bool named = false;
  std::vector<Component> sample;
  each_line(index, kIndex, builder, [&](std::string_view line) {
    Words words(index, ++number, line);
    if (number == 1) {
      named = read_version(words, samples);
    } else if (number <= samples + 1) {
      read_components(words, named, sample);
      take(sample);
    }
  });
  if (number > samples) return;
  Words(index, number, {})
      .wrong("the end of the file, after " + std::to_string(number - 1) + " of " + std::to_string(samples) +
             " samples");
}

}  // namespace penstock::ops
