// What every exported function needs from its environment: the handles that it has opened, and exceptions as JavaScript
// errors.
#pragma once
#include <napi.h>

#include <set>
#include <unordered_map>
#include <vector>

#include "addon/convert.h"
#include "addon/output_views.h"
#include "core/boundary.h"
#include "core/handles.h"
#include "gpu_host/copier.h"

namespace penstock {

struct Bell;
struct Memory;

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
// Takes a handle away from its environment, and returns what it stood for; null if it was closed before.
inline std::shared_ptr<Object> disown(Napi::Env env, Handle handle) {
  EnvState& state = *env.GetInstanceData<EnvState>();
  state.handles.erase(handle);
  state.keep.erase(handle);
  return Handles::instance().close(handle);
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

// A field of an options object.
inline Napi::Value field(const Napi::Value& options, const char* name) { return options.As<Napi::Object>().Get(name); }
// A handle in an options object; 0 when there is none.
inline Handle handle_of(const Napi::Value& options, const char* name) {
  const Napi::Value value = field(options, name);
  return value.IsNumber() ? to_handle(value) : 0;
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

// Gives an object a function.
#define EXPORT(name, fn) exports.Set(name, Napi::Function::New<guarded<fn>>(env, name))

// Calls the callback that listen() was given under this number; does nothing when its environment is gone.
void wake_listener(uint32_t number);
// The bell at an offset of a block of shared memory.
Bell& bell_at(Memory& block, uint32_t offset);

// A subject's functions, in the file of its name; src/native has a file with their types beside each.
void export_bridge(Napi::Env env, Napi::Object exports);
void export_datasets(Napi::Env env, Napi::Object exports);
void export_devices(Napi::Env env, Napi::Object exports);
void export_eval(Napi::Env env, Napi::Object exports);
void export_handles(Napi::Env env, Napi::Object exports);
void export_mailboxes(Napi::Env env, Napi::Object exports);
void export_outputs(Napi::Env env, Napi::Object exports);
void export_process(Napi::Env env, Napi::Object exports);
void export_programs(Napi::Env env, Napi::Object exports);
void export_stores(Napi::Env env, Napi::Object exports);
void export_videos(Napi::Env env, Napi::Object exports);

}  // namespace penstock
