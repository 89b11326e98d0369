// The data set of a reader of videos: each sample is a clip. The index of each video is made once, when the data set is
// built, and kept packed beside it; the programs unpack what they need.
//
// A video that cannot be indexed is one sample, which fails with what is wrong with it, so that onError decides.
#pragma once
#include <cstdint>
#include <memory>

#include "clips/clip_rules.h"
#include "dataset/set/builder.h"
#include "formats/video/index.h"

namespace penstock::clips {

// Adds the clips of all videos, in their order. sound: with the index of their sound. Throws UNSUPPORTED without the
// video plugin, INVALID_ARGUMENT, FILE_NOT_FOUND, FILE_UNREADABLE and EMPTY_DATASET.
void index_clips(const ClipFiles&, const ListRules&, const ClipRules&, int64_t max_pixels, bool sound, DatasetBuilder&);

// A sample.
struct Clip {
  int64_t file;
  int32_t label;
  int64_t start;            // its first frame; where a rate is given, range.begin and the number of its first step
  video::FrameRange range;  // the frames that it may have
};
Clip clip_at(const Dataset&, int64_t sample);

// The endings of the names of videos, each with a space after it.
extern const char* const kVideoEndings;

}  // namespace penstock::clips
