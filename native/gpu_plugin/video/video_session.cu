// See video_session.h.
#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "gpu_plugin/idle_sessions.h"
#include "gpu_plugin/video/video_session.h"

namespace penstock::gpu {
namespace {

// Sessions of a GPU that wait.
constexpr int kMostIdle = 32;

IdleSessions<VideoSession>& idle() {
  static auto* list = new IdleSessions<VideoSession>(kMostIdle);  // never destroyed: the driver may have ended before
  return *list;
}

CUVIDDECODECAPS caps_of(const Device& device, const VideoFormat& f) {
  static std::mutex mutex;
  static auto* known = new std::map<std::tuple<int, int, int>, CUVIDDECODECAPS>();
  std::lock_guard lock(mutex);
  const auto key = std::make_tuple(device.id, static_cast<int>(f.codec), f.depth);
  if (const auto found = known->find(key); found != known->end()) return found->second;
  CUVIDDECODECAPS caps = {};
  caps.eCodecType = f.codec;
  caps.eChromaFormat = cudaVideoChromaFormat_420;
  caps.nBitDepthMinus8 = static_cast<unsigned>(f.depth - 8);
  device.enter();
  check_cuvid(cuvid_library().cuvidGetDecoderCaps(&caps), "telling what they take");
  return known->emplace(key, caps).first->second;
}

unsigned even(unsigned n) { return (n + 1) / 2 * 2; }

}  // namespace

void expect_supported(const Device& device, const VideoFormat& f) {
  const CUVIDDECODECAPS caps = caps_of(device, f);
  const unsigned format = f.depth > 8 ? cudaVideoSurfaceFormat_P016 : cudaVideoSurfaceFormat_NV12;
  if (!caps.bIsSupported || !(caps.nOutputFormatMask >> format & 1)) {
    fail(ErrorCode::UNSUPPORTED, "the codec with %d bits", f.depth);
  }
  const uint64_t blocks = uint64_t{(f.width + 15) / 16} * ((f.height + 15) / 16);
  if (f.width < caps.nMinWidth || f.height < caps.nMinHeight) fail(ErrorCode::UNSUPPORTED, "small frames");
  if (f.width > caps.nMaxWidth || f.height > caps.nMaxHeight || blocks > caps.nMaxMBCount) {
    fail(ErrorCode::UNSUPPORTED, "large frames");
  }
}

VideoSession::VideoSession(Device& device, const VideoFormat& f)
    : device_(device), format_(f), max_width_(f.width), max_height_(f.height) {
  device.enter();
  CUVIDDECODECREATEINFO info = {};
  info.CodecType = f.codec;
  info.ChromaFormat = cudaVideoChromaFormat_420;
  info.bitDepthMinus8 = static_cast<tcu_ulong>(f.depth - 8);
  info.OutputFormat = f.depth > 8 ? cudaVideoSurfaceFormat_P016 : cudaVideoSurfaceFormat_NV12;
  info.DeinterlaceMode = cudaVideoDeinterlaceMode_Weave;
  info.ulCreationFlags = cudaVideoCreate_PreferCUVID;
  info.ulNumDecodeSurfaces = f.surfaces;
  info.ulNumOutputSurfaces = kOutputs;
  info.ulWidth = info.ulMaxWidth = f.width;
  info.ulHeight = info.ulMaxHeight = f.height;
  info.ulTargetWidth = even(f.width);
  info.ulTargetHeight = even(f.height);
  try {
    for (Output& o : outputs_) {
      check(cudaEventCreateWithFlags(&o.read, cudaEventDisableTiming | cudaEventBlockingSync), "making an event");
    }
    check_cuvid(cuvid_library().cuvidCreateDecoder(&raw_, &info), "making a session");
  } catch (...) {
    for (const Output& o : outputs_) {
      if (o.read) cudaEventDestroy(o.read);
    }
    throw;
  }
}

VideoSession::~VideoSession() {
  cudaSetDevice(device_.id);
  for (Output& o : outputs_) {
    if (o.queued) cudaEventSynchronize(o.read);
    if (o.at) cuvid_library().cuvidUnmapVideoFrame64(raw_, o.at);
    cudaEventDestroy(o.read);
  }
  cuvid_library().cuvidDestroyDecoder(raw_);
}

bool VideoSession::is_for(const VideoFormat& f) const {
  return suits(f) && f.width == format_.width && f.height == format_.height && f.surfaces <= format_.surfaces;
}

bool VideoSession::suits(const VideoFormat& f) const {
  return f.codec == format_.codec && f.depth == format_.depth && f.width <= max_width_ && f.height <= max_height_;
}

void VideoSession::change(const VideoFormat& f) {
  unmap_all();
  CUVIDRECONFIGUREDECODERINFO info = {};
  info.ulWidth = f.width;
  info.ulHeight = f.height;
  info.ulTargetWidth = even(f.width);
  info.ulTargetHeight = even(f.height);
  info.ulNumDecodeSurfaces = std::max(f.surfaces, format_.surfaces);
  check_cuvid(cuvid_library().cuvidReconfigureDecoder(raw_, &info), "changing a session");
  const unsigned surfaces = info.ulNumDecodeSurfaces;
  format_ = f;
  format_.surfaces = surfaces;
}

void VideoSession::unmap(Output& o) {
  if (o.queued) check(cudaEventSynchronize(o.read), "waiting for an event");
  o.queued = false;
  const unsigned long long at = std::exchange(o.at, 0);
  if (at) check_cuvid(cuvid_library().cuvidUnmapVideoFrame64(raw_, at), "taking a frame back");
}

// Those that no kernel was queued for belong to a video that was given up.
void VideoSession::unmap_all() {
  for (Output& o : outputs_) unmap(o);
}

VideoSession::Output& VideoSession::map(const CUVIDPARSERDISPINFO& shown, cudaStream_t stream) {
  Output* to = nullptr;
  for (Output& o : outputs_) {
    if (o.at && o.queued && cudaEventQuery(o.read) == cudaSuccess) unmap(o);
    if (!o.at) to = &o;
  }
  cudaGetLastError();
  for (int i = 0; !to && i < kOutputs; ++i) {
    if (!outputs_[i].queued) continue;
    unmap(outputs_[i]);
    to = &outputs_[i];
  }
  if (!to) fail(ErrorCode::UNSUPPORTED, "too many frames at once");
  CUVIDPROCPARAMS how = {};
  how.progressive_frame = 1;
  how.top_field_first = shown.top_field_first;
  how.output_stream = reinterpret_cast<CUstream>(stream);
  check_cuvid(cuvid_library().cuvidMapVideoFrame64(raw_, shown.picture_index, &to->at, &to->pitch, &how),
              "giving a frame");
  return *to;
}

void VideoSession::queued(Output& o, cudaStream_t stream) {
  o.queued = true;
  check(cudaEventRecord(o.read, stream), "recording an event");
}

std::unique_ptr<VideoSession> take_session(Device& device, const VideoFormat& f) {
  const auto fits = [&](const VideoSession& s) {
    return s.is_for(f) ? Fit::same : s.suits(f) ? Fit::changed : Fit::none;
  };
  return idle().take(device, fits, [&](std::unique_ptr<VideoSession> found) {
    if (!found) return std::make_unique<VideoSession>(device, f);
    if (!found->is_for(f)) found->change(f);
    return found;
  });
}

void give_back_session(std::unique_ptr<VideoSession> session) { idle().give_back(std::move(session)); }

void end_idle_video_sessions(const Device& device) { idle().end(device); }

}  // namespace penstock::gpu
