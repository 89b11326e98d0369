// readers.coco, format: annotation files of COCO. The folder of the images is looked for near the file.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/error.h"
#include "dataset/files/byte_stream.h"
#include "dataset/files/disk.h"
#include "dataset/files/paths.h"
#include "dataset/set/data_format.h"
#include "dataset/set/passed_over.h"
#include "ops/readers_coco/json_scanner.h"

namespace penstock::ops {
namespace {

constexpr Wanted kRecognised{"path", "an annotation file of COCO"};
constexpr std::array<std::string_view, 6> kKeys = {"info", "images", "licenses", "annotations", "categories", "type"};

// The first key of the object tells it from other JSON.
bool recognises(const DataFile& file) {
  const std::string_view head = file.head();
  constexpr const char* kSpace = " \t\r\n";
  const size_t open = std::min(head.find_first_not_of(kSpace), head.size());
  if (head.substr(open, 1) != "{") return false;
  const size_t quote = std::min(head.find_first_not_of(kSpace, open + 1), head.size());
  if (head.substr(quote, 1) != "\"") return false;
  const std::string_view key = head.substr(quote + 1, head.find('"', quote + 1) - quote - 1);
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

// The name of the first image; empty where there is none.
std::string first_image(const std::string& path, const DatasetBuilder& builder) {
  FileStream stream(path, kRecognised, builder);
  JsonScanner json(stream);
  std::string key, name;
  json.enter_object();
  while (json.next_key(key)) {
    if (key != "images") {
      json.skip();
      continue;
    }
    json.enter_array();
    if (!json.next_item()) return {};
    json.enter_object();
    while (json.next_key(key)) {
      if (key == "file_name") return std::string(json.string(name));
      json.skip();
    }
    return {};
  }
  return {};
}

// Nothing lies above a bucket or a server.
std::string parent_of(const std::string& folder) {
  if (is_remote(folder)) {
    const size_t slash = folder.rfind('/');
    return folder[slash - 1] == '/' ? folder : folder.substr(0, slash);
  }
  const size_t slash = folder.rfind('/');
  const std::string last = slash == std::string::npos ? folder : folder.substr(slash + 1);
  if (last == "." || last == ".." || folder == "/") return folder + "/..";
  return slash == std::string::npos ? "." : folder.substr(0, std::max<size_t>(slash, 1));
}

std::string joined(const std::string& folder, const std::string& name) {
  return folder == "." ? name : full_path(folder, name);
}

// Web servers do not list folders, so only those are known there that a file's name tells of.

std::vector<std::string> words_of(const std::string& base) {
  std::vector<std::string> words{"images"};
  for (size_t begin = 0; begin < base.size();) {
    const size_t end = std::min(base.find_first_of("_-.", begin), base.size());
    if (end > begin) words.push_back(base.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::vector<std::string> folders_in(const std::string& folder, const DatasetBuilder& builder) {
  std::vector<std::string> inside;
  const auto take = [&](std::string_view name, EntryKind kind) {
    if (kind != EntryKind::file && kind != EntryKind::other && !is_passed_folder(name)) inside.emplace_back(name);
  };
  each_entry(folder, kRecognised, builder, take, Listing::page);
  std::sort(inside.begin(), inside.end());
  return inside;
}

// The folders near the file, first those whose name is a part of the file's: instances_val2017.json has the images of
// val2017.
std::vector<std::string> folders_near(const std::string& path, const DatasetBuilder& builder) {
  const std::string plain = is_web(path) ? path.substr(0, path.find('?')) : path;
  const std::string own = folder_of(plain).empty() ? "." : folder_of(plain);
  const std::string base = plain.substr(plain.rfind('/') + 1);
  std::vector<std::string> named, others;
  for (const std::string& folder : {own, parent_of(own)}) {
    others.push_back(folder);
    for (const std::string& name : is_web(folder) ? words_of(base) : folders_in(folder, builder)) {
      (base.find(name) != std::string::npos ? named : others).push_back(joined(folder, name));
    }
    if (parent_of(own) == own) break;
  }
  named.insert(named.end(), others.begin(), others.end());
  return named;
}

bool is_there(const std::string& path, const DatasetBuilder& builder) {
  struct stat st;
  if (!is_remote(path)) return stat(path.c_str(), &st) == 0 && S_ISREG(st.st_mode);
  try {
    builder.remote().size(path, [&] { builder.poll(); });
    return true;
  } catch (const Error& e) {
    if (e.code == ErrorCode::FILE_NOT_FOUND) return false;
    throw;
  }
}

std::string root_of(const std::string& path, const std::string& image, const DatasetBuilder& builder) {
  // Each costs a request in a store.
  constexpr size_t kMaxAsked = 64;
  std::vector<std::string> folders = folders_near(path, builder);
  if (is_remote(path)) folders.resize(std::min(folders.size(), kMaxAsked));
  for (const std::string& folder : folders) {
    builder.poll();
    if (is_there(full_path(folder, image), builder)) return folder;
  }
  throw Error(ErrorCode::FILE_NOT_FOUND,
              "Expected the images of '" + shown_path(path) + "' near it but its first image, '" + image +
                  "', is not in its folder, the folder above, or a folder in one of them",
              std::string(is_remote(path) ? "Copy the images there" : "Move or link the folder of the images there") +
                  ", or write a pipeline: readers.coco takes any fileRoot");
}

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const std::string& path = source.paths[0];
  DataReading reading;
  std::string image;
  try {
    image = first_image(path, builder);
  } catch (const JsonFault&) {
    // The reader says what is wrong, and where.
  }
  reading.args.set("annotationsFile", path);
  reading.args.set("fileRoot", image.empty() ? std::string(".") : root_of(path, image, builder));
  reading.outputs = {{"images", holds::picture}, {"boxes", holds::values}, {"labels", holds::label}};
  return reading;
}

}  // namespace

extern const DataFormat readers_coco_format;
const DataFormat readers_coco_format = {"coco",
                                        "annotations of COCO (.json)",
                                        "",
                                        DataFormat::Unit::file,
                                        recognises,
                                        reading,
                                        nullptr,
                                        "",
                                        "annotations",
                                        false,
                                        true};

}  // namespace penstock::ops
