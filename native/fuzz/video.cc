// Videos: the index is the project's, over what libavformat reads; frames are decoded in order and by their numbers. A
// machine without the video plugin has nothing to look at.
#include <algorithm>

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

void decode(video::VideoFile& file, const video::ClipSpec& spec, const video::FrameSize& size,
            const std::vector<int32_t>& numbers) {
  std::vector<uint8_t> pixels(numbers.size() * static_cast<size_t>(size.width * size.height) * 3);
  Scratch scratch;
  TensorView out;
  out.data = pixels.data();
  out.dtype = DType::uint8;
  out.shape = {static_cast<int64_t>(numbers.size()), size.height, size.width, 3};
  video::decode_clip(file, spec, numbers, scratch, out);
}

void check(Input in, Rng& draw) {
  video::MemorySource memory{in.data, static_cast<int64_t>(in.size)};
  video::ClipSpec spec;
  spec.max_pixels = kMaxPixels;
  spec.max_seconds = kMaxSeconds;
  video::VideoFile file(memory.source(), kMaxPixels);
  check_index(file.index());
  const video::FrameSize size = video::frame_size(file, spec);
  const int64_t frames = std::min(file.frames(), kMaxFrames);
  std::vector<int32_t> numbers;
  for (int i = 0; i < 5; ++i)
    numbers.push_back(static_cast<int32_t>(draw.below(static_cast<uint32_t>(frames + 1))) - 1);
  try {
    decode(file, spec, size, numbers);
  } catch (const Error& e) {
    if (e.code != ErrorCode::BAD_SAMPLE && e.code != ErrorCode::UNSUPPORTED) throw;
  }
  numbers.clear();
  for (int64_t i = 0; i < frames; ++i) numbers.push_back(static_cast<int32_t>(i));
  decode(file, spec, size, numbers);
}

const Target target("video", [](Input in, Rng& draw) {
#ifdef PENSTOCK_AV_PLUGIN
  video::set_plugin_path(PENSTOCK_AV_PLUGIN, "");
  try {
    check(in, draw);
  } catch (const Error& e) {
    if (e.code != ErrorCode::BAD_SAMPLE && e.code != ErrorCode::UNSUPPORTED) found("code", "%s", e.what());
  }
#else
  (void)in, (void)draw, (void)check;
#endif
});

}  // namespace
}  // namespace penstock::fuzz
