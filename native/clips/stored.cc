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

// What a packet is told from.
struct Before {
  int64_t pts = 0, end = 0;
};

}  // namespace

void add_video(const video::VideoIndex& x, int64_t file, DatasetBuilder& builder, int first) {
  GrowingBuffer& to = builder.blob(first + kPackets);
  builder.blob(first + kVideos)
      .push(StoredVideo{static_cast<int64_t>(to.size()), static_cast<int64_t>(x.packets.size()), x.width, x.height,
                        x.time_num, x.time_den, 0, 0, 0, x.orientation, file});
  Before before;
  for (const video::PacketEntry& p : x.packets) {
    put_number(to, folded(difference(p.pts, before.pts)));
    put_number(to, folded(difference(p.position, before.end)));
    const int bits = p.spare << 2 | p.start << 1 | int{p.shown};
    put_number(to, static_cast<uint64_t>(p.size) << 3 | static_cast<uint64_t>(bits));
    before = {p.pts, p.position + p.size};
  }
}

void add_fault(const Error& fault, int64_t file, DatasetBuilder& builder, int first) {
  GrowingBuffer& to = builder.blob(first + kFaults);
  builder.blob(first + kVideos)
      .push(StoredVideo{static_cast<int64_t>(to.size()), 0, 0, 0, 0, 0, 1 + static_cast<int32_t>(fault.code),
                        static_cast<int32_t>(fault.message.size()), static_cast<int32_t>(fault.hint.size()), 0, file});
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
  auto index = std::make_shared<video::VideoIndex>();
  index->width = stored.width;
  index->height = stored.height;
  index->orientation = stored.orientation;
  index->time_num = stored.time_num;
  index->time_den = stored.time_den;
  index->packets.resize(static_cast<size_t>(stored.packets));
  const uint8_t* at = data.blob(first + kPackets).data() + stored.at;
  Before before;
  for (video::PacketEntry& p : index->packets) {
    p.pts = sum(before.pts, unfolded(take_number(at)));
    p.position = sum(before.end, unfolded(take_number(at)));
    const uint64_t rest = take_number(at);
    p.size = static_cast<int32_t>(rest >> 3);
    p.spare = rest >> 2 & 1;
    p.start = rest >> 1 & 1;
    p.shown = rest & 1;
    before = {p.pts, p.position + p.size};
  }
  index->arrange();
  return index;
}

}  // namespace penstock::clips
