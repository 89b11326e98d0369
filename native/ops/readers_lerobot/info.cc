// See info.h. Nothing of the files is trusted: each field is checked before it is used.
#include "ops/readers_lerobot/info.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/json.h"
#include "dataset/files/byte_stream.h"
#include "dataset/stores/object_store.h"
#include "ops/readers_lerobot/stored.h"

namespace penstock::ops {
namespace {

constexpr const char* kInfo = "meta/info.json";
constexpr Wanted kJsonFile{"root", "a file of a LeRobot set"};
// An extent of a feature, and the values of a frame, may not be larger.
constexpr int64_t kMaxValues = int64_t{1} << 28;
// Numbers of chunks and files have at most so many digits.
constexpr int kMaxDigits = 18;

// Values within others are not shown, because they may be nested any number of times.
std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) {
    const bool flat = value.size() <= 8 &&
                      std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_primitive(); });
    if (!flat) return "a list";
  }
  const std::string text = json_text(value);
  return text.size() <= 80 ? text : text.substr(0, 80) + "...";
}

class InfoReader {
 public:
  InfoReader(const LerobotFolder& folder, const Json& json) : folder_(folder), json_(json) {
    if (!json.is_object()) refuse("(the file)", "an object", json);
  }

  LerobotInfo read() const {
    LerobotInfo info;
    check_version();
    info.fps = frames_per_second();
    info.episodes = count("total_episodes", 1);
    info.chunk_files = json_.contains("chunks_size") ? count("chunks_size", 1) : 1000;
    info.data_path = text("data_path");
    if (member_of(json_, "video_path").is_string()) info.video_path = text("video_path");
    const Json& features = field("features");
    if (!features.is_object() || features.empty()) refuse("features", "an object of features by name", features);
    for (const auto& [name, feature] : features.items()) info.features[name] = read_feature(name, feature);
    return info;
  }

 private:
  [[noreturn]] void refuse(const std::string& field, const std::string& expected, const Json& received) const {
    folder_.refuse(kInfo, field, expected, shown(received));
  }
  const Json& field(const char* name) const {
    const auto found = json_.find(name);
    if (found != json_.end()) return *found;
    folder_.refuse(kInfo, name, "a value", "none");
  }
  std::string text(const char* name) const {
    const Json& value = field(name);
    if (!value.is_string()) refuse(name, "a text", value);
    return value.get<std::string>();
  }
  int64_t count(const char* name, int64_t min) const {
    const Json& value = field(name);
    if (!value.is_number_integer() || value < min || value > INT32_MAX) {
      refuse(name, "a whole number from " + std::to_string(min) + " to 2147483647", value);
    }
    return value.get<int64_t>();
  }
  double frames_per_second() const {
    const Json& value = field("fps");
    if (!value.is_number() || !(value.get<double>() > 0) || value.get<double>() > 1e6) {
      refuse("fps", "a number above 0, and of 1000000 at most", value);
    }
    return value.get<double>();
  }

  void check_version() const {
    const std::string version = text("codebase_version");
    if (version.rfind("v3.", 0) == 0 || version == "v3") return;
    throw Error(ErrorCode::UNSUPPORTED,
                "Expected a LeRobot set of version v3 for root but codebase_version in '" +
                    shown_path(folder_.at(kInfo)) + "' is " + shown(version),
                "lerobot's script convert_dataset_v21_to_v30 converts older sets");
  }

  StoredFeature read_feature(const std::string& name, const Json& json) const {
    const std::string at = "features." + name;
    if (!json.is_object()) refuse(at, "an object { dtype, shape }", json);
    StoredFeature feature;
    const Json& dtype = member_of(json, "dtype");
    if (!dtype.is_string()) refuse(at + ".dtype", "a text", dtype);
    feature.dtype = dtype.get<std::string>();
    const Json& shape = member_of(json, "shape");
    if (!shape.is_array()) refuse(at + ".shape", "a list of whole numbers", shape);
    for (const Json& extent : shape) {
      if (!extent.is_number_integer() || extent < 1 || extent > kMaxValues / feature.volume) {
        refuse(at + ".shape", "whole numbers above 0, of 268435456 values at most", shape);
      }
      feature.shape.push_back(extent.get<int64_t>());
      feature.volume *= feature.shape.back();
    }
    if (feature.shape.size() > kMaxFeatureDims) refuse(at + ".shape", "5 dimensions at most", shape);
    const Json& depth = member_of(member_of(json, "info"), "video.is_depth_map");
    feature.depth = depth.is_boolean() && depth.get<bool>();
    // LeRobot stores and gives it as a number.
    if (feature.shape == std::vector<int64_t>{1}) feature.shape.clear();
    return feature;
  }

  const LerobotFolder& folder_;
  const Json& json_;
};

// The number in a placeholder, {name} or {name:03d}; `form` is what stands between the brackets.
bool put_number(const std::string& form, const std::string& name, int64_t number, std::string& to) {
  if (form.rfind(name, 0) != 0) return false;
  std::string digits = std::to_string(number);
  const std::string width = form.substr(name.size());
  if (!width.empty()) {
    const bool right = width.size() >= 3 && width.size() <= 5 && width[0] == ':' && width.back() == 'd' &&
                       std::all_of(width.begin() + 1, width.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
    if (!right) return false;
    const auto least = static_cast<size_t>(std::min(std::stoi(width.substr(1)), kMaxDigits));
    if (digits.size() < least) digits.insert(0, least - digits.size(), width[1] == '0' ? '0' : ' ');
  }
  to += digits;
  return true;
}

// Why a path of the set is refused; null for one that stays below the folder.
const char* wrong_path(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos) return "which is no name of a file";
  if (path[0] == '/') return "which is an absolute path";
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    if (path.compare(begin, end - begin, "..") == 0) return "which leads out of the set";
    begin = end + 1;
  }
  return nullptr;
}

}  // namespace

const Json& member_of(const Json& object, const char* name) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

void LerobotFolder::refuse(const std::string& path, const std::string& field, const std::string& expected,
                           const std::string& received) const {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected " + expected + " for " + field + " in '" + shown_path(at(path)) + "' but received " + received,
              "Write the set again with lerobot; docs/data/lerobot.md lists what is read");
}

Json LerobotFolder::json(const std::string& path) const {
  const std::string file = at(path);
  std::string text;
  FileStream stream(file, kJsonFile, builder_);
  for (constexpr size_t kPart = size_t{1} << 16;;) {
    const size_t before = text.size();
    text.resize(before + kPart);
    const size_t count = stream.read(reinterpret_cast<uint8_t*>(text.data()) + before, kPart);
    text.resize(before + count);
    if (count == 0) break;
    if (static_cast<int64_t>(text.size()) > max_bytes_) {
      throw Error(ErrorCode::FILE_UNREADABLE,
                  "Expected a smaller file than '" + shown_path(file) + "': it has more bytes than maxMetadataBytes",
                  "Raise maxMetadataBytes where the set comes from a source that you trust");
    }
  }
  Json json = json_or_discarded(text);
  if (json.is_discarded()) refuse(path, "(the file)", "JSON", "other bytes");
  return json;
}

Json LerobotFolder::statistics() const { return json("meta/stats.json"); }

LerobotInfo LerobotFolder::info() const {
  const Json parsed = json(kInfo);
  return InfoReader(*this, parsed).read();
}

std::string LerobotFolder::file(const char* field, const std::string& form, int64_t chunk, int64_t file,
                                const std::string& camera) const {
  std::string path;
  for (size_t at = 0; at < form.size();) {
    const size_t open = form.find('{', at), close = form.find('}', at);
    path += form.substr(at, open - at);
    if (open == std::string::npos) break;
    if (close == std::string::npos || close < open) refuse(kInfo, field, "placeholders with both brackets", form);
    const std::string name = form.substr(open + 1, close - open - 1);
    if (name == "video_key" && !camera.empty()) {
      path += camera;
    } else if (!put_number(name, "chunk_index", chunk, path) && !put_number(name, "file_index", file, path)) {
      refuse(kInfo, field, "the placeholders {chunk_index} and {file_index}, with a width as :03d", "{" + name + "}");
    }
    at = close + 1;
  }
  if (const char* why = wrong_path(path)) refuse(kInfo, field, "a path below root", "'" + form + "', " + why);
  return root_ + path;
}

}  // namespace penstock::ops
