// GPUs, their pools, and how errors leave the plugin; see runtime.h.
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include "gpu_plugin/launch.h"
#include "gpu_plugin/runtime.h"

namespace penstock::gpu {
namespace {

thread_local std::string error_text;

struct Opened {
  std::mutex mutex;
  std::array<std::unique_ptr<Device>, 64> devices;
};
Opened& opened() {
  // Never destroyed: streams of other threads may still be used when static destructors run.
  static auto* list = new Opened();
  return *list;
}

#ifndef PENSTOCK_EMULATED
__global__ void spin(long long nanoseconds) {
  unsigned long long begin, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - begin < static_cast<unsigned long long>(nanoseconds));
}
#else
// PENSTOCK_TEST_HELD names a folder: this work makes a file in it, and lasts as long as that is there, too. So a test
// sees what a GPU works on, and says when it ends. Where the folder is gone nothing is held.
void hold() {
  static const char* const folder = std::getenv("PENSTOCK_TEST_HELD");
  static std::atomic<int> count = 0;
  if (!folder) return;
  const std::string file = folder + ("/" + std::to_string(count++));
  std::ofstream{file};
  std::error_code ignored;
  while (std::filesystem::exists(file, ignored)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}
#endif

}  // namespace

void check(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  // Clears CUDA's error state, so that the next call does not report this error.
  cudaGetLastError();
  const std::string text =
      std::string("CUDA failed while ") + what + ": " + cudaGetErrorString(e) + " (" + cudaGetErrorName(e) + ")";
  throw Error(e == cudaErrorMemoryAllocation ? ErrorCode::OUT_OF_MEMORY : ErrorCode::INTERNAL, text);
}

int guard_call(void (*body)(void*), void* self) {
  try {
    body(self);
    return 0;
  } catch (const Error& e) {
    error_text = e.message;
    return 1 + static_cast<int>(e.code);
  } catch (const std::bad_alloc&) {
    error_text = "not enough memory";
    return 1 + static_cast<int>(ErrorCode::OUT_OF_MEMORY);
  } catch (const std::exception& e) {
    error_text = e.what();
    return 1 + static_cast<int>(ErrorCode::INTERNAL);
  } catch (...) {
    error_text = "unexpected failure of an unknown kind";
    return 1 + static_cast<int>(ErrorCode::INTERNAL);
  }
}

const char* last_error() { return error_text.c_str(); }

int device_count() {
  int n = 0;
  const cudaError_t e = cudaGetDeviceCount(&n);
  if (e == cudaSuccess && n > 0) return n;
  cudaGetLastError();
  throw Error(ErrorCode::CUDA_UNAVAILABLE, std::string("CUDA finds no GPU: ") + cudaGetErrorString(e));
}

Device::Device(int id) : id(id) {
  enter();
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  props.location.id = id;
  check(cudaMemPoolCreate(&pool, &props), "making a memory pool");
  // The pool keeps released memory for the next batch; trim_pool() gives it back.
  uint64_t keep = UINT64_MAX;
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep), "setting up a memory pool");
#ifndef PENSTOCK_EMULATED
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, id), "asking for the GPU's size");
#endif
  check(cudaStreamCreateWithFlags(&housekeeping, cudaStreamNonBlocking), "making a stream");
}

Device& open_device(int id) {
  const int count = device_count();
  if (id < 0 || id >= count) {
    fail(ErrorCode::CUDA_UNAVAILABLE, "Expected a GPU from 0 to %d for deviceId but received %d", count - 1, id);
  }
  Opened& o = opened();
  std::lock_guard lock(o.mutex);
  auto& device = o.devices.at(id);
  if (!device) device = std::make_unique<Device>(id);
  return *device;
}

DeviceInfo device_info(int id) {
  DeviceInfo info = {};
  info.id = id;
  check(cudaSetDevice(id), "choosing the GPU");
  size_t free_bytes = 0, total = 0;
  check(cudaMemGetInfo(&free_bytes, &total), "asking for the GPU's memory");
  info.memory = static_cast<int64_t>(total);
  info.free_memory = static_cast<int64_t>(free_bytes);
  check(cudaDeviceGetPCIBusId(info.bus, sizeof info.bus, id), "asking for the GPU's place");
#ifdef PENSTOCK_EMULATED
  std::strcpy(info.name, "emulated");
  info.multiprocessors = 1;
#else
  cudaDeviceProp props;
  check(cudaGetDeviceProperties(&props, id), "asking for the GPU's properties");
  std::strncpy(info.name, props.name, sizeof info.name - 1);
  info.major = props.major;
  info.minor = props.minor;
  info.multiprocessors = props.multiProcessorCount;
#endif
  Opened& o = opened();
  std::lock_guard lock(o.mutex);
  if (o.devices.at(id)) {
    uint64_t reserved = 0;
    check(cudaMemPoolGetAttribute(o.devices[id]->pool, cudaMemPoolAttrReservedMemCurrent, &reserved),
          "asking a memory pool");
    info.pool_bytes = static_cast<int64_t>(reserved) + o.devices[id]->kept;
  }
  return info;
}

void* allocate(Device& device, cudaStream_t stream, int64_t bytes) {
  device.enter();
  void* p = nullptr;
  // Sizes are whole 16-byte vectors, because kernels may read a whole vector where they need a part of it.
  const int64_t size = bytes > 0 ? (bytes + 15) / 16 * 16 : 16;
  check(cudaMallocFromPoolAsync(&p, static_cast<size_t>(size), device.pool, stream), "allocating device memory");
  return p;
}

void release(Device& device, cudaStream_t stream, void* p) {
  if (!p) return;
  device.enter();
  check(cudaFreeAsync(p, stream), "giving device memory back");
}

int64_t trim_pool(Device& device) {
  device.enter();
  // What was given back there after all its uses.
  check(cudaStreamSynchronize(device.housekeeping), "waiting for a stream");
  uint64_t before = 0, after = 0;
  check(cudaMemPoolGetAttribute(device.pool, cudaMemPoolAttrReservedMemCurrent, &before), "asking a memory pool");
  check(cudaMemPoolTrimTo(device.pool, 0), "trimming a memory pool");
  check(cudaMemPoolGetAttribute(device.pool, cudaMemPoolAttrReservedMemCurrent, &after), "asking a memory pool");
  return static_cast<int64_t>(before - after);
}

void* allocate_kept(Device& device, int64_t bytes) {
  device.enter();
#ifdef PENSTOCK_EMULATED
  void* p = allocate(device, device.housekeeping, bytes);
#else
  void* p = nullptr;
  check(cudaMalloc(&p, static_cast<size_t>(bytes)), "allocating device memory");
  device.kept += bytes;
#endif
  return p;
}

void release_kept(Device& device, void* p, int64_t bytes) {
  device.enter();
#ifdef PENSTOCK_EMULATED
  static_cast<void>(bytes);
  release(device, device.housekeeping, p);
  trim_pool(device);
#else
  device.kept -= bytes;
  check(cudaFree(p), "giving device memory back");
#endif
}

namespace {

static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(IpcHandle) && sizeof(cudaIpcEventHandle_t) == sizeof(IpcHandle));

// Throws UNSUPPORTED where the system or the GPU shares nothing between processes.
void check_export(cudaError_t e, const char* what) {
  if (e == cudaSuccess || e == cudaErrorMemoryAllocation) return check(e, what);
  cudaGetLastError();
  fail(ErrorCode::UNSUPPORTED, "CUDA gives no handle for other processes while %s: %s (%s)", what,
       cudaGetErrorString(e), cudaGetErrorName(e));
}

}  // namespace

void* export_memory(Device& device, int64_t bytes, IpcHandle& out) {
  device.enter();
  void* p = nullptr;
  check(cudaMalloc(&p, static_cast<size_t>(bytes)), "allocating device memory for other processes");
  cudaIpcMemHandle_t handle;
  try {
    check_export(cudaIpcGetMemHandle(&handle, p), "sharing device memory");
  } catch (...) {
    cudaFree(p);
    throw;
  }
  std::memcpy(out.bytes, &handle, sizeof handle);
  return p;
}

cudaEvent_t export_event(Device& device, IpcHandle& out) {
  device.enter();
  cudaEvent_t event = nullptr;
  check_export(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess), "making an event");
  cudaIpcEventHandle_t handle;
  try {
    check_export(cudaIpcGetEventHandle(&handle, event), "sharing an event");
  } catch (...) {
    cudaEventDestroy(event);
    throw;
  }
  std::memcpy(out.bytes, &handle, sizeof handle);
  return event;
}

void keep_busy(cudaStream_t stream, double milliseconds) {
#ifdef PENSTOCK_EMULATED
  emulated::enqueue(stream, [=] {
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
    hold();
  });
#else
  launch(spin, dim3(1), dim3(1), stream, static_cast<long long>(milliseconds * 1e6));
#endif
}

}  // namespace penstock::gpu
