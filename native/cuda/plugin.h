// The table of functions between the addon and the CUDA plugin. The addon loads the plugin at run time and calls it
// through this table only; neither links against the other. Plain types cross it, never an exception: a function
// returns 0, or 1 + the ErrorCode of what went wrong, whose text last_error() holds for the calling thread.
// All functions may be called from any thread; a Stream, Event or Context must not be used by two at once.
#pragma once
#include <cstdint>

#include "core/tensor.h"

namespace penstock::gpu {

inline constexpr uint32_t kPluginVersion = 1;
inline constexpr const char* kPluginEntry = "penstock_cuda_table";

struct Device;   // a GPU; one per id for the process, never closed
struct Stream;   // a stream of its own, which does not wait for the default stream
struct Event;    // a point in a stream
struct Context;  // what the kernels of one program use besides their inputs and outputs: see gpu_op.h
struct Op;       // an operator's kernels
struct Jpeg;     // a JPEG decoder; see jpeg_open

struct DeviceInfo {
  char name[128];
  int id, major, minor, multiprocessors;
  int64_t memory, free_memory;
  int64_t pool_bytes;  // what this process's pool has reserved
};

// One operator over `count` samples. Pointers are to host memory, but for TensorView::data of inputs and outputs.
struct OpRun {
  int count = 0, num_inputs = 0, num_outputs = 0;
  const void* const* args = nullptr;       // per sample
  const void* const* states = nullptr;     // per sample: what setup() left
  const TensorView* const* in = nullptr;   // in[i][sample]
  const TensorView* const* out = nullptr;  // out[i][sample]
};

// An encoded image and where its pixels go: `height` rows of `width` pixels of 3 bytes (1 where gray), `pitch` apart.
struct JpegImage {
  const uint8_t* data;
  int64_t size;
  void* out;
  int64_t pitch;
  int width, height;
};

struct JpegInfo {
  int engines, cores;       // hardware decoder; 0 where there is none
  int version;              // of nvJPEG: major * 1000 + minor * 10
  const char* no_hardware;  // why there are no engines; null where there are
};

using ChargeFn = bool (*)(void* user, int64_t bytes);  // false: the budget does not hold them; negative: given back

struct Table {
  uint32_t version;
  const char* abi_hash;    // of abi.json: both sides must share their layouts
  const char* built_with;  // e.g. "CUDA 13.0"
  bool emulated;           // a stand-in for tests that computes on the CPU

  const char* (*last_error)();

  int (*device_count)(int* count);
  int (*device_info)(int id, DeviceInfo*);
  int (*device_open)(int id, Device**);

  int (*stream_open)(Device*, Stream**);
  void (*stream_close)(Stream*);
  void* (*stream_raw)(Stream*);                       // cudaStream_t
  int (*stream_adopt)(Device*, void* raw, Stream**);  // a user's stream; close it too, which leaves the user's alone
  int (*stream_sync)(Stream*);

  int (*event_open)(Device*, Event**);
  void (*event_close)(Event*);
  void* (*event_raw)(Event*);  // cudaEvent_t
  int (*event_record)(Event*, Stream*);
  int (*event_wait)(Event*, Stream*);  // what is queued on the stream from now on comes after the event
  int (*event_sync)(Event*);           // blocks the calling thread
  int (*event_done)(Event*, bool* done);

  // Stream-ordered: usable in the stream at once, in others after an event. The pool keeps what is released.
  int (*alloc)(Device*, Stream*, int64_t bytes, void**);
  int (*release)(Device*, Stream*, void*);
  int (*trim)(Device*, int64_t* freed);

  int (*copy)(Stream*, void* to, const void* from, int64_t bytes);  // the addresses tell the direction
  int (*fill)(Stream*, void* to, int byte, int64_t bytes);
  int (*pin)(void* host, int64_t bytes);
  int (*unpin)(void* host);
  // 100 ms of work, or so: for tests of what waits for what.
  int (*busy)(Stream*, double milliseconds);

  const Op* (*find_op)(const char* name);  // null: none of that name
  int (*context_open)(Device*, Stream*, ChargeFn, void* user, Context**);
  void (*context_close)(Context*);
  // A batch's kernels stand between these two.
  int (*context_begin)(Context*);
  int (*context_end)(Context*);
  int (*run)(const Op*, Context*, const OpRun*);

  // JPEG on the GPU. CUDA_UNAVAILABLE where nvJPEG is not installed. `fancy`: interpolated chroma. Files must stay as
  // they are until the stream is past the call. After an error nothing is on its way to the outputs: UNSUPPORTED is for
  // the CPU to decode, and BAD_SAMPLE too, for the CPU decides what is bad.
  int (*jpeg_open)(Device*, bool fancy, Jpeg**, JpegInfo*);
  void (*jpeg_close)(Jpeg*);
  // The hardware engines decode a whole list, `n` at most `most`. Asynchronous: complete when the stream is. DANGER:
  // the engines start at once, whatever is queued on the stream; the outputs must be free when this is called. `state`:
  // 0 or 1, by one caller at a time; waits for that state's last call. An error means that none is decoded.
  int (*jpeg_hardware)(Jpeg*, int state, const JpegImage*, int n, bool gray, Stream*);
  // Whether the hardware takes such an image. Reads the header only.
  int (*jpeg_hardware_takes)(Jpeg*, const uint8_t* data, int64_t size, bool* takes);
  // Entropy decoding on the calling thread, the rest on the GPU. `thread`: one of up to 256 states; two calls on one
  // take turns. Asynchronous, in stream order; waits for the state's last call but one.
  int (*jpeg_hybrid)(Jpeg*, int thread, const JpegImage*, bool gray, Stream*);
};

}  // namespace penstock::gpu
