// The kernels that decode JPEG: every kind of file, in windows, must have the CPU decoder's bytes, and what the CPU
// warns of or refuses must be doubtful. The device is the one that PENSTOCK_CUDA_PLUGIN names, or the emulated one.
// PENSTOCK_JPEG_FILES names a folder, all of whose JPEG files are compared too.
#include <cmath>
#include <filesystem>
#include <fstream>

#include "codecs/orient.h"
#include "gpu_fixture.h"
#include "jpeg_fixture.h"

using namespace penstock;
using namespace penstock::test;
using namespace penstock::gpu;

namespace {

using KernelsOwner = Owner<JpegKernels, &Table::jpeg_kernels_close>;

bool keep_all(void*, int64_t) { return true; }

// What the CPU makes of a window; empty where it warns or fails.
std::vector<uint8_t> on_cpu(const File& f, const DecodeWindow& w, bool fancy) {
  static thread_local JpegFixture cpu;
  try {
    const Header header = peek_jpeg(bytes_of(f));
    DecodeSpec spec;
    spec.type = w.channels == 1 ? ImageType::gray : w.bgr ? ImageType::bgr : ImageType::rgb;
    spec.dtype = w.dtype;
    spec.fancy_upsampling = fancy;
    const size_t size = static_cast<size_t>(w.w) * w.h * w.channels * dtype_size(w.dtype);
    std::vector<uint8_t> out(size);
    const int warnings = cpu.decoder.decode(bytes_of(f), header, spec, {w.x, w.y, w.w, w.h}, out.data(), cpu.scratch);
    cpu.scratch.reset();
    if (warnings) out.clear();
    return out;
  } catch (const Error&) {
    cpu.scratch.reset();
    return {};
  }
}

struct Kernels {
  gpu::Device* device;
  StreamOwner stream;
  KernelsOwner kernels;

  explicit Kernels(int group = 0) {
    use_test_plugin();
    device = open_gpu(0);
    must(plugin().stream_open(device, stream.out()));
    must(plugin().jpeg_kernels_open(device, stream, group, keep_all, nullptr, kernels.out()));
  }
};

struct Asked {
  const File* file;
  DecodeWindow window;
};

// Checks what the kernels made of a window against what the CPU makes of it: nothing, where it warns or fails.
void check_window(int image, const File& f, const DecodeWindow& w, bool fancy, const std::vector<uint8_t>& expected,
                  const uint8_t* result) {
  const auto differ = std::mismatch(expected.begin(), expected.end(), result);
  CHECK(!expected.empty());
  CHECK(differ.first == expected.end());
  if (!expected.empty() && differ.first == expected.end()) return;
  std::printf("image %d of %zu bytes, window %d %d %d x %d, fancy %d: ", image, f.size(), w.x, w.y, w.w, w.h, fancy);
  if (expected.empty()) {
    std::printf("the CPU warns or fails\n");
  } else {
    std::printf("value %td is %d, not %d\n", differ.first - expected.begin(), *differ.second, *differ.first);
  }
}

// Decodes a batch and compares it with the CPU. Returns how many images the kernels decoded.
int compare(Kernels& k, const std::vector<Asked>& asked, bool fancy, float share = 1) {
  const Table& t = plugin();
  std::vector<JpegPlan> plans(asked.size());
  std::vector<JpegKernelImage> images;
  std::vector<size_t> numbers;
  int64_t bytes = 0;
  std::vector<int64_t> places;
  for (size_t i = 0; i < asked.size(); ++i) {
    const File& f = *asked[i].file;
    if (const char* why = t.jpeg_plan(f.data(), static_cast<int64_t>(f.size()), &plans[i])) {
      if (std::getenv("PENSTOCK_JPEG_REASONS")) std::printf("image %zu is refused: %s\n", i, why);
      continue;
    }
    images.push_back({f.data(), static_cast<int64_t>(f.size()), &plans[i], asked[i].window});
    numbers.push_back(i);
    // Odd addresses, as samples of a batch have.
    const auto size = static_cast<int64_t>(dtype_size(asked[i].window.dtype));
    bytes = (bytes + 1 + size - 1) / size * size;
    places.push_back(bytes);
    bytes += size * asked[i].window.w * asked[i].window.h * asked[i].window.channels;
  }
  if (images.empty()) return 0;
  void* out = nullptr;
  must(t.alloc(k.device, k.stream, bytes + 64, &out));
  must(t.fill(k.stream, out, 7, bytes + 64));
  for (size_t i = 0; i < images.size(); ++i) images[i].window.to = static_cast<uint8_t*>(out) + places[i];
  must(t.jpeg_kernels_decode(k.kernels, images.data(), static_cast<int>(images.size()), fancy, share));
  const uint32_t* doubts = nullptr;
  double seconds = 0;
  must(t.jpeg_kernels_wait(k.kernels, &doubts, &seconds));
  std::vector<uint8_t> result(static_cast<size_t>(bytes + 64));
  must(t.copy(k.stream, result.data(), out, bytes + 64));
  must(t.stream_sync(k.stream));
  int good = 0;
  int64_t written = 0;
  for (size_t i = 0; i < images.size(); ++i) {
    const DecodeWindow& w = images[i].window;
    const std::vector<uint8_t> expected = on_cpu(*asked[numbers[i]].file, w, fancy);
    for (; written < places[i]; ++written) CHECK_EQ(int{result[written]}, 7);
    written += static_cast<int64_t>(w.w) * w.h * w.channels * static_cast<int64_t>(dtype_size(w.dtype));
    if (doubts[i] && std::getenv("PENSTOCK_JPEG_REASONS")) std::printf("image %zu is doubtful: %u\n", i, doubts[i]);
    if (doubts[i]) continue;
    ++good;
    check_window(static_cast<int>(numbers[i]), *asked[numbers[i]].file, w, fancy, expected, result.data() + places[i]);
  }
  for (; written < bytes + 64; ++written) CHECK_EQ(int{result[written]}, 7);
  must(t.release(k.device, k.stream, out));
  return good;
}

DecodeWindow whole(const File& f, int channels = 3) {
  const Header h = peek_jpeg(bytes_of(f));
  DecodeWindow w = {};
  w.width = h.width;
  w.height = h.height;
  w.orientation = h.orientation ? h.orientation : 1;
  w.w = w.orientation >= 5 ? h.height : h.width;
  w.h = w.orientation >= 5 ? h.width : h.height;
  w.channels = channels;
  w.dtype = DType::uint8;
  return w;
}

// A batch of one image that is decoded without waiting.
struct Queued {
  Kernels& k;
  const File& file;
  JpegPlan plan;
  JpegKernelImage image = {};
  void* out = nullptr;

  Queued(Kernels& k, const File& file) : k(k), file(file) {
    const Table& t = plugin();
    const auto size = static_cast<int64_t>(file.size());
    CHECK(!t.jpeg_plan(file.data(), size, &plan));
    image = {file.data(), size, &plan, whole(file)};
    must(t.alloc(k.device, k.stream, int64_t{3} * image.window.w * image.window.h, &out));
    image.window.to = out;
  }
  ~Queued() { plugin().release(k.device, k.stream, out); }
  void decode() { must(plugin().jpeg_kernels_decode(k.kernels, &image, 1, true, 1)); }
  void wait() {
    const uint32_t* doubts = nullptr;
    double seconds = 0;
    must(plugin().jpeg_kernels_wait(k.kernels, &doubts, &seconds));
    CHECK_EQ(doubts[0], 0u);
  }
};

DecodeWindow part(DecodeWindow w, Random& random) {
  const int width = w.w, height = w.h;
  w.w = 1 + below(random, width);
  w.h = 1 + below(random, height);
  w.x = below(random, width - w.w + 1);
  w.y = below(random, height - w.h + 1);
  return w;
}

File file_of(JpegRecipe r, uint32_t seed = 1) {
  return encode_jpeg(r, test_pixels(r.width, r.height, channels_of(r.in), seed).data());
}

std::vector<File> kinds() {
  std::vector<File> files;
  const auto add = [&](auto change) {
    JpegRecipe r;
    change(r);
    files.push_back(file_of(r, static_cast<uint32_t>(files.size())));
  };
  const std::vector<std::pair<std::vector<int>, std::vector<int>>> samplings = {
      {{1, 1, 1, 1}, {1, 1, 1, 1}}, {{2, 1, 1, 2}, {1, 1, 1, 1}}, {{2, 1, 1, 2}, {2, 1, 1, 2}},
      {{1, 1, 1, 1}, {2, 1, 1, 2}}, {{4, 1, 1, 1}, {1, 1, 1, 1}}, {{4, 1, 1, 1}, {2, 1, 1, 1}},
      {{1, 1, 1, 1}, {4, 1, 1, 1}}, {{2, 2, 1, 2}, {2, 1, 1, 2}}, {{1, 2, 2, 1}, {1, 1, 1, 1}}};
  for (const auto& [h, v] : samplings) {
    for (const int width : {1, 17, 150}) {
      add([&](JpegRecipe& r) { r.h = h, r.v = v, r.width = width, r.height = width == 150 ? 93 : 40 - width; });
    }
    add([&](JpegRecipe& r) { r.h = h, r.v = v, r.restart = 3, r.width = 150, r.height = 90; });
    add([&](JpegRecipe& r) { r.h = h, r.v = v, r.interleaved = false, r.width = 77, r.height = 61; });
  }
  for (const int quality : {2, 50, 100}) {
    add([&](JpegRecipe& r) { r.quality = quality, r.optimise = true, r.width = 201, r.height = 131; });
  }
  add([](JpegRecipe& r) { r.in = r.stored = JCS_GRAYSCALE, r.h = {2}, r.v = {2}; });
  add([](JpegRecipe& r) { r.in = r.stored = JCS_GRAYSCALE, r.h = {1}, r.v = {1}, r.restart = 1; });
  add([](JpegRecipe& r) { r.stored = JCS_RGB, r.h = r.v = {1, 1, 1}; });
  for (const int adobe : {0, 1}) {
    add([&](JpegRecipe& r) { r.in = r.stored = JCS_CMYK, r.adobe = adobe; });
  }
  add([](JpegRecipe& r) { r.in = JCS_CMYK, r.stored = JCS_YCCK, r.adobe = 1; });
  add([](JpegRecipe& r) { r.interleaved = false, r.restart = 2; });
  for (int orientation = 1; orientation <= 8; ++orientation) {
    add([&](JpegRecipe& r) { r.orientation = orientation, r.width = 70, r.height = 33; });
  }
  return files;
}

}  // namespace

TEST(gpu_jpeg_kernels_have_the_cpus_bytes) {
  Kernels k;
  Random random(1);
  const std::vector<File> files = kinds();
  for (const bool fancy : {true, false}) {
    std::vector<Asked> asked;
    for (const File& f : files) {
      const Header h = peek_jpeg(bytes_of(f));
      asked.push_back({&f, whole(f)});
      asked.push_back({&f, part(whole(f), random)});
      if (h.cmyk) continue;
      asked.push_back({&f, part(whole(f, 1), random)});
      DecodeWindow other = part(whole(f), random);
      other.bgr = true;
      other.dtype = below(random, 2) ? DType::uint16 : DType::float32;
      asked.push_back({&f, other});
    }
    CHECK_EQ(compare(k, asked, fancy, fancy ? 1 : 0.1f), static_cast<int>(asked.size()));
  }
}

TEST(gpu_jpeg_kernels_synchronise_across_blocks) {
  Kernels k;
  JpegRecipe r;
  r.width = 600, r.height = 500, r.quality = 98;
  const File plain = file_of(r);
  r.restart = 37;
  const File restarts = file_of(r, 2);
  CHECK(plain.size() > 140000);
  CHECK_EQ(compare(k, {{&plain, whole(plain)}, {&restarts, whole(restarts)}}, true), 2);
}

// Every changed file either has the CPU's bytes or is doubtful, and the CPU never warns of one that the kernels decode.
// Batches of a group are decoded in the order in which they are queued, whatever else their streams hold.
TEST(gpu_jpeg_kernels_of_a_group_take_turns) {
  Kernels first(1), second(1);
  const Table& t = plugin();
  JpegRecipe r;
  r.width = 64, r.height = 48;
  const File file = file_of(r);
  EventOwner decoded;
  must(t.event_open(first.device, decoded.out()));
  Queued a(first, file), b(second, file);
  must(t.busy(first.stream, 500));
  a.decode();
  must(t.event_record(decoded, first.stream));
  b.decode();
  b.wait();
  bool done = false;
  must(t.event_done(decoded, &done));
  CHECK(done);
  a.wait();
}

TEST(gpu_jpeg_kernels_doubt_what_is_damaged) {
  Kernels k;
  Random random(3);
  const char* text = std::getenv("PENSTOCK_JPEG_MUTANTS");
  const int count = text ? std::atoi(text) : 200;
  std::vector<File> files = kinds();
  int good = 0, decoded = 0;
  for (int from = 0; from < count; from += 100) {
    std::vector<File> mutants;
    for (int i = 0; i < 100; ++i) {
      File f = files[static_cast<size_t>(below(random, static_cast<int>(files.size())))];
      const size_t scan = read_jpeg_header(bytes_of(f)).scan;
      const int changes = 1 + below(random, 3);
      for (int c = 0; c < changes; ++c) {
        const size_t at = below(random, 4) ? scan + random() % (f.size() - scan) : random() % f.size();
        switch (below(random, 5)) {
          case 0: f[at] = static_cast<uint8_t>(random()); break;
          case 1: f[at] ^= static_cast<uint8_t>(1 << below(random, 8)); break;
          case 2: f.erase(f.begin() + static_cast<ptrdiff_t>(at)); break;
          case 3: f.insert(f.begin() + static_cast<ptrdiff_t>(at), static_cast<uint8_t>(random())); break;
          case 4: f[at] = 0xff; break;
        }
        if (f.size() < scan + 4) break;
      }
      mutants.push_back(std::move(f));
    }
    std::vector<Asked> asked;
    for (const File& f : mutants) {
      try {
        const DecodeWindow w = whole(f);
        if (static_cast<int64_t>(w.w) * w.h > 1 << 20 || peek_jpeg(bytes_of(f)).channels < 3) continue;
        asked.push_back({&f, below(random, 2) ? w : part(w, random)});
      } catch (const Error&) {
      }
    }
    decoded += static_cast<int>(asked.size());
    good += compare(k, asked, below(random, 2));
  }
  if (text) std::printf("%d of %d changed files are sound\n", good, decoded);
  CHECK(good > 0 && good < decoded);
}

TEST(gpu_jpeg_kernels_decode_a_folder) {
  const char* folder = std::getenv("PENSTOCK_JPEG_FILES");
  if (!folder) return;
  Kernels k;
  Random random(4);
  std::vector<File> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  std::vector<Asked> asked;
  for (const File& f : files) {
    try {
      asked.push_back({&f, whole(f)});
      for (int i = 0; i < 3; ++i) asked.push_back({&f, part(whole(f), random)});
    } catch (const Error&) {
    }
  }
  for (const bool fancy : {true, false}) {
    std::printf("%s, fancy %d: the kernels decoded %d of %zu windows\n", folder, fancy, compare(k, asked, fancy),
                asked.size());
  }
}
