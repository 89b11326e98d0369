// The JPEG engines of the emulated device, over the project's own decoder. They imitate what is dangerous about the
// real ones: they read their files late, write their outputs at once, regardless of the work queued on the stream,
// round differently from the CPU, and refuse a whole list for one of its images.
#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "codecs/jpeg/jpeg_decode.h"
#include "codecs/jpeg/jpeg_header.h"
#include "core/scratch.h"
#include "gpu_plugin/jpeg_markers.h"
#include "gpu_plugin/runtime.h"

namespace penstock::gpu {
namespace {

constexpr int kEngines = 7, kVersion = 13000;

// One decoder and its memory, for one thread.
struct Worker {
  codecs::JpegDecoder decoder;
  Scratch scratch;
  std::vector<uint8_t> pixels;

  // Decodes to dense pixels; throws as the decoder does.
  void decode(const JpegImage& image, bool gray, bool fancy) {
    const codecs::Bytes file = {image.data, static_cast<size_t>(image.size)};
    codecs::DecodeSpec spec;
    spec.type = gray ? ImageType::gray : ImageType::rgb;
    spec.adjust_orientation = false;
    spec.fancy_upsampling = fancy;
    pixels.resize(static_cast<size_t>(image.width) * image.height * (gray ? 1 : 3));
    decoder.decode(file, codecs::peek_jpeg(file), spec, {0, 0, image.width, image.height}, pixels.data(), scratch);
    scratch.reset();
  }
};

// Every fourth value is off by one.
void write_rows(const JpegImage& image, bool gray, const uint8_t* pixels) {
  const size_t row = static_cast<size_t>(image.width) * (gray ? 1 : 3);
  for (int y = 0; y < image.height; ++y) {
    auto* out = static_cast<uint8_t*>(image.out) + y * image.pitch;
    std::memcpy(out, pixels + y * row, row);
    for (size_t x = 0; x < row; x += 4) out[x] ^= 1;
  }
}

// Stands for the files that nvJPEG refuses although their markers are good.
void require_decodable(const JpegImage& image) {
  constexpr char kComment[] = "nvJPEG refuses this file";
  const uint8_t* end = image.data + image.size;
  if (std::search(image.data, end, std::begin(kComment), std::end(kComment) - 1) != end)
    fail(ErrorCode::BAD_SAMPLE, "nvJPEG refuses the file");
}

// The images that a call of jpeg_hardware has still to decode.
struct Batch {
  std::mutex mutex;
  std::condition_variable over;
  int left;

  explicit Batch(int n) : left(n) {}
  void finish_one() {
    std::lock_guard lock(mutex);
    if (!--left) over.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex);
    over.wait(lock, [&] { return left == 0; });
  }
};

struct Job {
  JpegImage image;
  bool gray;
  std::shared_ptr<Batch> batch;
  std::shared_ptr<emulated::HostRead> read;
};

struct StateEvent {
  cudaEvent_t raw = nullptr;
  StateEvent() { cudaEventCreateWithFlags(&raw, cudaEventDisableTiming); }
  StateEvent(const StateEvent&) = delete;
  ~StateEvent() { cudaEventDestroy(raw); }
};

}  // namespace

struct Jpeg {
  bool fancy;
  StateEvent done[2];  // the end of the last call of each state

  std::mutex mutex;
  std::condition_variable wake;
  std::deque<Job> jobs;
  bool ending = false;
  std::vector<std::thread> engines;

  explicit Jpeg(bool fancy) : fancy(fancy) {
    for (int i = 0; i < kEngines; ++i) engines.emplace_back([this] { engine(); });
  }
  ~Jpeg() {
    {
      std::lock_guard lock(mutex);
      ending = true;
      wake.notify_all();
    }
    for (auto& e : engines) e.join();
  }

  void engine() {
    Worker worker;
    std::unique_lock lock(mutex);
    for (;;) {
      wake.wait(lock, [&] { return ending || !jobs.empty(); });
      if (jobs.empty()) return;
      Job job = std::move(jobs.front());
      jobs.pop_front();
      lock.unlock();
      try {
        worker.decode(job.image, job.gray, fancy);
        write_rows(job.image, job.gray, worker.pixels.data());
      } catch (const Error&) {
        // The hardware reports no error; the output keeps its content.
        worker.scratch.reset();
      }
      job.read.reset();
      job.batch->finish_one();
      lock.lock();
    }
  }
};

int jpeg_open(Device* device, bool fancy, Jpeg** out) {
  return guarded([&] {
    device->enter();
    *out = new Jpeg(fancy);
  });
}

int nvjpeg_version(int* version) {
  *version = kVersion;
  return 0;
}

void jpeg_close(Jpeg* jpeg) { delete jpeg; }

int jpeg_hardware(Jpeg* jpeg, int state, const JpegImage* images, int n, bool gray, Stream* stream) {
  return guarded([&] {
    if (n <= 0) return;
    if (state < 0 || state > 1) fail(ErrorCode::INTERNAL, "Expected a state of 0 or 1 but received %d", state);
    for (int i = 0; i < n; ++i) {
      require_engines(images[i], i, false);
      require_decodable(images[i]);
    }
    check(cudaEventSynchronize(jpeg->done[state].raw), "waiting for a JPEG");
    auto batch = std::make_shared<Batch>(n);
    {
      std::lock_guard lock(jpeg->mutex);
      for (int i = 0; i < n; ++i) {
        auto read = std::make_shared<emulated::HostRead>(images[i].data, static_cast<size_t>(images[i].size));
        jpeg->jobs.push_back({images[i], gray, batch, std::move(read)});
      }
      jpeg->wake.notify_all();
    }
    emulated::enqueue(stream->raw, [batch] { batch->wait(); });
    check(cudaEventRecord(jpeg->done[state].raw, stream->raw), "recording an event");
  });
}

const char* jpeg_refusal(Jpeg*, const uint8_t* data, int64_t size) {
  JpegMarkers m;
  return engines_refuse(data, size, false, &m);
}

}  // namespace penstock::gpu
