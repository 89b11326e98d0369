// Imperative mode's part of the table of functions: execution queues, calls, and their results. Like addon.cc it checks
// arguments, looks up handles and calls the core.
#include <nlohmann/json.hpp>

#include "addon_env.h"
#include "core/arena.h"
#include "core/thread_pool.h"
#include "eval/execution_queue.h"
#include "gpu/shared_memory.h"
#include "gpu/stream_object.h"

namespace penstock {
namespace {

// evalThreads(n | null): the number of threads of the process's imperative contexts that were made without one; 0
// stands for the default. A number sets it first.
Napi::Value eval_threads_fn(const Napi::CallbackInfo& info) {
  auto& threads = ThreadPool::instance().imperative_threads;
  if (info[0].IsNumber()) threads = to_int(info[0]);
  return Napi::Number::New(info.Env(), threads);
}

// evalThreadsUsed(now: boolean): whether such a context has begun to work, in any thread; with `now`, one begins now.
Napi::Value eval_threads_used_fn(const Napi::CallbackInfo& info) {
  auto& started = ThreadPool::instance().imperative_started;
  if (info[0].ToBoolean()) started = true;
  return Napi::Boolean::New(info.Env(), started);
}

// evalOpen(threads, width, settled: Uint32Array, listener): an execution queue that runs up to `width` calls at once.
// settled[0] counts the calls that are done; the caller keeps this array until the queue is closed.
Napi::Value eval_open_fn(const Napi::CallbackInfo& info) {
  const int threads = to_int(info[0]), width = to_int(info[1]), listener = to_int(info[3]);
  const Span words = to_span(info[2]);
  if (words.size < sizeof(uint32_t)) fail(ErrorCode::INTERNAL, "a counter of no size");
  auto queue = std::make_shared<ExecutionQueue>(threads, width, reinterpret_cast<std::atomic<uint32_t>*>(words.data),
                                                [listener] { wake_listener(static_cast<uint32_t>(listener)); });
  const Handle handle = adopt(info.Env(), queue);
  info.Env().GetInstanceData<EnvState>()->keep[handle] = Napi::Persistent(info[2].As<Napi::Object>());
  return to_number(info.Env(), handle);
}

// evalProgram(queue, worker, json, stream | 0): a program for one of the queue's threads, whose scratch memory it
// shares. Its GPU work is queued on the stream.
Napi::Value eval_program_fn(const Napi::CallbackInfo& info) {
  auto queue = Handles::instance().get<ExecutionQueue>(to_handle(info[0]));
  auto spec = std::make_unique<ProgramSpec>();
  const int worker = to_int(info[1]);
  if (worker < 0 || worker >= queue->width()) fail(ErrorCode::INTERNAL, "a queue of fewer threads");
  parse_program(to_text(info[2]), *spec);
  spec->scratch = queue->scratch(worker);
  if (spec->threads > static_cast<int>(spec->scratch->size())) fail(ErrorCode::INTERNAL, "too many threads");
  if (const Handle stream = to_handle(info[3])) spec->stream = Handles::instance().get<StreamObject>(stream)->stream;
  return to_number(info.Env(), adopt(info.Env(), std::make_shared<ProgramObject>(std::move(spec))));
}

// Reads [source, rows, source, rows, ...]. A source is a handle of shared memory or of a call, or a Uint8Array that its
// owner keeps until the call is done. Rows are null for the first `count` samples, a sample's number when all are that
// sample, or an Int32Array.
std::vector<EvalCall::Input> to_inputs(const Napi::Value& value, int count) {
  const auto list = value.As<Napi::Array>();
  std::vector<EvalCall::Input> inputs(list.Length() / 2);
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    const Napi::Value source = list[2 * i], rows = list[2 * i + 1];
    EvalCall::Input& in = inputs[i];
    if (source.IsNumber()) {
      const auto object = Handles::instance().get<Object>(to_handle(source));
      in.memory = std::dynamic_pointer_cast<Memory>(object);
      in.call = std::dynamic_pointer_cast<EvalCall>(object);
      if (!in.memory && !in.call) fail(ErrorCode::INTERNAL, "an input that is no memory");
    } else {
      in.data = to_span(source).data;
    }
    if (rows.IsNumber()) {
      in.rows.assign(count, to_int(rows));
    } else if (rows.IsTypedArray()) {
      const Span span = to_span(rows);
      const auto* list = reinterpret_cast<const int32_t*>(span.data);
      in.rows.assign(list, list + span.size / sizeof(int32_t));
      if (static_cast<int>(in.rows.size()) != count) fail(ErrorCode::INTERNAL, "rows of another batch size");
    }
    for (int row : in.rows) {
      if (row < 0) fail(ErrorCode::INTERNAL, "a row below 0");
    }
  }
  return inputs;
}

RunsOn to_runs_on(int how) {
  if (how < 0 || how > 2) fail(ErrorCode::INTERNAL, "no way to submit a call");
  return static_cast<RunsOn>(how);
}

// evalSubmit(queue, programs: an array of one per thread, count, inputs, draws: Uint32Array | null, to: Uint8Array | a
// handle of shared memory | null, gpu, how): the handle of a new call. The caller keeps the arrays unchanged until the
// call is done. how: 0 queues it, 1 runs it at once on this thread if the queue is empty, 2 does so if the call is
// quick too, 3 holds it, 4 holds it when no larger call will replace it.
Napi::Value eval_submit_fn(const Napi::CallbackInfo& info) {
  auto queue = Handles::instance().get<ExecutionQueue>(to_handle(info[0]));
  auto call = std::make_shared<EvalCall>();
  for (const Handle program : to_handles(info[1])) {
    call->programs.push_back(Handles::instance().get<ProgramObject>(program));
  }
  if (static_cast<int>(call->programs.size()) != queue->width()) fail(ErrorCode::INTERNAL, "a program per thread");
  call->count = to_int(info[2]);
  call->inputs = to_inputs(info[3], call->count);
  if (info[4].IsTypedArray()) {
    const Span span = to_span(info[4]);
    const auto* words = reinterpret_cast<const uint32_t*>(span.data);
    call->draws.assign(words, words + span.size / sizeof(uint32_t));
  }
  if (info[5].IsTypedArray()) {
    const Span span = to_span(info[5]);
    call->given = span.data;
    call->given_bytes = static_cast<int64_t>(span.size);
  } else if (info[5].IsNumber()) {
    call->given_memory = Handles::instance().get<Memory>(to_handle(info[5]));
    call->given = call->given_memory->data;
    call->given_bytes = static_cast<int64_t>(call->given_memory->size);
  }
  call->gpu = to_int(info[6]);
  const Handle handle = adopt(info.Env(), call);
  try {
    const int how = to_int(info[7]);
    if (how >= 3) {
      queue->hold(std::move(call), how == 4);
    } else {
      queue->submit(std::move(call), to_runs_on(how));
    }
  } catch (...) {
    // The call was not queued, so its handle is removed; the caller gets an error instead.
    info.Env().GetInstanceData<EnvState>()->handles.erase(handle);
    Handles::instance().close(handle);
    throw;
  }
  return to_number(info.Env(), handle);
}

// evalHeld(queue, call, how): releases a held call: 0 to 2 as for evalSubmit(), -1 drops it. Returns false when it is
// queued already.
Napi::Value eval_held_fn(const Napi::CallbackInfo& info) {
  auto queue = Handles::instance().get<ExecutionQueue>(to_handle(info[0]));
  auto call = Handles::instance().get<EvalCall>(to_handle(info[1]));
  const int how = to_int(info[2]);
  return Napi::Boolean::New(info.Env(), how < 0 ? queue->revoke(call) : queue->release(call, to_runs_on(how)));
}

// evalWait(queue, call, watch, facts: Float64Array(5) | null): blocks until the call is done; returns a handle of
// shared memory with its result, or 0 when the result lies in `to`. Throws the error of a failed call. facts becomes
// the result's size in bytes, when the call began and ended (ns of the steady clock), the queue's thread that ran it
// (-1: the caller's), and the result's bytes in device memory; after an error all but the size are set. With `watch` it
// does not block: -1 says that the queue's listener will be called when the call is counted, 0 that it is counted
// already.
Napi::Value eval_wait_fn(const Napi::CallbackInfo& info) {
  auto call = Handles::instance().get<EvalCall>(to_handle(info[1]));
  if (info[2].ToBoolean()) {
    auto queue = Handles::instance().get<ExecutionQueue>(to_handle(info[0]));
    return Napi::Number::New(info.Env(), queue->watch(call) ? -1 : 0);
  }
  call->wait();
  double* facts = nullptr;
  if (info[3].IsTypedArray()) {
    const Span span = to_span(info[3]);
    if (span.size < 5 * sizeof(double)) fail(ErrorCode::INTERNAL, "an array of less than 5");
    facts = reinterpret_cast<double*>(span.data);
    facts[1] = static_cast<double>(call->began());
    facts[2] = static_cast<double>(call->ended());
    facts[3] = call->worker();
  }
  const auto& result = call->result();
  if (facts) {
    facts[0] = static_cast<double>(arena_header(result ? result->data : call->given).used_bytes);
    const auto device = result ? result->side.device() : nullptr;
    facts[4] = device ? static_cast<double>(device->bytes()) : 0;
  }
  return to_number(info.Env(), result ? adopt(info.Env(), result) : 0);
}

// evalView(memory): a Uint8Array over the memory, which keeps it alive.
Napi::Value eval_view_fn(const Napi::CallbackInfo& info) {
  auto memory = Handles::instance().get<Memory>(to_handle(info[0]));
  const size_t bytes = static_cast<size_t>(arena_header(memory->data).used_bytes);
  return Napi::Uint8Array::New(info.Env(), bytes, external_buffer(info.Env(), memory->data, bytes, memory), 0);
}

// evalShapes(program, count, inputs, draws): JSON, [{dtype, layout, shapes}] of the program's outputs, found by setup()
// alone.
Napi::Value eval_shapes_fn(const Napi::CallbackInfo& info) {
  auto object = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  const int count = to_int(info[1]);
  std::vector<ArenaRef> arenas;
  std::vector<const int32_t*> rows;
  const auto inputs = to_inputs(info[2], count);
  for (const auto& in : inputs) {
    if (in.call) fail(ErrorCode::INTERNAL, "an input that is not made yet");
    arenas.push_back(in.memory ? in.memory->ref() : ArenaRef(in.data));
    rows.push_back(in.rows.empty() ? nullptr : in.rows.data());
  }
  BusyGuard guard(*object);
  Program& p = object->program;
  p.begin(0);
  if (info[3].IsTypedArray()) {
    const Span span = to_span(info[3]);
    p.draw(reinterpret_cast<const uint32_t*>(span.data), span.size / sizeof(uint32_t));
  }
  if (arenas.empty()) {
    std::vector<SampleId> ids(count);
    for (int i = 0; i < count; ++i) ids[i] = {i, 0, 0, i + 1};
    p.setup(ids.data(), count);
  } else {
    p.setup(arenas, rows, count);
  }
  auto outputs = nlohmann::json::array();
  for (int o = 0; o < p.outputs(); ++o) {
    auto shapes = nlohmann::json::array();
    for (int i = 0; i < p.count(); ++i) {
      const Shape& s = p.described(o, i).shape;
      shapes.push_back(std::vector<int64_t>(s.dim, s.dim + s.ndim));
    }
    const OutSpec first = p.count() ? p.described(o, 0) : OutSpec{};
    outputs.push_back({{"dtype", dtype_name(first.dtype)}, {"layout", first.layout.name}, {"shapes", shapes}});
  }
  // A layout is bytes, not always UTF-8.
  return Napi::String::New(info.Env(), outputs.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

// address(view): the address of its bytes.
Napi::Value address_fn(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(reinterpret_cast<uintptr_t>(to_span(info[0]).data)));
}

}  // namespace

void export_eval(Napi::Env env, Napi::Object exports) {
#define EXPORT(name, fn) exports.Set(name, Napi::Function::New<guarded<fn>>(env, name))
  EXPORT("evalThreads", eval_threads_fn);
  EXPORT("evalThreadsUsed", eval_threads_used_fn);
  EXPORT("evalOpen", eval_open_fn);
  EXPORT("evalProgram", eval_program_fn);
  EXPORT("evalSubmit", eval_submit_fn);
  EXPORT("evalHeld", eval_held_fn);
  EXPORT("evalWait", eval_wait_fn);
  EXPORT("evalView", eval_view_fn);
  EXPORT("evalShapes", eval_shapes_fn);
  EXPORT("address", address_fn);
#undef EXPORT
}

}  // namespace penstock
