// The functions for serving other processes: memory that they can map, and messages with its descriptors. The sockets
// belong to src/bridge, which gives their descriptors as numbers.
#include "addon_env.h"
#include "bridge/segment.h"
#include "bridge/socket.h"
#include "gpu/shared_memory.h"

namespace penstock {
namespace {

// bridgeShare(memory, reserved): puts pages that other processes can map under shared memory that no other thread uses
// yet. `reserved`: the bytes to which its buffer can grow. Returns the handle of the descriptor; the pages themselves
// live as long as the buffer.
Napi::Value bridge_share_fn(const Napi::CallbackInfo& info) {
  auto memory = Handles::instance().get<Memory>(to_handle(info[0]));
  const auto reserved = static_cast<size_t>(info[1].As<Napi::Number>().Int64Value());
  auto segment = std::make_shared<bridge::Segment>(memory->data, memory->size.load(), reserved);
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

}  // namespace

void export_bridge(Napi::Env env, Napi::Object exports) {
#define EXPORT(name, fn) exports.Set(name, Napi::Function::New<guarded<fn>>(env, name))
  EXPORT("bridgeShare", bridge_share_fn);
  EXPORT("bridgePeer", bridge_peer_fn);
  EXPORT("bridgeLock", bridge_lock_fn);
  EXPORT("bridgeSend", bridge_send_fn);
#undef EXPORT
}

}  // namespace penstock
