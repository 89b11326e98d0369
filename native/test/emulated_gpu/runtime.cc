// The emulated CUDA runtime; see cuda_runtime.h in this folder.
#include <cuda_runtime.h>
#include <setjmp.h>
#include <ucontext.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "streams.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n)
#define ASAN_UNPOISON_MEMORY_REGION(p, n)
#endif

thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;
namespace emulated {

thread_local int current_device = 0;
LiveHandles<cudaStreamBody>& streams = *new LiveHandles<cudaStreamBody>("stream");
LiveHandles<cudaEventBody>& events = *new LiveHandles<cudaEventBody>("event");

cudaStreamBody& open_stream(cudaStream_t s, const char* call) {
  if (reinterpret_cast<uintptr_t>(s) > 2) {
    streams.check(s, call);
    return *s;
  }
  static std::mutex mutex;
  static auto& defaults = *new std::map<int, cudaStreamBody>();
  std::lock_guard lock(mutex);
  return defaults[current_device];
}
cudaEventBody& open_event(cudaEvent_t e, const char* call) {
  events.check(e, call);
  return *e;
}

}  // namespace emulated

using emulated::current_device;
using emulated::events;
using emulated::open_event;
using emulated::open_stream;
using emulated::streams;

namespace {

// All three objects are leaked, because streams may still work when static destructors run.
std::mutex& pinned_mutex = *new std::mutex();
// Pinned host memory, by its start: only copies from and to it are asynchronous.
auto& pinned = *new std::map<uintptr_t, size_t>();
// Host memory that queued work reads or will read.
auto& host_reads = *new std::multimap<uintptr_t, size_t>();
// Device memory, by its start. The host must not read memory that is in it.
auto& device = *new std::map<uintptr_t, size_t>();

// Guard bytes after every piece of memory. They are checked when it is freed, which finds writes past the end.
// AddressSanitizer finds reads too.
constexpr size_t kGuard = 256;
constexpr unsigned char kGuardByte = 0xab;
void set_guard(void* end) {
  ASAN_UNPOISON_MEMORY_REGION(end, kGuard);
  std::memset(end, kGuardByte, kGuard);
  ASAN_POISON_MEMORY_REGION(end, kGuard);
}
void check_guard(const void* end, const char* what) {
  ASAN_UNPOISON_MEMORY_REGION(end, kGuard);
  const auto* bytes = static_cast<const unsigned char*>(end);
  for (size_t i = 0; i < kGuard; ++i) {
    if (bytes[i] == kGuardByte) continue;
    std::fprintf(stderr, "emulated device: something wrote behind the end of %s (byte %zu)\n", what, i);
    std::abort();
  }
}

bool inside(const std::map<uintptr_t, size_t>& ranges, const void* p) {
  std::lock_guard lock(pinned_mutex);
  auto it = ranges.upper_bound(reinterpret_cast<uintptr_t>(p));
  if (it == ranges.begin()) return false;
  --it;
  return reinterpret_cast<uintptr_t>(p) < it->first + it->second;
}
// The bytes of the pool, and those in use.
struct Pooled {
  size_t used = 0, reserved = 0;
  void add(size_t n) {
    std::lock_guard lock(pinned_mutex);
    used += n;
    reserved = std::max(reserved, used);
  }
  void remove(const void* p) {
    std::lock_guard lock(pinned_mutex);
    const auto it = device.find(reinterpret_cast<uintptr_t>(p));
    if (it != device.end()) used -= it->second;
  }
} pooled;
bool pageable(const void* p) { return !inside(pinned, p) && !inside(device, p); }

// The device refuses what it has not: where the system promises any amount of memory, filling it would end the process.
constexpr size_t kDeviceMemory = size_t{8} << 30;
size_t device_memory_in_use() {
  std::lock_guard lock(pinned_mutex);
  size_t used = 0;
  for (const auto& [at, n] : device) used += n;
  return used;
}

}  // namespace

namespace emulated {

bool device_has_room(size_t bytes) { return device_memory_in_use() + bytes <= kDeviceMemory; }
void add_device_memory(void* p, size_t bytes) {
  std::lock_guard lock(pinned_mutex);
  device[reinterpret_cast<uintptr_t>(p)] = bytes;
}
void remove_device_memory(void* p) {
  std::lock_guard lock(pinned_mutex);
  device.erase(reinterpret_cast<uintptr_t>(p));
}

}  // namespace emulated

namespace {

cudaError_t allocate(std::map<uintptr_t, size_t>& ranges, void** p, size_t n) {
  if (&ranges == &device && !emulated::device_has_room(n)) return cudaErrorMemoryAllocation;
  *p = std::aligned_alloc(256, (n + kGuard + 255) & ~size_t{255});
  if (!*p) return cudaErrorMemoryAllocation;
  set_guard(static_cast<char*>(*p) + n);
  // Kernels must not rely on the content of new memory.
  std::memset(*p, 0xcd, n);
  std::lock_guard lock(pinned_mutex);
  ranges[reinterpret_cast<uintptr_t>(*p)] = n;
  return cudaSuccess;
}
cudaError_t release(std::map<uintptr_t, size_t>& ranges, void* p) {
  if (!p) return cudaSuccess;
  {
    std::lock_guard lock(pinned_mutex);
    const auto it = ranges.find(reinterpret_cast<uintptr_t>(p));
    if (it == ranges.end()) return cudaErrorInvalidValue;
    check_guard(static_cast<char*>(p) + it->second, &ranges == &pinned ? "pinned memory" : "device memory");
    std::memset(p, 0xdd, it->second);
    ranges.erase(it);
  }
  std::free(p);
  return cudaSuccess;
}

// The threads of one block are fibers of the calling thread. One runs until it waits at a barrier: that of its warp, or
// that of the block. A barrier opens when all threads that it counts, and that have not ended, wait at it.
constexpr size_t kStack = 128 * 1024;
constexpr unsigned kWarp = 32;
enum class Waits : char { no, warp, block };
// Where a fiber stopped, or the calling thread. Unlike swapcontext(), going there makes no system call.
// AddressSanitizer is told of every change of stacks.
struct Place {
  jmp_buf at;
  const void* stack = nullptr;  // its lowest address
  size_t size = 0;
  void* fake = nullptr;

  // Called before the jump to this place from `from`, which is null when it ends.
  void leave_for(Place* from) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(from ? &from->fake : nullptr, stack, size);
#else
    static_cast<void>(from);
#endif
  }
  // Called at this place after the jump; learns the stack of the place that was left.
  void arrive(Place& from) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(fake, &from.stack, &from.size);
#else
    static_cast<void>(from);
#endif
  }
};
struct Fibers {
  std::vector<std::unique_ptr<char[]>> stacks;
  std::vector<ucontext_t> contexts;  // in which the threads begin
  std::vector<Place> places;
  std::vector<char> begun, over;
  std::vector<Waits> waits;
  // What the lanes of each warp give to each other. Calls use the two halves in turn, so that a lane that goes on does
  // not overwrite what others have still to read.
  std::vector<uint64_t> given[2];
  std::vector<char> turn;
  Place home;
  const std::function<void()>* body = nullptr;
  unsigned current = 0, threads = 0;

  // Goes on with a thread until it waits or ends.
  void resume(unsigned t) {
    current = t;
    if (_setjmp(home.at)) {
      home.arrive(places[current]);
      return;
    }
    places[t].leave_for(&home);
    if (begun[t]) _longjmp(places[t].at, 1);
    begun[t] = 1;
    setcontext(&contexts[t]);
  }
  // Stops the current thread until it is resumed.
  void stop() {
    if (_setjmp(places[current].at)) {
      places[current].arrive(home);
      return;
    }
    home.leave_for(&places[current]);
    _longjmp(home.at, 1);
  }

  // Opens the barrier if every thread of [from, to) that has not ended waits at it.
  bool open(unsigned from, unsigned to, Waits at) {
    for (unsigned t = from; t < to; ++t) {
      if (!over[t] && waits[t] != at) return false;
    }
    for (unsigned t = from; t < to; ++t) waits[t] = Waits::no;
    return true;
  }
  unsigned warp_begin() const { return current / kWarp * kWarp; }
  unsigned warp_end() const { return std::min(warp_begin() + kWarp, threads); }
};
thread_local std::unique_ptr<Fibers> fibers;
thread_local bool synced_launch = false;
thread_local std::vector<uint64_t> shared_bytes;

void fiber_main() {
  Fibers& f = *fibers;
  f.places[f.current].arrive(f.home);
  (*f.body)();
  f.over[f.current] = 1;
  f.home.leave_for(nullptr);
  _longjmp(f.home.at, 1);
}

void place_thread(unsigned t, dim3 block) {
  threadIdx = dim3(t % block.x, t / block.x % block.y, t / (block.x * block.y));
}

void wait_at(Waits barrier) {
  if (!synced_launch) {
    std::fprintf(stderr, "emulated device: a kernel with barriers must be started with launch_synced()\n");
    std::abort();
  }
  Fibers& f = *fibers;
  const unsigned self = f.current;
  f.waits[self] = barrier;
  // The last one to come goes on at once.
  if (barrier == Waits::warp && f.open(f.warp_begin(), f.warp_end(), barrier)) return;
  f.stop();
}

// Gives a value to the other lanes of the warp, and returns the values of all.
const uint64_t* exchange(uint64_t value) {
  Fibers& f = *fibers;
  const unsigned self = f.current;
  f.turn[self] ^= 1;
  auto& given = f.given[f.turn[self] ? 1 : 0];
  given[self] = value;
  wait_at(Waits::warp);
  return given.data() + self / kWarp * kWarp;
}

void run_synced(unsigned threads, dim3 block, const std::function<void()>& body) {
  if (!fibers) fibers = std::make_unique<Fibers>();
  Fibers& f = *fibers;
  while (f.stacks.size() < threads) f.stacks.emplace_back(new char[kStack]);
  f.contexts.resize(threads);
  f.places.assign(threads, {});
  f.begun.assign(threads, 0);
  f.over.assign(threads, 0);
  f.waits.assign(threads, Waits::no);
  for (auto& given : f.given) given.assign((threads + kWarp - 1) / kWarp * kWarp, 0);
  f.turn.assign(threads, 0);
  f.body = &body;
  f.threads = threads;
  for (unsigned t = 0; t < threads; ++t) {
    getcontext(&f.contexts[t]);
    f.contexts[t].uc_stack.ss_sp = f.stacks[t].get();
    f.contexts[t].uc_stack.ss_size = kStack;
    f.places[t].stack = f.stacks[t].get();
    f.places[t].size = kStack;
    f.contexts[t].uc_link = nullptr;
    makecontext(&f.contexts[t], fiber_main, 0);
  }
  for (;;) {
    bool ran = false, left = false;
    for (unsigned t = 0; t < threads; ++t) {
      if (f.over[t]) continue;
      left = true;
      if (f.waits[t] != Waits::no) continue;
      ran = true;
      place_thread(t, block);
      f.resume(t);
    }
    if (!left) return;
    if (ran) continue;
    // All wait. A warp's barrier may stand open because a lane ended instead of coming to it.
    bool opened = f.open(0, threads, Waits::block);
    for (unsigned from = 0; from < threads; from += kWarp) {
      opened |= f.waits[from] != Waits::block && f.open(from, std::min(from + kWarp, threads), Waits::warp);
    }
    if (opened) continue;
    std::fprintf(stderr, "emulated device: threads of a block wait at barriers that the others do not come to\n");
    std::abort();
  }
}

}  // namespace

void __syncthreads() { wait_at(Waits::block); }
int __syncthreads_or(int value) {
  static thread_local std::vector<int> any;
  Fibers& f = *fibers;
  if (any.size() < f.threads) any.resize(f.threads);
  any[f.current] = value;
  wait_at(Waits::block);
  int result = 0;
  for (unsigned t = 0; t < fibers->threads; ++t) result |= fibers->over[t] ? 0 : any[t];
  wait_at(Waits::block);
  return result;
}
void __syncwarp(unsigned) { wait_at(Waits::warp); }
unsigned __ballot_sync(unsigned, int value) {
  const Fibers& f = *fibers;
  const uint64_t* all = exchange(value != 0);
  unsigned result = 0;
  for (unsigned t = f.warp_begin(); t < f.warp_end(); ++t) {
    result |= static_cast<unsigned>(!f.over[t] && all[t - f.warp_begin()]) << (t - f.warp_begin());
  }
  return result;
}
unsigned __shfl_sync(unsigned, unsigned value, int lane) { return static_cast<unsigned>(exchange(value)[lane & 31]); }
unsigned __shfl_up_sync(unsigned, unsigned value, unsigned by) {
  const unsigned lane = fibers->current % kWarp;
  return static_cast<unsigned>(exchange(value)[lane >= by ? lane - by : lane]);
}

namespace emulated {

void misuse(const char* call, const char* kind, const char* what, const void* handle) {
  std::fprintf(stderr, "emulated device: %s got a %s %s: %p\n", call, kind, what, handle);
  std::abort();
}

void enqueue(cudaStream_t stream, std::function<void()> f) { open_stream(stream, "a kernel").push(std::move(f)); }

void* shared() { return shared_bytes.data(); }

HostRead::HostRead(const void* from, size_t bytes) : from_(from), bytes_(bytes) {
  std::lock_guard lock(pinned_mutex);
  host_reads.emplace(reinterpret_cast<uintptr_t>(from), bytes);
}

HostRead::~HostRead() {
  std::lock_guard lock(pinned_mutex);
  for (auto at = host_reads.find(reinterpret_cast<uintptr_t>(from_)); at != host_reads.end(); ++at) {
    if (at->second != bytes_) continue;
    host_reads.erase(at);
    return;
  }
}

void run_blocks(dim3 grid, dim3 block, size_t shared, bool synced, const std::function<void()>& thread) {
  if (grid.y > 65535 || grid.z > 65535) {
    std::fprintf(stderr, "emulated device: a launch of %u x %u x %u blocks, and CUDA takes up to 65535 along y and z\n",
                 grid.x, grid.y, grid.z);
    std::abort();
  }
  gridDim = grid;
  blockDim = block;
  const size_t words = (shared + 7) / 8;
  if (shared_bytes.size() < words + kGuard / 8) shared_bytes.resize(words + kGuard / 8);
  const unsigned threads = block.x * block.y * block.z;
  synced_launch = synced;
  for (unsigned z = 0; z < grid.z; ++z) {
    for (unsigned y = 0; y < grid.y; ++y) {
      for (unsigned x = 0; x < grid.x; ++x) {
        blockIdx = dim3(x, y, z);
        set_guard(shared_bytes.data() + words);
        if (synced) {
          run_synced(threads, block, thread);
        } else {
          for (unsigned t = 0; t < threads; ++t) {
            place_thread(t, block);
            thread();
          }
        }
        check_guard(shared_bytes.data() + words, "shared memory");
      }
    }
  }
}

}  // namespace emulated

const char* cudaGetErrorName(cudaError_t e) {
  return e == cudaErrorMemoryAllocation ? "cudaErrorMemoryAllocation" : "cudaError";
}
const char* cudaGetErrorString(cudaError_t e) {
  return e == cudaErrorMemoryAllocation ? "out of memory" : "an error of the emulated device";
}

cudaError_t cudaGetDeviceCount(int* n) {
  const char* text = std::getenv("PENSTOCK_EMULATED_GPUS");
  *n = text ? std::atoi(text) : 2;
  return *n ? cudaSuccess : cudaErrorNoDevice;
}
cudaError_t cudaSetDevice(int device) {
  current_device = device;
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned) {
  *s = streams.open(new cudaStreamBody());
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* s, unsigned flags, int) {
  return cudaStreamCreateWithFlags(s, flags);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t s) {
  streams.close(s, __func__);
  s->state->end();
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t s) {
  open_stream(s, __func__).state->sync();
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned) {
  const auto state = open_event(e, __func__).state;
  const uint64_t n = state->recorded();
  open_stream(s, __func__).push([state, n] { state->wait(n); });
  return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned flags) {
  *e = events.open(new cudaEventBody());
  return flags & cudaEventInterprocess ? emulated::share_event(*(*e)->state) : cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t e) {
  events.close(e, __func__);
  emulated::forget_event(e->state.get());
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s) {
  const cudaEventBody& event = open_event(e, __func__);
  cudaStreamBody& stream = open_stream(s, __func__);
  if (event.device != stream.device) return cudaErrorInvalidResourceHandle;
  const auto state = event.state;
  const uint64_t n = state->record();
  stream.push([state, n] { state->reach(n); });
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t e) {
  const auto state = open_event(e, __func__).state;
  const uint64_t n = state->recorded();
  state->wait(n);
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t e) {
  return open_event(e, __func__).state->is_reached() ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  const auto time_of = [](cudaEvent_t e) {
    const auto state = open_event(e, "cudaEventElapsedTime").state;
    std::lock_guard lock(state->mutex);
    return state->when;
  };
  *milliseconds = std::chrono::duration<float, std::milli>(time_of(to) - time_of(from)).count();
  return cudaSuccess;
}

cudaError_t cudaMalloc(void** p, size_t n) { return emulated::allocate_shared(p, n); }
cudaError_t cudaFree(void* p) { return emulated::release_shared(p) ? cudaSuccess : release(device, p); }
// One pool for all devices. It keeps what is given back until it is trimmed, as far as its size tells.
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  *pool = &pooled;
  return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void* value) {
  std::lock_guard lock(pinned_mutex);
  *static_cast<uint64_t*>(value) = pooled.reserved;
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) {
  std::lock_guard lock(pinned_mutex);
  pooled.reserved = pooled.used;
  return cudaSuccess;
}
cudaError_t cudaMallocFromPoolAsync(void** p, size_t n, cudaMemPool_t, cudaStream_t) {
  const cudaError_t e = allocate(device, p, n);
  if (e == cudaSuccess) pooled.add(n);
  return e;
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t s) {
  open_stream(s, __func__).push([p] {
    pooled.remove(p);
    release(device, p);
  });
  return cudaSuccess;
}
cudaError_t cudaMallocHost(void** p, size_t n) { return allocate(pinned, p, n); }
cudaError_t cudaFreeHost(void* p) { return release(pinned, p); }
cudaError_t cudaHostRegister(void* p, size_t n, unsigned) {
  std::lock_guard lock(pinned_mutex);
  pinned[reinterpret_cast<uintptr_t>(p)] = n;
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* p) {
  std::lock_guard lock(pinned_mutex);
  const auto range = pinned.find(reinterpret_cast<uintptr_t>(p));
  for (const auto& [from, bytes] : host_reads) {
    if (range == pinned.end() || from >= range->first + range->second || from + bytes <= range->first) continue;
    std::fprintf(stderr, "emulated device: host memory was unlocked while the device reads it\n");
    std::abort();
  }
  return pinned.erase(reinterpret_cast<uintptr_t>(p)) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t n, cudaMemcpyKind, cudaStream_t s) {
  cudaStreamBody& stream = open_stream(s, __func__);
  if (pageable(from)) {
    // Like CUDA, copies the source first: it may change as soon as the call returns.
    std::shared_ptr<char[]> kept(new char[n ? n : 1]);
    std::memcpy(kept.get(), from, n);
    stream.push([to, kept, n] { std::memcpy(to, kept.get(), n); });
  } else {
    stream.push([to, from, n, read = std::make_shared<emulated::HostRead>(from, n)]() mutable {
      std::memcpy(to, from, n);
      read.reset();
    });
  }
  if (pageable(to)) stream.state->sync();
  return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t s) {
  for (size_t y = 0; y < height; ++y) {
    cudaMemcpyAsync(static_cast<char*>(to) + y * to_pitch, static_cast<const char*>(from) + y * from_pitch, width, kind,
                    s);
  }
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int v, size_t n, cudaStream_t s) {
  open_stream(s, __func__).push([=] { std::memset(to, v, n); });
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total) {
  *total = kDeviceMemory;
  *free_bytes = *total - device_memory_in_use();
  return cudaSuccess;
}
