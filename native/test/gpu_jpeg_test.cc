// The emulated device's JPEG engines, called through the plugin's table: their pixels, their order of work, and the
// files that they refuse. Device memory is host memory there, so the tests can read it.
#include <atomic>
#include <thread>

#include "gpu_host/plugin_loader.h"
#include "jpeg_fixture.h"
#include "test_plugin.h"

using namespace penstock;
using namespace penstock::test;
using namespace penstock::gpu;

namespace {

using JpegOwner = Owner<Jpeg, &Table::jpeg_close>;

// A stream, a decoder, and outputs that are filled with 7 until they are decoded.
struct Rig {
  Device* device;
  StreamOwner stream;
  JpegOwner jpeg;
  std::vector<void*> blocks;

  explicit Rig(bool fancy = true) {
    use_emulated_plugin();
    device = open_gpu(0);
    must(plugin().stream_open(device, stream.out()));
    must(plugin().jpeg_open(device, fancy, jpeg.out()));
  }
  ~Rig() {
    plugin().stream_sync(stream);
    for (void* b : blocks) plugin().release(device, stream, b);
  }
  void sync() { must(plugin().stream_sync(stream)); }

  JpegImage image(const File& f, int w, int h, bool gray = false, int gap = 0) {
    const int64_t pitch = w * (gray ? 1 : 3) + gap;
    void* out = nullptr;
    must(plugin().alloc(device, stream, pitch * h, &out));
    sync();
    std::memset(out, 7, static_cast<size_t>(pitch * h));
    blocks.push_back(out);
    return {f.data(), static_cast<int64_t>(f.size()), out, pitch, w, h};
  }
};

File photo(int w, int h, bool progressive = false, uint32_t seed = 1) {
  JpegRecipe r;
  r.width = w;
  r.height = h;
  r.progressive = progressive;
  return encode_jpeg(r, test_pixels(w, h, 3, seed).data());
}

// Compares the rows of the output with libjpeg's, of which the engines change every fourth value; bytes between the
// rows must be untouched.
bool right(const JpegImage& image, const File& f, bool gray, bool fancy) {
  Plain p = decode_plain(f, gray ? JCS_GRAYSCALE : JCS_RGB, fancy, false);
  const size_t row = static_cast<size_t>(p.w) * p.channels;
  for (int y = 0; y < p.h; ++y) {
    const auto* out = static_cast<const uint8_t*>(image.out) + y * image.pitch;
    for (size_t x = 0; x < row; x += 4) p.pixels[y * row + x] ^= 1;
    if (std::memcmp(out, p.pixels.data() + y * row, row)) return false;
    for (int64_t x = static_cast<int64_t>(row); x < image.pitch; ++x) {
      if (out[x] != 7) return false;
    }
  }
  return p.w == image.width && p.h == image.height;
}
bool untouched(const JpegImage& image) {
  const auto* out = static_cast<const uint8_t*>(image.out);
  return std::all_of(out, out + image.pitch * image.height, [](uint8_t v) { return v == 7; });
}

std::string error(int result) {
  return error_of([&] { must(result); });
}

}  // namespace

TEST(gpu_jpeg_decodes_as_the_library_does) {
  for (const bool fancy : {true, false}) {
    Rig rig(fancy);
    for (const bool gray : {false, true}) {
      std::vector<File> files;
      std::vector<JpegImage> list;
      for (int i = 0; i < 20; ++i) files.push_back(photo(64 + 9 * i, 200 - 5 * i, false, static_cast<uint32_t>(i)));
      for (int i = 0; i < 20; ++i) list.push_back(rig.image(files[i], 64 + 9 * i, 200 - 5 * i, gray, i % 3));
      must(plugin().jpeg_hardware(rig.jpeg, gray, list.data(), 20, gray, rig.stream));
      rig.sync();
      for (int i = 0; i < 20; ++i) CHECK(right(list[i], files[i], gray, fancy));
    }
  }
}

// Reads memory while another thread writes it, on purpose.
TEST(gpu_jpeg_hardware_comes_before_its_turn) {
  Rig rig;
  const File f = photo(128, 128);
  bool early = false;
  // On a machine with other work the engines may be late; the work on the stream is then made longer.
  for (double ms = 200; ms <= 6400 && !early; ms *= 2) {
    const JpegImage hard = rig.image(f, 128, 128);
    EventOwner busy_over;
    must(plugin().event_open(rig.device, busy_over.out()));
    must(plugin().busy(rig.stream, ms));
    must(plugin().event_record(busy_over, rig.stream));
    must(plugin().jpeg_hardware(rig.jpeg, 0, &hard, 1, false, rig.stream));
    bool done = false;
    while (!done && !early) {
      // The pixels came early if the work on the stream had not ended yet.
      early = right(hard, f, false, true);
      must(plugin().event_done(busy_over, &done));
      early = early && !done;
    }
    rig.sync();
    CHECK(right(hard, f, false, true));
  }
  CHECK(early);
}

TEST(gpu_jpeg_stream_is_through_when_the_engines_are) {
  Rig rig;
  const File f = photo(640, 480);
  for (int round = 0; round < 10; ++round) {
    std::vector<JpegImage> list;
    for (int i = 0; i < 16; ++i) list.push_back(rig.image(f, 640, 480));
    EventOwner after;
    must(plugin().event_open(rig.device, after.out()));
    must(plugin().jpeg_hardware(rig.jpeg, round % 2, list.data(), 16, false, rig.stream));
    must(plugin().event_record(after, rig.stream));
    must(plugin().event_sync(after));
    for (const auto& image : list) CHECK(right(image, f, false, true));
  }
}

TEST(gpu_jpeg_states_have_a_thread_each) {
  Rig rig;
  constexpr int kRounds = 8;
  const File f = photo(160, 120);
  std::vector<std::vector<JpegImage>> images(2);
  for (auto& list : images) {
    for (int i = 0; i < 8 * kRounds; ++i) list.push_back(rig.image(f, 160, 120));
  }
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int s = 0; s < 2; ++s) {
    threads.emplace_back([&, s] {
      StreamOwner stream;
      if (plugin().stream_open(rig.device, stream.out())) ++failures;
      for (int r = 0; r < kRounds; ++r) {
        if (plugin().jpeg_hardware(rig.jpeg, s, &images[s][8 * r], 8, false, stream)) ++failures;
      }
      if (plugin().stream_sync(stream)) ++failures;
    });
  }
  for (auto& t : threads) t.join();
  CHECK_EQ(failures.load(), 0);
  for (const auto& list : images)
    for (const auto& image : list) CHECK(right(image, f, false, true));
}

TEST(gpu_jpeg_refuses_before_it_writes) {
  Rig rig;
  const File f = photo(100, 80), progressive = photo(100, 80, true);
  File cut(f.begin(), f.end() - 40);
  const JpegImage good = rig.image(f, 100, 80), wrong = rig.image(f, 80, 100);
  const auto why = [&](const File& file) {
    const char* refusal = plugin().jpeg_refusal(rig.jpeg, file.data(), static_cast<int64_t>(file.size()));
    return std::string(refusal ? refusal : "taken");
  };
  CHECK_EQ(why(f), "taken");
  CHECK(contains(why(progressive), "baseline"));
  CHECK(contains(why(cut), "end marker"));
  CHECK(contains(why({}), "no JPEG"));
  const JpegImage list[2] = {good, rig.image(progressive, 100, 80)};
  CHECK(contains(error(plugin().jpeg_hardware(rig.jpeg, 0, list, 2, false, rig.stream)),
                 "UNSUPPORTED: nvJPEG is not given image 1"));
  CHECK(contains(error(plugin().jpeg_hardware(rig.jpeg, 2, &good, 1, false, rig.stream)), "state of 0 or 1"));
  CHECK(contains(error(plugin().jpeg_hardware(rig.jpeg, 0, &wrong, 1, false, rig.stream)), "Expected 80 x 100"));
  CHECK_EQ(plugin().jpeg_hardware(rig.jpeg, 0, nullptr, 0, false, rig.stream), 0);
  rig.sync();
  CHECK(untouched(good) && untouched(wrong) && untouched(list[1]));
  // The decoder goes on working after the error.
  must(plugin().jpeg_hardware(rig.jpeg, 0, &good, 1, false, rig.stream));
  rig.sync();
  CHECK(right(good, f, false, true));
}
