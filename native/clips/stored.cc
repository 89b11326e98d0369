// See stored.h. A packet takes some 7 bytes: its distances from where the packet before it lies and when it is shown,
// and its size with three bits.
#include "clips/stored.h"

#include "clips/clip_set.h"
#include "dataset/set/packed_numbers.h"

namespace penstock::clips {
namespace {

// Differences of any two numbers, among them those that stand for what is not known.
int64_t difference(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
int64_t sum(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }

struct Bytes {
  std::string text;
  void push(uint8_t byte) { text.push_back(static_cast<char>(byte)); }
};

// What a packet is told from.
struct Before {
  int64_t pts = 0, end = 0;
};

}  // namespace

StoredVideo facts_of(const video::VideoIndex& x, int64_t at, int64_t file) {
  StoredVideo v{};
  v.at = at;
  v.packets = static_cast<int64_t>(x.packets.size());
  v.width = x.width;
  v.height = x.height;
  v.time_num = x.time_num;
  v.time_den = x.time_den;
  v.orientation = x.orientation;
  v.file = file;
  v.sound = x.sound.info;
  v.sound_listed = x.sound.listed;
  v.cells = static_cast<int32_t>(x.sound.cells.size());
  return v;
}

std::string pack_packets(const video::VideoIndex& x) {
  Bytes to;
  Before before;
  for (const video::PacketEntry& p : x.packets) {
    put_number(to, folded(difference(p.pts, before.pts)));
    put_number(to, folded(difference(p.position, before.end)));
    const int bits = p.spare << 2 | p.start << 1 | int{p.shown};
    put_number(to, static_cast<uint64_t>(p.size) << 3 | static_cast<uint64_t>(bits));
    before = {p.pts, sum(p.position, p.size)};
  }
  av::SoundCell last{};
  for (const av::SoundCell& c : x.sound.cells) {
    put_number(to, folded(difference(c.first, last.first)));
    put_number(to, folded(difference(c.pts, last.pts)));
    put_number(to, folded(difference(c.position, last.position)));
    put_number(to, static_cast<uint64_t>(c.size));
    put_number(to, folded(difference(c.first, c.at)));
    last = c;
  }
  return std::move(to.text);
}

std::shared_ptr<const video::VideoIndex> unpack_packets(const StoredVideo& facts, const uint8_t* at,
                                                        const uint8_t* end) {
  constexpr int kFewest = 3, kFewestOfCell = 5;  // bytes of a packet, and of a cell
  if (facts.cells < 0 || facts.cells > (end - at) / kFewestOfCell || facts.sound.rate < 0 || facts.sound.channels < 0 ||
      (facts.sound.rate > 0) != (facts.sound.channels > 0)) {
    return nullptr;
  }
  if (facts.packets < 0 || facts.packets > (end - at) / kFewest || facts.width < 0 || facts.height < 0 ||
      facts.time_num <= 0 || facts.time_den <= 0 || facts.orientation < 1 || facts.orientation > 8) {
    return nullptr;
  }
  auto index = std::make_shared<video::VideoIndex>();
  index->width = facts.width;
  index->height = facts.height;
  index->orientation = facts.orientation;
  index->time_num = facts.time_num;
  index->time_den = facts.time_den;
  index->packets.resize(static_cast<size_t>(facts.packets));
  Before before;
  for (video::PacketEntry& p : index->packets) {
    uint64_t pts, position, rest;
    if (!take_number(at, end, pts) || !take_number(at, end, position) || !take_number(at, end, rest)) return nullptr;
    if (rest >> 3 > INT32_MAX) return nullptr;
    p.pts = sum(before.pts, unfolded(pts));
    p.position = sum(before.end, unfolded(position));
    p.size = static_cast<int32_t>(rest >> 3);
    p.spare = rest >> 2 & 1;
    p.start = rest >> 1 & 1;
    p.shown = rest & 1;
    before = {p.pts, sum(p.position, p.size)};
  }
  index->sound.listed = facts.sound_listed;
  index->sound.info = facts.sound;
  index->sound.cells.resize(static_cast<size_t>(facts.cells));
  av::SoundCell last{};
  for (av::SoundCell& c : index->sound.cells) {
    uint64_t first, pts, position, size, lead;
    if (!take_number(at, end, first) || !take_number(at, end, pts) || !take_number(at, end, position) ||
        !take_number(at, end, size) || !take_number(at, end, lead)) {
      return nullptr;
    }
    c.first = sum(last.first, unfolded(first));
    c.pts = sum(last.pts, unfolded(pts));
    c.position = sum(last.position, unfolded(position));
    c.size = static_cast<int64_t>(size);
    c.at = difference(c.first, unfolded(lead));
    last = c;
  }
  index->arrange();
  return index;
}

void add_video(const video::VideoIndex& x, int64_t file, DatasetBuilder& builder, int first) {
  GrowingBuffer& to = builder.blob(first + kPackets);
  builder.blob(first + kVideos).push(facts_of(x, static_cast<int64_t>(to.size()), file));
  to.append(pack_packets(x));
}

void add_fault(const Error& fault, int64_t file, DatasetBuilder& builder, int first) {
  GrowingBuffer& to = builder.blob(first + kFaults);
  builder.blob(first + kVideos)
      .push(StoredVideo{static_cast<int64_t>(to.size()),
                        0,
                        0,
                        0,
                        0,
                        0,
                        1 + static_cast<int32_t>(fault.code),
                        static_cast<int32_t>(fault.message.size()),
                        static_cast<int32_t>(fault.hint.size()),
                        0,
                        file,
                        {},
                        0,
                        0});
  to.append(fault.message);
  to.append(fault.hint);
}

Clip clip_at(const Dataset& data, int64_t sample) {
  const Extent at = data.extent(sample);
  const auto range = data.blob(kRanges).at<StoredRange>(data.number<int32_t>(kRangeColumn, sample));
  return {at.file, range.label, at.offset, {range.begin, range.end}};
}

StoredVideo stored_video(const Dataset& data, int64_t video, int first) {
  return data.blob(first + kVideos).at<StoredVideo>(video);
}

std::shared_ptr<const video::VideoIndex> unpack_index(const Dataset& data, int64_t video, int first) {
  const StoredVideo stored = stored_video(data, video, first);
  if (stored.fault) {
    const char* text = data.blob(first + kFaults).text() + stored.at;
    throw Error(static_cast<ErrorCode>(stored.fault - 1), std::string(text, static_cast<size_t>(stored.message)),
                std::string(text + stored.message, static_cast<size_t>(stored.hint)));
  }
  const GrowingBuffer& packets = data.blob(first + kPackets);
  auto index = unpack_packets(stored, packets.data() + stored.at, packets.data() + packets.size());
  if (!index) fail(ErrorCode::INTERNAL, "the index of a video is damaged");
  return index;
}

}  // namespace penstock::clips
