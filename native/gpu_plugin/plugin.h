// The table of functions between the addon and the CUDA plugin. The addon loads the plugin at run time and calls it
// through this table only; neither links against the other. Plain types cross it, never an exception: a function
// returns 0, or 1 + the ErrorCode of what went wrong, whose text last_error() holds for the calling thread.
// All functions may be called from any thread; a Stream, Event or Context must not be used by two at once.
#pragma once
#include <cstdint>

#include "core/tensor.h"
#include "gpu_plugin/decode_window.h"
#include "gpu_plugin/jpeg/jpeg_plan.h"

namespace penstock {
struct SharedState;
namespace ops {
struct YuvMatrix;  // kernels/yuv/yuv.h
}
}  // namespace penstock

namespace penstock::gpu {

// The loader knows a table that it can use by its first two fields.
inline constexpr uint32_t kPluginVersion = 8;
inline constexpr const char* kPluginEntry = "penstock_cuda_table";

struct Device;        // a GPU; one per id for the process, never closed
struct Stream;        // a CUDA stream that does not wait for the default stream
struct Event;         // a point in a stream
struct Context;       // memory and stream of one program's kernels; see gpu_op.h
struct Op;            // an operator's kernels
struct Jpeg;          // the JPEG engines; see jpeg_open
struct JpegKernels;   // a JPEG decoder made of kernels; see jpeg_kernels_open
struct VideoDecoder;  // a video on its way through the video engines; see video_open

struct DeviceInfo {
  char name[128];
  int id, major, minor, multiprocessors;
  int64_t memory, free_memory;
  int64_t pool_bytes;  // what this process's pool has reserved, and other memory that it keeps for batches
  char bus[16];        // its place on the PCI bus, by which another process finds the same GPU: "0000:3b:00.0"
};

// What another process opens memory or an event of this one by: a cudaIpcMemHandle_t or a cudaIpcEventHandle_t.
struct IpcHandle {
  char bytes[64];
};

// One operator over `count` samples. Pointers are to host memory, except TensorView::data of inputs and outputs.
struct OpRun {
  int count = 0, num_inputs = 0, num_outputs = 0;
  const void* const* args = nullptr;       // per sample
  const void* const* states = nullptr;     // per sample: the state that setup() made
  const TensorView* const* in = nullptr;   // in[i][sample]
  const TensorView* const* out = nullptr;  // out[i][sample]
  const SharedState* shared = nullptr;     // what the operator's share() has made, in host memory
};

// An encoded image and the destination of its pixels: `height` rows of `width` pixels of 3 bytes (1 if gray), `pitch`
// bytes apart.
struct JpegImage {
  const uint8_t* data;
  int64_t size;
  void* out;
  int64_t pitch;
  int width, height;
};

// An image for the kernels: the file in host memory, what jpeg_plan found in it, and the window to decode. Windows have
// 1 channel for gray, else 3; of a gray file, 3 are equal. `from` is not used.
struct JpegKernelImage {
  const uint8_t* data;
  int64_t size;
  const JpegPlan* plan;
  DecodeWindow window;
};

enum class VideoCodec : int32_t { h264, hevc, vp9 };

// A frame that the video engines decode.
struct VideoPicture {
  int64_t tag;
  int32_t width, height, depth;
  int32_t matrix;  // matrix_coefficients of ITU-T H.273, as the stream says; 2: it does not
  bool full_range;
};

// Where the pixels of such a frame go: RGB, turned as EXIF's number says. They are made as whole numbers of 8 bits, or
// of 16 where `deep`, for which the matrix is; float32 is one over `unit`, times `scale`.
struct VideoPixels {
  void* out;
  const ops::YuvMatrix* matrix;
  int32_t orientation;
  DType dtype;  // uint8, uint16, float32
  bool deep;
  float unit, scale;
};

// Charges bytes to a memory budget; negative bytes are given back. Returns false when the budget is too small.
using ChargeFn = bool (*)(void* user, int64_t bytes);

struct Table {
  uint32_t version;
  const char* layout;      // kPluginLayout of plugin_layout.h: both sides must have read the same headers
  const char* built_with;  // e.g. "CUDA 13.0"
  bool emulated;           // a stand-in for tests that computes on the CPU

  const char* (*last_error)();

  int (*device_count)(int* count);
  int (*device_info)(int id, DeviceInfo*);
  int (*device_open)(int id, Device**);

  int (*stream_open)(Device*, Stream**);
  void (*stream_close)(Stream*);
  void* (*stream_raw)(Stream*);                       // cudaStream_t
  int (*stream_adopt)(Device*, void* raw, Stream**);  // wraps a user's stream; stream_close ends only the wrapper
  int (*stream_sync)(Stream*);

  int (*event_open)(Device*, Event**);
  void (*event_close)(Event*);
  void* (*event_raw)(Event*);  // cudaEvent_t
  int (*event_record)(Event*, Stream*);
  int (*event_wait)(Event*, Stream*);  // work queued on the stream from now on runs after the event
  int (*event_sync)(Event*);           // blocks the calling thread
  int (*event_done)(Event*, bool* done);

  // Stream-ordered: the memory can be used in the stream at once, in other streams after an event. The pool keeps
  // released memory.
  int (*alloc)(Device*, Stream*, int64_t bytes, void**);
  int (*release)(Device*, Stream*, void*);
  // Gives the device what the pool keeps and no one uses. `sessions`: those of the engines that wait end, too, as they
  // do with the last context of the GPU.
  int (*trim)(Device*, bool sessions, int64_t* freed);
  // Memory that stays for many batches, not of the pool: usable in all streams at once, and given back to the device
  // when all work is over.
  int (*keep)(Device*, int64_t bytes, void**);
  int (*drop)(Device*, void*, int64_t bytes);

  // Memory and events that other processes can open. The memory is not of the pool: it can be used in all streams at
  // once, and export_free, whose caller knows that all work is over, gives it back to the device. Other processes must
  // have closed it before. event_close ends the event.
  int (*export_alloc)(Device*, int64_t bytes, void**, IpcHandle*);
  int (*export_free)(Device*, void*);
  int (*export_event)(Device*, Event**, IpcHandle*);

  int (*copy)(Stream*, void* to, const void* from, int64_t bytes);  // the direction follows from the addresses
  int (*fill)(Stream*, void* to, int byte, int64_t bytes);
  int (*pin)(void* host, int64_t bytes);
  int (*unpin)(void* host);
  // Queues about that many milliseconds of work. Tests use it to see which work waits for which.
  int (*busy)(Stream*, double milliseconds);

  const Op* (*find_op)(const char* name);  // null: there is no operator of that name
  int (*context_open)(Device*, Stream*, ChargeFn, void* user, Context**);
  void (*context_close)(Context*);
  // A batch's kernels stand between these two.
  int (*context_begin)(Context*);
  int (*context_end)(Context*);
  // Between batches: gives the context's memory to the pool.
  int (*context_trim)(Context*, int64_t* freed);
  int (*run)(const Op*, Context*, const OpRun*);

  // JPEG by the GPU's engines, which nvJPEG drives. Fails with CUDA_UNAVAILABLE where nvJPEG is not installed, and with
  // UNSUPPORTED where the GPU has no engines. `fancy`: interpolated chroma.
  int (*jpeg_open)(Device*, bool fancy, Jpeg**);
  void (*jpeg_close)(Jpeg*);
  // Why the engines do not decode the file, or null. Reads the header only.
  const char* (*jpeg_refusal)(Jpeg*, const uint8_t* data, int64_t size);
  // Decodes a list of `n` images. Asynchronous: complete when the stream is. Files must not change until then. DANGER:
  // the engines start at once and do not wait for earlier work of the stream, so the outputs must be free when this is
  // called. `state` is 0 or 1 and used by one caller at a time; the call waits for that state's last call. After an
  // error no image is decoded, and nothing writes to the outputs any more. After UNSUPPORTED and BAD_SAMPLE, which one
  // image of the list may have caused, another decoder decides which files are bad.
  int (*jpeg_hardware)(Jpeg*, int state, const JpegImage*, int n, bool gray, Stream*);

  // JPEG by kernels, a whole batch at a time; needs no nvJPEG. The bytes are libjpeg-turbo's.
  // Returns why the kernels do not decode the file, or null, in which case the plan is filled.
  const char* (*jpeg_plan)(const uint8_t* data, int64_t size, JpegPlan*);
  // A decoder for one stream, used by one thread at a time. The GPU decodes the batches of the decoders of one `group`
  // in the order in which they are queued, so that each is ready in its turn, and they share their memory, whose budget
  // they must share, too. 0: no group.
  int (*jpeg_kernels_open)(Device*, Stream*, int group, ChargeFn, void* user, JpegKernels**);
  void (*jpeg_kernels_close)(JpegKernels*);
  // Queues the work; files must not change until jpeg_kernels_wait has returned. `share`: of the GPU that the kernels
  // may take at most, above 0 and up to 1.
  int (*jpeg_kernels_decode)(JpegKernels*, const JpegKernelImage*, int n, bool fancy, float share);
  // Waits for the last call's work. `doubts` then has a value for each image: 0, or the bits of JpegDoubt, and then the
  // CPU has to decode the image. The list is valid until the next call. `seconds`: what the GPU took, with the copies
  // of the files, and with other work that ran at the same time.
  int (*jpeg_kernels_wait)(JpegKernels*, const uint32_t** doubts, double* seconds);
  // Gives the group's memory to the pool; the next batch takes it anew.
  int (*jpeg_kernels_trim)(JpegKernels*, int64_t* freed);

  // Videos by the GPU's video engines (NVDEC), which libnvcuvid drives. A VideoDecoder belongs to one video and is used
  // by one thread at a time; its pixels are made on the stream, which is the thread's too. Several decode at once,
  // which spreads them over the engines. All functions fail with UNSUPPORTED where the engines do not take the video,
  // with a short text, because statistics count it; then threads decode it.
  int (*video_open)(Device*, Stream*, VideoCodec, int64_t max_pixels, VideoDecoder**);
  // Waits for nothing: a later user of the engines' memory does.
  void (*video_close)(VideoDecoder*);
  // The next packet is one at which decoding may begin; what was decoded before is forgotten.
  int (*video_begin)(VideoDecoder*);
  // Decodes a packet. Packets of H.264 and HEVC are streams of bytes with start codes, and the first one has the
  // parameter sets. The picture has the packet's tag. Null: no packet follows.
  int (*video_decode)(VideoDecoder*, const uint8_t* data, int64_t size, int64_t tag);
  // The next picture in the order of showing, where at least `ahead` come after it, which the engines then decode
  // meanwhile.
  int (*video_picture)(VideoDecoder*, int ahead, VideoPicture*, bool* got);
  // Queues the pixels of that picture. Waits until the engines have decoded it.
  int (*video_pixels)(VideoDecoder*, const VideoPixels*);
  // The tag of a picture that the engines have found damaged since video_begin, each once; -1 where there is none.
  int (*video_damaged)(VideoDecoder*, int64_t* tag);

  // The version of nvJPEG: major * 1000 + minor * 10. Loads it; fails as jpeg_open does. Needs no GPU.
  int (*nvjpeg_version)(int* version);
};

}  // namespace penstock::gpu
