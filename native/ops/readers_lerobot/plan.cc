// See plan.h.
#include "ops/readers_lerobot/plan.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.h"
#include "core/json.h"
#include "dataset/set/reader_op.h"

namespace penstock::ops {
namespace {

constexpr const char* kStatisticsFile = "meta/stats.json";
// What a mask's name ends with, after the name of its feature.
constexpr std::string_view kMask = "_is_pad";
// LeRobot's, which keeps a value from being divided by zero.
constexpr float kEpsilon = 1e-8F;
constexpr double kMaxFrames = 1e9;
// There are four numbers in memory for each value of a feature that is normalized, whatever the set has of it.
constexpr int64_t kMaxNormalized = int64_t{1} << 20;

std::optional<DType> dtype_of(const std::string& name) {
  for (const DType dtype : {DType::uint8, DType::uint16, DType::uint32, DType::int8, DType::int16, DType::int32,
                            DType::int64, DType::float32, DType::float64, DType::boolean}) {
    if (name == dtype_name(dtype)) return dtype;
  }
  return std::nullopt;
}

bool is_float(DType dtype) { return dtype == DType::float32 || dtype == DType::float64; }

// Whether all values of one dtype are values of the other, but for floats in half the bits.
bool becomes(DType from, DType to) {
  if (from == to || (is_float(from) && is_float(to))) return true;
  if (from == DType::boolean || is_float(from)) return false;
  if (to == DType::float64) return dtype_size(from) < 8;
  return (to == DType::int64 || to == DType::int32) && dtype_size(to) > dtype_size(from);
}

// The names of features, for the hint of an error.
std::string names_of(const LerobotInfo& info) {
  std::string names;
  for (const auto& [name, feature] : info.features) names += name.substr(0, 100) + ", ";
  return names.substr(0, 2000) + "task";
}

class Planner {
 public:
  Planner(const std::vector<LerobotFeature>& specs, const LerobotInfo& info, const LerobotFolder& folder,
          double tolerance, LerobotPlan& to)
      : specs_(specs), info_(info), folder_(folder), tolerance_(tolerance), to_(to) {}

  void add(const LerobotFeature& spec) {
    StoredOutput out;
    const auto found = info_.features.find(spec.name);
    if (found != info_.features.end()) {
      add_feature(spec, found->second, out);
    } else if (spec.name == "task") {
      check_plain(spec, "string", "the text of a task");
      out.kind = OutputKind::task;
      out.column = column_of({"task_index", DType::int64});
      to_.tasks = true;
    } else if (const LerobotFeature* of = windowed_of(spec)) {
      check_plain(spec, "bool", "a mask");
      out.kind = OutputKind::mask;
      out.dtype = static_cast<int32_t>(DType::boolean);
      set_window(*of, out);
    } else {
      refuse("Expected features that '" + shown_path(folder_.at("meta/info.json")) + "' has but received '" +
                 spec.name + "'",
             "It has " + names_of(info_) + ", and NAME_is_pad for each NAME in features that has deltaTimestamps");
    }
    to_.outputs.push_back(out);
  }

 private:
  const LerobotFeature* windowed_of(const LerobotFeature& mask) const {
    const std::string_view name = mask.name;
    if (name.size() <= kMask.size() || name.substr(name.size() - kMask.size()) != kMask) return nullptr;
    const std::string_view base = name.substr(0, name.size() - kMask.size());
    const auto found = std::find_if(specs_.begin(), specs_.end(),
                                    [&](const LerobotFeature& spec) { return spec.name == base && spec.windowed; });
    return found == specs_.end() ? nullptr : &*found;
  }

  // The column of a table, which is added where it is not there yet.
  int32_t column_of(const parquet::WantedColumn& wanted) {
    for (size_t i = 0; i < to_.columns.size(); ++i) {
      if (to_.columns[i].name == wanted.name) return static_cast<int32_t>(i);
    }
    to_.columns.push_back(wanted);
    return static_cast<int32_t>(to_.columns.size()) - 1;
  }

  static void check_plain(const LerobotFeature& spec, const char* dtype, const char* what) {
    if (!spec.dtype.empty() && spec.dtype != dtype) {
      refuse("Expected '" + std::string(dtype) + "' as dtype of features." + spec.name + " but received '" +
                 spec.dtype + "'",
             "It is " + std::string(what) + "; leave dtype out");
    }
    if (spec.windowed) {
      refuse("Expected no deltaTimestamps for features." + spec.name + ", which is " + what, "Leave them out");
    }
    if (spec.normalize != LerobotNormalize::none) {
      refuse("Expected no normalize for features." + spec.name + ", which is " + what, "Leave it out");
    }
  }

  void add_feature(const LerobotFeature& spec, const StoredFeature& feature, StoredOutput& out) {
    if (feature.dtype == "image" || feature.dtype == "string") {
      const bool image = feature.dtype == "image";
      check_plain(spec, "string", image ? "an image, whose file is given" : "a text");
      out.kind = OutputKind::text;
      out.column = column_of({image ? spec.name + ".bytes" : spec.name, DType::uint8, true});
      return;
    }
    if (feature.dtype == "video" && !feature.depth) return add_camera(spec, out);
    const std::optional<DType> stored = dtype_of(feature.dtype);
    if (!stored) {
      throw Error(ErrorCode::UNSUPPORTED,
                  "Expected a feature that can be read for features." + spec.name + " but '" +
                      shown_path(folder_.at("meta/info.json")) + "' says that its dtype is '" + feature.dtype +
                      (feature.depth ? "' of distances" : "'"),
                  "docs/data/lerobot.md lists what is read");
    }
    out.column = column_of({spec.name, *stored});
    out.ndim = static_cast<int32_t>(feature.shape.size());
    std::copy(feature.shape.begin(), feature.shape.end(), out.dim);
    out.volume = feature.volume;
    out.dtype = static_cast<int32_t>(output_dtype(spec, *stored));
    if (spec.windowed) set_window(spec, out);
    if (spec.normalize != LerobotNormalize::none) set_statistics(spec, feature, out);
  }

  void add_camera(const LerobotFeature& spec, StoredOutput& out) {
    if (!spec.dtype.empty() && spec.dtype != "uint8") {
      refuse("Expected 'uint8' as dtype of features." + spec.name + ", which is a camera, but received '" + spec.dtype +
                 "'",
             "Leave dtype out, or cast() the output");
    }
    if (spec.normalize != LerobotNormalize::none) {
      refuse("Expected no normalize for features." + spec.name + ", which is a camera",
             "cropMirrorNormalize() and normalize() take mean and std");
    }
    if (info_.video_path.empty()) folder_.refuse("meta/info.json", "video_path", "a text", "none");
    out.kind = OutputKind::camera;
    const auto times = info_.features.find("timestamp");
    const bool precise = times != info_.features.end() && times->second.dtype == "float64";
    out.column = column_of({"timestamp", precise ? DType::float64 : DType::float32});
    out.camera = static_cast<int64_t>(to_.cameras.size());
    to_.cameras.push_back(spec.name);
    if (spec.windowed) set_window(spec, out);
  }

  static DType output_dtype(const LerobotFeature& spec, DType stored) {
    const bool normalized = spec.normalize != LerobotNormalize::none;
    if (normalized && stored == DType::boolean) {
      refuse("Expected no normalize for features." + spec.name + ", which is of bool", "Leave it out");
    }
    if (spec.dtype.empty()) return normalized ? DType::float32 : stored;
    const std::optional<DType> given = dtype_of(spec.dtype);
    if (normalized ? given == DType::float32 : given && becomes(stored, *given)) return *given;
    refuse("Expected another dtype for features." + spec.name + " than '" + spec.dtype + "': it is " +
               (normalized ? "float32 when it is normalized" : dtype_name(stored)),
           "Leave dtype out, or cast() the output");
  }

  // LeRobot rounds halves to even numbers too.
  void set_window(const LerobotFeature& spec, StoredOutput& out) {
    out.windowed = 1;
    out.offsets = static_cast<int32_t>(to_.offsets.size());
    out.frames = static_cast<int32_t>(spec.deltas.size());
    if (spec.deltas.empty()) {
      refuse("Expected times for features." + spec.name + ".deltaTimestamps but received an empty list",
             "[0] is the sample's own frame");
    }
    for (const double delta : spec.deltas) {
      const double frames = delta * info_.fps, whole = std::nearbyint(frames);
      const bool fits = std::isfinite(frames) && std::fabs(whole) < kMaxFrames;
      if (!fits || std::fabs(frames - whole) / info_.fps > tolerance_) {
        char text[160];
        std::snprintf(text, sizeof text, "Expected multiples of 1/%g s, give or take %g s (tolerance), for features.",
                      info_.fps, tolerance_);
        char value[40];
        std::snprintf(value, sizeof value, "%.9g", delta);
        refuse(text + spec.name + ".deltaTimestamps but received " + value,
               "Frames of the set are 1 / fps seconds apart; i / fps is the time of the i-th after the sample's own");
      }
      to_.offsets.push_back(static_cast<int32_t>(whole));
    }
  }

  const Json& statistics() {
    if (!statistics_) statistics_ = folder_.statistics();
    return *statistics_;
  }

  // Those of lists within lists, as many as there are dimensions at most.
  static void append_numbers(const Json& value, std::vector<float>& to, size_t most, int depth = 0) {
    if (value.is_number()) to.push_back(static_cast<float>(value.get<double>()));
    if (!value.is_array() || depth == kMaxFeatureDims) return;
    for (const Json& one : value) {
      if (to.size() > most) return;
      append_numbers(one, to, most, depth + 1);
    }
  }
  std::vector<float> numbers_of(const LerobotFeature& spec, const StoredFeature& feature, const char* name) {
    const std::string field = spec.name + "." + name;
    const Json& value = member_of(member_of(statistics(), spec.name.c_str()), name);
    std::vector<float> numbers;
    append_numbers(value, numbers, static_cast<size_t>(feature.volume));
    // Those of the last dimensions hold along the others.
    auto volume = static_cast<int64_t>(numbers.size());
    for (size_t d = feature.shape.size(); volume > 1 && d-- > 0 && volume % feature.shape[d] == 0;) {
      volume /= feature.shape[d];
    }
    if (volume == 1) {
      const size_t count = numbers.size();
      while (static_cast<int64_t>(numbers.size()) < feature.volume) numbers.push_back(numbers[numbers.size() - count]);
    }
    if (static_cast<int64_t>(numbers.size()) == feature.volume) return numbers;
    folder_.refuse(kStatisticsFile, field, std::to_string(feature.volume) + " numbers",
                   value.is_null() ? "none" : std::to_string(numbers.size()));
  }

  void set_statistics(const LerobotFeature& spec, const StoredFeature& feature, StoredOutput& out) {
    if (feature.volume > kMaxNormalized) {
      throw Error(ErrorCode::UNSUPPORTED,
                  "Expected a feature of at most " + std::to_string(kMaxNormalized) + " values for features." +
                      spec.name + ".normalize but '" + shown_path(folder_.at("meta/info.json")) + "' says " +
                      std::to_string(feature.volume),
                  "Leave normalize out, and normalize the output");
    }
    const bool scaled = spec.normalize == LerobotNormalize::min_max;
    const std::vector<float> low = numbers_of(spec, feature, scaled ? "min" : "mean"),
                             high = numbers_of(spec, feature, scaled ? "max" : "std");
    out.statistics = static_cast<int32_t>(to_.statistics.size());
    for (size_t i = 0; i < low.size(); ++i) {
      const float range = high[i] - low[i];
      to_.statistics.push_back(scaled ? StoredStatistic{low[i], range == 0 ? kEpsilon : range, 2, 1}
                                      : StoredStatistic{low[i], high[i] + kEpsilon, 1, 0});
    }
  }

  const std::vector<LerobotFeature>& specs_;
  const LerobotInfo& info_;
  const LerobotFolder& folder_;
  const double tolerance_;
  LerobotPlan& to_;
  std::optional<Json> statistics_;
};

}  // namespace

LerobotPlan::LerobotPlan(const std::vector<LerobotFeature>& specs, const LerobotInfo& info, const LerobotFolder& folder,
                         double tolerance) {
  columns.push_back({"index", DType::int64});
  Planner planner(specs, info, folder, tolerance, *this);
  for (const LerobotFeature& spec : specs) planner.add(spec);
}

}  // namespace penstock::ops
