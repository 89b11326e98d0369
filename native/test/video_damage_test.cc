// Videos with damaged packets: a frame that is given has the same planes, and one that is refused is refused, whichever
// frames were asked for before and however many threads decode. Decoders conceal what they lack with what they had
// before, and often say nothing of it.
#include <algorithm>
#include <functional>
#include <map>

#include "core/rng.h"
#include "formats/video/packets.h"
#include "test/video_fixture.h"

namespace penstock::test {
namespace {

const codecs::Deadline kNoLimit(0);

// By number: the checksum of a frame's planes, or -1 where it is refused.
using Frames = std::map<int32_t, int64_t>;

// Asks for frames of a damaged video in one way after the other, and counts those that come out in two ways.
class Damaged {
 public:
  explicit Damaged(const std::vector<uint8_t>& bytes)
      : memory_{bytes.data(), static_cast<int64_t>(bytes.size())}, count_(open(1)->frames()) {}

  int64_t count() const { return count_; }
  const Frames& frames() const { return frames_; }
  int differing() const { return differing_; }

  std::unique_ptr<video::VideoFile> open(int threads) {
    auto file = std::make_unique<video::VideoFile>(memory_.source(), 1 << 20);
    file->use_threads(threads);
    return file;
  }

  // A file whose decoding has failed is opened anew, as readers do.
  void clip(std::unique_ptr<video::VideoFile>& file, int threads, const std::vector<int32_t>& numbers) {
    size_t given = 0;
    try {
      file->decode(numbers, kNoLimit, [&](const av::Picture& p, size_t i) {
        note(numbers[i], planes_crc(p));
        given = i + 1;
      });
    } catch (const Error& e) {
      CHECK(e.code == ErrorCode::BAD_SAMPLE || e.code == ErrorCode::UNSUPPORTED);
      note(numbers[given], -1);
      file = open(threads);
    }
  }

 private:
  void note(int32_t number, int64_t result) {
    const auto [at, fresh] = frames_.emplace(number, result);
    differing_ += !fresh && at->second != result;
  }

  video::MemorySource memory_;
  const int64_t count_;
  Frames frames_;
  int differing_ = 0;
};

// Changes up to four bytes inside packets.
std::vector<uint8_t> damage(std::vector<uint8_t> bytes, const video::VideoIndex& index, Rng& rng) {
  for (uint32_t i = 1 + rng.below(4); i--;) {
    const video::PacketEntry& p = index.packets[rng.below(static_cast<uint32_t>(index.packets.size()))];
    const size_t at = static_cast<size_t>(p.position) + rng.below(static_cast<uint32_t>(p.size));
    if (at < bytes.size()) bytes[at] = static_cast<uint8_t>(rng.bits());
  }
  return bytes;
}

void ask_in_all_ways(Damaged& video, Rng& rng) {
  const auto count = static_cast<uint32_t>(video.count());
  auto file = video.open(1);
  for (int32_t i = 0; i < video.count(); ++i) video.clip(file, 1, {i});
  for (const int threads : {1, 4}) {
    file = video.open(threads);
    for (int i = 0; i < 5; ++i) video.clip(file, threads, {static_cast<int32_t>(rng.below(count))});
    for (int i = 0; i < 4; ++i) {
      std::vector<int32_t> numbers;
      const uint32_t step = 1 + rng.below(3);
      for (uint32_t at = rng.below(count), n = 1 + rng.below(8); n-- && at < count; at += step) {
        numbers.push_back(static_cast<int32_t>(at));
      }
      video.clip(file, threads, numbers);
    }
  }
}

#if defined(__SANITIZE_THREAD__)
constexpr bool kUnseenThreads = true;
#else
constexpr bool kUnseenThreads = false;
#endif

}  // namespace

TEST(video_damage_comes_out_alike_in_any_order) {
  need_video_plugin();
  if (kUnseenThreads) return;
  int refused = 0;
  for (const std::string name :
       {"ffv1.mkv", "mjpeg.avi", "mjpeg_422.mov", "vp8.webm", "av1.mp4", "hevc.mp4", "h264_open.mp4", "mpeg4.mp4"}) {
    const std::vector<uint8_t> whole = video_bytes(name);
    video::MemorySource memory{whole.data(), static_cast<int64_t>(whole.size())};
    const video::VideoFile good(memory.source(), 0);
    for (int round = 0; round < rounds(30, 1); ++round) {
      Rng rng(11, static_cast<uint32_t>(round), static_cast<uint32_t>(name.size()), 1);
      const std::vector<uint8_t> bytes = damage(whole, good.index(), rng);
      try {
        Damaged video(bytes);
        ask_in_all_ways(video, rng);
        CHECK_EQ(video.differing(), 0);
        if (video.differing()) report(__FILE__, __LINE__, "in " + name + ", round " + std::to_string(round));
        for (const auto& [number, result] : video.frames()) refused += result < 0;
      } catch (const Error& e) {
        CHECK(e.code == ErrorCode::BAD_SAMPLE || e.code == ErrorCode::UNSUPPORTED);
      }
    }
  }
  CHECK(refused > 0);
}

namespace {
struct Flip {
  const char* name;
  int32_t packet;
  double place;  // from where on the packet is filled, from 0 to 1
  uint8_t with;
};
}  // namespace

// What decoders of these codecs say of such damage is a message, or nothing.
TEST(video_damage_that_no_result_tells_is_refused) {
  need_video_plugin();
  for (const Flip& flip : {Flip{"ffv1.mkv", 1, 0.5, 0}, Flip{"ffv1.mkv", 3, 0.9, 0}, Flip{"mjpeg.avi", 3, 0.5, 0x5a},
                           Flip{"mjpeg.avi", 1, 0.9, 0xff}, Flip{"mjpeg_422.mov", 1, 0.7, 0xff},
                           Flip{"vp8.webm", 0, 0.5, 0xff}, Flip{"hevc.mp4", 0, 0.5, 0xff}}) {
    std::vector<uint8_t> bytes = video_bytes(flip.name);
    video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
    const auto index = video::VideoFile(memory.source(), 0).shared_index();
    const video::PacketEntry& p = index->packets[static_cast<size_t>(flip.packet)];
    const auto at = static_cast<size_t>(p.position + static_cast<int64_t>(flip.place * p.size));
    std::fill(bytes.begin() + static_cast<int64_t>(at), bytes.begin() + p.position + p.size, flip.with);
    video::VideoFile file(memory.source(), 0, index);
    const auto frame = std::find(index->frames.begin(), index->frames.end(), flip.packet) - index->frames.begin();
    try {
      file.decode({static_cast<int32_t>(frame)}, kNoLimit, [](const av::Picture&, size_t) {});
      report(__FILE__, __LINE__, std::string("nothing was refused in ") + flip.name);
    } catch (const Error& e) {
      CHECK(e.code == ErrorCode::BAD_SAMPLE);
      CHECK(e.message.find("Frame ") == 0 && e.message.find(" s, ") != std::string::npos);
    }
  }
}

TEST(video_h263_starts_are_pictures_that_refer_to_none) {
  av::StreamInfo info{};
  info.codec = av::Codec::h263;
  const auto starts = [&info](const std::vector<uint8_t>& bytes) {
    return video::PacketLook(info)({bytes.data(), static_cast<int64_t>(bytes.size()), 0, 0, 0, true, false}).start;
  };
  CHECK(starts({0, 0, 0x80, 0x02, 0x08, 0}));
  CHECK(!starts({0, 0, 0x80, 0x02, 0x0a, 0}));
  CHECK(!starts({0, 0}));
}

}  // namespace penstock::test
