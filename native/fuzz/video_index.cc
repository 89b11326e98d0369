// What the file that keeps indexes has of a video, whose numbers nothing has checked: it is refused, or is an index in
// order of no more packets than the bytes have room for, and is the same when it is packed again. The file itself,
// which is listed in any state, gives none of it without its checksum.
#include <atomic>

#include "clips/kept_indexes.h"
#include "core/error.h"
#include "fuzz/util/listed.h"

namespace penstock::fuzz {
namespace {

void check_packed(Input in) {
  const auto index = clips::unpack_kept({reinterpret_cast<const char*>(in.data), in.size});
  if (!index) return;
  const auto packets = static_cast<int32_t>(index->packets.size());
  if (index->packets.size() > in.size) found("packets", "%d packets of %zu bytes", packets, in.size);
  for (size_t i = 0; i < index->frames.size(); ++i) {
    const int32_t packet = index->frames[i];
    if (packet < 0 || packet >= packets) found("frame", "frame %zu is of packet %d of %d", i, packet, packets);
    const int32_t start = index->start_of(packet);
    if (start < 0 || start >= packets) found("start", "packet %d begins at %d", packet, start);
  }
  const auto again = clips::unpack_kept(clips::pack_index(*index));
  if (!again || again->packets.size() != index->packets.size() || again->frames != index->frames) {
    found("packed", "%d packets are others when they are packed again", packets);
  }
}

void check_file(Input in) {
  const std::atomic<bool> never{false};
  const DatasetBuilder builder(never);
  const MemoryFile file(in);
  const std::vector<std::string> paths{"/nowhere.mp4"};
  try {
    clips::KeptIndexes kept(file.path(), paths, true, builder);
    std::shared_ptr<const video::VideoIndex> index;
    int64_t bytes = 0;
    if (kept.find(0, index, bytes)) found("found", "an index of a video that is not there");
  } catch (const Error& e) {
    if (e.code != ErrorCode::INVALID_ARGUMENT) found("code", "%s", e.what());
  }
}

const Target target("video_index", [](Input in, Rng&) {
  check_packed(in);
  check_file(in);
});

}  // namespace
}  // namespace penstock::fuzz
