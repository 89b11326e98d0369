// JPEG decoding on the GPU by nvJPEG; see plugin.h. One handle drives the hardware engines, a second one the hybrid
// path. One caller at a time may use a state; all callers share the handles. nvJPEG's objects are bound to the GPU that
// was current when they were made.
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "cuda/jpeg_markers.h"
#include "cuda/nvjpeg_library.h"
#include "cuda/nvjpeg_probe.h"
#include "cuda/runtime.h"

namespace penstock::gpu {
namespace {

constexpr int kThreads = 256;
// The hybrid path's buffers grow to the size of the largest image, rounded up to this, so that they grow seldom.
constexpr size_t kPadding = 2 << 20;

template <class T>
struct Owned {
  using Destroy = nvjpegStatus_t (*)(T);
  T raw = nullptr;
  Destroy destroy = nullptr;
  Owned() = default;
  Owned(const Owned&) = delete;
  ~Owned() {
    if (raw) destroy(raw);
  }
  T* fill(Destroy d) {
    destroy = d;
    return &raw;
  }
  operator T() const { return raw; }
};

struct OwnedEvent {
  cudaEvent_t raw = nullptr;
  OwnedEvent() {
    // A thread that waits sleeps, because entropy decoding needs the cores.
    check(cudaEventCreateWithFlags(&raw, cudaEventDisableTiming | cudaEventBlockingSync), "making an event");
  }
  OwnedEvent(const OwnedEvent&) = delete;
  ~OwnedEvent() {
    cudaEventSynchronize(raw);
    cudaEventDestroy(raw);
  }
  void wait() const { check(cudaEventSynchronize(raw), "waiting for a JPEG"); }
};

// Device memory of the hybrid path comes from the pool, in stream order. Memory of the hardware engines must not,
// because the engines write before the stream reaches the allocation; they use nvJPEG's own allocator. The stream that
// nvJPEG passes to the allocator may be that of an earlier call, which may be closed by now. The stream of the current
// call is used instead; that is correct, because earlier uses of the buffers are over.
thread_local cudaStream_t call_stream = nullptr;
struct InCall {
  explicit InCall(cudaStream_t s) { call_stream = s; }
  InCall(const InCall&) = delete;
  ~InCall() { call_stream = nullptr; }
};
int pool_alloc(void* user, void** p, size_t bytes, cudaStream_t) {
  const auto& device = *static_cast<Device*>(user);
  cudaError_t e =
      cudaMallocFromPoolAsync(p, bytes ? bytes : 1, device.pool, call_stream ? call_stream : device.housekeeping);
  // Outside of a call, the memory may be used in any stream afterwards, so it must be ready now.
  if (e == cudaSuccess && !call_stream) e = cudaStreamSynchronize(device.housekeeping);
  if (e != cudaSuccess) cudaGetLastError();
  return e;
}
int pool_free(void* user, void* p, size_t, cudaStream_t) {
  return p ? cudaFreeAsync(p, call_stream ? call_stream : static_cast<Device*>(user)->housekeeping) : cudaSuccess;
}
int pinned_alloc(void*, void** p, size_t bytes, cudaStream_t) {
  const cudaError_t e = cudaHostAlloc(p, bytes ? bytes : 1, cudaHostAllocPortable);
  if (e != cudaSuccess) cudaGetLastError();
  return e;
}
int pinned_free(void*, void* p, size_t, cudaStream_t) { return p ? cudaFreeHost(p) : cudaSuccess; }

nvjpegImage_t target(const JpegImage& image) {
  nvjpegImage_t out = {};
  out.channel[0] = static_cast<unsigned char*>(image.out);
  out.pitch[0] = static_cast<size_t>(image.pitch);
  return out;
}

struct HardwareState {
  std::mutex mutex;
  Owned<nvjpegJpegState_t> raw;
  OwnedEvent done;
  int n = 0;  // batch size that the state is initialised for; 0: none, or the last call failed
  bool gray = false;
  std::vector<const unsigned char*> files;
  std::vector<size_t> sizes;
  std::vector<nvjpegImage_t> outs;
};

// Each thread has two sets of buffers, which take turns: while the GPU works on one image, the thread decodes the next
// one into the other set. A set has all buffers, the device buffer included, so that an image never waits for the one
// before.
struct HybridSet {
  Owned<nvjpegBufferPinned_t> pinned;
  Owned<nvjpegBufferDevice_t> device;
  Owned<nvjpegJpegStream_t> parsed;
  Owned<nvjpegJpegState_t> state;
  OwnedEvent done;
};
struct HybridThread {
  std::mutex mutex;
  Owned<nvjpegDecodeParams_t> params[2];  // colour, grey
  HybridSet sets[2];
  int next = 0;
};

}  // namespace

struct Jpeg {
  Device* device;
  const NvJpegLibrary& lib;
  bool fancy, interpolates = false;  // fancy: interpolation was requested; interpolates: the engines do it

  Owned<nvjpegHandle_t> hardware;
  std::array<std::unique_ptr<HardwareState>, 2> states;

  nvjpegDevAllocatorV2_t device_allocator;
  nvjpegPinnedAllocatorV2_t pinned_allocator{pinned_alloc, pinned_free, nullptr};
  Owned<nvjpegHandle_t> hybrid;
  Owned<nvjpegJpegDecoder_t> decoder;
  std::mutex making;
  std::array<std::unique_ptr<HybridThread>, kThreads> threads;

  Jpeg(Device* d, bool fancy, JpegInfo& info);
  Jpeg(const Jpeg&) = delete;
  ~Jpeg();
  void run_hardware(HardwareState&, const JpegImage*, int n, bool gray, cudaStream_t);
  HybridThread& thread(int i);
  void run_hybrid(HybridThread&, const JpegImage&, bool gray, cudaStream_t);
  bool probe();
};

Jpeg::Jpeg(Device* d, bool fancy, JpegInfo& info)
    : device(d), lib(nvjpeg_library()), fancy(fancy), device_allocator{pool_alloc, pool_free, d} {
  device->enter();
  info = {};
  info.version = lib.version;
  const unsigned flags = fancy ? NVJPEG_FLAGS_UPSAMPLING_WITH_INTERPOLATION : NVJPEG_FLAGS_DEFAULT;
  const auto make_hardware = [&](unsigned with) {
    return lib.nvjpegCreateEx(NVJPEG_BACKEND_HARDWARE, nullptr, nullptr, with, hardware.fill(lib.nvjpegDestroy));
  };
  nvjpegStatus_t status = make_hardware(flags);
  // Engines that cannot interpolate can still decode images that need no interpolation.
  if (status != NVJPEG_STATUS_SUCCESS && fancy) status = make_hardware(NVJPEG_FLAGS_DEFAULT);
  if (status == NVJPEG_STATUS_SUCCESS) {
    unsigned engines = 0, cores = 0;
    check_nvjpeg(lib.nvjpegGetHardwareDecoderInfo(hardware, &engines, &cores), "asking for the hardware decoder");
    info.engines = static_cast<int>(engines);
    info.cores = static_cast<int>(cores);
    for (auto& s : states) {
      s = std::make_unique<HardwareState>();
      check_nvjpeg(lib.nvjpegJpegStateCreate(hardware, s->raw.fill(lib.nvjpegJpegStateDestroy)), "making a decoder");
    }
    if (fancy) interpolates = probe();
  } else {
    hardware.raw = nullptr;
    info.no_hardware = nvjpeg_status_name(status);
    cudaGetLastError();
  }
  check_nvjpeg(lib.nvjpegCreateExV2(NVJPEG_BACKEND_HYBRID, &device_allocator, &pinned_allocator, flags,
                                    hybrid.fill(lib.nvjpegDestroy)),
               "making a decoder");
  check_nvjpeg(lib.nvjpegSetDeviceMemoryPadding(kPadding, hybrid), "setting up a decoder");
  check_nvjpeg(lib.nvjpegSetPinnedMemoryPadding(kPadding, hybrid), "setting up a decoder");
  check_nvjpeg(lib.nvjpegDecoderCreate(hybrid, NVJPEG_BACKEND_HYBRID, decoder.fill(lib.nvjpegDecoderDestroy)),
               "making a decoder");
}

Jpeg::~Jpeg() {
  cudaSetDevice(device->id);
  for (auto& t : threads) {
    for (int i = 0; t && i < 2; ++i) cudaEventSynchronize(t->sets[i].done.raw);
  }
}

// Whether the column beside the probe's edge has a colour between those of the two sides, as interpolation gives it.
bool Jpeg::probe() {
  void* out = nullptr;
  cudaStream_t stream = nullptr;
  uint8_t row[kProbeSize * 3] = {};
  // A failure here means only that images that need interpolation take the other paths.
  const int failed = guarded([&] {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    check(cudaMalloc(&out, kProbeSize * sizeof row), "allocating device memory");
    const JpegImage image = {kProbe, sizeof kProbe, out, sizeof row, kProbeSize, kProbeSize};
    run_hardware(*states[0], &image, 1, false, stream);
    check(
        cudaMemcpyAsync(row, static_cast<uint8_t*>(out) + 32 * sizeof row, sizeof row, cudaMemcpyDeviceToHost, stream),
        "copying");
    check(cudaStreamSynchronize(stream), "waiting for a stream");
  });
  if (out) cudaFree(out);
  if (stream) cudaStreamDestroy(stream);
  const int left = row[0], right = row[3 * 63], edge = row[3 * 31];
  return !failed && edge > left + (right - left) / 10 && edge < right;
}

void Jpeg::run_hardware(HardwareState& s, const JpegImage* images, int n, bool gray, cudaStream_t stream) {
  std::lock_guard lock(s.mutex);
  s.done.wait();
  if (s.n != n || s.gray != gray) {
    // nvJPEG accepts only batches of exactly the size that it was initialised for.
    s.n = 0;
    check_nvjpeg(lib.nvjpegDecodeBatchedInitialize(hardware, s.raw, n, 1, gray ? NVJPEG_OUTPUT_Y : NVJPEG_OUTPUT_RGBI),
                 "setting up a batch");
    s.n = n;
    s.gray = gray;
  }
  s.files.resize(n);
  s.sizes.resize(n);
  s.outs.resize(n);
  for (int i = 0; i < n; ++i) {
    s.files[i] = images[i].data;
    s.sizes[i] = static_cast<size_t>(images[i].size);
    s.outs[i] = target(images[i]);
  }
  const nvjpegStatus_t status =
      lib.nvjpegDecodeBatched(hardware, s.raw, s.files.data(), s.sizes.data(), s.outs.data(), stream);
  if (status != NVJPEG_STATUS_SUCCESS) {
    // Some images may still be decoded; the caller will decode them by another path into the same memory.
    s.n = 0;
    cudaStreamSynchronize(stream);
    cudaGetLastError();
    check_nvjpeg(status, "decoding a batch in hardware");
  }
  check(cudaEventRecord(s.done.raw, stream), "recording an event");
}

HybridThread& Jpeg::thread(int i) {
  if (i < 0 || i >= kThreads) fail(ErrorCode::INTERNAL, "Expected a thread below %d but received %d", kThreads, i);
  std::lock_guard lock(making);
  auto& made = threads[static_cast<size_t>(i)];
  if (made) return *made;
  auto t = std::make_unique<HybridThread>();
  constexpr const char* what = "making a decoder's buffers";
  for (int gray = 0; gray < 2; ++gray) {
    auto& p = t->params[gray];
    check_nvjpeg(lib.nvjpegDecodeParamsCreate(hybrid, p.fill(lib.nvjpegDecodeParamsDestroy)), what);
    check_nvjpeg(lib.nvjpegDecodeParamsSetOutputFormat(p, gray ? NVJPEG_OUTPUT_Y : NVJPEG_OUTPUT_RGBI), what);
    check_nvjpeg(lib.nvjpegDecodeParamsSetExifOrientation(p, NVJPEG_ORIENTATION_NORMAL), what);
  }
  for (auto& s : t->sets) {
    check_nvjpeg(
        lib.nvjpegBufferPinnedCreateV2(hybrid, &pinned_allocator, s.pinned.fill(lib.nvjpegBufferPinnedDestroy)), what);
    check_nvjpeg(
        lib.nvjpegBufferDeviceCreateV2(hybrid, &device_allocator, s.device.fill(lib.nvjpegBufferDeviceDestroy)), what);
    check_nvjpeg(lib.nvjpegJpegStreamCreate(hybrid, s.parsed.fill(lib.nvjpegJpegStreamDestroy)), what);
    check_nvjpeg(lib.nvjpegDecoderStateCreate(hybrid, decoder, s.state.fill(lib.nvjpegJpegStateDestroy)), what);
    check_nvjpeg(lib.nvjpegStateAttachPinnedBuffer(s.state, s.pinned), what);
    check_nvjpeg(lib.nvjpegStateAttachDeviceBuffer(s.state, s.device), what);
  }
  made = std::move(t);
  return *made;
}

void Jpeg::run_hybrid(HybridThread& t, const JpegImage& image, bool gray, cudaStream_t stream) {
  std::lock_guard lock(t.mutex);
  const InCall in_call(stream);
  HybridSet& s = t.sets[t.next];
  t.next ^= 1;
  s.done.wait();
  constexpr const char* what = "decoding";
  check_nvjpeg(lib.nvjpegJpegStreamParse(hybrid, image.data, static_cast<size_t>(image.size), 0, 0, s.parsed), what);
  check_nvjpeg(lib.nvjpegDecodeJpegHost(hybrid, decoder, s.state, t.params[gray ? 1 : 0], s.parsed), what);
  nvjpegImage_t out = target(image);
  nvjpegStatus_t status = lib.nvjpegDecodeJpegTransferToDevice(hybrid, decoder, s.state, s.parsed, stream);
  if (status == NVJPEG_STATUS_SUCCESS) status = lib.nvjpegDecodeJpegDevice(hybrid, decoder, s.state, &out, stream);
  check(cudaEventRecord(s.done.raw, stream), "recording an event");
  if (status != NVJPEG_STATUS_SUCCESS) {
    cudaEventSynchronize(s.done.raw);
    cudaGetLastError();
    check_nvjpeg(status, what);
  }
}

int jpeg_open(Device* device, bool fancy, Jpeg** out, JpegInfo* info) {
  return guarded([&] { *out = new Jpeg(device, fancy, *info); });
}

void jpeg_close(Jpeg* jpeg) { delete jpeg; }

int nvjpeg_version(int* version) {
  return guarded([&] { *version = nvjpeg_library().version; });
}

int jpeg_hardware(Jpeg* jpeg, int state, const JpegImage* images, int n, bool gray, Stream* stream) {
  return guarded([&] {
    if (!jpeg->hardware) fail(ErrorCode::UNSUPPORTED, "This GPU has no hardware JPEG decoder");
    if (n <= 0) return;
    for (int i = 0; i < n; ++i) require_hardware(images[i], i, jpeg->fancy, jpeg->interpolates);
    jpeg->device->enter();
    jpeg->run_hardware(*jpeg->states.at(static_cast<size_t>(state)), images, n, gray, stream->raw);
  });
}

int jpeg_hardware_takes(Jpeg* jpeg, const uint8_t* data, int64_t size, bool* takes) {
  JpegMarkers m;
  *takes = jpeg->hardware && !read_jpeg_markers(data, size, &m) && hardware_takes(m, jpeg->fancy, jpeg->interpolates);
  return 0;
}

int jpeg_hybrid(Jpeg* jpeg, int thread, const JpegImage* image, bool gray, Stream* stream) {
  return guarded([&] {
    require_hybrid(*image);
    jpeg->device->enter();
    jpeg->run_hybrid(jpeg->thread(thread), *image, gray, stream->raw);
  });
}

}  // namespace penstock::gpu
