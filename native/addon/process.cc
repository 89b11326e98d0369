// The functions for the process: what it can do, the threads of its pool, its end, and ranges for profilers.
#include "addon/env.h"
#include "core/handles.h"
#include "core/nvtx.h"
#include "core/running.h"
#include "core/thread_pool.h"
#include "formats/video/library.h"
#include "system_info.h"

namespace penstock {
namespace {

// info(probeCodecs?): JSON with the ABI hash, SIMD level, CPU budget, codecs, formats of data and the number of open
// handles.
Napi::Value info_fn(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), system_info(Handles::instance().size(), info[0].ToBoolean()));
}

// configure({poolThreads?, contextThreads?, vipsPath?, videoPlugin?, videoCure?}): sets what holds for the process: the
// threads that the pool has at least, the threads of imperative contexts that were made without a number (0: the
// default), the path of libvips, that of the video plugin and what to do where it cannot be loaded. Returns whether
// such a context has begun to work, in any thread.
Napi::Value configure_fn(const Napi::CallbackInfo& info) {
  ThreadPool& pool = ThreadPool::instance();
  const Napi::Value least = field(info[0], "poolThreads"), own = field(info[0], "contextThreads");
  const Napi::Value vips = field(info[0], "vipsPath");
  if (least.IsNumber()) pool.reserve(to_int(least));
  if (own.IsNumber()) pool.imperative_threads = to_int(own);
  if (vips.IsString()) set_codec_library(to_text(vips));
  const Napi::Value video = field(info[0], "videoPlugin"), cure = field(info[0], "videoCure");
  if (video.IsString() && cure.IsString()) video::set_plugin_path(to_text(video), to_text(cure));
  return Napi::Boolean::New(info.Env(), pool.imperative_started);
}

// Pool threads belong to the process, so a pin ends with its owner, also when that is a worker that is terminated.
struct PinnedThreads : Object {
  const int number;
  explicit PinnedThreads(int number) : number(number) {}
  ~PinnedThreads() override { ThreadPool::instance().unpin(number); }
};

// pinThreads(threads, cpus: Int32Array, gpu | null): pins the first `threads` threads of the pool until the returned
// handle is closed: one to each of cpus, and the rest to the CPUs near the GPU.
Napi::Value pin_threads_fn(const Napi::CallbackInfo& info) {
  const Span cpus = to_span(info[1]);
  const auto* ids = reinterpret_cast<const int32_t*>(cpus.data);
  const int number = ThreadPool::instance().pin(to_int(info[0]), {ids, ids + cpus.size / sizeof(int32_t)},
                                                info[2].IsNumber() ? gpu_cpus(to_int(info[2])) : CpuSet{});
  return to_number(info.Env(), adopt(info.Env(), std::make_shared<PinnedThreads>(number)));
}

// threadGroup(): a number for work that shares a limit on threads and has no other number for it.
Napi::Value thread_group_fn(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), ThreadPool::new_group());
}

// endProcess(code, graceSeconds): prepares the end of the process; see core/running.h.
Napi::Value end_process_fn(const Napi::CallbackInfo& info) {
  end_process(to_int(info[0]), info[1].As<Napi::Number>().DoubleValue());
  return info.Env().Undefined();
}

// range(name | null): begins a range of this thread for profilers, or ends the last one. Nothing happens where no
// profiler listens.
Napi::Value range_fn(const Napi::CallbackInfo& info) {
  if (!nvtx::listens()) return info.Env().Undefined();
  if (info[0].IsString()) {
    nvtx::begin(to_text(info[0]).c_str());
  } else {
    nvtx::end();
  }
  return info.Env().Undefined();
}

}  // namespace

void export_process(Napi::Env env, Napi::Object exports) {
  EXPORT("info", info_fn);
  EXPORT("configure", configure_fn);
  EXPORT("pinThreads", pin_threads_fn);
  EXPORT("threadGroup", thread_group_fn);
  EXPORT("endProcess", end_process_fn);
  EXPORT("range", range_fn);
}

}  // namespace penstock
