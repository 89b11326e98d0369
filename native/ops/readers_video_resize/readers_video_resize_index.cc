// readers.videoResize, index: the clips of the videos.
#include "clips/clip_set.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_video_resize.h"

namespace penstock::ops {
namespace {

void index(const ReadersVideoResizeArgs& a, DatasetBuilder& builder) {
  clips::index_clips(clips::clip_files(a), clips::list_rules(a), clips::clip_rules(a, a.pad_sequences), a.max_pixels,
                     a.audio, builder);
}

}  // namespace

PENSTOCK_READER(readers_video_resize, ReadersVideoResizeArgs, index)

}  // namespace penstock::ops
