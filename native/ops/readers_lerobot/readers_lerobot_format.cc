// readers.lerobot, format: robot data sets of LeRobot. meta/info.json makes a folder one, and has its features.
#include <algorithm>
#include <string>

#include "core/json.h"
#include "dataset/files/paths.h"
#include "dataset/set/data_format.h"
#include "ops/readers_lerobot/info.h"

namespace penstock::ops {
namespace {

constexpr int64_t kMaxInfo = int64_t{1} << 27;
// A set with more features is read with these alone.
constexpr size_t kMaxFeatures = 64;
constexpr std::string_view kNumberTypes[] = {"bool",  "uint8", "uint16", "uint32",  "int8",
                                             "int16", "int32", "int64",  "float32", "float64"};

// LeRobot writes its version first.
bool is_lerobot(const DataFile& file) {
  const std::string_view head = file.head();
  const size_t open = head.find_first_not_of(" \t\r\n");
  return open != std::string_view::npos && head[open] == '{' &&
         head.find("\"codebase_version\"") != std::string_view::npos;
}

// What is read of a set without cameras and images: all numbers, texts, and the task.
void take_lerobot_values(const LerobotInfo& info, DataReading& reading) {
  for (const auto& [name, feature] : info.features) {
    const bool numbers =
        std::find(std::begin(kNumberTypes), std::end(kNumberTypes), feature.dtype) != std::end(kNumberTypes);
    if ((!numbers && feature.dtype != "string") || reading.outputs.size() == kMaxFeatures) continue;
    reading.args["features"][name] = Json::object();
    reading.outputs.push_back({name, numbers ? holds::values : holds::bytes});
  }
  reading.args["features"]["task"] = {{"dtype", "string"}};
  reading.outputs.push_back({"task", holds::bytes});
}

DataReading lerobot_reading(const DataSource& source, const DatasetBuilder& builder) {
  const std::string& first = source.first.empty() ? source.paths[0] : source.first;
  std::string root = folder_of(folder_of(first));
  if (root.empty()) root = ".";
  const LerobotInfo info = LerobotFolder(root, kMaxInfo, builder).info();
  const auto first_of = [&](const char* dtype) {
    return std::find_if(info.features.begin(), info.features.end(),
                        [&](const auto& one) { return one.second.dtype == dtype && !one.second.depth; });
  };
  DataReading reading;
  reading.args.set("root", root);
  reading.args["features"] = Json::object();
  const auto camera = first_of("video"), image = first_of("image");
  if (image != info.features.end()) {
    reading.args["features"][image->first] = {{"dtype", "string"}};
    reading.outputs.push_back({image->first, holds::picture});
  } else if (camera != info.features.end()) {
    // A clip is a window, of one frame here.
    reading.args["features"][camera->first] = {{"deltaTimestamps", {0}}};
    reading.outputs.push_back({camera->first, holds::clip});
  } else {
    take_lerobot_values(info, reading);
    return reading;
  }
  if (info.features.count("task_index")) {
    reading.args["features"]["task_index"] = Json::object();
    reading.outputs.push_back({"task_index", holds::label});
  }
  return reading;
}

}  // namespace

extern const DataFormat readers_lerobot_format;
const DataFormat readers_lerobot_format = {"lerobot",  "robot data sets of LeRobot (meta/info.json)",
                                           "",         DataFormat::Unit::file,
                                           is_lerobot, lerobot_reading,
                                           nullptr,    "",
                                           "meta",     false,
                                           true};

}  // namespace penstock::ops
