// experimental.readers.video, index: the clips of the videos.
#include "clips/clip_set.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/experimental_readers_video.h"

namespace penstock::ops {
namespace {

using Args = ExperimentalReadersVideoArgs;

void index(const Args& a, DatasetBuilder& builder) {
  using Rounding = Args::FileListRounding;
  clips::ListRules list;
  list.in_frames = a.file_list_format == Args::FileListFormat::frames;
  list.start_up = a.file_list_rounding == Rounding::start_up_end_down || a.file_list_rounding == Rounding::all_up;
  list.end_up = a.file_list_rounding == Rounding::start_down_end_up || a.file_list_rounding == Rounding::all_up;
  list.include_end = a.file_list_include_end;
  const clips::ClipRules rules = clips::timed_rules(a);
  clips::index_clips(clips::clip_files(a), list, rules, a.max_pixels, a.audio, builder);
}

}  // namespace

PENSTOCK_DATA_READER(experimental_readers_video, ExperimentalReadersVideoArgs, index)

}  // namespace penstock::ops
