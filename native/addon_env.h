// What every export needs of its environment: the handles that it opened, and exceptions as JavaScript errors.
#pragma once
#include <napi.h>

#include <set>
#include <unordered_map>

#include "convert.h"
#include "core/boundary.h"
#include "core/handles.h"
#include "output_views.h"

namespace penstock {

// What one environment opened, closed with it.
struct EnvState {
  std::set<int> handles;
  std::unordered_map<int, Napi::ObjectReference> keep;
  OutputViews outputs;
  ~EnvState() {
    for (int h : handles) Handles::instance().close(h);
  }
};

inline int adopt(Napi::Env env, std::shared_ptr<Object> object) {
  const int handle = Handles::instance().add(std::move(object));
  env.GetInstanceData<EnvState>()->handles.insert(handle);
  return handle;
}

template <Napi::Value (*F)(const Napi::CallbackInfo&)>
Napi::Value guarded(const Napi::CallbackInfo& info) {
  try {
    return F(info);
  } catch (const Napi::Error&) {
    throw;  // JavaScript's own: an exception is pending
  } catch (const Error& e) {
    throw to_js(info.Env(), e);
  } catch (...) {
    throw to_js(info.Env(), caught());
  }
}

// Calls what listen() was given under this number; nothing where its environment is gone.
void wake_listener(uint32_t number);

// Imperative mode's functions; see addon_eval.cc.
void export_eval(Napi::Env env, Napi::Object exports);
// Its streams; see addon_stream.cc.
void export_streams(Napi::Env env, Napi::Object exports);

}  // namespace penstock
