// See index.h.
#include "formats/video/index.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

bool has_order(const VideoIndex& x) {
  std::vector<int64_t> times;
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

void VideoIndex::arrange() {
  frames.clear();
  starts.clear();
  for (size_t i = 0; i < packets.size(); ++i) {
    const auto at = static_cast<int32_t>(i);
    if (packets[i].start || i == 0) starts.push_back(at);
    if (packets[i].shown) frames.push_back(at);
  }
  timed = has_order(*this);
  if (!timed) {
    reorder = kMostReorder;
    return;
  }
  reorder = reorder_of(*this);
  std::sort(frames.begin(), frames.end(), [this](int32_t a, int32_t b) {
    return packets[static_cast<size_t>(a)].pts < packets[static_cast<size_t>(b)].pts;
  });
}

// Calls body(from, to) for each run of packets that are decoded one after the other.
template <class F>
void VideoIndex::each_run(std::vector<int32_t> numbers, F body) const {
  std::sort(numbers.begin(), numbers.end());
  int32_t from = -1, to = -1;
  const auto count = static_cast<int32_t>(packets.size());
  for (const int32_t number : numbers) {
    if (number < 0) continue;
    const int32_t packet = frames[static_cast<size_t>(number)], start = timed ? start_of(packet) : 0;
    if (from < 0 || start < from || start > to) {
      if (from >= 0) body(from, to);
      from = start;
      to = start;
    }
    // The decoder gives a frame when it has the packets that may come before it.
    to = std::max(to, std::min(count, packet + 1 + reorder));
  }
  if (from >= 0) body(from, to);
}

PacketSpan VideoIndex::span_of(std::vector<int32_t> numbers) const {
  PacketSpan span;
  each_run(std::move(numbers), [&](int32_t from, int32_t to) {
    if (!span.decoded) span.begin = from;
    span.end = to;
    span.decoded += to - from;
  });
  return span;
}

std::vector<PacketRun> VideoIndex::runs_of(std::vector<int32_t> numbers) const {
  std::vector<PacketRun> runs;
  each_run(std::move(numbers), [&](int32_t from, int32_t to) {
    int64_t begin = INT64_MAX, end = 0;
    for (int32_t at = from; at < to; ++at) {
      const PacketEntry& p = packets[static_cast<size_t>(at)];
      if (p.position < 0) continue;
      begin = std::min(begin, p.position);
      end = std::max(end, p.position + p.size);
    }
    if (begin < end) runs.push_back({begin, end - begin});
  });
  return runs;
}

double VideoIndex::seconds(int64_t frame) const {
  if (!timed) return std::nan("");
  return static_cast<double>(shown(frame).pts - shown(0).pts) * time_num / time_den;
}

double VideoIndex::units(double seconds) const {
  return std::round(seconds * time_den / time_num) + static_cast<double>(shown(0).pts);
}

int64_t VideoIndex::last_until(double seconds) const {
  const double at = units(seconds);
  const auto later = [this](double t, int32_t packet) {
    return t < static_cast<double>(packets[static_cast<size_t>(packet)].pts);
  };
  return std::upper_bound(frames.begin(), frames.end(), at, later) - frames.begin() - 1;
}

int64_t VideoIndex::first_from(double seconds) const {
  const double at = units(seconds);
  const auto earlier = [this](int32_t packet, double t) {
    return static_cast<double>(packets[static_cast<size_t>(packet)].pts) < t;
  };
  return std::lower_bound(frames.begin(), frames.end(), at, earlier) - frames.begin();
}

double VideoIndex::end_seconds() const {
  const int64_t last = count() - 1;
  return last > 0 ? 2 * seconds(last) - seconds(last - 1) : 0;
}

namespace {

// What says what a packet is lies mostly in so many bytes.
constexpr int64_t kHead = 256;

// Looks into the bytes of a packet that read() has left out.
PacketFacts look_up(const PacketLook& look, av::Packet p, const av::Source& source) {
  const int64_t whole = std::min(p.size, source.size - p.position);
  for (int64_t wanted = std::min(whole, kHead);; wanted = std::min(whole, 16 * wanted)) {
    std::vector<uint8_t> bytes(static_cast<size_t>(std::max<int64_t>(wanted, 0)));
    for (int64_t have = 0, n = 0; have < wanted; have += n) {
      n = source.read(source.user, p.position + have, bytes.data() + have, wanted - have);
      if (n <= 0) fail(ErrorCode::BAD_SAMPLE, "The bytes of the video cannot be read");
    }
    p.data = bytes.data();
    p.size = wanted;
    const PacketFacts facts = look(p);
    if (facts.found || wanted >= whole) return facts;
  }
}

}  // namespace

VideoIndex index_video(av::Video* video, const av::Source& source) {
  const av::Table& table = plugin();
  const av::StreamInfo& info = *table.info(video);
  const PacketLook look(info);
  VideoIndex x;
  x.width = info.width;
  x.height = info.height;
  x.orientation = info.orientation;
  x.time_num = info.time_num;
  x.time_den = info.time_den;
  // VP8 and VP9 tell in each packet whether it is shown.
  const bool may_skim = info.codec != av::Codec::vp8 && info.codec != av::Codec::vp9;
  bool skims = false;
  if (may_skim) must(table.skim(video, true, &skims));
  // Containers do not mark all starts. Where reading takes long, the marked ones do, and what comes before the second
  // start, as that has packets which no decoder shows.
  int starts = 0;
  const auto facts_of = [&](const av::Packet& p) {
    if (!skims || info.codec == av::Codec::other) return look(p);
    return p.key || starts < 2 || !source.far ? look_up(look, p, source) : PacketFacts{};
  };
  std::vector<bool> leading;
  int64_t start_pts = av::kNoTime;
  for (;;) {
    av::Packet p;
    bool got = false;
    must(table.read(video, &p, &got));
    if (!got) break;
    if (x.packets.size() == kMostPackets)
      fail(ErrorCode::BAD_SAMPLE, "The video has more than %zu packets", kMostPackets);
    const PacketFacts facts = facts_of(p);
    starts += facts.start;
    if (facts.start && start_pts == av::kNoTime) start_pts = p.pts;
    // Parameter sets of HEVC say which frames before a start can be decoded, other codecs do not.
    leading.push_back(info.codec == av::Codec::hevc ? facts.leading : p.pts != av::kNoTime && p.pts < start_pts);
    x.packets.push_back(
        {p.pts, p.position, static_cast<int32_t>(p.size), facts.start, !facts.hidden && !p.discard, facts.spare});
  }
  if (may_skim) must(table.skim(video, false, &skims));
  drop_first(x, leading);
  x.arrange();
  return x;
}

void check_has_frames(const VideoIndex& x) {
  if (x.count()) return;
  fail(ErrorCode::BAD_SAMPLE, "Expected a video with frames but received one of %zu packets that show none",
       x.packets.size());
}

}  // namespace penstock::video
