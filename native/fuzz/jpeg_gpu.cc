// JPEG on a GPU: what the kernels take as sound has the CPU's bytes, whole and in windows, and the CPU neither refuses
// it nor warns of it. The kernels run on the emulated device.
#include "codecs/jpeg/jpeg_decode.h"
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/decode.h"
#include "fuzz/util/jpeg_make.h"
#include "gpu_plugin/plugin.h"
#include "test/test_plugin.h"

namespace penstock::fuzz {
namespace {

using namespace codecs;
using namespace gpu;

constexpr int kWindows = 2;
// The emulated device takes long for more, which reach no other code.
constexpr int kMaxPixels = 1 << 11;

bool keep_all(void*, int64_t) { return true; }

// One per process, made after the engine has forked, because the device has threads.
struct Kernels {
  Device* device;
  StreamOwner stream;
  Owner<JpegKernels, &Table::jpeg_kernels_close> kernels;

  Kernels() {
    test::use_test_plugin();
    device = open_gpu(0);
    must(plugin().stream_open(device, stream.out()));
    must(plugin().jpeg_kernels_open(device, stream, 0, keep_all, nullptr, kernels.out()));
  }
};

// Draws an output that the kernels give of the file.
void draw_output(Subject& s, Rng& draw) {
  constexpr ImageType kTypes[] = {ImageType::rgb, ImageType::bgr, ImageType::gray};
  s.spec.type = kTypes[draw.below(s.header.cmyk ? 2 : 3)];
  s.spec.fast_idct = false;
  s.pixel_bytes = (s.spec.type == ImageType::gray ? 1 : 3) * dtype_size(s.spec.dtype);
}

DecodeWindow device_window(const Subject& s, Window w) {
  DecodeWindow d = {};
  d.width = s.header.width;
  d.height = s.header.height;
  d.orientation = orientation_of(s.header, s.spec);
  d.x = w.x, d.y = w.y, d.w = w.w, d.h = w.h;
  d.channels = s.spec.type == ImageType::gray ? 1 : 3;
  d.bgr = s.spec.type == ImageType::bgr;
  d.dtype = s.spec.dtype;
  return d;
}

// The results of the kernels for several windows of a file, as if they were images of a batch.
class Batch {
 public:
  Batch(Kernels& k, const Subject& s, const JpegPlan& plan, const std::vector<Window>& windows, uint8_t fill) {
    std::vector<JpegKernelImage> images;
    for (const Window& w : windows) {
      images.push_back({s.file.data, static_cast<int64_t>(s.file.size), &plan, device_window(s, w)});
      // Odd addresses of bytes, as samples of a batch have.
      size_ = (size_ + 1 + s.pixel_bytes - 1) / s.pixel_bytes * s.pixel_bytes;
      places_.push_back(size_);
      size_ += s.pixel_bytes * static_cast<size_t>(w.w) * static_cast<size_t>(w.h);
    }
    const Table& t = plugin();
    void* out = nullptr;
    must(t.alloc(k.device, k.stream, static_cast<int64_t>(size_), &out));
    must(t.fill(k.stream, out, fill, static_cast<int64_t>(size_)));
    for (size_t i = 0; i < images.size(); ++i) images[i].window.to = static_cast<uint8_t*>(out) + places_[i];
    must(t.jpeg_kernels_decode(k.kernels, images.data(), static_cast<int>(images.size()), s.spec.fancy_upsampling, 1));
    double seconds = 0;
    must(t.jpeg_kernels_wait(k.kernels, &doubts_, &seconds));
    bytes_.resize(size_);
    must(t.copy(k.stream, bytes_.data(), out, static_cast<int64_t>(size_)));
    must(t.stream_sync(k.stream));
    must(t.release(k.device, k.stream, out));
  }

  // Valid until the next batch.
  uint32_t doubt(size_t i) const { return doubts_[i]; }
  const uint8_t* pixels(size_t i) const { return bytes_.data() + places_[i]; }

 private:
  size_t size_ = 0;
  std::vector<size_t> places_;
  const uint32_t* doubts_ = nullptr;
  File bytes_;
};

void check(Input in, Rng& draw) {
  Subject s;
  if (!open_subject(in, Format::jpeg, draw, s) || s.width * s.height > kMaxPixels) return;
  static Kernels& kernels = *new Kernels;
  static JpegDecoder cpu;
  JpegPlan plan;
  if (plugin().jpeg_plan(in.data, static_cast<int64_t>(in.size), &plan)) return;
  draw_output(s, draw);
  std::vector<Window> windows{s.whole()};
  for (int i = 0; i < kWindows; ++i) windows.push_back(draw_window(s, draw));
  const uint8_t fill = any_byte(draw);
  const Batch batch(kernels, s, plan, windows, fill);
  for (size_t i = 0; i < windows.size(); ++i) {
    if (batch.doubt(i)) continue;
    const Window w = windows[i];
    const Decoded want = decode(
        s, w, fill, [&](void* out, Scratch& scratch) { return cpu.decode(s.file, s.header, s.spec, w, out, scratch); });
    if (!want.ok || want.warnings) found("the CPU doubts it", "%s: %s", text_of(s, w).c_str(), want.text().c_str());
    if (std::memcmp(want.pixels.get(), batch.pixels(i), want.size)) found("pixels differ", "%s", text_of(s, w).c_str());
  }
}

const Target target("jpeg_gpu", check, make_jpeg, mutate_jpeg);

}  // namespace
}  // namespace penstock::fuzz
