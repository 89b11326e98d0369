// Videos: the index is the project's, over what libavformat reads; frames are decoded in order and by their numbers. A
// machine without the video plugin has nothing to look at.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "formats/video/clip_sound.h"
#include "formats/video/decode_clip.h"
#include "formats/video/library.h"
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {
namespace {

constexpr int64_t kMaxPixels = 1 << 16;
constexpr int64_t kMaxFrames = 64;
constexpr double kMaxSeconds = 1;

void check_index(const video::VideoIndex& x) {
  const auto packets = static_cast<int32_t>(x.packets.size());
  for (size_t i = 0; i < x.frames.size(); ++i) {
    const int32_t packet = x.frames[i];
    if (packet < 0 || packet >= packets) found("index", "frame %zu is of packet %d of %d", i, packet, packets);
    const int32_t start = x.start_of(packet);
    if (start < 0 || start > packet) found("start", "packet %d begins at %d", packet, start);
    if (x.timed && i &&
        x.packets[static_cast<size_t>(x.frames[i - 1])].pts >= x.packets[static_cast<size_t>(packet)].pts) {
      found("order", "frame %zu is not shown after the one before it", i);
    }
  }
}

void decode(video::VideoFile& file, const video::ClipSpec& spec, DType dtype, const video::FrameSize& size,
            const std::vector<int32_t>& numbers) {
  const int64_t channels = spec.channels();
  std::vector<uint8_t> pixels(numbers.size() *
                              static_cast<size_t>(size.width * size.height * channels * dtype_size(dtype)));
  Scratch scratch;
  TensorView out;
  out.data = pixels.data();
  out.dtype = dtype;
  out.shape = {static_cast<int64_t>(numbers.size()), size.height, size.width, channels};
  video::decode_clip(file, spec, numbers, scratch, out);
}

struct Listed {
  std::vector<std::array<int64_t, 5>> packets;
  bool failed = false;
};

// The packets of a video that skims; none of one that does not.
Listed skimmed(Input in, bool far) {
  const av::Table& table = video::plugin();
  video::MemorySource memory{in.data, static_cast<int64_t>(in.size)};
  av::Source source = memory.source();
  source.far = far;
  Listed listed;
  av::Video* video = nullptr;
  bool got = false;
  if (table.open(&source, kMaxPixels, false, &video)) return listed;
  listed.failed = table.skim(video, true, &got);
  while (got && !listed.failed) {
    av::Packet p;
    listed.failed = table.read(video, &p, &got);
    if (got && !listed.failed) listed.packets.push_back({p.pts, p.position, p.size, p.key, p.discard});
  }
  table.close(video);
  return listed;
}

// Where packets are told from the tables of a file, they are those of the demuxer.
void check_tables(Input in) {
  const Listed near = skimmed(in, false), far = skimmed(in, true);
  if (near.failed != far.failed) found("tables", "%s from the tables alone", near.failed ? "refused" : "listed");
  if (near.packets != far.packets) {
    found("tables", "%zu packets from the tables, %zu from the demuxer", near.packets.size(), far.packets.size());
  }
}

// A part of the sound is the same however it is read, unless it is damaged.
void check_sound(Input in, Rng& draw) {
  video::MemorySource memory{in.data, static_cast<int64_t>(in.size)};
  auto index = std::make_shared<video::VideoIndex>();
  index->sound = video::list_sound(memory.source());
  const av::SoundInfo& info = index->sound.info;
  if (info.end < info.begin)
    found("sound", "it ends %lld samples early", static_cast<long long>(info.begin - info.end));
  for (size_t i = 1; i < index->sound.cells.size(); ++i) {
    if (index->sound.cells[i].first <= index->sound.cells[i - 1].first) found("cells", "cell %zu is not later", i);
  }
  if (!index->sound.has()) return;
  constexpr int64_t kMost = 1 << 16;
  const auto span = static_cast<uint32_t>(std::min<int64_t>(info.end - info.begin, 1 << 20) + 1000);
  const int64_t begin = info.begin - 500 + draw.below(span);
  const int64_t count = draw.below(static_cast<uint32_t>(kMost / info.channels));
  const int64_t cut = count ? draw.below(static_cast<uint32_t>(count)) : 0;
  std::vector<float> whole(static_cast<size_t>(count * info.channels)), part(whole);
  video::SoundFile(memory.source(), index).read({begin, begin + count}, whole.data());
  video::SoundFile file(memory.source(), index);
  file.read({begin + cut, begin + count}, part.data() + cut * info.channels);
  file.read({begin, begin + cut}, part.data());
  if (std::memcmp(whole.data(), part.data(), whole.size() * sizeof(float)) != 0)
    found("parts", "differ from the whole");
}

void check(Input in, Rng& draw) {
  check_tables(in);
  video::MemorySource memory{in.data, static_cast<int64_t>(in.size)};
  video::ClipSpec spec;
  spec.max_pixels = kMaxPixels;
  spec.max_seconds = kMaxSeconds;
  constexpr DType kTypes[] = {DType::uint8, DType::uint16, DType::float32};
  const DType dtype = kTypes[draw.below(3)];
  spec.alpha = draw.below(2);
  video::VideoFile file(memory.source(), kMaxPixels, nullptr, spec.alpha);
  check_index(file.index());
  const video::FrameSize size = video::frame_size(file, spec);
  const int64_t frames = std::min(file.frames(), kMaxFrames);
  std::vector<int32_t> numbers;
  for (int i = 0; i < 5; ++i)
    numbers.push_back(static_cast<int32_t>(draw.below(static_cast<uint32_t>(frames + 1))) - 1);
  try {
    decode(file, spec, dtype, size, numbers);
  } catch (const Error& e) {
    if (e.code != ErrorCode::BAD_SAMPLE && e.code != ErrorCode::UNSUPPORTED) throw;
  }
  numbers.clear();
  for (int64_t i = 0; i < frames; ++i) numbers.push_back(static_cast<int32_t>(i));
  decode(file, spec, dtype, size, numbers);
}

const Target target("video", [](Input in, Rng& draw) {
#ifdef PENSTOCK_AV_PLUGIN
  video::set_plugin_path(PENSTOCK_AV_PLUGIN, "");
  for (const auto& body : {check, check_sound}) {
    try {
      body(in, draw);
    } catch (const Error& e) {
      if (e.code != ErrorCode::BAD_SAMPLE && e.code != ErrorCode::UNSUPPORTED) found("code", "%s", e.what());
    }
  }
#else
  (void)in, (void)draw, (void)check, (void)check_sound;
#endif
});

}  // namespace
}  // namespace penstock::fuzz
