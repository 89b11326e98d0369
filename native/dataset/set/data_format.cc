// See data_format.h.
#include "dataset/set/data_format.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "core/json.h"
#include "dataset/files/disk.h"
#include "dataset/set/passed_over.h"
#include "dataset/set/reader_op.h"

namespace penstock {
namespace {

constexpr int64_t kHead = 512, kMaxSkimmed = 1024;
constexpr Wanted kData{"path", "a file"};

const char* unit_name(DataFormat::Unit unit) {
  switch (unit) {
    case DataFormat::Unit::files: return "files";
    case DataFormat::Unit::file: return "file";
    default: return "folder";
  }
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

Json reader_of(const DataFile& file) {
  Json general;
  if (file.size() == 0) return general;
  for (const ReaderOp* const* op = reader_ops(); *op; ++op) {
    const DataFormat* format = (*op)->format;
    if (!format || !format->recognises(file)) continue;
    if (!format->general) return (*op)->name;
    general = (*op)->name;
  }
  return general;
}

}  // namespace

ReaderArgs::ReaderArgs() : json_(std::make_unique<Json>(Json::object())) {}
ReaderArgs::ReaderArgs(ReaderArgs&&) noexcept = default;
ReaderArgs::~ReaderArgs() = default;
void ReaderArgs::set(const char* name, int value) { (*json_)[name] = value; }
void ReaderArgs::set(const char* name, const std::string& value) { (*json_)[name] = value; }
void ReaderArgs::set(const char* name, const std::vector<int>& values) { (*json_)[name] = values; }
void ReaderArgs::set(const char* name, const std::vector<std::string>& values) { (*json_)[name] = values; }
Json& ReaderArgs::operator[](const char* name) { return (*json_)[name]; }

DataReading reading_of_files(const DataSource& source, const char* list) {
  DataReading reading;
  if (source.folder) {
    reading.args.set("fileRoot", source.paths[0]);
  } else {
    reading.args.set(list, source.paths);
  }
  return reading;
}

DataFile::DataFile(std::string path, const DatasetBuilder& builder)
    : path_(std::move(path)), builder_(builder), skim_(path_, kData, builder) {
  head_.resize(static_cast<size_t>(std::min(kHead, skim_.size())));
  copy(0, reinterpret_cast<uint8_t*>(head_.data()), static_cast<int64_t>(head_.size()));
}

void DataFile::copy(int64_t from, uint8_t* to, int64_t count) const {
  while (count > 0) {
    const int64_t some = std::min(count, kMaxSkimmed);
    std::memcpy(to, skim_.at(from, some), static_cast<size_t>(some));
    from += some;
    to += some;
    count -= some;
  }
}

PartSource::PartSource(const RecordSource& whole, int64_t begin, int64_t size)
    : whole_(whole), begin_(begin), size_(size) {
  if (begin >= 0 && size >= 0 && begin <= whole.size() && size <= whole.size() - begin) return;
  throw RecordFault(begin, "it is cut off");
}

Json data_formats() {
  Json all = Json::array();
  for (const ReaderOp* const* op = reader_ops(); *op; ++op) {
    const DataFormat* format = (*op)->format;
    if (!format) continue;
    all.push_back({{"reader", (*op)->name},
                   {"name", format->name},
                   {"what", format->what},
                   {"endings", words_of(format->endings)},
                   {"unit", unit_name(format->unit)},
                   {"folderFile", format->folder_file},
                   {"subFolder", format->sub_folder},
                   {"describes", format->describes},
                   {"indexed", format->write_index != nullptr}});
  }
  return all;
}

std::shared_ptr<FoundData> recognise_files(const std::vector<std::string>& paths, const std::atomic<bool>& cancelled,
                                           std::string store) {
  const DatasetBuilder builder(cancelled, std::move(store));
  auto found = std::make_shared<FoundData>();
  Json readers = Json::array();
  for (const std::string& path : paths) {
    builder.poll();
    readers.push_back(reader_of(DataFile(path, builder)));
  }
  found->json = json_text(readers);
  return found;
}

std::shared_ptr<FoundData> names_in(const std::string& folder, bool all, const std::atomic<bool>& cancelled,
                                    std::string store) {
  const DatasetBuilder builder(cancelled, std::move(store));
  Json files = Json::array(), folders = Json::array();
  const auto take = [&](std::string_view name, EntryKind kind) {
    const bool folder = kind == EntryKind::folder;
    if (folder ? !is_passed_folder(name) : name[0] != '.') (folder ? folders : files).push_back(name);
  };
  each_entry(folder, {"path", "a folder"}, builder, take, all ? Listing::all : Listing::page);
  auto found = std::make_shared<FoundData>();
  found->json = json_text({{"files", std::move(files)}, {"folders", std::move(folders)}});
  return found;
}

std::shared_ptr<FoundData> reading_of(const std::string& reader, const DataSource& source,
                                      const std::atomic<bool>& cancelled, std::string store) {
  const DatasetBuilder builder(cancelled, std::move(store));
  for (const ReaderOp* const* op = reader_ops(); *op; ++op) {
    if ((*op)->name != reader || !(*op)->format) continue;
    const DataReading reading = (*op)->format->reading(source, builder);
    Json outputs = Json::array();
    for (const auto& output : reading.outputs) outputs.push_back({{"name", output.name}, {"holds", output.holds}});
    auto found = std::make_shared<FoundData>();
    found->json = json_text({{"args", reading.args.json()}, {"outputs", outputs}});
    return found;
  }
  fail(ErrorCode::INTERNAL, "no reader of the name %s has a format", reader.c_str());
}

}  // namespace penstock
