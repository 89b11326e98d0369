// readers.coco, format: annotation files of COCO. The folder of the images is looked for near the file.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/error.h"
#include "dataset/byte_stream.h"
#include "dataset/data_format.h"
#include "dataset/disk.h"
#include "dataset/paths.h"
#include "ops/readers_coco/json_scanner.h"

namespace penstock::ops {
namespace {

constexpr Wanted kFile{"path", "an annotation file of COCO"};
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
  FileStream stream(path, kFile, builder);
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

std::string parent_of(const std::string& folder) {
  const size_t slash = folder.rfind('/');
  const std::string last = slash == std::string::npos ? folder : folder.substr(slash + 1);
  if (last == "." || last == ".." || folder == "/") return folder + "/..";
  return slash == std::string::npos ? "." : folder.substr(0, std::max<size_t>(slash, 1));
}

std::string joined(const std::string& folder, const std::string& name) {
  return folder == "." ? name : full_path(folder, name);
}

// The folders near the file, first those whose name is a part of the file's: instances_val2017.json has the images of
// val2017.
std::vector<std::string> folders_near(const std::string& path, const DatasetBuilder& builder) {
  const std::string own = folder_of(path).empty() ? "." : folder_of(path);
  const std::string base = path.substr(path.rfind('/') + 1);
  std::vector<std::string> named, others;
  for (const std::string& folder : {own, parent_of(own)}) {
    std::vector<std::string> inside;
    each_entry(folder, kFile, builder, [&](std::string_view name, EntryKind kind) {
      if (kind != EntryKind::file && kind != EntryKind::other && name[0] != '.') inside.emplace_back(name);
    });
    std::sort(inside.begin(), inside.end());
    others.push_back(folder);
    for (const std::string& name : inside) {
      (base.find(name) != std::string::npos ? named : others).push_back(joined(folder, name));
    }
  }
  named.insert(named.end(), others.begin(), others.end());
  return named;
}

std::string root_of(const std::string& path, const std::string& image, const DatasetBuilder& builder) {
  const std::vector<std::string> folders = folders_near(path, builder);
  struct stat st;
  for (const std::string& folder : folders) {
    builder.poll();
    if (stat(full_path(folder, image).c_str(), &st) == 0 && S_ISREG(st.st_mode)) return folder;
  }
  throw Error(ErrorCode::FILE_NOT_FOUND,
              "Expected the images of '" + path + "' near it but its first image, '" + image +
                  "', is not in its folder, the folder above, or a folder in one of them",
              "Move or link the folder of the images there, or write a pipeline: readers.coco takes any fileRoot");
}

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const std::string& path = source.paths[0];
  if (is_remote(path)) {
    throw Error(ErrorCode::INVALID_ARGUMENT, "Expected a file on a disk but received '" + shown_path(path) + "'",
                "Folders of images are looked for on disks alone. A pipeline takes URLs: annotationsFile and fileRoot");
  }
  DataReading reading;
  std::string image;
  try {
    image = first_image(path, builder);
  } catch (const JsonFault&) {
    // The reader says what is wrong, and where.
  }
  reading.args["annotationsFile"] = path;
  reading.args["fileRoot"] = image.empty() ? std::string(".") : root_of(path, image, builder);
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
