// The functions for serving other processes: memory that they can map, on the host and on a GPU, and messages with its
// descriptors. The sockets belong to src/bridge, which gives their descriptors as numbers.
#include "addon/env.h"
#include "bridge/segment.h"
#include "bridge/socket.h"
#include "gpu_host/shared_memory.h"

namespace penstock {
namespace {

// bridgeShare(memory, reserved): puts pages that other processes can map under shared memory that no other thread uses
// yet. `reserved`: the bytes to which its buffer can grow. Returns the handle of the descriptor; the pages themselves
// live as long as the buffer.
Napi::Value bridge_share_fn(const Napi::CallbackInfo& info) {
  auto memory = Handles::instance().get<Memory>(to_handle(info[0]));
  const auto reserved = static_cast<size_t>(info[1].As<Napi::Number>().Int64Value());
  auto segment = std::make_shared<bridge::Segment>(memory->data, memory->size.load(), reserved);
  memory->side.share();
  return to_number(info.Env(), adopt(info.Env(), std::move(segment)));
}

// bridgePeer(socket): [pid, uid] of the process at the other end. The socket is kept from programs that are started.
Napi::Value bridge_peer_fn(const Napi::CallbackInfo& info) {
  const int socket = to_int(info[0]);
  const bridge::Peer peer = bridge::peer_of(socket);
  bridge::close_on_exec(socket);
  auto both = Napi::Array::New(info.Env(), 2);
  both[0u] = Napi::Number::New(info.Env(), peer.pid);
  both[1u] = Napi::Number::New(info.Env(), peer.uid);
  return both;
}

// bridgeLock(descriptor): locks an open file or folder until it is closed; false when another process has locked it.
Napi::Value bridge_lock_fn(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), bridge::lock_file(to_int(info[0])));
}

// bridgeSend(socket, bytes: Uint8Array, segments): sends bytes with the segments' descriptors and never waits. Returns
// how many bytes were sent, or -1 when the peer has ended.
Napi::Value bridge_send_fn(const Napi::CallbackInfo& info) {
  const Span bytes = to_span(info[1]);
  // They stay open until the system has taken them.
  std::vector<std::shared_ptr<bridge::Segment>> segments;
  std::vector<int> descriptors;
  for (const Handle handle : to_handles(info[2])) {
    segments.push_back(Handles::instance().get<bridge::Segment>(handle));
    descriptors.push_back(segments.back()->descriptor());
  }
  const ssize_t sent = bridge::send_bytes(to_int(info[0]), bytes.data, bytes.size, descriptors);
  return Napi::Number::New(info.Env(), static_cast<double>(sent));
}

std::shared_ptr<gpu::DeviceSlot> device_slot(const Napi::Value& memory) {
  auto slot = Handles::instance().get<Memory>(to_handle(memory))->side.device();
  if (!slot) fail(ErrorCode::INTERNAL, "this slot has no device memory");
  return slot;
}

// bridgeExports(memory): what another process opens to read the batch on the GPU: a list of [id, address, bytes], and
// last the event, with 0 for both.
Napi::Value bridge_exports_fn(const Napi::CallbackInfo& info) {
  const auto exports = device_slot(info[0])->exports();
  auto list = Napi::Array::New(info.Env(), exports.size());
  for (uint32_t i = 0; i < exports.size(); ++i) {
    auto one = Napi::Array::New(info.Env(), 3);
    one[0u] = Napi::Number::New(info.Env(), static_cast<double>(exports[i]->id()));
    one[1u] = Napi::Number::New(info.Env(), static_cast<double>(reinterpret_cast<intptr_t>(exports[i]->data())));
    one[2u] = Napi::Number::New(info.Env(), static_cast<double>(exports[i]->bytes()));
    list[i] = one;
  }
  return list;
}

// bridgeExport(memory, id): [handle, gpu, CUDA's handle in hexadecimal digits] of one of them. What it stands for is
// kept until the handle is closed.
Napi::Value bridge_export_fn(const Napi::CallbackInfo& info) {
  const int64_t id = info[1].As<Napi::Number>().Int64Value();
  for (auto& one : device_slot(info[0])->exports()) {
    if (one->id() != id) continue;
    std::string text;
    for (const char byte : one->handle().bytes) {
      constexpr char kDigits[] = "0123456789abcdef";
      text += kDigits[static_cast<uint8_t>(byte) >> 4];
      text += kDigits[byte & 15];
    }
    auto facts = Napi::Array::New(info.Env(), 3);
    facts[1u] = Napi::Number::New(info.Env(), one->gpu());
    facts[2u] = Napi::String::New(info.Env(), text);
    facts[0u] = to_number(info.Env(), adopt(info.Env(), one));
    return facts;
  }
  fail(ErrorCode::INTERNAL, "the slot exports nothing with number %lld", static_cast<long long>(id));
}

// bridgeDropped(handle): whether the slot uses the exported memory or event no more.
Napi::Value bridge_dropped_fn(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), Handles::instance().get<gpu::Exported>(to_handle(info[0]))->dropped());
}

// bridgeGivenBack(memory): whether the work is over that the other process has queued before it gave the batch back.
// With `dead` that process has ended: what it has queued never ends, and is not asked for.
Napi::Value bridge_given_back_fn(const Napi::CallbackInfo& info) {
  const auto slot = device_slot(info[0]);
  if (info[1].ToBoolean()) slot->forget_user();
  return Napi::Boolean::New(info.Env(), slot->given_back());
}

}  // namespace

void export_bridge(Napi::Env env, Napi::Object exports) {
  EXPORT("bridgeShare", bridge_share_fn);
  EXPORT("bridgePeer", bridge_peer_fn);
  EXPORT("bridgeLock", bridge_lock_fn);
  EXPORT("bridgeSend", bridge_send_fn);
  EXPORT("bridgeExports", bridge_exports_fn);
  EXPORT("bridgeExport", bridge_export_fn);
  EXPORT("bridgeDropped", bridge_dropped_fn);
  EXPORT("bridgeGivenBack", bridge_given_back_fn);
}

}  // namespace penstock
