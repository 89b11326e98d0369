// Converts between N-API values and C++: arguments, shared memory, errors. Only the addon's files use N-API.
#pragma once
#include <napi.h>

#include <string>

#include "program/sample_error.h"

namespace penstock {

struct Span {
  uint8_t* data;
  size_t size;
};

// Node.js 20 refuses napi_get_arraybuffer_info for a SharedArrayBuffer, but accepts a Uint8Array over it.
inline Span to_span(const Napi::Value& v) {
  napi_typedarray_type type;
  size_t length = 0, offset = 0;
  void* data = nullptr;
  napi_value buffer;
  if (!v.IsTypedArray() || napi_get_typedarray_info(v.Env(), v, &type, &length, &data, &buffer, &offset) != napi_ok) {
    fail(ErrorCode::INTERNAL, "expected a typed array");
  }
  static constexpr size_t kBytes[] = {1, 1, 1, 2, 2, 4, 4, 4, 8, 8, 8};
  return {static_cast<uint8_t*>(data), length * kBytes[type]};
}

inline int to_int(const Napi::Value& v) {
  if (!v.IsNumber()) fail(ErrorCode::INTERNAL, "expected a number");
  return v.As<Napi::Number>().Int32Value();
}

inline int64_t to_int64(const Napi::Value& v) {
  if (!v.IsNumber()) fail(ErrorCode::INTERNAL, "expected a number");
  return v.As<Napi::Number>().Int64Value();
}

// A handle: a number in the table of native objects (core/handles.h).
inline int64_t to_handle(const Napi::Value& v) {
  if (!v.IsNumber()) fail(ErrorCode::INTERNAL, "expected a handle");
  return v.As<Napi::Number>().Int64Value();
}

inline std::string to_text(const Napi::Value& v) {
  if (!v.IsString()) fail(ErrorCode::INTERNAL, "expected a string");
  return v.As<Napi::String>().Utf8Value();
}

// Converts to an error with the fields of PipelineErrorInfo, from which src/native.ts makes the PipelineError.
inline Napi::Error to_js(Napi::Env env, const Error& e) {
  Napi::Error out = Napi::Error::New(env, e.message);
  Napi::Object o = out.Value();
  o.Set("code", kErrorNames[static_cast<int>(e.code)]);
  if (!e.hint.empty()) o.Set("hint", e.hint);
  if (const auto* s = dynamic_cast<const SampleError*>(&e)) {
    if (!s->op.empty()) o.Set("op", s->op);
    if (!s->call_site.empty()) o.Set("callSite", s->call_site);
    if (s->index >= 0) {
      o.Set("index", Napi::Number::New(env, static_cast<double>(s->index)));
      o.Set("source", s->source);
    }
  }
  return out;
}

}  // namespace penstock
