// A video on its way through the GPU's video engines: a parser of its own, and a session that it has for as long as it
// is open; see video_open in plugin.h. Used by one thread at a time.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <vector>

#include "gpu_plugin/plugin.h"
#include "gpu_plugin/video/video_session.h"

namespace penstock::gpu {

struct VideoDecoder {
  VideoDecoder(Device&, cudaStream_t, VideoCodec, int64_t max_pixels);
  VideoDecoder(const VideoDecoder&) = delete;
  ~VideoDecoder();

  void begin();
  void decode(const uint8_t* data, int64_t size, int64_t tag);
  bool picture(int ahead, VideoPicture&);
  void pixels(const VideoPixels&);
  int64_t damaged();

 private:
  // A picture in the order of showing.
  struct Shown {
    CUVIDPARSERDISPINFO info;
    int64_t tag;
    VideoSession::Output* mapped;  // null: it lies in the session's surface
  };

  int start(const CUVIDEOFORMAT&);
  void show(const CUVIDPARSERDISPINFO&);
  void decode_into(CUVIDPICPARAMS&);
  void free_surface(int surface);
  void ask_for_damage(int surface, bool wait);
  void end_parser();
  void forget(Shown&);
  void forget_shown();
  template <class F>
  int call(F body);

  Device& device_;
  const cudaStream_t stream_;
  const cudaVideoCodec codec_;
  const int64_t max_pixels_;
  CUvideoparser parser_ = nullptr;
  std::unique_ptr<VideoSession> session_;
  VideoPicture kind_{};  // what its pictures have in common
  std::deque<Shown> shown_;
  Shown last_{};                // that picture() gave
  bool has_last_ = false;       // its pixels may be asked for
  bool ended_ = false;          // no packet follows
  int64_t tag_ = 0;             // of the packet that is decoded
  std::vector<int64_t> tags_;   // by surface: of the packet that was decoded there last
  std::vector<int> unchecked_;  // surfaces of which the engines have not said yet whether they are damaged
  std::deque<int64_t> damaged_;
  std::exception_ptr failure_;  // of a callback
};

// Queues the kernel that makes the pixels of a frame whose luma is at `luma` and its chroma at `chroma`.
void make_video_pixels(const VideoPixels&, const VideoPicture&, const uint8_t* luma, const uint8_t* chroma,
                       int64_t pitch, cudaStream_t);

}  // namespace penstock::gpu
