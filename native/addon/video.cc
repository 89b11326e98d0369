// What JavaScript asks of videos in memory.
#include "addon/env.h"
#include "formats/video/video_file.h"

namespace penstock {
namespace {

// videoFrames(bytes: Uint8Array, maxPixels): the number of its frames.
Napi::Value video_frames_fn(const Napi::CallbackInfo& info) {
  const Span bytes = to_span(info[0]);
  video::MemorySource source{bytes.data, static_cast<int64_t>(bytes.size)};
  const video::VideoFile file(source.source(), to_int64(info[1]));
  video::check_has_frames(file.index());
  return Napi::Number::New(info.Env(), static_cast<double>(file.frames()));
}

}  // namespace

void export_videos(Napi::Env env, Napi::Object exports) { EXPORT("videoFrames", video_frames_fn); }

}  // namespace penstock
