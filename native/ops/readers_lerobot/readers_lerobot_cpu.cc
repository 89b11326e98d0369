// readers.lerobot on the CPU: copies the values of a frame and of the frames of its windows, and decodes what cameras
// have taken.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/extents.h"
#include "core/op.h"
#include "core/shared_work.h"
#include "dataset/order/sample_reads.h"
#include "dataset/set/dataset.h"
#include "generated/ops/readers_lerobot.h"
#include "ops/readers_lerobot/cameras.h"
#include "ops/readers_lerobot/feature.h"
#include "ops/readers_lerobot/stored.h"
#include "ops/readers_lerobot/videos.h"
#include "parquet/table.h"

namespace penstock::ops {
namespace {

using Args = ReadersLerobotArgs;
using parquet::ParquetFault;
using parquet::Row;
using parquet::RowCursor;

// Beside those of outputs: the numbers of frames and of tasks.
constexpr size_t kOwnColumns = 2;

struct Shared : StageState, SampleReads {
  explicit Shared(const Args& args)
      : features(parse_lerobot_features(args.features)),
        table(!args.dont_use_mmap, features.size() + kOwnColumns, parquet::limit_of(args.max_unpacked_bytes),
              args.page_cache_bytes),
        clip(video::clip_spec(args)),
        tolerance(args.tolerance),
        videos(clip, !args.dont_use_mmap, kVideoBlobs) {}
  void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const override;

  const std::vector<LerobotFeature> features;
  const parquet::Table table;
  const video::ClipSpec clip;
  const double tolerance;
  const clips::VideoPool videos;
};

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<Shared>(args); }

// A sample: a frame of an episode.
struct Frame {
  Frame(const Dataset& data, int64_t sample) : data(data) {
    const Extent at = data.extent(sample);
    number = data.number<int32_t>(kEpisodeColumn, sample);
    episode = data.blob(kEpisodes).at<StoredEpisode>(number);
    row = at.offset;
    file = at.file;
  }
  // The row that is `offset` frames from the sample's own; beyond its episode that of the first or last frame.
  int64_t row_at(int32_t offset) const {
    return std::clamp(row + offset, episode.first, episode.first + episode.frames - 1);
  }
  bool has(int32_t offset) const { return row_at(offset) == row + offset; }
  int32_t offset(const StoredOutput& out, int32_t i) const {
    return out.windowed ? data.blob(kOffsets).at<int32_t>(out.offsets + i) : 0;
  }

  const Dataset& data;
  StoredEpisode episode;
  int64_t number = 0;  // of the episode
  int64_t file = 0, row = 0;
};

StoredOutput output_at(const Dataset& data, size_t i) {
  return data.blob(kOutputs).at<StoredOutput>(static_cast<int64_t>(i));
}

// Which frames of the video the window of a camera should have. What they are is known by the times in their rows.
std::vector<int32_t> expected_frames(const Frame& frame, const StoredOutput& out, const Shot& shot) {
  std::vector<int32_t> numbers;
  for (int32_t k = 0; k < out.frames; ++k) {
    numbers.push_back(shot.expected(frame.row_at(frame.offset(out, k)) - frame.episode.first));
  }
  return numbers;
}

void append_video(const Frame& frame, const StoredOutput& out, const clips::VideoPool& videos,
                  std::vector<Extent>& to) try {
  const Shot shot(frame.data, videos, out.camera, frame.number);
  for (const video::PacketRun& run : shot.index().runs_of(expected_frames(frame, out, shot))) {
    to.push_back({shot.file(), run.offset, run.size});
  }
} catch (const Error&) {
  return;  // the sample fails with it
}

void Shared::append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const {
  const Frame frame(data, sample);
  table.append_reads(data, frame.file, 0, frame.row, frame.row, to);
  for (size_t i = 0; i < features.size(); ++i) {
    const StoredOutput out = output_at(data, i);
    if (out.kind == OutputKind::mask) continue;
    int64_t first = frame.row_at(frame.offset(out, 0)), last = first;
    for (int32_t k = 1; k < out.frames; ++k) {
      const int64_t row = frame.row_at(frame.offset(out, k));
      first = std::min(first, row);
      last = std::max(last, row);
    }
    table.append_reads(data, frame.file, static_cast<size_t>(out.column), first, last, to);
    if (out.kind == OutputKind::camera) append_video(frame, out, videos, to);
  }
}

// The values of rows in a column.
class Column {
 public:
  Column(const SampleBase& s, const Frame& frame, const std::string& name, int32_t column)
      : name_(name), cursor_(s.shared<Shared>().table, frame.data, frame.file, static_cast<size_t>(column)) {}

  // `count`: how many values the row must have.
  Row at(int64_t row, int64_t count) {
    Row found;
    try {
      found = cursor_.at(row);
    } catch (const ParquetFault& fault) {
      parquet::bad_page(name_, fault);
    }
    if (found.count == count && !found.null_within) return found;
    throw Error(
        ErrorCode::BAD_SAMPLE,
        "Expected " + std::to_string(count) + (count == 1 ? " value" : " values") + " in the column '" + name_ +
            "' at row " + std::to_string(row) + " but " +
            (found.null_within || found.count == 0 ? "received null" : "received " + std::to_string(found.count)),
        "The rows do not have the shape that meta/info.json says");
  }
  int64_t integer(int64_t row) {
    int64_t value = 0;
    at(row, 1).copy(DType::int64, &value);
    return value;
  }

 private:
  const std::string& name_;
  RowCursor cursor_;
};

// The text of a row, or of its task. `held` keeps it in memory.
std::string_view text_of(const SampleBase& s, const Frame& frame, size_t i, const StoredOutput& out, Row& held) {
  const std::string& name = s.shared<Shared>().features[i].name;
  if (out.kind == OutputKind::text) {
    held = Column(s, frame, name, out.column).at(frame.row, 1);
    return held.text();
  }
  static const std::string task = "task_index";
  const int64_t number = Column(s, frame, task, out.column).integer(frame.row);
  const GrowingBuffer& ends = frame.data.blob(kTaskEnds);
  const auto tasks = static_cast<int64_t>(ends.size() / sizeof(int64_t));
  if (number < 0 || number >= tasks) {
    throw Error(ErrorCode::BAD_SAMPLE,
                "Expected a task of meta/tasks.parquet as task_index, from 0 to " + std::to_string(tasks - 1) +
                    ", but received " + std::to_string(number),
                "meta and data of the set do not belong together; onError 'skip' leaves the frame out");
  }
  const int64_t begin = number ? ends.at<int64_t>(number - 1) : 0;
  return {frame.data.blob(kTaskTexts).text() + begin, static_cast<size_t>(ends.at<int64_t>(number) - begin)};
}

bool is_text(const StoredOutput& out) { return out.kind == OutputKind::text || out.kind == OutputKind::task; }

void setup_camera(SampleSetup& s, const Frame& frame, const StoredOutput& out, OutSpec& to) {
  const auto& shared = s.shared<Shared>();
  const Shot shot(frame.data, shared.videos, out.camera, frame.number);
  video::FrameSize size = video::stored_size(shot.index(), shared.clip);
  if (!size.width) {
    shared.videos.use(frame.data, shot.video(), 0, {},
                      [&](video::VideoFile& f, video::SoundFile&) { size = video::frame_size(f, shared.clip); });
  }
  to = {DType::uint8, out.windowed ? "FHWC" : "HWC", {}};
  if (out.windowed) to.shape.dim[to.shape.ndim++] = out.frames;
  for (const int64_t extent : {size.height, size.width, int64_t{3}}) to.shape.dim[to.shape.ndim++] = extent;
  check_extents(to, ErrorCode::BAD_SAMPLE, "the window");
  const video::PacketSpan span = shot.index().span_of(expected_frames(frame, out, shot));
  s.cost += static_cast<double>(span.decoded) * static_cast<double>(size.width * size.height);
  // Cameras run side by side, so one of them tells which samples share frames.
  if (out.camera == 0) shared_work() = {1 + shot.video(), span.begin, span.end};
}

void setup(const Args&, SampleSetup& s, NoState&) {
  const Frame frame(s.dataset(), s.sample->index);
  for (size_t i = 0; i < s.shared<Shared>().features.size(); ++i) {
    const StoredOutput out = output_at(frame.data, i);
    if (is_text(out)) {
      Row held;
      s.out[i] = {DType::uint8, {}, {static_cast<int64_t>(text_of(s, frame, i, out, held).size())}};
      continue;
    }
    if (out.kind == OutputKind::camera) {
      setup_camera(s, frame, out, s.out[i]);
      continue;
    }
    s.out[i] = {static_cast<DType>(out.dtype), {}, {}};
    Shape& shape = s.out[i].shape;
    if (out.windowed) shape.dim[shape.ndim++] = out.frames;
    for (int32_t d = 0; d < out.ndim; ++d) shape.dim[shape.ndim++] = out.dim[d];
  }
}

// In float32, as LeRobot does.
void normalize(const Dataset& data, const StoredOutput& out, float* values) {
  for (int64_t i = 0; i < out.volume; ++i) {
    const auto by = data.blob(kStatistics).at<StoredStatistic>(out.statistics + i);
    values[i] = by.factor * (values[i] - by.subtract) / by.divide - by.less;
  }
}

void copy_values(const SampleBase& s, const Frame& frame, size_t i, const StoredOutput& out, const TensorView& to) {
  Column column(s, frame, s.shared<Shared>().features[i].name, out.column);
  auto* at = static_cast<uint8_t*>(to.data);
  for (int32_t k = 0; k < out.frames; ++k, at += out.volume * dtype_size(to.dtype)) {
    column.at(frame.row_at(frame.offset(out, k)), out.volume).copy(to.dtype, at);
    if (out.statistics >= 0) normalize(frame.data, out, reinterpret_cast<float*>(at));
  }
}

// A table that is not the one that meta/episodes means has other rows there.
void check_frame(const SampleBase& s, const Frame& frame) {
  static const std::string index = "index";
  const int64_t expected = frame.episode.index + frame.row - frame.episode.first;
  const int64_t received = Column(s, frame, index, 0).integer(frame.row);
  if (received == expected) return;
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected frame " + std::to_string(expected) + " of the set as index of its row but received " +
                  std::to_string(received),
              "meta/episodes and data of the set do not belong together");
}

void decode_camera(const SampleBase& s, const Frame& frame, size_t i, const StoredOutput& out, const TensorView& to) {
  const auto& shared = s.shared<Shared>();
  static const std::string timestamp = "timestamp";
  Column times(s, frame, timestamp, out.column);
  const Shot shot(frame.data, shared.videos, out.camera, frame.number);
  std::vector<int32_t> numbers;
  for (int32_t k = 0; k < out.frames; ++k) {
    double seconds = 0;
    times.at(frame.row_at(frame.offset(out, k)), 1).copy(DType::float64, &seconds);
    numbers.push_back(shot.frame_at(seconds, shared.tolerance, shared.features[i].name));
  }
  TensorView frames = to;
  if (!out.windowed) frames.shape = {1, to.shape[0], to.shape[1], 3};
  const video::PacketSpan span = shot.index().span_of(numbers);
  const int64_t last_end = out.camera == 0 ? this_turn().shared_end : span.end;
  const int32_t first = *std::min_element(numbers.begin(), numbers.end());
  try {
    shared.videos.use(frame.data, shot.video(), first, {span.begin, span.end, last_end},
                      [&](video::VideoFile& file, video::SoundFile&) {
                        file.use_threads(this_turn().threads);
                        video::decode_clip(file, shared.clip, numbers, *s.scratch, frames);
                      });
  } catch (const Error& e) {
    if (e.code != ErrorCode::BAD_SAMPLE && e.code != ErrorCode::UNSUPPORTED) throw;
    throw of_video(e, frame.data.path(shot.file()));
  }
}

void run(const Args&, SampleRun& s, NoState&) {
  const Frame frame(s.dataset(), s.sample->index);
  check_frame(s, frame);
  for (size_t i = 0; i < s.shared<Shared>().features.size(); ++i) {
    const StoredOutput out = output_at(frame.data, i);
    TensorView& to = s.out[i];
    if (out.kind == OutputKind::camera) {
      decode_camera(s, frame, i, out, to);
    } else if (out.kind == OutputKind::mask) {
      for (int32_t k = 0; k < out.frames; ++k) to.as<bool>()[k] = !frame.has(frame.offset(out, k));
    } else if (is_text(out)) {
      Row held;
      const std::string_view text = text_of(s, frame, i, out, held);
      // A file may change between setup() and run(); memory is as setup() has seen it.
      if (static_cast<int64_t>(text.size()) != to.shape[0]) {
        parquet::bad_page(s.shared<Shared>().features[i].name, ParquetFault("it has changed while it was read"));
      }
      if (!text.empty()) std::memcpy(to.data, text.data(), text.size());
    } else {
      copy_values(s, frame, i, out, to);
    }
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_lerobot, ReadersLerobotArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
