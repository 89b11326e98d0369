// The functions for outputs: ordinary ArrayBuffers over slots, and notifying JavaScript when one of them is gone.
#include <algorithm>

#include "addon/env.h"
#include "gpu_host/shared_memory.h"

namespace penstock {

struct Lent {
  double id;
  int64_t bytes;  // 0 once they are in V8's count again
  std::shared_ptr<Memory> memory;
  Napi::ObjectReference owner;  // keeps the JavaScript object that owns the memory
};

void OutputViews::add(Napi::Env env, double id, napi_value object, bool strong, Lent* lent) {
  napi_ref ref;
  if (napi_create_reference(env, object, strong ? 1 : 0, &ref) != napi_ok) {
    fail(ErrorCode::INTERNAL, "cannot refer to an output");
  }
  views_[id] = {ref, strong, lent};
}

void OutputViews::end(Napi::Env env, double id, bool detach) {
  const auto found = views_.find(id);
  if (found == views_.end()) return;
  napi_value object = nullptr;
  bool buffer = false;
  if (detach && napi_get_reference_value(env, found->second.ref, &object) == napi_ok && object &&
      napi_is_arraybuffer(env, object, &buffer) == napi_ok && buffer) {
    // A buffer that is detached already has handed its memory to another one, which V8 goes on counting.
    bool detached = true;
    napi_is_detached_arraybuffer(env, object, &detached);
    if (!detached && found->second.lent) count_again(env, *found->second.lent);
    napi_detach_arraybuffer(env, object);
  }
  remove(env, id);
}

void OutputViews::remove(Napi::Env env, double id) {
  const auto found = views_.find(id);
  if (found == views_.end()) return;
  napi_delete_reference(env, found->second.ref);
  views_.erase(found);
}

Napi::Value OutputViews::weaken(Napi::Env env, double id) {
  const auto found = views_.find(id);
  napi_value object = nullptr;
  if (found == views_.end() || napi_get_reference_value(env, found->second.ref, &object) != napi_ok || !object) {
    return env.Null();
  }
  if (found->second.strong) {
    found->second.strong = false;
    napi_reference_unref(env, found->second.ref, nullptr);
  }
  return {env, object};
}

std::vector<double> OutputViews::collect(Napi::Env env, const Napi::Function& gc) {
  // Views whose object exists and has its own memory. No local handle to them may be open while the collector runs.
  std::vector<double> candidates;
  for (auto& [id, view] : views_) {
    Napi::HandleScope scope(env);
    napi_value object = nullptr;
    bool detached = false;
    if (napi_get_reference_value(env, view.ref, &object) != napi_ok || !object || view.moved) continue;
    view.moved = napi_is_detached_arraybuffer(env, object, &detached) == napi_ok && detached;
    if (view.strong) napi_reference_unref(env, view.ref, nullptr);
    if (view.moved) view.strong = false;
    if (!view.moved) candidates.push_back(id);
  }
  {
    Napi::HandleScope scope(env);
    gc.Call({});
  }
  std::vector<double> gone;
  for (const double id : candidates) {
    Napi::HandleScope scope(env);
    View& view = views_.at(id);
    napi_value object = nullptr;
    if (napi_get_reference_value(env, view.ref, &object) == napi_ok && object) {
      if (view.strong) napi_reference_ref(env, view.ref, nullptr);
      continue;
    }
    gone.push_back(id);
    remove(env, id);
  }
  return gone;
}

namespace {

// V8 begins to mark all objects when its count is 64 MiB above the least count since the last collection, and it
// regards what the count is above that as part of its heap.
constexpr int64_t kSwing = 60 << 20;
constexpr int64_t kFirstBias = 512 << 20, kMaxBias = int64_t{2} << 30;

int64_t adjust(Napi::Env env, int64_t bytes) {
  int64_t total = 0;
  napi_adjust_external_memory(env, bytes, &total);
  return total;
}

}  // namespace

void OutputViews::listen(Napi::Env env, const Napi::Function& listener) {
  listener_ = Napi::Persistent(listener);
  bias_ = kFirstBias;
  least_ = adjust(env, bias_);
}

int64_t OutputViews::before(Napi::Env env, int64_t bytes) {
  const int64_t now = adjust(env, 0);
  least_ = std::min(least_, now);
  int64_t back = 0, more = 0;
  if (uncounted_ + bytes > bias_) {
    // The increase makes the collector run once; the new least count is the count at that time.
    back = owed_;
    if (bias_ < kMaxBias || uncounted_ + bytes - back > bias_) more = std::max(bias_, uncounted_ + bytes);
    bias_ += more;
    least_ = now + more + back;
  }
  const int64_t late = std::clamp<int64_t>(least_ + kSwing - now - more - back, 0, bytes);
  const int64_t change = more + back - (bytes - late);
  if (change) adjust(env, change);
  owed_ -= back;
  uncounted_ += bytes - back;
  return late;
}

void OutputViews::after(Napi::Env env, int64_t late) {
  if (late) adjust(env, -late);
}

void OutputViews::count_again(Napi::Env env, Lent& lent) {
  const int64_t now = std::clamp<int64_t>(least_ + kSwing - adjust(env, 0), 0, lent.bytes);
  adjust(env, now);
  uncounted_ -= now;
  lent.bytes -= now;
}

void OutputViews::freed(Napi::Env env, double id, int64_t bytes) {
  owed_ += bytes;
  if (!views_.count(id)) return;
  remove(env, id);
  listener_.Call({Napi::Number::New(env, id)});
}

namespace {

OutputViews& views_of(Napi::Env env) { return env.GetInstanceData<EnvState>()->outputs; }

void end_lent(napi_env raw, void*, void* hint) {
  const Napi::Env env(raw);
  std::unique_ptr<Lent> lent(static_cast<Lent*>(hint));
  // The environment may be ending: its state is then gone and no JavaScript can be called.
  auto* state = env.GetInstanceData<EnvState>();
  if (!state) return;
  try {
    state->outputs.freed(env, lent->id, lent->bytes);
  } catch (const Napi::Error&) {
  }
}

// view(memory, bytes, id, strong): an ArrayBuffer over the first bytes of shared memory that was opened here;
// null when the runtime allows no external ArrayBuffers.
Napi::Value view_fn(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto handle = to_handle(info[0]);
  auto memory = Handles::instance().get<Memory>(handle);
  EnvState& state = *env.GetInstanceData<EnvState>();
  const auto owner = state.keep.find(handle);
  if (owner == state.keep.end()) fail(ErrorCode::INTERNAL, "memory of another thread");
  const auto bytes = static_cast<size_t>(info[1].As<Napi::Number>().Int64Value());
  uint8_t* data = memory->at(0, bytes);
  const double id = info[2].As<Napi::Number>().DoubleValue();
  auto* lent = new Lent{id, static_cast<int64_t>(bytes), std::move(memory), Napi::Persistent(owner->second.Value())};
  const int64_t late = state.outputs.before(env, lent->bytes);
  napi_value buffer = nullptr;
  const napi_status status = napi_create_external_arraybuffer(env, data, bytes, end_lent, lent, &buffer);
  state.outputs.after(env, late);
  if (status == napi_no_external_buffers_allowed) {
    // The only failure after which Node.js does not call the finalizer.
    end_lent(env, nullptr, lent);
    return env.Null();
  }
  if (status != napi_ok) {
    bool thrown = false;
    napi_value ignored = nullptr;
    if (napi_is_exception_pending(env, &thrown) == napi_ok && thrown) napi_get_and_clear_last_exception(env, &ignored);
    fail(ErrorCode::OUT_OF_MEMORY, "no ArrayBuffer of %zu bytes", bytes);
  }
  state.outputs.add(env, id, buffer, info[3].ToBoolean(), lent);
  return {env, buffer};
}

// watch(object, id, strong): watches an object that has memory of its own, like a view.
Napi::Value watch_fn(const Napi::CallbackInfo& info) {
  const double id = info[1].As<Napi::Number>().DoubleValue();
  auto* lent = new Lent{id, 0, nullptr, {}};
  if (napi_add_finalizer(info.Env(), info[0], nullptr, end_lent, lent, nullptr) != napi_ok) {
    delete lent;
    fail(ErrorCode::INTERNAL, "cannot watch an output");
  }
  views_of(info.Env()).add(info.Env(), id, info[0], info[2].ToBoolean(), nullptr);
  return info.Env().Undefined();
}

// end(id, detach): ends a view whose memory was released. With `detach`, an ArrayBuffer over it is detached.
Napi::Value end_fn(const Napi::CallbackInfo& info) {
  views_of(info.Env()).end(info.Env(), info[0].As<Napi::Number>().DoubleValue(), info[1].ToBoolean());
  return info.Env().Undefined();
}

// detach(buffer): detaches an ArrayBuffer that has memory of its own.
Napi::Value detach_fn(const Napi::CallbackInfo& info) {
  info[0].As<Napi::ArrayBuffer>().Detach();
  return info.Env().Undefined();
}

// weaken(id): from now on the collector may take the view like any other object. Returns the object; null if it
// is gone.
Napi::Value weaken_fn(const Napi::CallbackInfo& info) {
  return views_of(info.Env()).weaken(info.Env(), info[0].As<Napi::Number>().DoubleValue());
}

// collect(gc): calls gc(); returns the numbers of the views that were collected.
Napi::Value collect_fn(const Napi::CallbackInfo& info) {
  const auto gone = views_of(info.Env()).collect(info.Env(), info[0].As<Napi::Function>());
  auto list = Napi::Array::New(info.Env(), gone.size());
  for (size_t i = 0; i < gone.size(); ++i) list[static_cast<uint32_t>(i)] = Napi::Number::New(info.Env(), gone[i]);
  return list;
}

// outputs(callback): the functions of this environment's views. The callback gets the number of each view whose memory
// was freed, except for views that collect() has returned.
Napi::Value outputs_fn(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  views_of(env).listen(env, info[0].As<Napi::Function>());
  Napi::Object exports = Napi::Object::New(env);
  EXPORT("view", view_fn);
  EXPORT("watch", watch_fn);
  EXPORT("weaken", weaken_fn);
  EXPORT("end", end_fn);
  EXPORT("collect", collect_fn);
  return exports;
}

}  // namespace

void export_outputs(Napi::Env env, Napi::Object exports) {
  EXPORT("outputs", outputs_fn);
  EXPORT("detach", detach_fn);
}

}  // namespace penstock
