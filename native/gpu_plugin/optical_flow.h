// The optical flow engine: the driver's library, whose binary interface of version 2.0 is described here in the part
// that penstock calls, and sessions with it, which are kept from batch to batch.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>
#include <memory>

#include "gpu_plugin/gpu_op.h"

namespace penstock::gpu {

namespace flow {

inline constexpr uint32_t kVersion = 2 << 4;

enum Status : int {
  kSuccess,
  kNotAvailable,
  kUnsupportedDevice,
  kDeviceLost,
  kInvalidPointer,
  kInvalidParameter,
  kInvalidCall,
  kInvalidVersion,
  kOutOfMemory,
  kNotInitialized,
  kUnsupportedFeature,
  kFailed
};
enum Format : int { kGray = 1, kAbgr = 3, kTwoShorts = 5 };
enum Usage : int { kInput = 1, kOutput = 2, kHints = 3 };
inline constexpr int kModeFlow = 1, kDeviceMemory = 2;
inline constexpr int kSlow = 5, kMedium = 10, kFast = 20;

struct Start {
  uint32_t width, height;
  int32_t output_grid, hint_grid;
  int32_t mode, level;
  int32_t takes_hints, gives_costs;
  void* reserved;
  int32_t disparity_range, regions;
};
struct BufferKind {
  uint32_t width, height;
  int32_t usage, format;
};
struct Strides {
  struct {
    uint32_t row, column;  // bytes of a row; rows
  } plane[3];
  uint32_t planes;
};
struct Input {
  void *frame, *reference, *hints;  // buffers
  int32_t without_temporal_hints;
  uint32_t padding;
  void* reserved;
  uint32_t padding2, region_count;
  void* regions;
};
struct Output {
  void *vectors, *costs;  // buffers
  void* reserved;
};

// In the library's order.
struct Functions {
  int (*create)(void* context, void** session);
  int (*start)(void* session, const Start*);
  int (*create_buffer)(void* session, const BufferKind*, int memory, void** buffer);
  void* (*array_of)(void* buffer);
  unsigned long long (*address_of)(void* buffer);
  int (*strides_of)(void* buffer, Strides*);
  int (*set_streams)(void* session, cudaStream_t in, cudaStream_t out);
  int (*execute)(void* session, const Input*, Output*);
  int (*destroy_buffer)(void* buffer);
  int (*destroy)(void* session);
  int (*last_error)(void* session, char* text, uint32_t* size);
  int (*abilities)(void* session, int which, uint32_t* values, uint32_t* count);
};

// Loads the library at the first call. Throws CUDA_UNAVAILABLE; a later call tries again. In optical_flow_library.cu,
// or test/emulated_gpu/optical_flow.cc.
const Functions& functions();
// The CUDA context of the calling thread.
void* current_context();

}  // namespace flow

// The properties that all frames of a session share.
struct FlowKind {
  Device* device;
  int32_t width, height, output_grid, hint_grid, level;
  bool gray, hints;
  bool operator==(const FlowKind& o) const {
    return device == o.device && width == o.width && height == o.height && output_grid == o.output_grid &&
           hint_grid == o.hint_grid && level == o.level && gray == o.gray && hints == o.hints;
  }
};

// A buffer of a session, in device memory.
class FlowBuffer {
 public:
  FlowBuffer() = default;
  FlowBuffer(void* session, const flow::BufferKind&);
  FlowBuffer(FlowBuffer&& o) noexcept { *this = static_cast<FlowBuffer&&>(o); }
  FlowBuffer& operator=(FlowBuffer&&) noexcept;
  ~FlowBuffer();

  void* handle() const { return handle_; }
  template <class T>
  T* data() const {
    return static_cast<T*>(data_);
  }
  int64_t row() const { return row_; }  // in bytes

 private:
  void *handle_ = nullptr, *data_ = nullptr;
  int64_t row_ = 0;
};

// The engine's state for frames of one kind. It is used in one stream at a time.
class FlowSession {
 public:
  explicit FlowSession(const FlowKind&);
  ~FlowSession();
  FlowSession(const FlowSession&) = delete;

  const Device& device() const { return *kind.device; }

  const FlowKind kind;
  FlowBuffer frames[2], vectors, hints;

  // Queues the vectors of frames[current] from the other one.
  void queue(int current, bool temporal_hints);

 private:
  friend class FlowLease;
  void* handle_ = nullptr;
  cudaEvent_t done_ = nullptr;  // of the work that is queued
};

// A session for work in a stream, until the lease ends. Others wait for that work.
class FlowLease {
 public:
  FlowLease(const FlowKind&, cudaStream_t);
  ~FlowLease();
  FlowLease(const FlowLease&) = delete;
  FlowSession& operator*() const { return *session_; }
  // All work is queued: the session may be used again.
  void keep();

 private:
  const cudaStream_t stream_;
  std::unique_ptr<FlowSession> session_;
};

// Ends those of the GPU that wait.
void end_idle_flow_sessions(const Device&);

}  // namespace penstock::gpu
