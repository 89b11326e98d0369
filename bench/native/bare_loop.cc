// The bare loop, the yardstick for decode speed: N threads read each photo, draw a RandomResizedCrop window and decode
// only that window with libjpeg-turbo. No resize, no normalise, no batches: what a loader around the same decoder
// cannot beat. Build: g++ -O3 -std=c++17 -pthread bench/native/bare_loop.cc -o bare_loop -l:libjpeg.a It speaks the
// protocol of bench/rivals (README.md there). A thread owns its Decoder; threads share only the next index.

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// clang-format off: jpeglib.h uses size_t and FILE without including what declares them.
#include <jpeglib.h>
// clang-format on

namespace {

using Clock = std::chrono::steady_clock;

struct Window {
  uint32_t x, y, width, height;
};

struct Crop {
  std::string path;
  Window window;
};

struct Options {
  std::string data, job = "main", cropsIn, cropsOut;
  int threads = 2, passes = 8;
  double seconds = 5, warmup = 2;
  bool check = false;
};

// ---- random windows
// ----------------------------------------------------------------------------------------------------

// splitmix64 from a counter: draw i of an image depends on the image's running index alone, not on the thread.
class Random {
 public:
  explicit Random(uint64_t index) : state_(index * 0x9E3779B97F4A7C15ull + 42) { next(); }

  double uniform(double low, double high) { return low + (high - low) * double(next() >> 11) * 0x1p-53; }
  uint32_t below(uint32_t n) { return uint32_t((unsigned __int128)next() * n >> 64); }

 private:
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
  }
  uint64_t state_;
};

// RandomResizedCrop: area 0.08-1, log-uniform ratio 3/4-4/3, ten attempts, then the largest centred window of allowed
// ratio.
Window drawWindow(uint32_t width, uint32_t height, uint64_t index) {
  constexpr double kMinRatio = 3.0 / 4, kMaxRatio = 4.0 / 3;
  Random random(index);
  const double area = double(width) * height;
  for (int attempt = 0; attempt < 10; ++attempt) {
    const double target = area * random.uniform(0.08, 1);
    const double ratio = std::exp(random.uniform(std::log(kMinRatio), std::log(kMaxRatio)));
    const auto w = uint32_t(std::lround(std::sqrt(target * ratio)));
    const auto h = uint32_t(std::lround(std::sqrt(target / ratio)));
    if (w > 0 && h > 0 && w <= width && h <= height)
      return {random.below(width - w + 1), random.below(height - h + 1), w, h};
  }
  const double whole = double(width) / height;
  uint32_t w = width, h = height;
  if (whole < kMinRatio) h = std::min(height, uint32_t(std::lround(width / kMinRatio)));
  if (whole > kMaxRatio) w = std::min(width, uint32_t(std::lround(height * kMaxRatio)));
  return {(width - w) / 2, (height - h) / 2, w, h};
}

// ---- decoding
// ----------------------------------------------------------------------------------------------------------

struct Image {
  uint32_t width = 0, height = 0;  // the whole photo
  uint32_t left = 0, top = 0;      // where the decoded pixels start in it
  uint32_t rowBytes = 0, rows = 0, channels = 0;
};

class Decoder {
 public:
  Decoder() {
    info_.err = jpeg_std_error(&errors_.base);
    errors_.base.error_exit = [](j_common_ptr info) { std::longjmp(reinterpret_cast<Errors*>(info->err)->escape, 1); };
    errors_.base.emit_message = [](j_common_ptr, int) {};
    jpeg_create_decompress(&info_);
  }
  ~Decoder() { jpeg_destroy_decompress(&info_); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  bool read(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    struct stat status;
    bool ok = fstat(file, &status) == 0;
    encodedSize_ = ok ? size_t(status.st_size) : 0;
    if (encoded_.size() < encodedSize_) encoded_.resize(encodedSize_ + encodedSize_ / 2);
    for (size_t at = 0; ok && at < encodedSize_;) {
      const ssize_t got = pread(file, encoded_.data() + at, encodedSize_ - at, off_t(at));
      ok = got > 0;
      at += ok ? size_t(got) : 0;
    }
    close(file);
    return ok;
  }

  // Decodes the window that choose(width, height) gives; the pixels stay in pixels() until the next call. With `whole`
  // all of the photo is decoded instead.
  template <class Choose>
  bool decode(bool whole, Choose choose, Image* out) {
    if (setjmp(errors_.escape)) {
      jpeg_abort_decompress(&info_);
      return false;
    }
    jpeg_mem_src(&info_, encoded_.data(), encodedSize_);
    jpeg_read_header(&info_, TRUE);
    // libjpeg has no conversion from CMYK to RGB: such photos are rare and stay CMYK here.
    const bool cmyk = info_.jpeg_color_space == JCS_CMYK || info_.jpeg_color_space == JCS_YCCK;
    info_.out_color_space = cmyk ? JCS_CMYK : JCS_RGB;
    jpeg_start_decompress(&info_);

    const Window window =
        whole ? Window{0, 0, info_.output_width, info_.output_height} : choose(info_.output_width, info_.output_height);
    JDIMENSION left = 0;
    if (window.width < info_.output_width) left = cropColumns(window);
    const JDIMENSION imcuRows = JDIMENSION(info_.max_v_samp_factor * DCTSIZE);
    JDIMENSION top = window.y / imcuRows * imcuRows;
    top = top > imcuRows ? top - imcuRows : 0;
    if (top > 0) jpeg_skip_scanlines(&info_, top);

    const JDIMENSION bottom = window.y + window.height;
    *out = {info_.image_width,
            info_.image_height,
            left,
            top,
            info_.output_width * JDIMENSION(info_.output_components),
            bottom - top,
            uint32_t(info_.output_components)};
    readRows(out->rowBytes, out->rows);
    if (bottom < info_.output_height)
      jpeg_abort_decompress(&info_);
    else
      jpeg_finish_decompress(&info_);
    return true;
  }

  bool size(uint32_t* width, uint32_t* height) {
    if (setjmp(errors_.escape)) {
      jpeg_abort_decompress(&info_);
      return false;
    }
    jpeg_mem_src(&info_, encoded_.data(), encodedSize_);
    jpeg_read_header(&info_, TRUE);
    *width = info_.image_width;
    *height = info_.image_height;
    jpeg_abort_decompress(&info_);
    return true;
  }

  const uint8_t* pixels() const { return pixels_.get(); }

 private:
  // Widens the window by one iMCU at each side, so that fancy upsampling sees its neighbours there.
  JDIMENSION cropColumns(const Window& window) {
    const JDIMENSION imcu = JDIMENSION(info_.max_h_samp_factor * DCTSIZE);
    JDIMENSION left = window.x > imcu ? window.x - imcu : 0;
    JDIMENSION width = std::min(window.x + window.width + imcu, info_.output_width) - left;
    jpeg_crop_scanline(&info_, &left, &width);
    return left;
  }

  void readRows(uint32_t rowBytes, uint32_t rows) {
    const size_t need = size_t(rowBytes) * rows;
    if (capacity_ < need) {
      capacity_ = need + need / 2;
      pixels_.reset(new uint8_t[capacity_]);
    }
    constexpr uint32_t kRowsPerCall = 16;
    JSAMPROW pointers[kRowsPerCall];
    for (uint32_t row = 0; row < rows;) {
      const uint32_t count = std::min(kRowsPerCall, rows - row);
      for (uint32_t i = 0; i < count; ++i) pointers[i] = pixels_.get() + size_t(rowBytes) * (row + i);
      row += jpeg_read_scanlines(&info_, pointers, count);
    }
  }

  struct Errors {
    jpeg_error_mgr base;
    std::jmp_buf escape;
  };
  Errors errors_;
  jpeg_decompress_struct info_;
  std::vector<uint8_t> encoded_;
  size_t encodedSize_ = 0;
  std::unique_ptr<uint8_t[]> pixels_;
  size_t capacity_ = 0;
};

// ---- the work
// ----------------------------------------------------------------------------------------------------------

class Loop {
 public:
  explicit Loop(const Options& options) : options_(options), decoders_(size_t(options.threads)) {
    if (!options.cropsIn.empty())
      readCrops();
    else
      listFiles();
  }

  size_t files() const { return crops_.size(); }

  // Runs for `seconds`; returns the images decoded and the time until the last thread was done.
  std::pair<uint64_t, double> go(double seconds) {
    std::atomic<uint64_t> images{0};
    const auto start = Clock::now();
    const auto deadline = start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::vector<std::thread> threads;
    for (auto& decoder : decoders_) {
      threads.emplace_back([&] {
        uint64_t done = 0;
        while (Clock::now() < deadline) done += one(decoder, next_.fetch_add(1, std::memory_order_relaxed));
        images += done;
      });
    }
    for (auto& thread : threads) thread.join();
    return {images.load(), std::chrono::duration<double>(Clock::now() - start).count()};
  }

  // Writes the windows of the first `passes` rounds over the data, in the order in which `go` draws them.
  void dumpCrops() {
    std::ofstream file(options_.cropsOut);
    for (uint64_t index = 0; index < crops_.size() * uint64_t(options_.passes); ++index) {
      const std::string& path = crops_[index % crops_.size()].path;
      uint32_t width, height;
      if (!decoders_[0].read(path.c_str()) || !decoders_[0].size(&width, &height)) continue;
      const Window w = drawWindow(width, height, index);
      file << path << ' ' << w.x << ' ' << w.y << ' ' << w.width << ' ' << w.height << '\n';
    }
    if (!file) throw std::runtime_error("cannot write " + options_.cropsOut);
  }

  // Compares windows with full decodes; returns how many windows differ in any pixel.
  uint64_t check() {
    Decoder whole;
    uint64_t different = 0;
    for (uint64_t index = 0; index < crops_.size() * uint64_t(options_.passes); ++index) {
      const std::string& path = crops_[index % crops_.size()].path;
      Image part, all;
      Window window{};
      auto choose = [&](uint32_t w, uint32_t h) { return window = windowOf(index, w, h); };
      if (!decoders_[0].read(path.c_str()) || !decoders_[0].decode(false, choose, &part)) continue;
      if (!whole.read(path.c_str()) || !whole.decode(true, choose, &all)) continue;
      bool same = true;
      for (uint32_t y = window.y; y < window.y + window.height; ++y) {
        const uint8_t* a =
            decoders_[0].pixels() + size_t(y - part.top) * part.rowBytes + (window.x - part.left) * part.channels;
        const uint8_t* b = whole.pixels() + size_t(y) * all.rowBytes + window.x * all.channels;
        same = same && std::memcmp(a, b, size_t(window.width) * part.channels) == 0;
      }
      if (!same) std::cerr << "differs: " << path << '\n';
      different += !same;
    }
    return different;
  }

 private:
  bool one(Decoder& decoder, uint64_t index) {
    Image image;
    auto choose = [&](uint32_t width, uint32_t height) { return windowOf(index, width, height); };
    return decoder.read(crops_[index % crops_.size()].path.c_str()) &&
           decoder.decode(options_.job == "decode", choose, &image);
  }

  Window windowOf(uint64_t index, uint32_t width, uint32_t height) const {
    return options_.cropsIn.empty() ? drawWindow(width, height, index) : crops_[index % crops_.size()].window;
  }

  void listFiles() {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(options_.data)) {
      std::string suffix = entry.path().extension().string();
      for (char& c : suffix) c = char(std::tolower(static_cast<unsigned char>(c)));
      if (entry.is_regular_file() && (suffix == ".jpg" || suffix == ".jpeg"))
        crops_.push_back({entry.path().string(), {}});
    }
    std::sort(crops_.begin(), crops_.end(), [](const Crop& a, const Crop& b) { return a.path < b.path; });
    if (crops_.empty()) throw std::runtime_error("no JPEG files in " + options_.data);
  }

  // Lines of `path x y width height`; a path may hold spaces.
  void readCrops() {
    std::ifstream file(options_.cropsIn);
    for (std::string line; std::getline(file, line);) {
      size_t cut = line.size();
      for (int field = 0; field < 4 && cut != std::string::npos; ++field) cut = line.rfind(' ', cut - 1);
      if (cut == std::string::npos || cut == 0)
        throw std::runtime_error("bad line in " + options_.cropsIn + ": " + line);
      Crop crop{line.substr(0, cut), {}};
      std::istringstream(line.substr(cut)) >> crop.window.x >> crop.window.y >> crop.window.width >> crop.window.height;
      crops_.push_back(std::move(crop));
    }
    if (crops_.empty()) throw std::runtime_error("no crops in " + options_.cropsIn);
  }

  const Options& options_;
  std::vector<Crop> crops_;
  std::vector<Decoder> decoders_;
  std::atomic<uint64_t> next_{0};
};

// ---- the protocol
// ------------------------------------------------------------------------------------------------------

uint64_t peakRssBytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::stoull(line.substr(6)) * 1024;
  return 0;
}

double cpuSeconds() {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--check") {
      options.check = true;
      continue;
    }
    if (++i == argc) throw std::runtime_error("expected a value after " + name);
    const std::string value = argv[i];
    if (name == "--data")
      options.data = value;
    else if (name == "--job")
      options.job = value;
    else if (name == "--threads")
      options.threads = std::stoi(value);
    else if (name == "--seconds")
      options.seconds = std::stod(value);
    else if (name == "--warmup")
      options.warmup = std::stod(value);
    else if (name == "--crops")
      options.cropsIn = value;
    else if (name == "--dump-crops")
      options.cropsOut = value;
    else if (name == "--passes")
      options.passes = std::stoi(value);
    else if (name != "--batch")
      throw std::runtime_error("unknown option " + name);  // batches mean nothing here
  }
  if (options.job != "main" && options.job != "decode")
    throw std::runtime_error("expected job main or decode but received " + options.job);
  if (options.data.empty() && options.cropsIn.empty()) throw std::runtime_error("expected --data DIR or --crops FILE");
  if (options.threads < 1) throw std::runtime_error("expected --threads of at least 1");
  return options;
}

void serve(Loop& loop, const Options& options) {
  if (options.warmup > 0) loop.go(options.warmup);
  std::printf(
      "{\"ready\": true, \"rival\": \"bare\", \"version\": \"libjpeg-turbo %d\", \"job\": \"%s\", \"threads\": %d, "
      "\"files\": %zu, \"peakRssBytes\": %llu}\n",
      LIBJPEG_TURBO_VERSION_NUMBER, options.job.c_str(), options.threads, loop.files(),
      static_cast<unsigned long long>(peakRssBytes()));
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command;
    double seconds = options.seconds;
    if (!(words >> command)) continue;
    if (command == "quit") return;
    if (command != "go") throw std::runtime_error("expected 'go SECONDS' or 'quit' but received " + line);
    words >> seconds;
    if (!words) seconds = options.seconds;
    const double cpuBefore = cpuSeconds();
    const auto [images, elapsed] = loop.go(seconds);
    std::printf(
        "{\"rival\": \"bare\", \"job\": \"%s\", \"images\": %llu, \"seconds\": %.6f, \"imagesPerSecond\": %.2f, "
        "\"cpuSeconds\": %.3f, \"peakRssBytes\": %llu}\n",
        options.job.c_str(), static_cast<unsigned long long>(images), elapsed, double(images) / elapsed,
        cpuSeconds() - cpuBefore, static_cast<unsigned long long>(peakRssBytes()));
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  // libjpeg allocates per image: keep those pages instead of giving them back and faulting them in again.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  try {
    const Options options = parse(argc, argv);
    Loop loop(options);
    if (options.check) {
      const uint64_t different = loop.check();
      std::cout << different << " windows differ from the full decode\n";
      return different == 0 ? 0 : 1;
    }
    if (!options.cropsOut.empty())
      loop.dumpCrops();
    else
      serve(loop, options);
  } catch (const std::exception& error) {
    std::cerr << "bare_loop: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
