// The plugin's entry point: its table of functions, thin wrappers over runtime.cu, context.cu and the operators.
#include <cstring>

#include "gpu_plugin/jpeg/jpeg_decoder.h"
#include "gpu_plugin/optical_flow.h"
#include "gpu_plugin/plugin.h"
#include "gpu_plugin/runtime.h"
#include "gpu_plugin/video/video_decoder.h"
#include "plugin_layout.h"

#define PENSTOCK_TEXT2(x) #x
#define PENSTOCK_TEXT(x) PENSTOCK_TEXT2(x)

namespace penstock::gpu {

const char* last_error();

namespace {

int event_open(Device* d, Event** out) {
  return guarded([&] {
    d->enter();
    cudaEvent_t raw = nullptr;
    check(cudaEventCreateWithFlags(&raw, cudaEventDisableTiming | cudaEventBlockingSync), "making an event");
    *out = new Event{d, raw};
  });
}

int stream_open(Device* d, Stream** out) {
  return guarded([&] {
    d->enter();
    cudaStream_t raw = nullptr;
    check(cudaStreamCreateWithFlags(&raw, cudaStreamNonBlocking), "making a stream");
    *out = new Stream{d, raw, true};
  });
}

void stream_close(Stream* s) {
  if (s->own) {
    cudaSetDevice(s->device->id);
    cudaStreamDestroy(s->raw);
  }
  delete s;
}

void event_close(Event* e) {
  cudaSetDevice(e->device->id);
  cudaEventDestroy(e->raw);
  delete e;
}

int event_done(Event* e, bool* done) {
  return guarded([&] {
    const cudaError_t state = cudaEventQuery(e->raw);
    *done = state == cudaSuccess;
    if (state == cudaErrorNotReady) {
      cudaGetLastError();
    } else {
      check(state, "asking for an event");
    }
  });
}

int copy(Stream* s, void* to, const void* from, int64_t bytes) {
  return guarded([&] {
    s->device->enter();
    if (bytes > 0) check(cudaMemcpyAsync(to, from, static_cast<size_t>(bytes), cudaMemcpyDefault, s->raw), "copying");
  });
}

const Op* find_op(const char* name) {
  if (!std::strcmp(kDecodeWindow.name, name)) return &kDecodeWindow;
  for (const Op* const* op = gpu_ops(); *op; ++op) {
    if (!std::strcmp((*op)->name, name)) return *op;
  }
  return nullptr;
}

}  // namespace

void end_idle_sessions(Device& device) {
  device.enter();
  end_idle_flow_sessions(device);
  end_idle_video_sessions(device);
}

namespace {

int video_open(Device* d, Stream* s, VideoCodec codec, int64_t max_pixels, VideoDecoder** out) {
  return guarded([&] { *out = new VideoDecoder(*d, s->raw, codec, max_pixels); });
}

int run(const Op* op, Context* context, const OpRun* r) {
  return guarded([&] {
    Run given(*r, *context);
    op->run(given);
  });
}

const Table kTable = {
    kPluginVersion,
    kPluginLayout,
#ifdef PENSTOCK_EMULATED
    "no CUDA: emulated",
    true,
#else
    "CUDA " PENSTOCK_TEXT(__CUDACC_VER_MAJOR__) "." PENSTOCK_TEXT(__CUDACC_VER_MINOR__),
    false,
#endif
    last_error,
    [](int* n) { return guarded([&] { *n = device_count(); }); },
    [](int id, DeviceInfo* info) { return guarded([&] { *info = device_info(id); }); },
    [](int id, Device** out) { return guarded([&] { *out = &open_device(id); }); },
    stream_open,
    stream_close,
    [](Stream* s) { return static_cast<void*>(s->raw); },
    [](Device* d, void* raw, Stream** out) {
      return guarded([&] { *out = new Stream{d, static_cast<cudaStream_t>(raw), false}; });
    },
    [](Stream* s) { return guarded([&] { check(cudaStreamSynchronize(s->raw), "waiting for a stream"); }); },
    event_open,
    event_close,
    [](Event* e) { return static_cast<void*>(e->raw); },
    [](Event* e, Stream* s) {
      return guarded([&] {
        s->device->enter();
        check(cudaEventRecord(e->raw, s->raw), "recording an event");
      });
    },
    [](Event* e, Stream* s) {
      return guarded([&] {
        s->device->enter();
        check(cudaStreamWaitEvent(s->raw, e->raw, 0), "ordering streams");
      });
    },
    [](Event* e) { return guarded([&] { check(cudaEventSynchronize(e->raw), "waiting for an event"); }); },
    event_done,
    [](Device* d, Stream* s, int64_t bytes, void** out) {
      return guarded([&] { *out = allocate(*d, s ? s->raw : d->housekeeping, bytes); });
    },
    [](Device* d, Stream* s, void* p) { return guarded([&] { release(*d, s ? s->raw : d->housekeeping, p); }); },
    [](Device* d, bool sessions, int64_t* freed) {
      return guarded([&] {
        if (sessions) end_idle_sessions(*d);
        *freed = trim_pool(*d);
      });
    },
    [](Device* d, int64_t bytes, void** out) { return guarded([&] { *out = allocate_kept(*d, bytes); }); },
    [](Device* d, void* p, int64_t bytes) { return guarded([&] { release_kept(*d, p, bytes); }); },
    [](Device* d, int64_t bytes, void** out, IpcHandle* handle) {
      return guarded([&] { *out = export_memory(*d, bytes, *handle); });
    },
    [](Device* d, void* p) {
      return guarded([&] {
        d->enter();
        check(cudaFree(p), "giving shared device memory back");
      });
    },
    [](Device* d, Event** out, IpcHandle* handle) {
      return guarded([&] { *out = new Event{d, export_event(*d, *handle)}; });
    },
    copy,
    [](Stream* s, void* to, int byte, int64_t bytes) {
      return guarded([&] {
        s->device->enter();
        if (bytes > 0) check(cudaMemsetAsync(to, byte, static_cast<size_t>(bytes), s->raw), "filling memory");
      });
    },
    [](void* p, int64_t n) {
      return guarded(
          [&] { check(cudaHostRegister(p, static_cast<size_t>(n), cudaHostRegisterPortable), "pinning memory"); });
    },
    [](void* p) { return guarded([&] { check(cudaHostUnregister(p), "unpinning memory"); }); },
    [](Stream* s, double ms) {
      return guarded([&] {
        s->device->enter();
        keep_busy(s->raw, ms);
      });
    },
    find_op,
    [](Device* d, Stream* s, ChargeFn charge, void* user, Context** out) {
      return guarded([&] { *out = new Context(d, s->raw, charge, user); });
    },
    [](Context* c) { delete c; },
    [](Context* c) { return guarded([&] { c->begin(); }); },
    [](Context* c) { return guarded([&] { c->end(); }); },
    [](Context* c, int64_t* freed) { return guarded([&] { *freed = c->trim(); }); },
    run,
    jpeg_open,
    jpeg_close,
    jpeg_refusal,
    jpeg_hardware,
    plan_jpeg,
    [](Device* d, Stream* s, int group, ChargeFn charge, void* user, JpegKernels** out) {
      return guarded([&] { *out = new JpegKernels(d, s, group, charge, user); });
    },
    [](JpegKernels* k) { delete k; },
    [](JpegKernels* k, const JpegKernelImage* images, int n, bool fancy, float share) {
      return guarded([&] { k->decode(images, n, fancy, share); });
    },
    [](JpegKernels* k, const uint32_t** doubts, double* seconds) {
      return guarded([&] { *doubts = k->wait(*seconds); });
    },
    [](JpegKernels* k, int64_t* freed) { return guarded([&] { *freed = k->trim(); }); },
    video_open,
    [](VideoDecoder* v) { delete v; },
    [](VideoDecoder* v) { return guarded([&] { v->begin(); }); },
    [](VideoDecoder* v, const uint8_t* data, int64_t size, int64_t tag) {
      return guarded([&] { v->decode(data, size, tag); });
    },
    [](VideoDecoder* v, int ahead, VideoPicture* p, bool* got) {
      return guarded([&] { *got = v->picture(ahead, *p); });
    },
    [](VideoDecoder* v, const VideoPixels* pixels) { return guarded([&] { v->pixels(*pixels); }); },
    [](VideoDecoder* v, int64_t* tag) { return guarded([&] { *tag = v->damaged(); }); },
    nvjpeg_version,
};

}  // namespace
}  // namespace penstock::gpu

extern "C" __attribute__((visibility("default"))) const penstock::gpu::Table* penstock_cuda_table() {
  return &penstock::gpu::kTable;
}
