// Sessions of the GPU's video engines. Making one takes as long as decoding dozens of frames, so those that are given
// back wait for the next video, whose geometry they are changed to where it fits. A session always gives whole coded
// frames: which part of them is shown is the business of the kernel that makes pixels, so no session has it from the
// video before.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "gpu_plugin/runtime.h"
#include "gpu_plugin/video/cuvid_library.h"

namespace penstock::gpu {

// What a stream needs of a session. Frames are 4:2:0.
struct VideoFormat {
  cudaVideoCodec codec;
  int depth;
  unsigned width, height;  // as coded
  unsigned surfaces;       // that decoding uses at once
};

// Throws UNSUPPORTED where the engines do not take it. Each kind of format is asked for once per process.
void expect_supported(const Device&, const VideoFormat&);

class VideoSession {
 public:
  // Memory that decoded frames are copied to for kernels: so many at once.
  static constexpr int kOutputs = 8;

  VideoSession(Device&, const VideoFormat&);
  VideoSession(const VideoSession&) = delete;
  ~VideoSession();

  // Whether the session can be changed to the format.
  bool suits(const VideoFormat&) const;
  // Whether it need not be changed.
  bool is_for(const VideoFormat&) const;
  void change(const VideoFormat&);

  CUvideodecoder raw() const { return raw_; }
  const VideoFormat& format() const { return format_; }
  Device& device() const { return device_; }

  // A decoded frame in memory that kernels read.
  struct Output {
    unsigned long long at = 0;  // 0: free
    unsigned pitch = 0;
    cudaEvent_t read = nullptr;  // after the kernels that read it
    bool queued = false;         // `read` is recorded
  };
  // Waits until a frame is decoded, and queues its copy. Throws UNSUPPORTED where too many wait for kernels.
  Output& map(const CUVIDPARSERDISPINFO&, cudaStream_t);
  // The kernels that read it are queued.
  void queued(Output&, cudaStream_t);
  // Of the rows of luma in an output, behind which chroma lies.
  int64_t output_rows() const { return (format_.height + 1) / 2 * 2; }

 private:
  void unmap(Output&);
  void unmap_all();

  Device& device_;
  VideoFormat format_;
  const unsigned max_width_, max_height_;
  CUvideodecoder raw_ = nullptr;
  Output outputs_[kOutputs];
};

// A session for the format: one that waits, or a new one. Throws UNSUPPORTED and OUT_OF_MEMORY.
std::unique_ptr<VideoSession> take_session(Device&, const VideoFormat&);
void give_back_session(std::unique_ptr<VideoSession>);
// Ends those of the GPU that wait.
void end_idle_video_sessions(const Device&);

}  // namespace penstock::gpu
