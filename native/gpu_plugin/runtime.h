// The plugin's objects of a GPU: its memory pool, and its streams and events, each of which knows its GPU.
#pragma once
#include <cuda_runtime.h>

#include <atomic>
#include <mutex>

#include "gpu_plugin/gpu_op.h"
#include "gpu_plugin/plugin.h"

namespace penstock::gpu {

struct Device {
  int id;
  int multiprocessors = 1;
  cudaMemPool_t pool = nullptr;
  cudaStream_t housekeeping = nullptr;  // for frees that follow no other work

  explicit Device(int id);
  void enter() const { check(cudaSetDevice(id), "choosing the GPU"); }
  std::atomic<int64_t> kept = 0;  // bytes of allocate_kept()
  std::atomic<int> contexts = 0;  // that are open
};

struct Stream {
  Device* device;
  cudaStream_t raw;
  bool own;
};

struct Event {
  Device* device;
  cudaEvent_t raw;
};

// Runs the body, and turns an exception into a return value and last_error().
int guard_call(void (*body)(void*), void* self);
template <class F>
int guarded(F&& f) {
  return guard_call([](void* self) { (*static_cast<F*>(self))(); }, &f);
}

int device_count();
Device& open_device(int id);
DeviceInfo device_info(int id);
void* allocate(Device&, cudaStream_t, int64_t bytes);
void release(Device&, cudaStream_t, void*);
int64_t trim_pool(Device&);
// Ends the sessions of the GPU's engines that wait for their next use.
void end_idle_sessions(Device&);
// Memory that stays for many batches: the device gives and takes exactly that, where the pool has it in pieces of 32
// MiB and keeps what is given back. Usable in all streams at once; given back when all work is over.
void* allocate_kept(Device&, int64_t bytes);
void release_kept(Device&, void*, int64_t bytes);
void* export_memory(Device&, int64_t bytes, IpcHandle&);
cudaEvent_t export_event(Device&, IpcHandle&);
void keep_busy(cudaStream_t, double milliseconds);

// JPEG; see plugin.h. In nvjpeg.cu, or test/emulated_gpu/jpeg.cc.
int jpeg_open(Device*, bool fancy, Jpeg**);
void jpeg_close(Jpeg*);
const char* jpeg_refusal(Jpeg*, const uint8_t* data, int64_t size);
int jpeg_hardware(Jpeg*, int state, const JpegImage*, int n, bool gray, Stream*);
int nvjpeg_version(int* version);

extern const Op kDecodeWindow;  // not an operator: the last step of decoding
const Op* const* gpu_ops();     // null-terminated; generated

}  // namespace penstock::gpu
