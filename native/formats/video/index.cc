// See index.h.
#include "formats/video/index.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "formats/video/library.h"
#include "formats/video/packets.h"

namespace penstock::video {
namespace {

// No codec shows a frame later.
constexpr int kMostReorder = 16;
// More than 8 days at 60 frames a second.
constexpr size_t kMostPackets = size_t{1} << 25;

// What comes before the first start, and frames that refer to others before it, no decoder shows.
void drop_first(VideoIndex& x, const std::vector<bool>& leading) {
  const auto first = std::find_if(x.packets.begin(), x.packets.end(), [](const PacketEntry& p) { return p.start; });
  if (first == x.packets.end()) {
    if (!x.packets.empty()) x.packets[0].start = true;
    return;
  }
  for (auto p = x.packets.begin(); p != first; ++p) p->shown = false;
  for (auto p = first + 1; p != x.packets.end() && !p->start; ++p) {
    if (leading[static_cast<size_t>(p - x.packets.begin())]) p->shown = false;
  }
}

bool has_order(const VideoIndex& x, std::vector<int64_t>& times) {
  for (const int32_t f : x.frames) times.push_back(x.packets[static_cast<size_t>(f)].pts);
  std::sort(times.begin(), times.end());
  return times.empty() || (times[0] != av::kNoTime && std::adjacent_find(times.begin(), times.end()) == times.end());
}

// How late a frame is shown: of the frames before it in decoding order, those that are shown after it.
int reorder_of(const VideoIndex& x) {
  int most = 0;
  const auto& frames = x.frames;
  for (size_t i = 0; i < frames.size(); ++i) {
    int before = 0;
    const int64_t pts = x.packets[static_cast<size_t>(frames[i])].pts;
    for (size_t back = 1; back <= 2 * kMostReorder && back <= i; ++back) {
      before += x.packets[static_cast<size_t>(frames[i - back])].pts > pts;
    }
    most = std::max(most, before);
  }
  return std::min(most, kMostReorder);
}

}  // namespace

int32_t VideoIndex::start_of(int32_t packet) const {
  auto at = std::upper_bound(starts.begin(), starts.end(), packet);
  const int64_t pts = packets[static_cast<size_t>(packet)].pts;
  while (at != starts.begin()) {
    --at;
    if (packets[static_cast<size_t>(*at)].pts <= pts) return *at;
  }
  return 0;
}

VideoIndex index_video(av::Video* video) {
  const av::Table& table = plugin();
  const av::StreamInfo& info = *table.info(video);
  const PacketLook look(info);
  VideoIndex x;
  std::vector<bool> leading;
  int64_t start_pts = av::kNoTime;
  for (;;) {
    av::Packet p;
    bool got = false;
    must(table.read(video, &p, &got));
    if (!got) break;
    if (x.packets.size() == kMostPackets)
      fail(ErrorCode::BAD_SAMPLE, "The video has more than %zu packets", kMostPackets);
    const PacketFacts facts = look(p);
    if (facts.start && start_pts == av::kNoTime) start_pts = p.pts;
    // Parameter sets of HEVC say which frames before a start can be decoded, other codecs do not.
    leading.push_back(info.codec == av::Codec::hevc ? facts.leading : p.pts != av::kNoTime && p.pts < start_pts);
    x.packets.push_back({p.pts, p.position, static_cast<int32_t>(p.size), facts.start, !facts.hidden && !p.discard});
  }
  drop_first(x, leading);
  for (size_t i = 0; i < x.packets.size(); ++i) {
    const auto at = static_cast<int32_t>(i);
    if (x.packets[i].start || i == 0) x.starts.push_back(at);
    if (x.packets[i].shown) x.frames.push_back(at);
  }
  std::vector<int64_t> times;
  x.timed = has_order(x, times);
  if (!x.timed) {
    x.reorder = kMostReorder;
    return x;
  }
  x.reorder = reorder_of(x);
  std::sort(x.frames.begin(), x.frames.end(), [&x](int32_t a, int32_t b) {
    return x.packets[static_cast<size_t>(a)].pts < x.packets[static_cast<size_t>(b)].pts;
  });
  return x;
}

double seconds_of(const av::StreamInfo& info, int64_t time) {
  if (time == av::kNoTime) return std::nan("");
  return static_cast<double>(time) * info.time_num / info.time_den;
}

}  // namespace penstock::video
