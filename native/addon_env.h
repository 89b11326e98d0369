// What every exported function needs from its environment: the handles that it has opened, and exceptions as JavaScript
// errors.
#pragma once
#include <napi.h>

#include <set>
#include <unordered_map>
#include <vector>

#include "convert.h"
#include "core/boundary.h"
#include "core/handles.h"
#include "gpu/copier.h"
#include "output_views.h"

namespace penstock {

// The state of one environment: the handles that it has opened, which are closed with it.
struct EnvState {
  std::set<Handle> handles;
  std::unordered_map<Handle, Napi::ObjectReference> keep;
  // Copies from GPUs into arrays of this environment.
  std::shared_ptr<gpu::PendingReads> reads = std::make_shared<gpu::PendingReads>();
  OutputViews outputs;
  ~EnvState() {
    // The environment frees the arrays after this.
    reads->close();
    for (Handle h : handles) Handles::instance().close(h);
  }
};

inline Handle adopt(Napi::Env env, std::shared_ptr<Object> object) {
  const Handle handle = Handles::instance().add(std::move(object));
  env.GetInstanceData<EnvState>()->handles.insert(handle);
  return handle;
}
// Like adopt(), with a number that fits in a bell's waiting word.
inline Handle adopt_word(Napi::Env env, std::shared_ptr<Object> object) {
  const Handle handle = Handles::instance().add_word(std::move(object));
  env.GetInstanceData<EnvState>()->handles.insert(handle);
  return handle;
}
inline Napi::Value to_number(Napi::Env env, Handle handle) {
  return Napi::Number::New(env, static_cast<double>(handle));
}
inline std::vector<Handle> to_handles(const Napi::Value& value) {
  if (!value.IsArray()) fail(ErrorCode::INTERNAL, "expected an array of handles");
  const auto list = value.As<Napi::Array>();
  std::vector<Handle> handles(list.Length());
  for (uint32_t i = 0; i < handles.size(); ++i) handles[i] = to_handle(list[i]);
  return handles;
}

// An ArrayBuffer over memory that `owner` keeps alive. Throws UNSUPPORTED when Node.js allows no external ArrayBuffers,
// or none of this size.
inline Napi::ArrayBuffer external_buffer(Napi::Env env, uint8_t* data, size_t bytes, std::shared_ptr<Object> owner) {
  using Owner = std::shared_ptr<Object>;
  auto* keep = new Owner(std::move(owner));
  napi_value buffer = nullptr;
  // Napi::ArrayBuffer::New() is not used: after a failure it frees `keep`, which Node.js also does through the
  // finalizer.
  const auto finalize = [](napi_env, void*, void* hint) { delete static_cast<Owner*>(hint); };
  const napi_status status = napi_create_external_arraybuffer(env, data, bytes, finalize, keep, &buffer);
  if (status == napi_ok) return {env, buffer};
  bool thrown = false;
  napi_value ignored = nullptr;
  if (napi_is_exception_pending(env, &thrown) == napi_ok && thrown) napi_get_and_clear_last_exception(env, &ignored);
  if (status == napi_no_external_buffers_allowed) {
    // The only failure after which Node.js does not call the finalizer.
    delete keep;
    throw Error(ErrorCode::UNSUPPORTED, "This runtime does not allow arrays over memory outside of its heap");
  }
  throw Error(
      ErrorCode::UNSUPPORTED,
      "Expected a result that fits into one array of this Node.js but received " + std::to_string(bytes) + " bytes",
      "Ask for fewer samples at once, or for smaller ones; Node.js 22 has larger arrays than 20");
}

template <Napi::Value (*F)(const Napi::CallbackInfo&)>
Napi::Value guarded(const Napi::CallbackInfo& info) {
  try {
    return F(info);
  } catch (const Napi::Error&) {
    throw;  // a JavaScript exception is pending
  } catch (const Error& e) {
    throw to_js(info.Env(), e);
  } catch (...) {
    throw to_js(info.Env(), caught());
  }
}

// Calls the callback that listen() was given under this number; does nothing when its environment is gone.
void wake_listener(uint32_t number);

// Imperative mode's functions; see addon_eval.cc.
void export_eval(Napi::Env env, Napi::Object exports);
// Imperative mode's streams; see addon_stream.cc.
void export_streams(Napi::Env env, Napi::Object exports);
// Data sets of readers; see addon_dataset.cc.
void export_datasets(Napi::Env env, Napi::Object exports);
// The client of object stores; see addon_stores.cc.
void export_stores(Napi::Env env, Napi::Object exports);
// Serving other processes; see addon_bridge.cc.
void export_bridge(Napi::Env env, Napi::Object exports);

}  // namespace penstock
