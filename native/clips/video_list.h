// The videos that the arguments of a reader name.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "clips/clip_rules.h"
#include "dataset/set/builder.h"

namespace penstock::clips {

struct VideoEntry {
  std::string path;
  int32_t label = 0;
  // Of an entry of a list: where its range begins and ends, in the units of the list. 0 for the end, or none, is that
  // of the video; negative numbers count from there.
  bool ranged = false;
  double begin = 0, end = 0;
};

// In their order. Throws INVALID_ARGUMENT, FILE_NOT_FOUND, FILE_UNREADABLE and EMPTY_DATASET. Of a folder, the builder
// gets the classes and what is left out.
std::vector<VideoEntry> list_videos(const ClipFiles&, DatasetBuilder&);

// Throws INVALID_ARGUMENT for what is no path.
void check_path(const char* argument, std::string_view path);

// An entry of a list: "path label [begin [end]]". The path may have spaces, but no number behind one. Returns false for
// a line of another form.
bool parse_entry(std::string_view line, VideoEntry& entry);

}  // namespace penstock::clips
