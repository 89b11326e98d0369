// The functions for mailboxes and bells, which connect actors, and for listeners, which wake an event loop.
#include "core/mailbox.h"

#include <mutex>

#include "addon/env.h"
#include "gpu_host/shared_memory.h"

namespace penstock {
namespace {

// The thread-safe function belongs to its environment, which may end before the listener; its finalizer then clears
// `function`.
struct Listener : Object {
  std::mutex mutex;
  napi_threadsafe_function function = nullptr;

  void call() {
    std::lock_guard lock(mutex);
    if (function) napi_call_threadsafe_function(function, nullptr, napi_tsfn_nonblocking);
  }
  void shut() override {
    std::lock_guard lock(mutex);
    if (function) napi_release_threadsafe_function(function, napi_tsfn_abort);
    function = nullptr;
  }
  static void finalize(napi_env, void* data, void*) {
    std::unique_ptr<std::shared_ptr<Listener>> self(static_cast<std::shared_ptr<Listener>*>(data));
    std::lock_guard lock((*self)->mutex);
    (*self)->function = nullptr;
  }
};

// listen(callback): the number of a listener, for a bell's waiting word. The callback runs on this environment's event
// loop.
Napi::Value listen_fn(const Napi::CallbackInfo& info) {
  auto listener = std::make_shared<Listener>();
  napi_value name = Napi::String::New(info.Env(), "penstock");
  auto* self = new std::shared_ptr<Listener>(listener);
  if (napi_create_threadsafe_function(info.Env(), info[0], nullptr, name, 0, 1, self, Listener::finalize, nullptr,
                                      nullptr, &listener->function) != napi_ok) {
    delete self;
    fail(ErrorCode::INTERNAL, "cannot make a thread-safe function");
  }
  napi_unref_threadsafe_function(info.Env(), listener->function);
  return to_number(info.Env(), adopt_word(info.Env(), listener));
}

Mailbox& mailbox_at(Memory& block, const Napi::Value& offset) {
  return *reinterpret_cast<Mailbox*>(block.at(to_int(offset), sizeof(Mailbox)));
}

// acquire(block, mailbox, consumer: boolean): takes a slot without waiting; returns abi.acquire timeout when there is
// none. The consumer takes full slots, the producer free ones.
Napi::Value acquire_fn(const Napi::CallbackInfo& info) {
  auto block = Handles::instance().get<Memory>(to_handle(info[0]));
  Mailbox& m = mailbox_at(*block, info[1]);
  const bool consumer = info[2].ToBoolean();
  const int slot = (consumer ? m.full : m.free).pop();
  if (slot < 0) return Napi::Number::New(info.Env(), abi::acquire_timeout);
  if (consumer && m.notify) ring_bell(bell_at(*block, m.producer_bell));
  return Napi::Number::New(info.Env(), slot);
}

// wait(block, bell, seq, timeoutMs): sleeps until the bell has been rung since its seq was read. Returns 0 or a
// negative value of abi.acquire.
Napi::Value wait_fn(const Napi::CallbackInfo& info) {
  auto block = Handles::instance().get<Memory>(to_handle(info[0]));
  const auto seq = static_cast<uint32_t>(info[2].As<Napi::Number>().Int64Value());
  return Napi::Number::New(info.Env(), wait_bell(bell_at(*block, to_int(info[1])), seq, to_int(info[3])));
}

// publish(block, mailbox, consumer: boolean, slot): the producer hands over a full slot, or the consumer returns a free
// one.
Napi::Value publish_fn(const Napi::CallbackInfo& info) {
  auto block = Handles::instance().get<Memory>(to_handle(info[0]));
  Mailbox& m = mailbox_at(*block, info[1]);
  const bool consumer = info[2].ToBoolean();
  if (!(consumer ? m.free : m.full).push(to_int(info[3]))) fail(ErrorCode::INTERNAL, "mailbox overflow");
  ring_bell(bell_at(*block, consumer ? m.producer_bell : m.consumer_bell));
  return info.Env().Undefined();
}

// signal(block, bell, bits): sets signal bits (0: none) and wakes the bell's owner.
Napi::Value signal_fn(const Napi::CallbackInfo& info) {
  auto block = Handles::instance().get<Memory>(to_handle(info[0]));
  signal_bell(bell_at(*block, to_int(info[1])), to_int(info[2]));
  return info.Env().Undefined();
}

}  // namespace

void wake_listener(uint32_t number) {
  try {
    Handles::instance().get<Listener>(number)->call();
  } catch (...) {
    // The environment has ended, so no code waits for the call any more.
  }
}

Bell& bell_at(Memory& block, uint32_t offset) { return *reinterpret_cast<Bell*>(block.at(offset, sizeof(Bell))); }

void export_mailboxes(Napi::Env env, Napi::Object exports) {
  EXPORT("listen", listen_fn);
  EXPORT("acquire", acquire_fn);
  EXPORT("wait", wait_fn);
  EXPORT("publish", publish_fn);
  EXPORT("signal", signal_fn);
}

}  // namespace penstock
