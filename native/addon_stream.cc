// The functions for CUDA streams of imperative mode, and for waiting for a GPU.
#include "addon_env.h"
#include "gpu/shared_memory.h"
#include "gpu/stream_object.h"

namespace penstock {
namespace {

std::shared_ptr<gpu::SharedStream> to_stream(const Napi::Value& handle) {
  return Handles::instance().get<StreamObject>(to_handle(handle))->stream;
}

// streamOpen(gpu, raw: BigInt | null): the handle of a user's cudaStream_t, or of a new stream.
Napi::Value stream_open_fn(const Napi::CallbackInfo& info) {
  const int gpu = to_int(info[0]);
  bool lossless = true;
  auto stream = info[1].IsBigInt() ? gpu::SharedStream::adopt(gpu, info[1].As<Napi::BigInt>().Uint64Value(&lossless))
                                   : gpu::SharedStream::open(gpu);
  return to_number(info.Env(), adopt(info.Env(), std::make_shared<StreamObject>(std::move(stream))));
}

// streamRaw(stream): its cudaStream_t as a BigInt.
Napi::Value stream_raw_fn(const Napi::CallbackInfo& info) {
  return Napi::BigInt::New(info.Env(), to_stream(info[0])->raw());
}

// streamSync(stream): blocks until the work queued on it so far is done.
Napi::Value stream_sync_fn(const Napi::CallbackInfo& info) {
  to_stream(info[0])->sync();
  return info.Env().Undefined();
}

// streamDefault(gpu, stream | 0 | null): the process's default stream of a GPU, a cudaStream_t as a BigInt, or null. A
// handle sets it first, 0 clears it first.
Napi::Value stream_default_fn(const Napi::CallbackInfo& info) {
  const int gpu = to_int(info[0]);
  if (info[1].IsNumber()) {
    gpu::SharedStream::set_standard(gpu, to_handle(info[1]) ? to_stream(info[1]) : nullptr);
  }
  const auto stream = gpu::SharedStream::standard(gpu);
  if (!stream) return info.Env().Null();
  return Napi::BigInt::New(info.Env(), stream->raw());
}

// deviceSync(memory): blocks until the part of a result in device memory is complete.
Napi::Value device_sync_fn(const Napi::CallbackInfo& info) {
  if (auto slot = Handles::instance().get<Memory>(to_handle(info[0]))->side.device()) slot->sync();
  return info.Env().Undefined();
}

}  // namespace

void export_streams(Napi::Env env, Napi::Object exports) {
#define EXPORT(name, fn) exports.Set(name, Napi::Function::New<guarded<fn>>(env, name))
  EXPORT("streamOpen", stream_open_fn);
  EXPORT("streamRaw", stream_raw_fn);
  EXPORT("streamSync", stream_sync_fn);
  EXPORT("streamDefault", stream_default_fn);
  EXPORT("deviceSync", device_sync_fn);
#undef EXPORT
}

}  // namespace penstock
