// Memory and events of the emulated device that other processes open, and the part of CUDA's driver interface that
// Python calls (python/penstock/_cuda.py): the library stands for libcuda.so.1 in its tests. A handle names a memfd of
// the process that made it, so it opens as long as that process lives, and not in that process itself, as CUDA's do.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "streams.h"

namespace {

// What lies in the 64 bytes of a handle.
struct Handle {
  uint64_t magic;
  int32_t pid, descriptor, device;
  uint64_t inode, bytes;
};
static_assert(sizeof(Handle) <= 64);
constexpr uint64_t kMemory = 0x706e736d656d6f72, kEvent = 0x706e736576656e74;

struct Piece {
  int descriptor;
  size_t bytes;   // as asked for
  size_t mapped;  // with the guard
  int device;
};
// Leaked, as the streams are.
std::mutex& mutex = *new std::mutex();
auto& pieces = *new std::map<void*, Piece>();           // of this process
auto& opened = *new std::map<void*, size_t>();          // of others
auto& event_files = *new std::map<EventState*, int>();  // descriptors of exported events

// Written after the end of memory, and checked when it is freed.
constexpr size_t kGuard = 256;
constexpr unsigned char kGuardByte = 0xab;

template <class T>
void write_handle(T* to, uint64_t magic, int descriptor, uint64_t bytes, int device) {
  struct stat facts {};
  fstat(descriptor, &facts);
  const Handle handle{magic, getpid(), descriptor, device, facts.st_ino, bytes};
  std::memset(to, 0, sizeof *to);
  std::memcpy(to, &handle, sizeof handle);
}

// Opens the file that a handle names; returns its descriptor, or a negative error.
int open_handle(const void* from, uint64_t magic, Handle& handle) {
  std::memcpy(&handle, from, sizeof handle);
  if (handle.magic != magic) return -cudaErrorInvalidValue;
  if (handle.pid == getpid()) return -cudaErrorInvalidContext;
  if (handle.device != emulated::current_device) return -cudaErrorInvalidDevice;
  const std::string path = "/proc/" + std::to_string(handle.pid) + "/fd/" + std::to_string(handle.descriptor);
  const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC);
  struct stat facts {};
  if (descriptor < 0) return -cudaErrorMapFailed;
  if (!fstat(descriptor, &facts) && facts.st_ino == handle.inode) return descriptor;
  close(descriptor);
  return -cudaErrorMapFailed;
}

void* map_file(int descriptor, size_t bytes) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return p == MAP_FAILED ? nullptr : p;
}

}  // namespace

namespace emulated {

cudaError_t allocate_shared(void** p, size_t bytes) {
  if (!device_has_room(bytes)) return cudaErrorMemoryAllocation;
  const size_t mapped = bytes + kGuard;
  const int descriptor = memfd_create("emulated-gpu", MFD_CLOEXEC);
  if (descriptor < 0 || ftruncate(descriptor, static_cast<off_t>(mapped)) || !(*p = map_file(descriptor, mapped))) {
    if (descriptor >= 0) close(descriptor);
    return cudaErrorMemoryAllocation;
  }
  // Kernels must not rely on the content of new memory.
  std::memset(*p, 0xcd, bytes);
  std::memset(static_cast<char*>(*p) + bytes, kGuardByte, kGuard);
  add_device_memory(*p, bytes);
  std::lock_guard lock(mutex);
  pieces[*p] = {descriptor, bytes, mapped, current_device};
  return cudaSuccess;
}

bool release_shared(void* p) {
  std::lock_guard lock(mutex);
  const auto found = pieces.find(p);
  if (found == pieces.end()) return false;
  const Piece piece = found->second;
  pieces.erase(found);
  const auto* guard = static_cast<unsigned char*>(p) + piece.bytes;
  for (size_t i = 0; i < kGuard; ++i) {
    if (guard[i] == kGuardByte) continue;
    std::fprintf(stderr, "emulated device: something wrote behind the end of shared device memory (byte %zu)\n", i);
    std::abort();
  }
  remove_device_memory(p);
  // Another process that still reads it sees this.
  std::memset(p, 0xdd, piece.bytes);
  munmap(p, piece.mapped);
  close(piece.descriptor);
  return true;
}

// Called when an event ends.
void forget_event(EventState* state) {
  std::lock_guard lock(mutex);
  const auto found = event_files.find(state);
  if (found == event_files.end()) return;
  close(found->second);
  event_files.erase(found);
}

cudaError_t share_event(EventState& state) {
  const int descriptor = memfd_create("emulated-event", MFD_CLOEXEC);
  if (descriptor < 0 || ftruncate(descriptor, sizeof(SharedEvent))) return cudaErrorMemoryAllocation;
  // The page stays mapped: work that is queued may refer to it.
  state.shared = static_cast<SharedEvent*>(map_file(descriptor, sizeof(SharedEvent)));
  std::lock_guard lock(mutex);
  event_files[&state] = descriptor;
  return cudaSuccess;
}

}  // namespace emulated

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  std::snprintf(text, static_cast<size_t>(length), "0000:%02x:00.0", device + 1);
  return cudaSuccess;
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* p) {
  std::lock_guard lock(mutex);
  const auto found = pieces.find(p);
  if (found == pieces.end()) return cudaErrorInvalidValue;
  write_handle(handle, kMemory, found->second.descriptor, found->second.bytes, found->second.device);
  return cudaSuccess;
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t e) {
  const cudaEventBody& event = emulated::open_event(e, __func__);
  std::lock_guard lock(mutex);
  const auto found = event_files.find(event.state.get());
  if (found == event_files.end()) return cudaErrorInvalidResourceHandle;
  write_handle(handle, kEvent, found->second, sizeof(emulated::SharedEvent), event.device);
  return cudaSuccess;
}

// ---- the driver interface ----

#define DRIVER extern "C" __attribute__((visibility("default"))) int

using Context = struct ContextBody*;  // 1 + the device

namespace {

thread_local std::vector<int> context_stack;

Context context_of(int device) { return reinterpret_cast<Context>(static_cast<intptr_t>(device) + 1); }
int device_of(Context c) { return static_cast<int>(reinterpret_cast<intptr_t>(c)) - 1; }

template <class F>
void each_stream(int device, F&& body) {
  emulated::streams.each([&](cudaStreamBody& stream) {
    if (stream.device == device) body(stream);
  });
  body(emulated::open_stream(nullptr, "a driver call"));
}

}  // namespace

// By this Python knows that the device is an emulated one, whose memory is the host's.
DRIVER penstock_emulated_device() { return 1; }
// Queues so much time on a stream.
DRIVER penstock_emulated_busy(cudaStream_t stream, double milliseconds) {
  emulated::open_stream(stream, __func__).push([=] {
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
  });
  return cudaSuccess;
}

DRIVER cuInit(unsigned) { return cudaSuccess; }
DRIVER cuDeviceGetCount(int* n) { return cudaGetDeviceCount(n); }
DRIVER cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return cudaSuccess;
}
DRIVER cuDeviceGetPCIBusId(char* text, int length, int device) { return cudaDeviceGetPCIBusId(text, length, device); }
DRIVER cuDevicePrimaryCtxRetain(Context* context, int device) {
  *context = context_of(device);
  return cudaSuccess;
}
DRIVER cuDevicePrimaryCtxRelease_v2(int) { return cudaSuccess; }
DRIVER cuCtxPushCurrent_v2(Context context) {
  context_stack.push_back(emulated::current_device);
  emulated::current_device = device_of(context);
  return cudaSuccess;
}
DRIVER cuCtxPopCurrent_v2(Context* context) {
  if (context_stack.empty()) return cudaErrorInvalidContext;
  if (context) *context = context_of(emulated::current_device);
  emulated::current_device = context_stack.back();
  context_stack.pop_back();
  return cudaSuccess;
}
DRIVER cuCtxSynchronize() {
  std::vector<std::shared_ptr<StreamState>> all;
  each_stream(emulated::current_device, [&](cudaStreamBody& stream) { all.push_back(stream.state); });
  for (const auto& stream : all) stream->sync();
  return cudaSuccess;
}
DRIVER cuCtxRecordEvent(Context context, cudaEvent_t e) {
  const auto state = emulated::open_event(e, __func__).state;
  const uint64_t n = state->record();
  // The last stream to come here reaches the event.
  const std::shared_ptr<int> last(new int(0), [state, n](const int* p) {
    delete p;
    state->reach(n);
  });
  each_stream(device_of(context), [&](cudaStreamBody& stream) { stream.push([last] {}); });
  return cudaSuccess;
}

DRIVER cuStreamCreate(cudaStream_t* s, unsigned flags) { return cudaStreamCreateWithFlags(s, flags); }
DRIVER cuStreamDestroy_v2(cudaStream_t s) { return cudaStreamDestroy(s); }
DRIVER cuStreamSynchronize(cudaStream_t s) { return cudaStreamSynchronize(s); }
DRIVER cuStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags) { return cudaStreamWaitEvent(s, e, flags); }

DRIVER cuEventCreate(cudaEvent_t* e, unsigned flags) { return cudaEventCreateWithFlags(e, flags); }
DRIVER cuEventDestroy_v2(cudaEvent_t e) { return cudaEventDestroy(e); }
DRIVER cuEventRecord(cudaEvent_t e, cudaStream_t s) { return cudaEventRecord(e, s); }
DRIVER cuEventQuery(cudaEvent_t e) { return cudaEventQuery(e); }
DRIVER cuEventSynchronize(cudaEvent_t e) { return cudaEventSynchronize(e); }

DRIVER cuIpcOpenMemHandle_v2(void** p, cudaIpcMemHandle_t from, unsigned) {
  Handle handle{};
  const int descriptor = open_handle(&from, kMemory, handle);
  if (descriptor < 0) return -descriptor;
  *p = map_file(descriptor, handle.bytes);
  close(descriptor);
  if (!*p) return cudaErrorMapFailed;
  emulated::add_device_memory(*p, handle.bytes);
  std::lock_guard lock(mutex);
  opened[*p] = handle.bytes;
  return cudaSuccess;
}
DRIVER cuIpcCloseMemHandle(void* p) {
  std::lock_guard lock(mutex);
  const auto found = opened.find(p);
  if (found == opened.end()) return cudaErrorInvalidValue;
  emulated::remove_device_memory(p);
  munmap(p, found->second);
  opened.erase(found);
  return cudaSuccess;
}
DRIVER cuIpcOpenEventHandle(cudaEvent_t* e, cudaIpcEventHandle_t from) {
  Handle handle{};
  const int descriptor = open_handle(&from, kEvent, handle);
  if (descriptor < 0) return -descriptor;
  void* page = map_file(descriptor, sizeof(emulated::SharedEvent));
  close(descriptor);
  if (!page) return cudaErrorMapFailed;
  cudaEventCreateWithFlags(e, cudaEventDisableTiming);
  (*e)->state->shared = static_cast<emulated::SharedEvent*>(page);
  return cudaSuccess;
}

DRIVER cuMemcpyDtoH_v2(void* to, const void* from, size_t bytes) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
DRIVER cuMemcpyDtoHAsync_v2(void* to, const void* from, size_t bytes, cudaStream_t s) {
  // As from and to locked memory: the copy is made in the stream's order, and the call does not wait.
  emulated::open_stream(s, __func__).push([=] { std::memcpy(to, from, bytes); });
  return cudaSuccess;
}
DRIVER cuMemGetInfo_v2(size_t* free_bytes, size_t* total) { return cudaMemGetInfo(free_bytes, total); }
DRIVER cuGetErrorName(int error, const char** name) {
  switch (error) {
    case cudaErrorInvalidContext: *name = "CUDA_ERROR_INVALID_CONTEXT"; break;
    case cudaErrorMapFailed: *name = "CUDA_ERROR_MAP_FAILED"; break;
    case cudaErrorInvalidValue: *name = "CUDA_ERROR_INVALID_VALUE"; break;
    default: *name = "CUDA_ERROR_UNKNOWN";
  }
  return cudaSuccess;
}
