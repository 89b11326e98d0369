// Videos by the numbers of their frames: planes of every codec and container against PyAV's decode from the start, in
// any order; what a packet is; and damaged files.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "core/rng.h"
#include "formats/video/byte_stream.h"
#include "formats/video/open_videos.h"
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

// Compares the packets that a near source and a far one list where they skim; returns whether the near one's come from
// the tables of the file.
bool same_packets(const std::vector<uint8_t>& bytes, const std::string& what) {
  bool told = false;
  std::vector<av::Packet> packets[2];
  for (const bool far : {false, true}) {
    video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
    av::Source source = memory.source();
    source.far = far;
    av::Video* video = nullptr;
    video::must(video::plugin().open(&source, 0, false, &video));
    bool got = false;
    video::must(video::plugin().skim(video, true, &got));
    while (got) {
      av::Packet p;
      video::must(video::plugin().read(video, &p, &got));
      if (!got) break;
      told = told || !p.data;
      packets[far].push_back(p);
    }
    video::plugin().close(video);
  }
  bool same = packets[0].size() == packets[1].size();
  for (size_t i = 0; same && i < packets[0].size(); ++i) {
    const av::Packet &a = packets[0][i], &b = packets[1][i];
    same = a.pts == b.pts && a.position == b.position && a.size == b.size && a.key == b.key && a.discard == b.discard;
  }
  if (!same) report(__FILE__, __LINE__, "packets differ: " + what);
  return told;
}

// Where the name of the first such box stands.
uint8_t* find_box(std::vector<uint8_t>& bytes, std::string_view name) {
  const auto at = std::search(bytes.begin(), bytes.end(), name.begin(), name.end());
  CHECK(at != bytes.end());
  return &*at;
}
uint32_t number_at(const uint8_t* at) {
  return uint32_t{at[0]} << 24 | uint32_t{at[1]} << 16 | uint32_t{at[2]} << 8 | at[3];
}
void put_number_at(uint8_t* at, uint32_t value) {
  for (int i = 0; i < 4; ++i) at[i] = static_cast<uint8_t>(value >> (24 - 8 * i));
}

void grow_box(std::vector<uint8_t>& bytes, std::string_view name, uint32_t by) {
  uint8_t* const size = find_box(bytes, name) - 4;
  put_number_at(size, number_at(size) + by);
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

// Of a source that is near, the tables of an MP4 give the packets in place of the demuxer.
TEST(video_tables_have_the_packets_of_the_demuxer) {
  need_video_plugin();
  std::set<std::string> told;
  for (const Json& golden : video_goldens()) {
    const std::string name = golden["name"];
    const std::vector<uint8_t> bytes = video_bytes(name);
    if (same_packets(bytes, name)) told.insert(name);
    // The container does not mark recovery points, which are looked for in packets that are near.
    if (name == "h264_refresh.mkv") continue;
    video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
    av::Source far = memory.source();
    far.far = true;
    CHECK(video::VideoFile(far, 0).index().starts == video::VideoFile(memory.source(), 0).index().starts);
  }
  CHECK(told.count("h264.mp4") && told.count("h264_open.mp4") && told.count("hevc.mp4") && told.count("av1.mp4"));
  CHECK(!told.count("h264_edit.mp4") && !told.count("h264_fragments.mp4") && !told.count("h264_vfr.mkv"));
}

TEST(video_tables_with_times_before_decoding) {
  need_video_plugin();
  std::vector<uint8_t> bytes = video_bytes("h264.mp4");
  uint8_t* const table = find_box(bytes, "ctts");
  table[4] = 1;  // the version whose offsets have signs
  const uint32_t entries = number_at(table + 8);
  for (uint32_t i = 0; i < entries; ++i) put_number_at(table + 16 + 8 * i, number_at(table + 16 + 8 * i) - 1024);
  CHECK(same_packets(bytes, "negative offsets"));
}

TEST(video_tables_of_several_edits_are_left_to_the_demuxer) {
  need_video_plugin();
  // Six frames, each a key frame, and with another offset; the last three are shown first. libavformat lists one more
  // for each edit than its time takes.
  std::vector<uint8_t> bytes = video_bytes("mjpeg_422.mov");
  constexpr uint32_t kFrames = 6, kTable = 16 + 8 * kFrames;
  std::vector<uint8_t> offsets(kTable);
  put_number_at(offsets.data(), kTable);
  for (int i = 0; i < 4; ++i) offsets[static_cast<size_t>(4 + i)] = static_cast<uint8_t>("ctts"[i]);
  put_number_at(offsets.data() + 12, kFrames);
  for (uint32_t i = 0; i < kFrames; ++i) {
    put_number_at(offsets.data() + 16 + 8 * i, 1);
    put_number_at(offsets.data() + 20 + 8 * i, 64 * i);
  }
  const uint8_t* const tables = find_box(bytes, "stbl") - 4;
  bytes.insert(bytes.begin() + (tables - bytes.data()) + number_at(tables), offsets.begin(), offsets.end());
  for (const char* box : {"moov", "trak", "mdia", "minf", "stbl"}) grow_box(bytes, box, kTable);
  CHECK(same_packets(bytes, "offsets"));
  uint8_t* const list = find_box(bytes, "elst");
  CHECK_EQ(number_at(list + 8), 1u);
  const uint32_t part = number_at(list + 12) / 3, start = number_at(find_box(bytes, "stts") + 16) * kFrames / 2;
  put_number_at(list + 8, 2);
  put_number_at(list + 12, part);
  put_number_at(list + 16, start + 64 * (kFrames / 2));
  std::vector<uint8_t> edit(12);
  put_number_at(edit.data(), part);
  edit[9] = 1;
  bytes.insert(bytes.begin() + (list - bytes.data()) + 24, edit.begin(), edit.end());
  for (const char* box : {"moov", "trak", "edts", "elst"}) grow_box(bytes, box, 12);
  CHECK(!same_packets(bytes, "two edits"));
}

TEST(video_tables_before_fragments_are_left_to_the_demuxer) {
  need_video_plugin();
  std::vector<uint8_t> bytes = video_bytes("h264.mp4");
  for (const uint8_t byte : {0, 0, 0, 8, 'm' + 0, 'o' + 0, 'o' + 0, 'f' + 0}) bytes.push_back(byte);
  CHECK(!same_packets(bytes, "a fragment"));
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

// Threads are changed on the way, as in batches whose samples are few or many.
// libavcodec is compiled without ThreadSanitizer, which takes what its threads hand to each other for races.
#if defined(__SANITIZE_THREAD__)
constexpr bool kUnseenThreads = true;
#else
constexpr bool kUnseenThreads = false;
#endif

TEST(video_frames_by_several_threads) {
  need_video_plugin();
  if (kUnseenThreads) return;
  each_video([](const std::string& name, video::VideoFile& file, const Json& golden) {
    const Json& frames = golden["frames"];
    file.use_threads(3);
    CHECK_EQ(wrong(file, frames, all_of(file)), 0);
    Rng rng(9, static_cast<uint32_t>(name.size()), 0, 0);
    for (int round = 0; round < rounds(40, 20); ++round) {
      file.use_threads(1 + static_cast<int>(rng.below(4)));
      const auto first = static_cast<int32_t>(rng.below(static_cast<uint32_t>(file.frames())));
      std::vector<int32_t> numbers;
      for (int64_t i = first; i < file.frames() && i < first + 12; i += 1 + rng.below(2)) {
        numbers.push_back(static_cast<int32_t>(i));
      }
      CHECK_EQ(wrong(file, frames, numbers), 0);
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

// Files may have key frames of colour where alpha has none.
TEST(video_starts_are_those_of_alpha_too) {
  need_video_plugin();
  std::vector<uint8_t> bytes = video_bytes("vp9_alpha.webm");
  const auto starts = [&bytes] {
    video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
    return video::VideoFile(memory.source(), 0).index().starts;
  };
  const std::vector<int32_t> whole = starts();
  CHECK(whole == std::vector<int32_t>({0, 8, 16}));
  // Colour and alpha of each of them begin with these bytes.
  const std::vector<uint8_t> key = {0x82, 0x49, 0x83, 0x42};
  auto at = bytes.begin();
  for (int i = 0; i < 4; ++i) at = std::search(at, bytes.end(), key.begin(), key.end()) + 1;
  CHECK(at != bytes.end() + 1);
  at[-1] |= 4;
  CHECK(starts() == std::vector<int32_t>({0, 16}));
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
  // A frame that others refer to, and one that none does.
  CHECK(!look(av::Codec::h264, {0, 0, 1, 0x41, 0x88}).spare);
  CHECK(look(av::Codec::h264, {0, 0, 1, 0x01, 0x88}).spare);
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

TEST(video_says_what_is_near) {
  need_video_plugin();
  std::vector<uint8_t> bytes = video_bytes("h264.mp4");
  video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
  video::VideoFile file(memory.source(), 0);
  const auto skip = [](const av::Picture&, size_t) {};
  CHECK(file.distance(0) >= video::VideoFile::kSeek);
  file.decode({0, 1, 2, 3}, kNoLimit, skip);
  CHECK(file.distance(4) < file.distance(9));
  CHECK(file.distance(9) < video::VideoFile::kSeek);
  // What lies behind it is decoded from a start again.
  CHECK(file.distance(3) >= video::VideoFile::kSeek);
}

namespace {
struct Opened {
  explicit Opened(const char* name)
      : bytes(video_bytes(name)), memory{bytes.data(), static_cast<int64_t>(bytes.size())} {
    file = std::make_unique<video::VideoFile>(memory.source(), 0);
  }
  video::VideoFile& video() const { return *file; }
  const std::vector<uint8_t> bytes;
  video::MemorySource memory;
  std::unique_ptr<video::VideoFile> file;
};
}  // namespace

TEST(open_videos_go_on_where_another_thread_ends) {
  need_video_plugin();
  const video::OpenVideos<Opened> videos;
  std::atomic<int> made{0};
  const auto make = [&] {
    ++made;
    return std::make_unique<Opened>("h264.mp4");
  };
  const auto decode = [](int32_t first) {
    return [first](const Opened& o) {
      o.video().decode({first, first + 1}, kNoLimit, [](const av::Picture&, size_t) {});
    };
  };
  const auto pause = [](int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); };
  videos.use(1, 0, {0, 4, 4}, make, decode(0));
  std::atomic<bool> began{false}, ended{false};
  // It has two clips, and the other thread waits for both.
  std::thread first([&] {
    videos.use(1, 2, {0, 6, 8}, make, [&](Opened& o) {
      began = true;
      pause(40);
      decode(2)(o);
    });
    pause(40);
    videos.use(1, 4, {0, 8, 8}, make, [&](Opened& o) {
      decode(4)(o);
      ended = true;
    });
  });
  while (!began) pause(1);
  videos.use(1, 6, {0, 10, 10}, make, [&](const Opened& o) {
    CHECK(ended);
    CHECK(o.video().distance(6) < video::VideoFile::kSeek);
  });
  first.join();
  CHECK_EQ(made.load(), 1);
  // What lies before, or in another video, is not worth waiting for.
  videos.use(1, 8, {0, 12, 12}, make, [&](Opened&) { videos.use(1, 0, {0, 4, 4}, make, decode(0)); });
  CHECK_EQ(made.load(), 2);
  videos.use(2, 8, {0, 12, 12}, make, [&](Opened&) {});
  CHECK_EQ(made.load(), 3);
}

TEST(open_videos_do_not_wait_for_a_thread_that_does_not_come) {
  need_video_plugin();
  const video::OpenVideos<Opened> videos;
  int made = 0;
  const auto make = [&] {
    ++made;
    return std::make_unique<Opened>("h264.mp4");
  };
  const auto nothing = [](const Opened&) {};
  std::thread([&] { videos.use(1, 0, {0, 4, 8}, make, nothing); }).join();
  videos.use(1, 8, {0, 12, 12}, make, nothing);
  CHECK_EQ(made, 1);
  // A video in which something failed is closed.
  CHECK_THROWS(videos.use(1, 8, {0, 12, 12}, make, [](const Opened&) { fail(ErrorCode::BAD_SAMPLE, "gone"); }), "gone");
  videos.use(1, 8, {0, 12, 12}, make, nothing);
  CHECK_EQ(made, 2);
}

// How many frames of a damaged video can be had from its start on. What is in a picture whose damage no decoder notices
// depends on what it has decoded before.
int frames_to_be_had(const std::vector<uint8_t>& bytes, int threads) {
  int count = 0;
  video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
  try {
    video::VideoFile file(memory.source(), 1 << 20);
    file.use_threads(threads);
    file.decode(all_of(file), kNoLimit, [&](const av::Picture&, size_t) { ++count; });
  } catch (const Error& e) {
    CHECK(e.code == ErrorCode::BAD_SAMPLE || e.code == ErrorCode::UNSUPPORTED);
  }
  return count;
}

// Where several threads notice something, one looks again and seeks, which in a damaged container may find less.
TEST(video_damage_is_noticed_by_any_threads) {
  need_video_plugin();
  if (kUnseenThreads) return;
  for (const Json& golden : video_goldens()) {
    const std::string name = golden["name"];
    const std::vector<uint8_t> whole = video_bytes(name);
    Rng rng(5, static_cast<uint32_t>(name.size()), 0, 1);
    for (int round = 0; round < rounds(20, 3); ++round) {
      std::vector<uint8_t> bytes = whole;
      for (uint32_t i = 1 + rng.below(4); i--;) {
        bytes[rng.below(static_cast<uint32_t>(bytes.size()))] = static_cast<uint8_t>(rng.bits());
      }
      const int alone = frames_to_be_had(bytes, 1), before = failures();
      for (const int threads : {2, 5}) CHECK(frames_to_be_had(bytes, threads) <= alone);
      if (failures() > before) report(__FILE__, __LINE__, "in " + name);
    }
  }
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

TEST(video_packets_become_streams_of_bytes) {
  const uint8_t kAvc[] = {1, 100, 0, 30, 0xff, 0xe1, 0, 2, 0x67, 9, 1, 0, 1, 0x68};
  const uint8_t kHevc[] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,    0, 0, 0, 0, 0, 0,    0,
                           0, 0, 0, 1, 2, 0, 0, 1, 0, 1, 0x40, 0, 0, 1, 0, 2, 0x42, 7};
  av::StreamInfo info{};
  info.codec = av::Codec::h264;
  info.header = kAvc;
  info.header_size = sizeof kAvc;
  const std::vector<uint8_t> packet = {0, 0, 0, 2, 0x65, 5, 0, 0, 0, 1, 0x41};
  const auto text = [](const video::ByteStream::Bytes& b) {
    std::string all;
    for (int64_t i = 0; i < b.size; ++i) all += (i ? " " : "") + std::to_string(b.data[i]);
    return all;
  };
  video::ByteStream avc(info);
  CHECK(text(avc.packet(packet_of(packet), true)) == "0 0 0 1 103 9 0 0 0 1 104 0 0 0 1 101 5 0 0 0 1 65");
  CHECK(text(avc.packet(packet_of(packet), false)) == "0 0 0 1 101 5 0 0 0 1 65");
  info.codec = av::Codec::hevc;
  info.header = kHevc;
  info.header_size = sizeof kHevc;
  video::ByteStream hevc(info);
  CHECK(text(hevc.packet(packet_of({0, 1, 2}), true)) == "0 0 0 1 64 0 0 0 1 66 7 0 0 0 1 2");
  // A unit beyond the packet, and bytes that are none of a unit.
  const std::vector<std::vector<uint8_t>> bad = {{0, 0, 0, 9, 1}, {0, 0}, {0, 0, 0, 4, 1, 0, 0, 2}, {0, 0, 0, 2, 1, 0}};
  for (const std::vector<uint8_t>& bytes : bad) {
    CHECK_THROWS(avc.packet(packet_of(bytes), false), "A unit of the video");
  }
  // Emulation prevention, and what is a stream already.
  const std::vector<uint8_t> good = {0, 0, 0, 4, 0, 0, 3, 1};
  CHECK(text(avc.packet(packet_of(good), false)) == "0 0 0 1 0 0 3 1");
  info.header_size = 0;
  CHECK(video::ByteStream(info).packet(packet_of(good), true).data == good.data());
}

}  // namespace penstock::test
