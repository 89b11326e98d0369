// Videos by the numbers of their frames: planes of every codec and container against PyAV's decode from the start, in
// any order; what a packet is; and damaged files.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/rng.h"
#include "formats/video/packets.h"
#include "test/video_fixture.h"

namespace penstock::test {
namespace {

const codecs::Deadline kNoLimit(0);

// The frames whose planes are not the golden's.
int wrong(video::VideoFile& file, const Json& frames, const std::vector<int32_t>& numbers) {
  int count = 0;
  file.decode(numbers, kNoLimit, [&](const av::Picture& p, size_t i) {
    count += planes_crc(p) != frames[static_cast<size_t>(numbers[i])][1].get<uint32_t>();
  });
  return count;
}

std::vector<int32_t> all_of(const video::VideoFile& file) {
  std::vector<int32_t> numbers(static_cast<size_t>(file.frames()));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int32_t>(i);
  return numbers;
}

template <class F>
void each_video(F body) {
  for (const Json& golden : video_goldens()) {
    const std::string name = golden["name"];
    std::vector<uint8_t> bytes = video_bytes(name);
    video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
    video::VideoFile file(memory.source(), 0);
    const int before = failures();
    body(name, file, golden);
    if (failures() > before) report(__FILE__, __LINE__, "in " + name);
  }
}

av::Packet packet_of(const std::vector<uint8_t>& bytes) {
  return {bytes.data(), static_cast<int64_t>(bytes.size()), 0, 0, 0, false, false};
}

}  // namespace

TEST(video_index) {
  need_video_plugin();
  each_video([](const std::string& name, video::VideoFile& file, const Json& golden) {
    const Json& frames = golden["frames"];
    CHECK_EQ(file.frames(), static_cast<int64_t>(frames.size()));
    CHECK_EQ(file.index().width, golden["width"].get<int>());
    CHECK_EQ(file.index().height, golden["height"].get<int>());
    // AVI has no times of frames that are shown in another order.
    CHECK_EQ(file.index().timed, name != "mpeg4.avi");
    for (size_t i = 0; i < frames.size() && file.index().timed; ++i) {
      const double from_first = frames[i][0].get<double>() - frames[0][0].get<double>();
      CHECK_NEAR(file.index().seconds(static_cast<int64_t>(i)), from_first, 1e-6);
    }
  });
}

TEST(video_frames_in_order) {
  need_video_plugin();
  each_video([](const std::string&, video::VideoFile& file, const Json& golden) {
    CHECK_EQ(wrong(file, golden["frames"], all_of(file)), 0);
  });
}

TEST(video_frames_backward_and_at_random) {
  need_video_plugin();
  each_video([](const std::string& name, video::VideoFile& file, const Json& golden) {
    const Json& frames = golden["frames"];
    for (int64_t i = file.frames(); i-- > 0;) CHECK_EQ(wrong(file, frames, {static_cast<int32_t>(i)}), 0);
    Rng rng(7, static_cast<uint32_t>(name.size()), 0, 0);
    for (int round = 0; round < rounds(80, 20); ++round) {
      std::set<int32_t> numbers;
      for (uint32_t n = 1 + rng.below(6); n--;)
        numbers.insert(static_cast<int32_t>(rng.below(static_cast<uint32_t>(file.frames()))));
      CHECK_EQ(wrong(file, frames, {numbers.begin(), numbers.end()}), 0);
    }
  });
}

TEST(video_starts_are_exact_ones) {
  need_video_plugin();
  const auto starts = [](const char* name) {
    std::vector<uint8_t> bytes = video_bytes(name);
    video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
    return video::VideoFile(memory.source(), 0).index();
  };
  // Frames of an open group that are shown before its start need the group before.
  const video::VideoIndex open = starts("h264_open.mp4");
  CHECK_EQ(open.starts.size(), size_t{5});
  const auto leading = static_cast<int32_t>(open.starts[1] + 1);
  CHECK(open.packets[static_cast<size_t>(leading)].pts < open.packets[static_cast<size_t>(open.starts[1])].pts);
  CHECK_EQ(open.start_of(leading), 0);
  CHECK_EQ(open.start_of(open.starts[1]), open.starts[1]);
  // A picture that is refreshed part by part can only be decoded from its first frame on.
  CHECK_EQ(starts("h264_refresh.mkv").starts.size(), size_t{1});
  // Leading frames of a stream that was cut show nothing.
  const video::VideoIndex cut = starts("hevc_open_cut.mkv");
  CHECK_EQ(cut.packets.size() - cut.frames.size(), size_t{4});
}

TEST(video_packets) {
  av::StreamInfo info{};
  const auto look = [&info](av::Codec codec, const std::vector<uint8_t>& bytes) {
    info.codec = codec;
    return video::PacketLook(info)(packet_of(bytes));
  };
  CHECK(look(av::Codec::h264, {0, 0, 1, 0x67, 1, 0, 0, 1, 0x65, 0x88}).start);
  CHECK(!look(av::Codec::h264, {0, 0, 1, 0x67, 1, 0, 0, 1, 0x41, 0x88}).start);
  // A recovery point: of 0 frames and exact, of 2 frames, and not exact.
  CHECK(look(av::Codec::h264, {0, 0, 1, 6, 6, 1, 0xc0, 0x80, 0, 0, 1, 0x41, 0x88}).start);
  CHECK(!look(av::Codec::h264, {0, 0, 1, 6, 6, 1, 0x70, 0x80, 0, 0, 1, 0x41, 0x88}).start);
  CHECK(!look(av::Codec::h264, {0, 0, 1, 6, 6, 1, 0xa0, 0x80, 0, 0, 1, 0x41, 0x88}).start);
  CHECK(look(av::Codec::hevc, {0, 0, 1, 0x2a, 1, 0x80}).start);
  CHECK(look(av::Codec::hevc, {0, 0, 1, 0x12, 1, 0x80}).leading);
  CHECK(look(av::Codec::vp8, {0x00}).hidden);
  CHECK(!look(av::Codec::vp8, {0x10}).hidden);
  CHECK(!look(av::Codec::vp9, {0x82}).hidden);
  CHECK(look(av::Codec::vp9, {0x80}).hidden);
  // Two frames in one packet, of which the second is shown.
  CHECK(!look(av::Codec::vp9, {0x80, 0x82, 0xc1, 1, 1, 0xc1}).hidden);
  // Lengths in front of units, and one that leads beyond the packet.
  const uint8_t header[] = {1, 100, 0, 31, 0xff, 0xe0, 0};
  info.header = header;
  info.header_size = sizeof header;
  CHECK(look(av::Codec::h264, {0, 0, 0, 2, 0x65, 0x88}).start);
  CHECK(look(av::Codec::h264, {0xff, 0, 0, 2, 0x65, 0x88}).start);
  CHECK(!look(av::Codec::h264, {0, 0, 0}).start);
}

TEST(video_damaged_files_end) {
  need_video_plugin();
  for (const Json& golden : video_goldens()) {
    const std::string name = golden["name"];
    const std::vector<uint8_t> whole = video_bytes(name);
    Rng rng(3, static_cast<uint32_t>(name.size()), 0, 1);
    for (int round = 0; round < rounds(40, 10); ++round) {
      std::vector<uint8_t> bytes = whole;
      if (round % 2) bytes.resize(rng.below(static_cast<uint32_t>(bytes.size())));
      for (int i = 0; i < 6 && !bytes.empty() && round % 4; ++i) {
        bytes[rng.below(static_cast<uint32_t>(bytes.size()))] = static_cast<uint8_t>(rng.bits());
      }
      video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
      try {
        video::VideoFile file(memory.source(), 1 << 20);
        file.decode(all_of(file), kNoLimit, [](const av::Picture&, size_t) {});
      } catch (const Error& e) {
        CHECK(e.code == ErrorCode::BAD_SAMPLE || e.code == ErrorCode::UNSUPPORTED);
        if (e.code == ErrorCode::INTERNAL) report(__FILE__, __LINE__, name + ": " + e.message);
      }
    }
  }
}

}  // namespace penstock::test
