// See clip_set.h.
#include "clips/clip_set.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "clips/stored.h"
#include "clips/video_indexes.h"
#include "clips/video_list.h"
#include "formats/video/library.h"

namespace penstock::clips {

const char* const kVideoEndings = "mp4 m4v mov 3gp 3g2 mkv webm avi ts m2ts mts mpg mpeg vob ogv flv ivf ";

namespace {

using video::FrameRange;
using video::VideoIndex;

// A place in a video as a frame. One in frames counts them from the first, and one in seconds is a time.
int64_t frame_of(const VideoIndex& x, double place, bool in_frames, bool up) {
  if (in_frames) return static_cast<int64_t>(up ? std::ceil(place) : std::floor(place));
  return up ? x.first_from(place) : x.last_until(place);
}

FrameRange range_of(const VideoEntry& entry, const ListRules& rules, const VideoIndex& x) {
  const int64_t count = x.count();
  if (!entry.ranged) return {0, count};
  if (!rules.in_frames && !x.timed) {
    fail(ErrorCode::BAD_SAMPLE,
         "Expected a video whose frames have times, as fileList has ranges in seconds, but received one that has none");
  }
  const double whole = rules.in_frames ? static_cast<double>(count) : x.end_seconds();
  const double begin = entry.begin < 0 ? whole + entry.begin : entry.begin;
  const int64_t first = frame_of(x, begin, rules.in_frames, rules.start_up);
  if (entry.end == 0) return {std::max<int64_t>(first, 0), count};
  const double end = entry.end < 0 ? whole + entry.end : entry.end;
  const int64_t last = frame_of(x, end, rules.in_frames, rules.end_up) + rules.include_end;
  return {std::max<int64_t>(first, 0), std::min(last, count)};
}

class ClipIndex {
 public:
  // Clips have labels as a column where the choice of samples reads it.
  ClipIndex(const ListRules& list, const ClipRules& rules, VideoIndexes& indexes, DatasetBuilder& builder)
      : list_(list),
        rules_(rules),
        indexes_(indexes),
        builder_(builder),
        label_column_(builder.misses("label") ? builder.add_column("label", ColumnType::int32) : -1) {}

  void add(const VideoEntry& entry) {
    builder_.poll();
    const Video& video = video_of(entry.path);
    if (!video.index) return add_bad(video, entry);
    try {
      video::check_has_frames(*video.index);
      add_range(video, entry, range_of(entry, list_, *video.index));
    } catch (const Error& e) {
      // What is wrong with an entry is no matter of the file's other entries, so it gets a place of its own.
      const int64_t file = builder_.add_path(entry.path);
      add_fault(e, file, builder_);
      add_bad({file, video.bytes, nullptr}, entry);
    }
  }

  // Videos that have no clip, of which one is named.
  int64_t short_videos() const { return short_; }
  const std::string& example() const { return example_; }

 private:
  struct Video {
    int64_t file = -1, bytes = 0;
    std::shared_ptr<const VideoIndex> index;
  };

  // A list may name a video several times.
  const Video& video_of(const std::string& path) {
    if (path == last_path_) return last_;
    last_path_ = path;
    last_ = {};
    last_.file = builder_.add_path(path);
    FoundVideo found = indexes_.next();
    last_.bytes = found.bytes;
    last_.index = std::move(found.index);
    if (found.fault) {
      add_fault(*found.fault, last_.file, builder_);
    } else {
      add_video(*last_.index, last_.file, builder_);
    }
    return last_;
  }

  void add_clip(const Video& video, int64_t start, int32_t range) {
    builder_.add_part(video.file, start, 0);
    builder_.add_number(kRangeColumn, range);
    if (label_column_ >= 0) builder_.add_number(label_column_, builder_.blob(kRanges).at<StoredRange>(range).label);
  }
  int32_t push_range(const VideoEntry& entry, const FrameRange& range) {
    GrowingBuffer& to = builder_.blob(kRanges);
    const auto number = static_cast<int32_t>(to.size() / sizeof(StoredRange));
    to.push(StoredRange{static_cast<int32_t>(range.begin), static_cast<int32_t>(range.end), entry.label, 0});
    return number;
  }
  void add_bad(const Video& video, const VideoEntry& entry) {
    add_clip(video, 0, push_range(entry, {0, 0}));
    builder_.weigh(1, video.bytes);
  }

  // How many frames clips may have. Throws where a rule does not go with the video, so before anything is added.
  int64_t steps_of(const VideoIndex& x, const FrameRange& range) const {
    for (const double time : rules_.times) {
      const int64_t frame = video::frame_at(x, range, time, rules_.between);
      if (frame < range.end || rules_.padded) continue;
      fail(ErrorCode::BAD_SAMPLE, "Expected times before the end of the video but received %g s", time);
    }
    return video::FrameSteps(x, range, rules_.fps, rules_.between).count();
  }

  void add_range(const Video& video, const VideoEntry& entry, const FrameRange& range) {
    const int64_t before = builder_.count();
    if (range.count() > 0) {
      const int64_t steps = steps_of(*video.index, range);
      const int32_t number = push_range(entry, range);
      if (rules_.uniform || !rules_.times.empty()) {
        add_clip(video, range.begin, number);
      } else {
        const int64_t end = range.begin + steps;
        int64_t start = range.begin;
        for (; start + rules_.span() <= end; start += rules_.step) add_clip(video, start, number);
        for (; rules_.padded && start < end; start += rules_.step) add_clip(video, start, number);
      }
    }
    const int64_t clips = builder_.count() - before;
    const double part =
        static_cast<double>(std::max<int64_t>(range.count(), 0)) / static_cast<double>(video.index->count());
    builder_.weigh(clips, std::llround(part * static_cast<double>(video.bytes)));
    if (clips) return;
    if (!short_++) example_ = entry.path;
  }

  const ListRules& list_;
  const ClipRules& rules_;
  VideoIndexes& indexes_;
  DatasetBuilder& builder_;
  const int label_column_;
  std::string last_path_, example_;
  Video last_;
  int64_t short_ = 0;
};

}  // namespace

void index_clips(const ClipFiles& files, const ListRules& list, const ClipRules& rules, int64_t max_pixels, bool sound,
                 DatasetBuilder& builder) {
  // Without it every video would be a bad sample.
  video::plugin();
  const std::vector<VideoEntry> entries = list_videos(files, builder);
  builder.use_parts();
  builder.add_column("range", ColumnType::int32);
  for (const int blob : {kVideos, kPackets, kFaults, kRanges}) {
    if (builder.add_blob() != blob) fail(ErrorCode::INTERNAL, "blobs are in another order");
  }
  std::vector<std::string> paths;
  for (const VideoEntry& entry : entries) {
    if (paths.empty() || paths.back() != entry.path) paths.push_back(entry.path);
  }
  builder.progress().expect(paths);
  VideoIndexes indexes(std::move(paths), files.index, max_pixels, sound, builder);
  ClipIndex index(list, rules, indexes, builder);
  for (const VideoEntry& entry : entries) index.add(entry);
  indexes.keep();
  if (!index.short_videos()) return;
  if (!builder.count()) {
    throw Error(ErrorCode::EMPTY_DATASET,
                "Expected videos of at least " + std::to_string(rules.span()) +
                    " frames (sequenceLength and stride) but all " + std::to_string(index.short_videos()) +
                    " are shorter, such as '" + shown_path(index.example()) + "'",
                "Make sequenceLength or stride smaller, or pad the sequences");
  }
  builder.add_ignored(
      {index.short_videos() == 1 ? "has fewer frames than a sequence takes" : "have fewer frames than a sequence takes",
       index.short_videos(), shown_path(index.example())},
      std::string(files.has_root   ? files.root
                  : files.has_list ? files.list
                                   : "filenames"));
}

}  // namespace penstock::clips
