// A consumer of DLPack tensors for test/api/gpu/outputs.test.ts: it does what another library in the process would do
// with the address that dlpack() returns. Node.js loads it as a separate addon.
#include <node_api.h>

#include <cstring>
#include <string>
#include <thread>

#include "gpu_host/dlpack.h"

namespace {

using penstock::gpu::DLManagedTensor;

DLManagedTensor* tensor_of(napi_env env, napi_callback_info info, size_t* more, napi_value* rest) {
  napi_value args[2] = {};
  *more = 2;
  napi_get_cb_info(env, info, more, args, nullptr, nullptr);
  uint64_t address = 0;
  bool lossless = true;
  napi_get_value_bigint_uint64(env, args[0], &address, &lossless);
  *rest = args[1];
  return reinterpret_cast<DLManagedTensor*>(static_cast<uintptr_t>(address));
}

// describe(address): JSON
napi_value describe(napi_env env, napi_callback_info info) {
  size_t n;
  napi_value rest, out;
  const auto& t = tensor_of(env, info, &n, &rest)->tensor;
  std::string shape;
  for (int i = 0; i < t.ndim; ++i) shape += (i ? "," : "") + std::to_string(t.shape[i]);
  const std::string text = "{\"device\":[" + std::to_string(t.device.type) + "," + std::to_string(t.device.id) +
                           "],\"dtype\":[" + std::to_string(t.dtype.code) + "," + std::to_string(t.dtype.bits) + "," +
                           std::to_string(t.dtype.lanes) + "],\"shape\":[" + shape +
                           "],\"dense\":" + (t.strides ? "false" : "true") + ",\"at\":\"" +
                           std::to_string(reinterpret_cast<uintptr_t>(t.data) + t.byte_offset) + "\"}";
  napi_create_string_utf8(env, text.c_str(), text.size(), &out);
  return out;
}

// bytes(address, to: Uint8Array): copies the data, which the emulated GPU has in host memory.
napi_value bytes(napi_env env, napi_callback_info info) {
  size_t n, size;
  napi_value to, out;
  const auto& t = tensor_of(env, info, &n, &to)->tensor;
  void* data = nullptr;
  napi_get_typedarray_info(env, to, nullptr, &size, &data, nullptr, nullptr);
  std::memcpy(data, static_cast<const char*>(t.data) + t.byte_offset, size);
  napi_get_undefined(env, &out);
  return out;
}

// drop(address): calls the deleter on a thread of its own, as a library may do.
napi_value drop(napi_env env, napi_callback_info info) {
  size_t n;
  napi_value rest, out;
  DLManagedTensor* t = tensor_of(env, info, &n, &rest);
  std::thread([t] { t->deleter(t); }).join();
  napi_get_undefined(env, &out);
  return out;
}

napi_value init(napi_env env, napi_value exports) {
  const napi_property_descriptor all[] = {
      {"describe", nullptr, describe, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"bytes", nullptr, bytes, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"drop", nullptr, drop, nullptr, nullptr, nullptr, napi_default, nullptr}};
  napi_define_properties(env, exports, 3, all);
  return exports;
}

}  // namespace

NAPI_MODULE(dlpack_consumer, init)
