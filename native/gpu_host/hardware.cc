// See hardware.h. The engines do not wait for the stream that they are given, so they write to scratch memory of their
// own, which is reused only after the host has waited for its last use. A kernel, which does run in stream order, then
// copies each window to its place.
#include "gpu_host/hardware.h"

#include <algorithm>
#include <map>

#include "core/boundary.h"
#include "core/nvtx.h"

namespace penstock::gpu {
namespace {

constexpr int kMaxImages = 512;  // of one call

bool no_charge(void*, int64_t) { return true; }  // the scratch memory counts towards no budget

// Bytes from row to row of the whole image while it is decoded.
int64_t pitch_of(const HardwareImage& i) {
  constexpr int64_t kAlign = 64;
  return (static_cast<int64_t>(i.image.width) * i.window.channels + kAlign - 1) / kAlign * kAlign;
}

int64_t pixels_of(const HardwareImage& i) { return static_cast<int64_t>(i.image.width) * i.image.height; }

}  // namespace

std::shared_ptr<Hardware> Hardware::of(Device* device, bool fancy, std::string& why) {
  static std::mutex mutex;
  static std::map<std::pair<Device*, bool>, std::weak_ptr<Hardware>> open;
  std::lock_guard lock(mutex);
  auto& known = open[{device, fancy}];
  if (auto live = known.lock()) return live;
  // Owns everything that is opened below, so that a failure closes it.
  std::shared_ptr<Hardware> made(new Hardware(device));
  const Table& t = plugin();
  if (t.jpeg_open(device, fancy, made->jpeg_.out())) {
    why = t.last_error();
    return nullptr;
  }
  made->window_op_ = t.find_op(kDecodeWindowOp);
  for (State& s : made->states_) {
    must(t.stream_open(device, s.stream.out()));
    must(t.event_open(device, s.over.out()));
    must(t.event_open(device, s.read.out()));
    must(t.context_open(device, s.stream, no_charge, nullptr, s.context.out()));
  }
  known = made;
  return made;
}

Hardware::~Hardware() {
  for (State& s : states_) {
    if (s.stream) plugin().stream_sync(s.stream);
    if (s.scratch) plugin().release(device_, nullptr, s.scratch);
  }
}

void Hardware::decode(std::vector<HardwareImage>& images, Event* begun, Stream* stream) {
  // A call has images of one number of channels. The engines are done sooner when they begin with the largest.
  std::stable_sort(images.begin(), images.end(), [](const HardwareImage& a, const HardwareImage& b) {
    if (a.window.channels != b.window.channels) return a.window.channels < b.window.channels;
    return pixels_of(a) > pixels_of(b);
  });
  const auto all = static_cast<int>(images.size());
  for (int first = 0, n; first < all; first += n) {
    const int channels = images[first].window.channels;
    for (n = 1; n < kMaxImages && first + n < all && images[first + n].window.channels == channels;) ++n;
    decode_list(&images[first], n, begun, stream);
  }
}

// nvJPEG refuses a whole list for one of its images, or for want of memory. Halves are tried then, so that in the end
// only that image is refused.
void Hardware::decode_list(HardwareImage* images, int n, Event* begun, Stream* stream) {
  try {
    return call(images, n, begun, stream);
  } catch (const Error& e) {
    const bool refused = e.code == ErrorCode::UNSUPPORTED || e.code == ErrorCode::BAD_SAMPLE;
    if (n == 1 && !refused) throw;
    if (n == 1) images->refusal = e.message;
  }
  if (n == 1) return;
  decode_list(images, n / 2, begun, stream);
  decode_list(images + n / 2, n - n / 2, begun, stream);
}

void Hardware::call(HardwareImage* images, int n, Event* begun, Stream* stream) {
  const nvtx::Range range("decoding engines");
  const int index = static_cast<int>(calls_.fetch_add(1) % 2);
  State& s = states_[index];
  std::lock_guard lock(s.mutex);
  try {
    queue(s, index, images, n, begun);
  } catch (...) {
    plugin().stream_sync(s.stream);
    throw;
  }
  must(plugin().event_wait(s.over, stream));
  // The caller gives the files' memory back after this call. nvJPEG's call returns when the engines are done with the
  // files, but its documentation does not promise that.
  must(plugin().event_sync(s.read));
}

void Hardware::queue(State& s, int index, HardwareImage* images, int n, Event* begun) {
  const Table& t = plugin();
  int64_t bytes = 0;
  for (int k = 0; k < n; ++k) bytes += pitch_of(images[k]) * images[k].image.height;
  uint8_t* at = room(s, bytes);
  std::vector<JpegImage> list;
  std::vector<const void*> windows;
  for (int k = 0; k < n; ++k) {
    HardwareImage& i = images[k];
    i.image.pitch = i.window.pitch = pitch_of(i);
    i.image.out = at;
    i.window.from = at;
    at += i.image.pitch * i.image.height;
    list.push_back(i.image);
    windows.push_back(&i.window);
  }
  {
    std::lock_guard lock(engines_);
    must(t.jpeg_hardware(jpeg_, index, list.data(), n, images->window.channels == 1, s.stream));
  }
  must(t.event_record(s.read, s.stream));
  must(t.event_wait(begun, s.stream));
  must(t.context_begin(s.context));
  OpRun r;
  r.count = n;
  r.states = r.args = windows.data();
  must(t.run(window_op_, s.context, &r));
  must(t.context_end(s.context));
  must(t.event_record(s.over, s.stream));
  s.used = true;
}

// Scratch memory for a call. The host waits for the last use of it, because the engines do not.
uint8_t* Hardware::room(State& s, int64_t bytes) {
  const Table& t = plugin();
  if (s.used) must(t.event_sync(s.over));
  s.used = false;
  if (bytes > s.scratch_bytes) {
    const int64_t size = bytes + bytes / 4;
    void* more = nullptr;
    must(t.alloc(device_, s.stream, size, &more));
    must(t.stream_sync(s.stream));
    if (s.scratch) t.release(device_, s.stream, s.scratch);
    s.scratch = more;
    s.scratch_bytes = size;
  }
  return static_cast<uint8_t*>(s.scratch);
}

}  // namespace penstock::gpu
