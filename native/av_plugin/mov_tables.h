// The table of an MP4 that libavformat reads and does not show: how far the time at which a packet is shown is from the
// time at which it is decoded.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "av_plugin/plugin.h"

namespace penstock::av {

// Fills in one number for each of the `count` packets of a track, in units of its times. Returns false where the boxes
// are not the plain ones of one track that is shown from some time on: fragments, several edits, or a wrong table.
bool read_time_offsets(const Source& source, int track, size_t count, std::vector<int32_t>& to);

}  // namespace penstock::av
