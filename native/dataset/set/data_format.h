// What is known of a reader's data beside how it is read: how its files are recognised, how they lie in folders, and
// with which arguments all of it is read. `penstock-data run --data` and `penstock-data index` ask all formats, and
// know none of them. A reader's folder defines its format in <x>_format.cc.
#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/handles.h"
#include "core/record_source.h"
#include "dataset/files/skim.h"
#include "dataset/set/builder.h"

namespace penstock {

class IndexFile;

// A file, or an object of a store, of which the format is asked. Only the parts that are looked at are read.
class DataFile final : public RecordSource {
 public:
  // Throws FILE_NOT_FOUND, FILE_UNREADABLE, and INVALID_ARGUMENT for a folder. `builder` must outlive the object.
  DataFile(std::string path, const DatasetBuilder& builder);

  const std::string& path() const { return path_; }
  const DatasetBuilder& builder() const { return builder_; }
  int64_t size() const override { return skim_.size(); }
  void copy(int64_t from, uint8_t* to, int64_t count) const override;
  // The first bytes: 512 of them, or all where the file has less.
  std::string_view head() const { return head_; }
  bool begins(std::string_view with) const { return head_.substr(0, with.size()) == with; }

 private:
  const std::string path_;
  const DatasetBuilder& builder_;
  mutable Skim skim_;
  std::string head_;
};

// A part of a source, as a source of its own.
class PartSource final : public RecordSource {
 public:
  // Throws RecordFault unless the source has the part.
  PartSource(const RecordSource& whole, int64_t begin, int64_t size);
  int64_t size() const override { return size_; }
  void copy(int64_t from, uint8_t* to, int64_t count) const override { whole_.copy(begin_ + from, to, count); }

 private:
  const RecordSource& whole_;
  const int64_t begin_, size_;
};

// Data that `penstock-data run` is to read: all files of a folder, or these.
struct DataSource {
  std::vector<std::string> paths;
  bool folder = false;  // paths[0] is that of a folder
  std::string first;    // a file of it that was recognised; empty where none was looked at
};

// What the values of an output are.
namespace holds {
inline constexpr const char *picture = "picture",  // the bytes of an image file
    *clip = "clip",                                // frames of a video
        *sound = "sound",                          // the bytes of a sound file
            *label = "label",                      // numbers that say what a picture or a sound shows
                *bytes = "bytes",                  // a text, or any other bytes
                    *values = "values";            // numbers
}  // namespace holds

// The arguments of a reader by name, which become JSON. The formats do not include nlohmann's large header for them.
class ReaderArgs {
 public:
  ReaderArgs();
  ReaderArgs(ReaderArgs&&) noexcept;
  ~ReaderArgs();
  void set(const char* name, int value);
  void set(const char* name, const std::string& value);
  void set(const char* name, const std::vector<int>& values);
  void set(const char* name, const std::vector<std::string>& values);
  nlohmann::json& operator[](const char* name);  // for any other value
  const nlohmann::json& json() const { return *json_; }

 private:
  std::unique_ptr<nlohmann::json> json_;
};

// How all of the data is read.
struct DataReading {
  struct Output {
    std::string name;
    const char* holds;
  };
  ReaderArgs args;
  std::vector<Output> outputs;  // in their order; of a reader with named outputs, by their names
};

// The start of the reading of a reader that takes a folder, or a list of files by its argument `list`.
DataReading reading_of_files(const DataSource&, const char* list = "files");

struct DataFormat {
  enum class Unit : uint8_t {
    files,   // several files are one data set
    file,    // each file is a data set of its own
    folder,  // a folder is read with all folders below it, or several files
  };

  const char* name;     // a word for reports: "tar"
  const char* what;     // the words for messages: "tar archives (.tar)"
  const char* endings;  // of the names of its files, without the dot, with spaces in between
  Unit unit;
  // Whether a file is one of it. Throws as DataFile does.
  bool (*recognises)(const DataFile& file);
  // How it is read, by a look at its first sample. Throws the reader's errors.
  DataReading (*reading)(const DataSource& source, const DatasetBuilder& builder);
  // Writes the index that other programs write for such a file, all but its begin, which to.finish() gets; null where
  // there is none. Throws what the reader throws without an index.
  void (*write_index)(const std::string& path, const DatasetBuilder& builder, IndexFile& to) = nullptr;
  // The name of a file that makes a folder a data set, or that of a sub-folder where the files may lie beside the
  // folders of what they describe.
  const char *folder_file = "", *sub_folder = "";
  // Other formats that recognise a file go before.
  bool general = false;
  // A file of it describes pictures or sounds that lie beside it.
  bool describes = false;
};

// What a thread has found for JavaScript.
struct FoundData : Object {
  std::string json;
};

// All formats, for DataFormat of src/readers/data-format.ts.
nlohmann::json data_formats();

// The reader of each file, by its content: its name, or null where none recognises the file.
std::shared_ptr<FoundData> recognise_files(const std::vector<std::string>& paths, const std::atomic<bool>& cancelled,
                                           std::string store);

// The names of the files and of the folders in a folder of a store, without those that are passed over:
// { files, folders }. A large folder gives only the first ones, unless `all` are asked for.
std::shared_ptr<FoundData> names_in(const std::string& folder, bool all, const std::atomic<bool>& cancelled,
                                    std::string store);

// How a reader reads the data: DataReading of src/readers/data-format.ts.
std::shared_ptr<FoundData> reading_of(const std::string& reader, const DataSource& source,
                                      const std::atomic<bool>& cancelled, std::string store);

}  // namespace penstock
