// The addon's table of functions. Every function checks its arguments, looks up its handles and calls the core. The
// addon is loaded once per environment (the main thread and every worker); the handle table and the thread pool belong
// to the process.
#include <napi.h>

#include <algorithm>
#include <mutex>

#include "addon_env.h"
#include "core/handles.h"
#include "core/mailbox.h"
#include "core/nvtx.h"
#include "core/pages.h"
#include "core/running.h"
#include "core/thread_pool.h"
#include "dataset/dataset.h"
#include "gpu/copier.h"
#include "gpu/dlpack.h"
#include "gpu/plugin_loader.h"
#include "gpu/shared_memory.h"
#include "gpu/stream_object.h"
#include "program/handle.h"
#include "system_info.h"

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

// info(probeCodecs?): JSON with the ABI hash, SIMD level, CPU budget, codecs and the number of open handles.
Napi::Value info_fn(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), system_info(Handles::instance().size(), info[0].ToBoolean()));
}

// configure(threads | null, vipsPath | null): makes sure that the pool has at least `threads` threads, and sets the
// path of libvips.
Napi::Value configure_fn(const Napi::CallbackInfo& info) {
  if (info[0].IsNumber()) ThreadPool::instance().reserve(to_int(info[0]));
  if (info[1].IsString()) set_codec_library(to_text(info[1]));
  return Napi::Number::New(info.Env(), ThreadPool::instance().size());
}

// Pool threads belong to the process, so a pin ends with its owner, also when that is a worker that is terminated.
struct PinnedThreads : Object {
  const int number;
  explicit PinnedThreads(int number) : number(number) {}
  ~PinnedThreads() override { ThreadPool::instance().unpin(number); }
};

// pinThreads(threads, cpus: Int32Array, gpu | null): pins the first `threads` threads of the pool until the returned
// handle is closed: one to each of cpus, and the rest to the CPUs near the GPU.
Napi::Value pin_threads_fn(const Napi::CallbackInfo& info) {
  const Span cpus = to_span(info[1]);
  const auto* ids = reinterpret_cast<const int32_t*>(cpus.data);
  const int number = ThreadPool::instance().pin(to_int(info[0]), {ids, ids + cpus.size / sizeof(int32_t)},
                                                info[2].IsNumber() ? gpu_cpus(to_int(info[2])) : CpuSet{});
  return to_number(info.Env(), adopt(info.Env(), std::make_shared<PinnedThreads>(number)));
}

// threadGroup(): a number for work that shares a limit on threads and has no other number for it.
Napi::Value thread_group_fn(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), ThreadPool::new_group());
}

// open(view: Uint8Array): a handle of shared memory. The view may be shorter than the buffer can grow to; see resize().
Napi::Value open_fn(const Napi::CallbackInfo& info) {
  const Span span = to_span(info[0]);
  auto memory = std::make_shared<Memory>();
  memory->data = span.data;
  memory->size = span.size;
  const Handle handle = adopt(info.Env(), memory);
  info.Env().GetInstanceData<EnvState>()->keep[handle] = Napi::Persistent(info[0].As<Napi::Object>());
  return to_number(info.Env(), handle);
}

// hugePages(array): all of the array will be used.
Napi::Value huge_pages_fn(const Napi::CallbackInfo& info) {
  const Span span = to_span(info[0]);
  prefer_huge_pages(span.data, span.size);
  return info.Env().Undefined();
}

// resize(memory, bytes): called after the growable SharedArrayBuffer has grown, whose address never moves.
Napi::Value resize_fn(const Napi::CallbackInfo& info) {
  Handles::instance().get<Memory>(to_handle(info[0]))->size =
      static_cast<size_t>(info[1].As<Napi::Number>().Int64Value());
  return info.Env().Undefined();
}

// close(handle)
Napi::Value close_fn(const Napi::CallbackInfo& info) {
  const Handle handle = to_handle(info[0]);
  EnvState& state = *info.Env().GetInstanceData<EnvState>();
  state.handles.erase(handle);
  state.keep.erase(handle);
  auto object = Handles::instance().close(handle);
  if (object) object->shut();
  return Napi::Boolean::New(info.Env(), object != nullptr);
}

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

// pressure(bytes): tells the garbage collector that objects of this environment keep `bytes` more (or, if negative,
// fewer) bytes of memory.
Napi::Value pressure_fn(const Napi::CallbackInfo& info) {
  int64_t total = 0;
  napi_adjust_external_memory(info.Env(), info[0].As<Napi::Number>().Int64Value(), &total);
  return Napi::Number::New(info.Env(), static_cast<double>(total));
}

}  // namespace

void wake_listener(uint32_t number) {
  try {
    Handles::instance().get<Listener>(number)->call();
  } catch (...) {
    // The environment has ended, so no code waits for the call any more.
  }
}

namespace {

Mailbox& mailbox_at(Memory& block, const Napi::Value& offset) {
  return *reinterpret_cast<Mailbox*>(block.at(to_int(offset), sizeof(Mailbox)));
}
Bell& bell_at(Memory& block, uint32_t offset) { return *reinterpret_cast<Bell*>(block.at(offset, sizeof(Bell))); }

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

// programCreate(json, dataset | null): the handle of a new program.
Napi::Value program_create_fn(const Napi::CallbackInfo& info) {
  auto spec = std::make_unique<ProgramSpec>();
  parse_program(to_text(info[0]), *spec);
  if (info[1].IsNumber()) spec->dataset = Handles::instance().get<Dataset>(to_handle(info[1]));
  if (spec->account_block >= 0) {
    auto block = Handles::instance().get<Memory>(spec->account_block);
    spec->account = block->account(spec->account_offset);
    if (spec->device_account_offset) spec->device_account = block->account(spec->device_account_offset, "device");
    if (spec->pinned_account_offset) spec->pinned_account = block->account(spec->pinned_account_offset, "pinned");
  }
  return to_number(info.Env(), adopt(info.Env(), std::make_shared<ProgramObject>(std::move(spec))));
}

// programSetup(program, batchIndex | -1, inputs, from, count, most): returns the bytes that the output arena needs. A
// batchIndex starts a batch; -1 appends to it. inputs: an array of arena handles, or a Float64Array of (index, epoch,
// flags, ordinal) per sample. most: -1 while more memory may become available, in which case a return value of -1 asks
// for it; otherwise the most bytes that the arena can have, and samples that do not fit are bad.
Napi::Value program_setup_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  BusyGuard guard(*p);
  const int64_t batch = info[1].As<Napi::Number>().Int64Value();
  const int from = to_int(info[3]), count = to_int(info[4]);
  MemoryOutlook memory{true, std::numeric_limits<int64_t>::max()};
  if (info[5].IsNumber() && info[5].As<Napi::Number>().DoubleValue() >= 0) {
    memory = {false, info[5].As<Napi::Number>().Int64Value()};
  }
  if (batch >= 0) p->program.begin(batch);
  int64_t bytes;
  if (info[2].IsTypedArray()) {
    const Span in = to_span(info[2]);
    const auto* ids = reinterpret_cast<const double*>(in.data) + 4 * from;
    std::vector<SampleId> samples(count);
    for (int i = 0; i < count; ++i) {
      const double* id = ids + 4 * i;
      samples[i] = {static_cast<int64_t>(id[0]), static_cast<int32_t>(id[1]), static_cast<uint32_t>(id[2]),
                    static_cast<int64_t>(id[3])};
    }
    bytes = p->program.setup(samples.data(), count, memory);
  } else {
    std::vector<ArenaRef> arenas;
    for (const Handle handle : to_handles(info[2])) arenas.push_back(Handles::instance().get<Memory>(handle)->ref());
    bytes = p->program.setup(arenas, from, count, memory);
  }
  return Napi::Number::New(info.Env(), static_cast<double>(bytes));
}

// programRun(program, arena, flags): makes the samples that were set up; returns the number of samples in the batch so
// far. flags >= 0 completes the batch and is written to its header. -1 leaves it open, and returns -1 when the call
// must be repeated once the budget holds more. -2 also leaves it open, and samples for which there is too little memory
// are bad.
Napi::Value program_run_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  auto arena = Handles::instance().get<Memory>(to_handle(info[1]));
  BusyGuard guard(*p);
  const int flags = to_int(info[2]);
  const int good = p->program.run(arena->ref(), {flags == abi::memory_mayCome});
  if (flags >= 0) p->program.finish(arena->data, static_cast<uint32_t>(flags));
  return Napi::Number::New(info.Env(), good);
}

// programStart(program, arena, block, bell): begins to make the samples that were set up, and rings the bell when all
// are done; programRun() then completes them. Returns false when programRun() makes all of them.
Napi::Value program_start_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  auto arena = Handles::instance().get<Memory>(to_handle(info[1]));
  auto block = Handles::instance().get<Memory>(to_handle(info[2]));
  Bell& bell = bell_at(*block, to_int(info[3]));
  BusyGuard guard(*p);
  const bool started = p->program.start(arena->ref(), [block, &bell] { ring_bell(bell); });
  if (started) guard.keep();
  return Napi::Boolean::New(info.Env(), started);
}

// programDone(program): whether programRun() would return without waiting for the work that programStart() began.
Napi::Value program_done_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  return Napi::Boolean::New(info.Env(), p->program.done());
}

// programSettle(program): waits for the work that programStart() began, and forgets its samples.
Napi::Value program_settle_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  BusyGuard guard(*p);
  p->program.settle();
  return info.Env().Undefined();
}

// programStop(program, left): samples that were not begun are not made any more; the call that makes them ends with
// PIPELINE_CLOSED once the begun samples are made. left: the threads may be stuck in these, so the pool starts other
// threads.
Napi::Value program_stop_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  p->program.stop();
  if (info[1].ToBoolean()) ThreadPool::instance().lose(p->program.at_work(), p->program.group());
  return info.Env().Undefined();
}

// endProcess(code, graceSeconds): prepares the end of the process; see core/running.h.
Napi::Value end_process_fn(const Napi::CallbackInfo& info) {
  end_process(to_int(info[0]), info[1].As<Napi::Number>().DoubleValue());
  return info.Env().Undefined();
}

// programReport(program): ProgramReport of src/native.ts, as JSON.
Napi::Value program_report_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  return Napi::String::New(info.Env(), p->program.report(0));
}

// programCalls(program): a Float64Array with five numbers for each of the last calls of its operators: the thread's
// number, the operator's position, the sample's index, begin and end in ns of the monotonic clock.
Napi::Value program_calls_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  const std::vector<OpCall> calls = p->program.calls();
  auto out = Napi::Float64Array::New(info.Env(), 5 * calls.size());
  double* to = out.Data();
  for (const OpCall& s : calls) {
    *to++ = s.thread;
    *to++ = s.op;
    *to++ = static_cast<double>(s.sample);
    *to++ = static_cast<double>(s.begin);
    *to++ = static_cast<double>(s.end);
  }
  return out;
}

// trim(handle, bytesToKeep, inUse): returns memory to the system. A program returns its scratch memory. Shared memory
// returns the pages from bytesToKeep on, which must be unused and read as zero afterwards, and with bytesToKeep 0 also
// its device memory. inUse says that the memory is in use. Returns the bytes freed, or -1 when the program is running,
// or when the memory is in use and a GPU may be reading it.
Napi::Value trim_fn(const Napi::CallbackInfo& info) {
  const auto object = Handles::instance().get<Object>(to_handle(info[0]));
  double freed;
  if (auto* memory = dynamic_cast<Memory*>(object.get())) {
    const auto size = static_cast<int64_t>(memory->size.load(std::memory_order_relaxed));
    const int64_t keep = std::min(size, std::max<int64_t>(0, info[1].As<Napi::Number>().Int64Value()));
    freed = -1;
    memory->side.unlocked(info[2].ToBoolean(), [&] {
      freed = static_cast<double>(drop_pages(memory->data + keep, static_cast<size_t>(size - keep)));
    });
    if (freed < 0) return Napi::Number::New(info.Env(), freed);
    if (const auto slot = keep ? nullptr : memory->side.device()) freed += static_cast<double>(slot->trim());
  } else if (auto* p = dynamic_cast<ProgramObject*>(object.get())) {
    Busy seen = Busy::no;
    if (!p->busy.compare_exchange_strong(seen, Busy::trimming, std::memory_order_acquire)) {
      freed = -1;
    } else {
      freed = static_cast<double>(p->program.trim());
      p->busy.store(Busy::no, std::memory_order_release);
      if (freed > 0) return_heap();
    }
  } else {
    fail(ErrorCode::INTERNAL, "this handle has no memory to give back");
  }
  return Napi::Number::New(info.Env(), freed);
}

// gpu(pluginPath, cure, libraries): a description of the plugin, its GPUs and with `libraries` nvJPEG as JSON. Throws
// CUDA_UNAVAILABLE; `cure` is the hint where the plugin cannot be loaded.
Napi::Value gpu_fn(const Napi::CallbackInfo& info) {
  gpu::set_plugin_path(to_text(info[0]), to_text(info[1]));
  return Napi::String::New(info.Env(), gpu::gpu_info(info[2].As<Napi::Boolean>().Value()));
}

// range(name | null): begins a range of this thread for profilers, or ends the last one. Nothing happens where no
// profiler listens.
Napi::Value range_fn(const Napi::CallbackInfo& info) {
  if (!nvtx::listens()) return info.Env().Undefined();
  if (info[0].IsString()) {
    nvtx::begin(to_text(info[0]).c_str());
  } else {
    nvtx::end();
  }
  return info.Env().Undefined();
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

// deviceReadError(): why the last copy with a listener that failed did so.
Napi::Value device_read_error_fn(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), gpu::read_device_error());
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

// deviceEvent(arena, stream: boolean): the batch's event, a cudaEvent_t as a BigInt; with `stream`, the stream on which
// the batch was made.
Napi::Value device_event_fn(const Napi::CallbackInfo& info) {
  auto slot = Handles::instance().get<Memory>(to_handle(info[0]))->side.device();
  if (!slot) fail(ErrorCode::INTERNAL, "this slot has no device memory");
  if (!info[1].ToBoolean()) {
    return Napi::BigInt::New(info.Env(), static_cast<uint64_t>(reinterpret_cast<uintptr_t>(slot->ready_event())));
  }
  const auto stream = slot->producer();
  return Napi::BigInt::New(info.Env(), stream ? stream->raw() : uint64_t{0});
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

Napi::Object init(Napi::Env env, Napi::Object exports) {
  env.SetInstanceData(new EnvState());
  set_wake_listener(wake_listener);
  nvtx::load();
#define EXPORT(name, fn) exports.Set(name, Napi::Function::New<guarded<fn>>(env, name))
  EXPORT("info", info_fn);
  EXPORT("configure", configure_fn);
  EXPORT("pinThreads", pin_threads_fn);
  EXPORT("threadGroup", thread_group_fn);
  EXPORT("open", open_fn);
  EXPORT("hugePages", huge_pages_fn);
  EXPORT("resize", resize_fn);
  EXPORT("close", close_fn);
  EXPORT("listen", listen_fn);
  EXPORT("pressure", pressure_fn);
  EXPORT("acquire", acquire_fn);
  EXPORT("wait", wait_fn);
  EXPORT("publish", publish_fn);
  EXPORT("signal", signal_fn);
  EXPORT("programCreate", program_create_fn);
  EXPORT("programSetup", program_setup_fn);
  EXPORT("programRun", program_run_fn);
  EXPORT("programStart", program_start_fn);
  EXPORT("programDone", program_done_fn);
  EXPORT("programSettle", program_settle_fn);
  EXPORT("programStop", program_stop_fn);
  EXPORT("programReport", program_report_fn);
  EXPORT("programCalls", program_calls_fn);
  EXPORT("endProcess", end_process_fn);
  EXPORT("trim", trim_fn);
  EXPORT("gpu", gpu_fn);
  EXPORT("range", range_fn);
  EXPORT("deviceReserve", device_reserve_fn);
  EXPORT("deviceRead", device_read_fn);
  EXPORT("deviceReadError", device_read_error_fn);
  EXPORT("deviceOrder", device_order_fn);
  EXPORT("deviceEvent", device_event_fn);
  EXPORT("dlpack", dlpack_fn);
#undef EXPORT
  export_eval(env, exports);
  export_streams(env, exports);
  export_outputs(env, exports);
  export_datasets(env, exports);
  export_stores(env, exports);
  export_bridge(env, exports);
  return exports;
}

}  // namespace
}  // namespace penstock

static Napi::Object init_addon(Napi::Env env, Napi::Object exports) {
  try {
    return penstock::init(env, exports);
  } catch (const Napi::Error&) {
    throw;
  } catch (...) {
    throw penstock::to_js(env, penstock::caught());
  }
}
NODE_API_MODULE(penstock, init_addon)
