// meta/info.json and meta/stats.json of a LeRobot set, with a NUL between them: for any bytes they are refused, or the
// plan of any outputs lies within what they say, and no file of the set lies outside of its folder.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "fuzz/engine/fuzz.h"
#include "ops/readers_lerobot/plan.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

constexpr int64_t kMaxBytes = int64_t{1} << 24;

// A folder with the two files, which goes with the object.
class SetFolder {
 public:
  explicit SetFolder(Input in) {
    char name[] = "/tmp/penstock-fuzz-XXXXXX";
    if (!mkdtemp(name)) found("folder", "cannot make one");
    root_ = name;
    mkdir((root_ + "/meta").c_str(), 0700);
    const uint8_t *end = in.data + in.size, *cut = std::find(in.data, end, uint8_t{0});
    write("/meta/info.json", in.data, cut);
    write("/meta/stats.json", std::min(cut + 1, end), end);
  }
  ~SetFolder() {
    for (const char* path : {"/meta/info.json", "/meta/stats.json"}) unlink((root_ + path).c_str());
    rmdir((root_ + "/meta").c_str());
    rmdir(root_.c_str());
  }
  SetFolder(const SetFolder&) = delete;
  SetFolder& operator=(const SetFolder&) = delete;
  const std::string& root() const { return root_; }

 private:
  void write(const char* path, const uint8_t* begin, const uint8_t* end) const {
    FILE* file = std::fopen((root_ + path).c_str(), "wb");
    if (!file) found("folder", "cannot write %s", path);
    std::fwrite(begin, 1, static_cast<size_t>(end - begin), file);
    std::fclose(file);
  }
  std::string root_;
};

void check_info(const LerobotInfo& info) {
  if (!(info.fps > 0) || !std::isfinite(info.fps)) found("fps", "%g", info.fps);
  if (info.episodes < 1 || info.chunk_files < 1) found("count", "%lld episodes", static_cast<long long>(info.episodes));
  for (const auto& [name, feature] : info.features) {
    int64_t volume = 1;
    for (const int64_t extent : feature.shape) volume *= extent;
    if (feature.volume < 1 || volume != feature.volume || feature.shape.size() > kMaxFeatureDims) {
      found("shape", "%lld values", static_cast<long long>(feature.volume));
    }
  }
}

void check_path(const std::string& root, const std::string& path) {
  const std::string rest = path.substr(std::min(path.size(), root.size()));
  const bool up = ("/" + rest + "/").find("/../") != std::string::npos;
  if (path.rfind(root + "/", 0) != 0 || up || path.find('\0') != std::string::npos) found("path", "%s", path.c_str());
}

void check_plan(const LerobotPlan& plan, size_t outputs) {
  if (plan.outputs.size() != outputs) found("outputs", "%zu of %zu", plan.outputs.size(), outputs);
  for (const StoredOutput& out : plan.outputs) {
    const auto last_offset = static_cast<size_t>(out.offsets) + static_cast<size_t>(out.frames);
    if (out.windowed && (out.frames < 1 || last_offset > plan.offsets.size())) found("window", "%d frames", out.frames);
    if (static_cast<size_t>(out.column) >= plan.columns.size()) found("column", "%d", out.column);
    const auto last = static_cast<size_t>(out.statistics) + static_cast<size_t>(out.volume);
    if (out.statistics >= 0 && last > plan.statistics.size()) found("statistics", "%zu", last);
    if (out.kind == OutputKind::camera && static_cast<size_t>(out.camera) >= plan.cameras.size()) {
      found("camera", "%lld", static_cast<long long>(out.camera));
    }
  }
}

// Outputs that a user may ask for.
std::vector<LerobotFeature> drawn_features(const LerobotInfo& info, Rng& draw) {
  std::vector<LerobotFeature> specs;
  for (const auto& [name, feature] : info.features) {
    if (one_in(draw, 3)) continue;
    LerobotFeature spec;
    spec.name = name;
    spec.windowed = one_in(draw, 2);
    for (uint32_t i = draw.below(4); spec.windowed && i--;) {
      spec.deltas.push_back((static_cast<double>(draw.below(9)) - 4) / info.fps);
    }
    constexpr LerobotNormalize kAll[] = {LerobotNormalize::none, LerobotNormalize::mean_std, LerobotNormalize::min_max};
    spec.normalize = kAll[draw.below(3)];
    specs.push_back(spec);
    if (specs.size() == 32) break;
  }
  if (one_in(draw, 2)) specs.push_back({"task", {}, false, {}, LerobotNormalize::none});
  return specs;
}

void check_set(const std::string& root, Rng& draw) {
  static const std::atomic<bool> never{false};
  const DatasetBuilder builder(never);
  const LerobotFolder folder(root, kMaxBytes, builder);
  const LerobotInfo info = folder.info();
  check_info(info);
  const std::vector<LerobotFeature> specs = drawn_features(info, draw);
  for (const LerobotFeature& spec : specs) {
    try {
      check_plan(LerobotPlan({spec}, info, folder, 1e-4), 1);
    } catch (const Error&) {
    }
  }
  for (const std::string* form : {&info.data_path, &info.video_path}) {
    try {
      check_path(root, folder.file("data_path", *form, draw.below(2000), draw.below(2000), "camera"));
    } catch (const Error&) {
    }
  }
}

File make(Rng& rng) {
  constexpr const char* kDTypes[] = {"float32", "int64", "bool", "string", "image", "video", "uint8", "float16"};
  constexpr const char* kShapes[] = {"[1]", "[3]", "[2, 3]", "[]", "[2,1,2,1,2]", "[99999]", "[268435456]", "[0]"};
  std::string features, statistics;
  for (uint32_t i = 0; i < 1 + rng.below(4); ++i) {
    const std::string name = "f" + std::to_string(i), comma = i ? "," : "";
    features +=
        comma + "\"" + name + R"(":{"dtype":")" + kDTypes[rng.below(8)] + R"(","shape":)" + kShapes[rng.below(8)] + "}";
    statistics += comma + "\"" + name + R"(":{"mean":[0,1,2],"std":[1],"min":[0],"max":[2]})";
  }
  constexpr const char* kPaths[] = {"data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet",
                                    "{file_index}",
                                    "../{chunk_index}",
                                    "videos/{video_key}/{file_index:9d}.mp4",
                                    "{x",
                                    "/a"};
  std::string text = R"({"codebase_version":"v3.0","total_episodes":3,"fps":)" + std::to_string(1 + rng.below(60)) +
                     R"(,"chunks_size":1000,"data_path":")" + kPaths[rng.below(6)] + R"(","video_path":")" +
                     kPaths[rng.below(6)] + R"(","features":{)" + features + "}}";
  text += '\0';
  text += "{" + statistics + "}";
  return File(text.begin(), text.end());
}

const Target target(
    "lerobot",
    [](Input in, Rng& draw) {
      const SetFolder set(in);
      try {
        check_set(set.root(), draw);
      } catch (const Error&) {
      }
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
