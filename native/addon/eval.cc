// Imperative mode's functions: execution queues, executions, their results, and CUDA streams. src/native/eval.ts has
// their types. Each function checks its arguments, looks up handles and calls the core.

#include "addon/env.h"
#include "core/arena.h"
#include "core/thread_pool.h"
#include "eval/execution_queue.h"
#include "gpu_host/shared_memory.h"
#include "gpu_host/stream_object.h"
#include "program/report.h"

namespace penstock {
namespace {

// evalThreads(): the number of threads of the process's imperative contexts that were made without one; 0 stands for
// the default.
Napi::Value eval_threads_fn(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), ThreadPool::instance().imperative_threads);
}

// evalOpen({threads, byDefault, width, words: Uint32Array(2), listener}): an execution queue that runs up to `width`
// executions at once. byDefault: the threads are those of evalThreads(). words: see ExecutionQueue::Words; the caller
// keeps this array until the queue is closed.
Napi::Value eval_open_fn(const Napi::CallbackInfo& info) {
  const int threads = to_int(field(info[0], "threads")), width = to_int(field(info[0], "width"));
  const int listener = to_int(field(info[0], "listener"));
  const Napi::Value words = field(info[0], "words");
  const Span span = to_span(words);
  if (span.size < sizeof(ExecutionQueue::Words)) fail(ErrorCode::INTERNAL, "a queue needs two words");
  auto queue = std::make_shared<ExecutionQueue>(threads, width, reinterpret_cast<ExecutionQueue::Words*>(span.data),
                                                [listener] { wake_listener(static_cast<uint32_t>(listener)); });
  if (field(info[0], "byDefault").ToBoolean()) ThreadPool::instance().imperative_started = true;
  const Handle handle = adopt(info.Env(), queue);
  info.Env().GetInstanceData<EnvState>()->keep[handle] = Napi::Persistent(words.As<Napi::Object>());
  return to_number(info.Env(), handle);
}

// The words of a Uint32Array; none for null.
std::vector<uint32_t> to_words(const Napi::Value& value) {
  if (!value.IsTypedArray()) return {};
  const Span span = to_span(value);
  const auto* words = reinterpret_cast<const uint32_t*>(span.data);
  return {words, words + span.size / sizeof(uint32_t)};
}

// Reads [source, rows, source, rows, ...]. A source is a handle of shared memory or of an execution, or a Uint8Array
// that its owner keeps until the execution is done. Rows are null for the first `count` samples, a sample's number
// when all are that sample, or an Int32Array.
std::vector<Execution::Input> to_inputs(const Napi::Value& value, int count) {
  const auto list = value.As<Napi::Array>();
  std::vector<Execution::Input> inputs(list.Length() / 2);
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    const Napi::Value source = list[2 * i], rows = list[2 * i + 1];
    Execution::Input& in = inputs[i];
    if (source.IsNumber()) {
      const auto object = Handles::instance().get<Object>(to_handle(source));
      in.memory = std::dynamic_pointer_cast<Memory>(object);
      in.execution = std::dynamic_pointer_cast<Execution>(object);
      if (!in.memory && !in.execution) fail(ErrorCode::INTERNAL, "an input that is no memory");
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

// Where an execution runs when no other one is before it, by what its caller does next.
RunsOn runs_on(const std::string& caller) {
  if (caller == "blocks") return RunsOn::caller;
  if (caller == "awaits") return RunsOn::caller_if_quick;
  if (caller == "continues") return RunsOn::queue;
  fail(ErrorCode::INTERNAL, "no caller %s", caller.c_str());
}

// evalSubmit(queue, {programs: one per thread, count, inputs, draws: Uint32Array | null, to: Uint8Array | a handle of
// shared memory | null, gpu}, caller): the handle of a new execution. The arrays must not change until the execution
// is done.
Napi::Value eval_submit_fn(const Napi::CallbackInfo& info) {
  auto queue = Handles::instance().get<ExecutionQueue>(to_handle(info[0]));
  auto execution = std::make_shared<Execution>();
  for (const Handle program : to_handles(field(info[1], "programs"))) {
    execution->programs.push_back(Handles::instance().get<ProgramObject>(program));
  }
  if (static_cast<int>(execution->programs.size()) != queue->width()) fail(ErrorCode::INTERNAL, "a program per thread");
  execution->count = to_int(field(info[1], "count"));
  execution->inputs = to_inputs(field(info[1], "inputs"), execution->count);
  execution->draws = to_words(field(info[1], "draws"));
  const Napi::Value to = field(info[1], "to");
  if (to.IsTypedArray()) {
    const Span span = to_span(to);
    execution->given = span.data;
    execution->given_bytes = static_cast<int64_t>(span.size);
  } else if (to.IsNumber()) {
    execution->given_memory = Handles::instance().get<Memory>(to_handle(to));
    execution->given = execution->given_memory->data;
    execution->given_bytes = static_cast<int64_t>(execution->given_memory->size);
  }
  execution->gpu = to_int(field(info[1], "gpu"));
  queue->submit(execution, runs_on(to_text(info[2])));
  return to_number(info.Env(), adopt(info.Env(), std::move(execution)));
}

// evalTake(execution, facts: Float64Array(5)): blocks until the execution is done, and ends its handle. Returns a
// handle of shared memory with the result, or 0 when the result lies in `to`. Throws the error of a failed execution.
// facts becomes the result's size in bytes, when the execution began and ended (ns of the steady clock), the queue's
// thread that ran it (-1: the caller's), and the result's bytes in device memory; after an error both sizes are as
// they were.
Napi::Value eval_take_fn(const Napi::CallbackInfo& info) {
  auto execution = Handles::instance().get<Execution>(to_handle(info[0]));
  const Span span = to_span(info[1]);
  if (span.size < 5 * sizeof(double)) fail(ErrorCode::INTERNAL, "an array of less than 5");
  execution->wait();
  disown(info.Env(), to_handle(info[0]));
  auto* facts = reinterpret_cast<double*>(span.data);
  facts[1] = static_cast<double>(execution->began());
  facts[2] = static_cast<double>(execution->ended());
  facts[3] = execution->worker();
  const auto& result = execution->result();
  facts[0] = static_cast<double>(arena_header(result ? result->data : execution->given).used_bytes);
  const auto device = result ? result->side.device() : nullptr;
  facts[4] = device ? static_cast<double>(device->bytes()) : 0;
  return to_number(info.Env(), result ? adopt(info.Env(), result) : 0);
}

// evalView(memory): a Uint8Array over the memory, which keeps it alive.
Napi::Value eval_view_fn(const Napi::CallbackInfo& info) {
  auto memory = Handles::instance().get<Memory>(to_handle(info[0]));
  const size_t bytes = static_cast<size_t>(arena_header(memory->data).used_bytes);
  return Napi::Uint8Array::New(info.Env(), bytes, external_buffer(info.Env(), memory->data, bytes, memory), 0);
}

// evalShapes(program, count, inputs, draws): JSON, [{dtype, layout, shapes}] of the program's outputs, found by
// setup() alone.
Napi::Value eval_shapes_fn(const Napi::CallbackInfo& info) {
  auto object = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  const int count = to_int(info[1]);
  std::vector<ArenaRef> arenas;
  std::vector<const int32_t*> rows;
  const auto inputs = to_inputs(info[2], count);
  for (const auto& in : inputs) {
    if (in.execution) fail(ErrorCode::INTERNAL, "an input that is not made yet");
    arenas.push_back(in.memory ? in.memory->ref() : ArenaRef(in.data));
    rows.push_back(in.rows.empty() ? nullptr : in.rows.data());
  }
  BusyGuard guard(*object);
  Program& p = object->program;
  p.begin(0);
  const std::vector<uint32_t> draws = to_words(info[3]);
  p.draw(draws.data(), draws.size());
  if (arenas.empty()) {
    std::vector<SampleId> ids(count);
    for (int i = 0; i < count; ++i) ids[i] = {i, 0, 0, i + 1};
    p.setup(ids.data(), count);
  } else {
    p.setup(arenas, rows, count);
  }
  return Napi::String::New(info.Env(), outputs_json(p));
}

// address(view): the address of its bytes.
Napi::Value address_fn(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(reinterpret_cast<uintptr_t>(to_span(info[0]).data)));
}

// streamOpen(gpu, raw: BigInt | null): [the handle of a user's cudaStream_t or of a new stream, its cudaStream_t].
Napi::Value stream_open_fn(const Napi::CallbackInfo& info) {
  const int gpu = to_int(info[0]);
  bool lossless = true;
  auto stream = info[1].IsBigInt() ? gpu::SharedStream::adopt(gpu, info[1].As<Napi::BigInt>().Uint64Value(&lossless))
                                   : gpu::SharedStream::open(gpu);
  auto pair = Napi::Array::New(info.Env(), 2);
  pair[1u] = Napi::BigInt::New(info.Env(), stream->raw());
  pair[0u] = to_number(info.Env(), adopt(info.Env(), std::make_shared<StreamObject>(std::move(stream))));
  return pair;
}

// streamDefault(gpu, stream | 0 | null): the process's default stream of a GPU, a cudaStream_t as a BigInt, or null.
// A handle sets it first, 0 clears it first.
Napi::Value stream_default_fn(const Napi::CallbackInfo& info) {
  const int gpu = to_int(info[0]);
  if (info[1].IsNumber()) {
    const Handle stream = to_handle(info[1]);
    gpu::SharedStream::set_standard(gpu, stream ? Handles::instance().get<StreamObject>(stream)->stream : nullptr);
  }
  const auto stream = gpu::SharedStream::standard(gpu);
  if (!stream) return info.Env().Null();
  return Napi::BigInt::New(info.Env(), stream->raw());
}

// gpuSync(handle): blocks until the work that is queued on a stream now is done, or the part of a result that lies in
// device memory is complete.
Napi::Value gpu_sync_fn(const Napi::CallbackInfo& info) {
  const auto object = Handles::instance().get<Object>(to_handle(info[0]));
  if (const auto* stream = dynamic_cast<StreamObject*>(object.get())) {
    stream->stream->sync();
  } else if (const auto* memory = dynamic_cast<Memory*>(object.get())) {
    if (const auto slot = memory->side.device()) slot->sync();
  } else {
    fail(ErrorCode::INTERNAL, "no work on a GPU has this handle");
  }
  return info.Env().Undefined();
}

}  // namespace

void export_eval(Napi::Env env, Napi::Object exports) {
  EXPORT("evalThreads", eval_threads_fn);
  EXPORT("evalOpen", eval_open_fn);
  EXPORT("evalSubmit", eval_submit_fn);
  EXPORT("evalTake", eval_take_fn);
  EXPORT("evalView", eval_view_fn);
  EXPORT("evalShapes", eval_shapes_fn);
  EXPORT("address", address_fn);
  EXPORT("streamOpen", stream_open_fn);
  EXPORT("streamDefault", stream_default_fn);
  EXPORT("gpuSync", gpu_sync_fn);
}

}  // namespace penstock
