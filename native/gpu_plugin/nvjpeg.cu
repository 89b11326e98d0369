// The GPU's JPEG engines, driven by nvJPEG; see plugin.h. One caller at a time may use a state; all callers share the
// handle. nvJPEG's objects are bound to the GPU that was current when they were made.
#include <array>
#include <mutex>
#include <vector>

#include "gpu_plugin/jpeg_markers.h"
#include "gpu_plugin/nvjpeg_library.h"
#include "gpu_plugin/nvjpeg_probe.h"
#include "gpu_plugin/runtime.h"

namespace penstock::gpu {
namespace {

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
    // A thread that waits sleeps, because decoding on the CPU needs the cores.
    check(cudaEventCreateWithFlags(&raw, cudaEventDisableTiming | cudaEventBlockingSync), "making an event");
  }
  OwnedEvent(const OwnedEvent&) = delete;
  ~OwnedEvent() {
    cudaEventSynchronize(raw);
    cudaEventDestroy(raw);
  }
  void wait() const { check(cudaEventSynchronize(raw), "waiting for a JPEG"); }
};

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

}  // namespace

struct Jpeg {
  Device* device;
  const NvJpegLibrary& lib;
  bool lacks_interpolation = false;  // it was requested, and the engines cannot do it

  Owned<nvjpegHandle_t> handle;
  std::array<HardwareState, 2> states;

  Jpeg(Device* d, bool fancy);
  Jpeg(const Jpeg&) = delete;
  void run(HardwareState&, const JpegImage*, int n, bool gray, cudaStream_t);
  bool interpolates();
};

Jpeg::Jpeg(Device* d, bool fancy) : device(d), lib(nvjpeg_library()) {
  device->enter();
  // nvJPEG's own allocator serves the engines: they write before a stream reaches an allocation of the pool.
  const auto make = [&](unsigned flags) {
    return lib.nvjpegCreateEx(NVJPEG_BACKEND_HARDWARE, nullptr, nullptr, flags, handle.fill(lib.nvjpegDestroy));
  };
  nvjpegStatus_t status = make(fancy ? NVJPEG_FLAGS_UPSAMPLING_WITH_INTERPOLATION : NVJPEG_FLAGS_DEFAULT);
  // Engines that cannot interpolate can still decode images that need no interpolation.
  if (status != NVJPEG_STATUS_SUCCESS && fancy) status = make(NVJPEG_FLAGS_DEFAULT);
  if (status != NVJPEG_STATUS_SUCCESS) {
    handle.raw = nullptr;
    cudaGetLastError();
    fail(ErrorCode::UNSUPPORTED, "nvJPEG finds no JPEG engines on this GPU (%s)", nvjpeg_status_name(status));
  }
  unsigned engines = 0, cores = 0;
  check_nvjpeg(lib.nvjpegGetHardwareDecoderInfo(handle, &engines, &cores), "asking for the engines");
  if (!engines) fail(ErrorCode::UNSUPPORTED, "nvJPEG finds no JPEG engines on this GPU");
  for (auto& s : states) {
    check_nvjpeg(lib.nvjpegJpegStateCreate(handle, s.raw.fill(lib.nvjpegJpegStateDestroy)), "making a decoder");
  }
  lacks_interpolation = fancy && !interpolates();
}

// Whether the column beside the probe's edge has a colour between those of the two sides, as interpolation gives it.
bool Jpeg::interpolates() {
  void* out = nullptr;
  cudaStream_t stream = nullptr;
  uint8_t row[kProbeSize * 3] = {};
  // A failure here means only that images that need interpolation are decoded elsewhere.
  const int failed = guarded([&] {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    check(cudaMalloc(&out, kProbeSize * sizeof row), "allocating device memory");
    const JpegImage image = {kProbe, sizeof kProbe, out, sizeof row, kProbeSize, kProbeSize};
    run(states[0], &image, 1, false, stream);
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

void Jpeg::run(HardwareState& s, const JpegImage* images, int n, bool gray, cudaStream_t stream) {
  std::lock_guard lock(s.mutex);
  s.done.wait();
  if (s.n != n || s.gray != gray) {
    // nvJPEG accepts only batches of exactly the size that it was initialised for.
    s.n = 0;
    check_nvjpeg(lib.nvjpegDecodeBatchedInitialize(handle, s.raw, n, 1, gray ? NVJPEG_OUTPUT_Y : NVJPEG_OUTPUT_RGBI),
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
      lib.nvjpegDecodeBatched(handle, s.raw, s.files.data(), s.sizes.data(), s.outs.data(), stream);
  if (status != NVJPEG_STATUS_SUCCESS) {
    // Some images may still be decoded; the caller will have them decoded anew into the same memory.
    s.n = 0;
    cudaStreamSynchronize(stream);
    cudaGetLastError();
    check_nvjpeg(status, "decoding a batch in hardware");
  }
  check(cudaEventRecord(s.done.raw, stream), "recording an event");
}

int jpeg_open(Device* device, bool fancy, Jpeg** out) {
  return guarded([&] { *out = new Jpeg(device, fancy); });
}

void jpeg_close(Jpeg* jpeg) {
  cudaSetDevice(jpeg->device->id);
  delete jpeg;
}

int nvjpeg_version(int* version) {
  return guarded([&] { *version = nvjpeg_library().version; });
}

const char* jpeg_refusal(Jpeg* jpeg, const uint8_t* data, int64_t size) {
  JpegMarkers m;
  return engines_refuse(data, size, jpeg->lacks_interpolation, &m);
}

int jpeg_hardware(Jpeg* jpeg, int state, const JpegImage* images, int n, bool gray, Stream* stream) {
  return guarded([&] {
    if (n <= 0) return;
    for (int i = 0; i < n; ++i) require_engines(images[i], i, jpeg->lacks_interpolation);
    jpeg->device->enter();
    jpeg->run(jpeg->states.at(static_cast<size_t>(state)), images, n, gray, stream->raw);
  });
}

}  // namespace penstock::gpu
