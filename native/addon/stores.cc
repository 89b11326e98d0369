// The functions for object stores: the HTTP client in JavaScript takes requests and hands answers over.
#include <memory>

#include "addon/env.h"
#include "dataset/stores/object_store.h"

namespace penstock {
namespace {

// storeOpen(): the handle of a client. Requests wait for it from now on.
Napi::Value store_open_fn(const Napi::CallbackInfo& info) {
  return to_number(info.Env(), adopt(info.Env(), ObjectStore::instance().serve()));
}

// storeTake(server, listener): JSON: StoreWork, the requests that have come since the last call. The listener, of the
// same environment, is called when there are more.
Napi::Value store_take_fn(const Napi::CallbackInfo& info) {
  ObjectStore& store = ObjectStore::instance();
  const auto server = Handles::instance().get<StoreServer>(to_handle(info[0]));
  const auto listener = static_cast<uint32_t>(to_handle(info[1]));
  const bool first = store.listen(*server, [listener] { wake_listener(listener); });
  // It goes with this thread's environment.
  if (first) adopt(info.Env(), std::make_shared<StoreThread>(server));
  return Napi::String::New(info.Env(), store.take(*server));
}

// storeEnd(server, cause): the client has failed. Its requests fail with the cause, unless another client takes them.
Napi::Value store_end_fn(const Napi::CallbackInfo& info) {
  const auto server = Handles::instance().get<StoreServer>(to_handle(info[0]));
  ObjectStore::instance().close(server.get(), to_text(info[1]));
  return info.Env().Undefined();
}

// storeGive(id, bytes: Uint8Array | null, expected, end | null): adds bytes to the answer, or ends it with a JSON text.
Napi::Value store_give_fn(const Napi::CallbackInfo& info) {
  ObjectStore& store = ObjectStore::instance();
  const int64_t number = info[0].As<Napi::Number>().Int64Value();
  if (info[1].IsTypedArray()) {
    const Span bytes = to_span(info[1]);
    store.give(number, bytes.data, bytes.size, static_cast<size_t>(info[2].As<Napi::Number>().Int64Value()));
  }
  if (!info[3].IsString()) return info.Env().Undefined();
  store.end(number, FetchEnd::of(to_text(info[3])));
  return info.Env().Undefined();
}

}  // namespace

void export_stores(Napi::Env env, Napi::Object exports) {
  EXPORT("storeOpen", store_open_fn);
  EXPORT("storeTake", store_take_fn);
  EXPORT("storeEnd", store_end_fn);
  EXPORT("storeGive", store_give_fn);
}

}  // namespace penstock
