// What the arguments of readers of videos ask for, in one form for all of them.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "core/args.h"
#include "formats/video/chosen_frames.h"

namespace penstock::clips {

// Where the videos are: one of the three is given.
struct ClipFiles {
  std::string_view root, list;
  ArgList<std::string_view> names;
  ArgList<int32_t> labels;
  bool has_root, has_list, has_names, has_labels;
  std::optional<std::string_view> index;  // the file that keeps indexes
};

// What the ranges in a list mean.
struct ListRules {
  bool in_frames = false;                // they count frames, not seconds
  bool start_up = false, end_up = true;  // how they are rounded to frames
  bool include_end = false;              // the frame of the end belongs to the range
};

// Which clips a video has.
struct ClipRules {
  int64_t length, stride, step;
  bool padded;   // the last ones may reach beyond the end
  bool uniform;  // one clip of frames that are spread evenly
  // Frames are counted at this rate; 0: as they come.
  double fps = 0;
  video::Between between = video::Between::before;
  // The times of the frames of the one clip of a video; empty where they are not chosen so.
  std::vector<double> times = {};
  // Distance from the first frame of a clip to its last one.
  int64_t span() const { return (length - 1) * stride + 1; }
};

template <class Args>
std::optional<std::string_view> given_index(const Args& a) {
  return a.has(Args::kIndexPath) ? std::optional(a.index_path) : std::nullopt;
}

template <class Args>
ClipFiles clip_files(const Args& a) {
  return {a.file_root,
          a.file_list,
          a.filenames,
          a.labels,
          a.has(Args::kFileRoot),
          a.has(Args::kFileList),
          a.has(Args::kFilenames),
          a.has(Args::kLabels),
          given_index(a)};
}

template <class Args>
ClipRules clip_rules(const Args& a, bool padded, bool uniform = false) {
  const int64_t length = a.sequence_length, stride = a.stride;
  return {length, stride, a.step > 0 ? int64_t{a.step} : length * stride, padded, uniform};
}

// Those of experimental.readers.video.
template <class Args>
ClipRules timed_rules(const Args& a) {
  ClipRules rules = clip_rules(a, a.pad_mode != Args::PadMode::none, a.uniform_sample);
  rules.fps = a.fps;
  rules.between = static_cast<video::Between>(a.between);
  for (const float time : a.times) rules.times.push_back(video::given_time(time, rules.between));
  if (!rules.times.empty()) rules.length = static_cast<int64_t>(rules.times.size());
  return rules;
}

// The rules of readers.video.
template <class Args>
ListRules list_rules(const Args& a) {
  ListRules rules;
  rules.in_frames = a.file_list_frame_num;
  rules.start_up = a.file_list_frame_num || !a.file_list_include_preceding_frame;
  rules.end_up = !rules.start_up;
  return rules;
}

}  // namespace penstock::clips
