// The functions for GPUs: what there is, the device memory of slots, and tensors for other libraries.
#include "addon/env.h"
#include "gpu_host/copier.h"
#include "gpu_host/dlpack.h"
#include "gpu_host/plugin_loader.h"
#include "gpu_host/shared_memory.h"
#include "gpu_host/stream_object.h"

namespace penstock {
namespace {

// gpu(pluginPath, cure, libraries): a description of the plugin, its GPUs and with `libraries` nvJPEG as JSON. Throws
// CUDA_UNAVAILABLE; `cure` is the hint where the plugin cannot be loaded.
Napi::Value gpu_fn(const Napi::CallbackInfo& info) {
  gpu::set_plugin_path(to_text(info[0]), to_text(info[1]));
  return Napi::String::New(info.Env(), gpu::gpu_info(info[2].As<Napi::Boolean>().Value()));
}

// deviceReserve(arena, gpu, bytes, block, account): takes device memory for a batch of so many bytes before the first
// one. Returns the bytes of device memory that the slot has, 0 where the budget or the GPU refuses them. `account` is
// the offset of the device account in the block.
Napi::Value device_reserve_fn(const Napi::CallbackInfo& info) {
  auto arena = Handles::instance().get<Memory>(to_handle(info[0]));
  auto account = Handles::instance().get<Memory>(to_handle(info[3]))->account(to_int(info[4]), "device");
  gpu::DeviceSlot& slot = arena->side.device(to_int(info[1]), account);
  return Napi::Number::New(info.Env(), static_cast<double>(slot.reserve(info[2].As<Napi::Number>().Int64Value())));
}

// deviceRead(arena, parts: Float64Array of (address, bytes, offset in `to`), to: Uint8Array, listener: Handle | 0):
// copies device memory of a slot once its batch is made. With a listener the call returns at once; parts[0] becomes 0
// when the copy is done, or -1 when it has failed, and then the listener is called.
Napi::Value device_read_fn(const Napi::CallbackInfo& info) {
  auto arena = Handles::instance().get<Memory>(to_handle(info[0]));
  const Span parts = to_span(info[1]), to = to_span(info[2]);
  auto slot = arena->side.device();
  if (!slot) fail(ErrorCode::INTERNAL, "this slot has no device memory");
  auto* numbers = reinterpret_cast<double*>(parts.data);
  std::vector<gpu::CopyPart> list;
  for (size_t i = 0; i + 2 < parts.size / sizeof(double); i += 3) {
    const auto bytes = static_cast<int64_t>(numbers[i + 1]), offset = static_cast<int64_t>(numbers[i + 2]);
    if (offset < 0 || bytes < 0 || offset + bytes > static_cast<int64_t>(to.size)) {
      fail(ErrorCode::INTERNAL, "a copy outside of its target");
    }
    list.push_back({to.data + offset, reinterpret_cast<const void*>(static_cast<intptr_t>(numbers[i])), bytes});
  }
  const int listener = to_int(info[3]);
  if (!listener) {
    gpu::read_device(*slot, list);
  } else {
    // The caller keeps both arrays until the listener is called or its environment ends.
    const auto& reads = info.Env().GetInstanceData<EnvState>()->reads;
    gpu::read_device_later(slot, std::move(list), reads, [numbers, listener](bool ok) {
      numbers[0] = ok ? 0 : -1;
      wake_listener(static_cast<uint32_t>(listener));
    });
  }
  return info.Env().Undefined();
}

// deviceOrder(arena, stream: BigInt | handle, done: boolean): orders a user's stream after the batch. With `done`,
// records instead that the work queued on that stream so far uses the batch.
Napi::Value device_order_fn(const Napi::CallbackInfo& info) {
  auto slot = Handles::instance().get<Memory>(to_handle(info[0]))->side.device();
  if (!slot) fail(ErrorCode::INTERNAL, "this slot has no device memory");
  bool lossless = true;
  const auto stream = info[1].IsBigInt()
                          ? gpu::SharedStream::find(slot->gpu(), info[1].As<Napi::BigInt>().Uint64Value(&lossless))
                          : Handles::instance().get<StreamObject>(to_handle(info[1]))->stream;
  if (info[2].ToBoolean()) {
    stream->expect_gpu(slot->gpu());
    slot->used(stream->get());
  } else {
    slot->wait(stream->get());
  }
  return info.Env().Undefined();
}

// deviceMarks(arena): [the batch's event, a cudaEvent_t, and the stream on which the batch was made], as BigInts.
Napi::Value device_marks_fn(const Napi::CallbackInfo& info) {
  auto slot = Handles::instance().get<Memory>(to_handle(info[0]))->side.device();
  if (!slot) fail(ErrorCode::INTERNAL, "this slot has no device memory");
  const auto stream = slot->producer();
  auto pair = Napi::Array::New(info.Env(), 2);
  pair[0u] = Napi::BigInt::New(info.Env(), static_cast<uint64_t>(reinterpret_cast<uintptr_t>(slot->ready_event())));
  pair[1u] = Napi::BigInt::New(info.Env(), stream ? stream->raw() : uint64_t{0});
  return pair;
}

// dlpack(dims: Float64Array of (address, gpu | -1, dtype, shape...), view: Uint8Array | null, listener, arena | 0): the
// address of a new DLManagedTensor; without a GPU its data is the view's. The tensor's deleter calls the listener, and
// the caller keeps the memory until then. An arena is kept until then in any case, also when the caller's environment
// ends.
Napi::Value dlpack_fn(const Napi::CallbackInfo& info) {
  const Span dims = to_span(info[0]);
  const auto* numbers = reinterpret_cast<const double*>(dims.data);
  const size_t count = dims.size / sizeof(double);
  if (count < 3 || count > 3 + abi::maxDims + 1) fail(ErrorCode::INTERNAL, "a tensor of so many dimensions");
  const int gpu = static_cast<int>(numbers[1]), listener = to_int(info[2]);
  void* data =
      info[1].IsTypedArray() ? to_span(info[1]).data : reinterpret_cast<void*>(static_cast<intptr_t>(numbers[0]));
  const Handle arena = to_handle(info[3]);
  const std::shared_ptr<Object> kept = arena ? Handles::instance().get<Memory>(arena) : nullptr;
  auto* managed = gpu::export_dlpack(data, gpu, static_cast<DType>(static_cast<int>(numbers[2])),
                                     std::vector<int64_t>(numbers + 3, numbers + count),
                                     [listener, kept] { wake_listener(static_cast<uint32_t>(listener)); });
  return Napi::BigInt::New(info.Env(), static_cast<uint64_t>(reinterpret_cast<uintptr_t>(managed)));
}

}  // namespace

void export_devices(Napi::Env env, Napi::Object exports) {
  EXPORT("gpu", gpu_fn);
  EXPORT("deviceReserve", device_reserve_fn);
  EXPORT("deviceRead", device_read_fn);
  EXPORT("deviceOrder", device_order_fn);
  EXPORT("deviceMarks", device_marks_fn);
  EXPORT("dlpack", dlpack_fn);
}

}  // namespace penstock
