// Sessions with the optical flow engine; see optical_flow.h.
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "core/error.h"
#include "gpu_plugin/idle_sessions.h"
#include "gpu_plugin/optical_flow.h"
#include "gpu_plugin/runtime.h"

namespace penstock::gpu {
namespace {

// Sessions of a GPU that wait.
constexpr int kMostIdle = 4;

const char* status_name(int status) {
  switch (status) {
    case flow::kNotAvailable: return "there is no engine";
    case flow::kUnsupportedDevice: return "the GPU is not supported";
    case flow::kDeviceLost: return "the GPU is gone";
    case flow::kInvalidPointer: return "invalid pointer";
    case flow::kInvalidParameter: return "invalid parameter";
    case flow::kInvalidCall: return "call in a wrong order";
    case flow::kInvalidVersion: return "invalid version";
    case flow::kOutOfMemory: return "out of memory";
    case flow::kNotInitialized: return "not initialised";
    case flow::kUnsupportedFeature: return "unsupported feature";
    default: return "a failure without a name";
  }
}

ErrorCode code_of(int status) {
  switch (status) {
    case flow::kNotAvailable:
    case flow::kUnsupportedDevice:
    case flow::kInvalidParameter:
    case flow::kUnsupportedFeature: return ErrorCode::UNSUPPORTED;
    case flow::kOutOfMemory: return ErrorCode::OUT_OF_MEMORY;
    default: return ErrorCode::INTERNAL;
  }
}

void check_flow(int status, const char* what, void* session = nullptr) {
  if (status == flow::kSuccess) return;
  char details[256] = "";
  uint32_t size = sizeof details;
  if (session && flow::functions().last_error(session, details, &size) != flow::kSuccess) details[0] = 0;
  details[sizeof details - 1] = 0;
  std::string text = std::string("The optical flow engine failed while ") + what + ": " + status_name(status);
  if (details[0]) text += std::string(" (") + details + ")";
  throw Error(code_of(status), text);
}

IdleSessions<FlowSession>& idle() {
  static auto* list = new IdleSessions<FlowSession>(kMostIdle);  // never destroyed: the driver may have ended before
  return *list;
}

std::unique_ptr<FlowSession> take(const FlowKind& kind) {
  const auto fits = [&](const FlowSession& s) { return s.kind == kind ? Fit::same : Fit::none; };
  return idle().take(*kind.device, fits, [&](std::unique_ptr<FlowSession> same) {
    return same ? std::move(same) : std::make_unique<FlowSession>(kind);
  });
}

uint32_t squares(int32_t pixels, int32_t grid) { return static_cast<uint32_t>((pixels + grid - 1) / grid); }

}  // namespace

FlowBuffer::FlowBuffer(void* session, const flow::BufferKind& kind) {
  const flow::Functions& f = flow::functions();
  check_flow(f.create_buffer(session, &kind, flow::kDeviceMemory, &handle_), "making a buffer", session);
  flow::Strides strides = {};
  const int status = f.strides_of(handle_, &strides);
  data_ = reinterpret_cast<void*>(static_cast<uintptr_t>(f.address_of(handle_)));
  row_ = strides.plane[0].row;
  if (status == flow::kSuccess && data_ && row_) return;
  f.destroy_buffer(handle_);
  handle_ = nullptr;
  check_flow(status ? status : flow::kFailed, "asking for a buffer's memory", session);
}

FlowBuffer& FlowBuffer::operator=(FlowBuffer&& o) noexcept {
  std::swap(handle_, o.handle_);
  std::swap(data_, o.data_);
  std::swap(row_, o.row_);
  return *this;
}

FlowBuffer::~FlowBuffer() {
  if (handle_) flow::functions().destroy_buffer(handle_);
}

FlowSession::FlowSession(const FlowKind& k) : kind(k) {
  const flow::Functions& f = flow::functions();
  check_flow(f.create(flow::current_context(), &handle_), "opening a session");
  try {
    flow::Start start = {};
    start.width = static_cast<uint32_t>(k.width);
    start.height = static_cast<uint32_t>(k.height);
    start.output_grid = k.output_grid;
    start.hint_grid = k.hint_grid;
    start.mode = flow::kModeFlow;
    start.level = k.level;
    start.takes_hints = k.hints;
    check_flow(f.start(handle_, &start), "starting a session", handle_);
    const auto buffer = [&](int32_t grid, int usage, int format) {
      return FlowBuffer(handle_, {squares(k.width, grid), squares(k.height, grid), usage, format});
    };
    for (FlowBuffer& frame : frames) frame = buffer(1, flow::kInput, k.gray ? flow::kGray : flow::kAbgr);
    vectors = buffer(k.output_grid, flow::kOutput, flow::kTwoShorts);
    if (k.hints) hints = buffer(k.hint_grid, flow::kHints, flow::kTwoShorts);
    check(cudaEventCreateWithFlags(&done_, cudaEventDisableTiming), "making an event");
  } catch (...) {
    for (FlowBuffer* b : {&frames[0], &frames[1], &vectors, &hints}) *b = FlowBuffer();
    f.destroy(handle_);
    throw;
  }
}

FlowSession::~FlowSession() {
  cudaEventSynchronize(done_);
  cudaEventDestroy(done_);
  for (FlowBuffer* b : {&frames[0], &frames[1], &vectors, &hints}) FlowBuffer ended(std::move(*b));
  flow::functions().destroy(handle_);
}

void FlowSession::queue(int current, bool temporal_hints) {
  flow::Input in = {};
  in.frame = frames[current].handle();
  in.reference = frames[1 - current].handle();
  in.hints = hints.handle();
  in.without_temporal_hints = !temporal_hints;
  flow::Output out = {};
  out.vectors = vectors.handle();
  check_flow(flow::functions().execute(handle_, &in, &out), "queueing a frame", handle_);
}

FlowLease::FlowLease(const FlowKind& kind, cudaStream_t stream) : stream_(stream), session_(take(kind)) {
  check(cudaStreamWaitEvent(stream, session_->done_, 0), "waiting for an event");
  check_flow(flow::functions().set_streams(session_->handle_, stream, stream), "choosing a stream", session_->handle_);
}

FlowLease::~FlowLease() {
  // After a failure nothing is known of the session: it ends when its work is over.
  if (session_) cudaEventRecord(session_->done_, stream_);
}

void FlowLease::keep() {
  check(cudaEventRecord(session_->done_, stream_), "recording an event");
  idle().give_back(std::move(session_));
}

void end_idle_flow_sessions(const Device& device) { idle().end(device); }

}  // namespace penstock::gpu
