// The functions for shared memory, and those for every kind of object under a handle.
#include <algorithm>

#include "addon/env.h"
#include "core/pages.h"
#include "core/thread_pool.h"
#include "dataset/set/dataset.h"
#include "dataset/set/indexing.h"
#include "dataset/stores/object_store.h"
#include "eval/arena_pool.h"
#include "eval/execution_queue.h"
#include "gpu_host/shared_memory.h"
#include "program/handle.h"

namespace penstock {
namespace {

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

// pressure(bytes): tells the garbage collector that objects of this environment keep `bytes` more (or, if negative,
// fewer) bytes of memory.
Napi::Value pressure_fn(const Napi::CallbackInfo& info) {
  int64_t total = 0;
  napi_adjust_external_memory(info.Env(), info[0].As<Napi::Number>().Int64Value(), &total);
  return Napi::Number::New(info.Env(), static_cast<double>(total));
}

// close(handle)
Napi::Value close_fn(const Napi::CallbackInfo& info) {
  const auto object = disown(info.Env(), to_handle(info[0]));
  if (object) object->shut();
  return Napi::Boolean::New(info.Env(), object != nullptr);
}

// stop(handle, left): ends soon what works under the handle. A program's samples that were not begun are not made any
// more; the call that makes them ends with PIPELINE_CLOSED once the begun samples are made. left: the threads may be
// stuck in these, so the pool starts other threads. A task's taskTake() throws ABORTED then.
Napi::Value stop_fn(const Napi::CallbackInfo& info) {
  const auto object = Handles::instance().get<Object>(to_handle(info[0]));
  if (auto* p = dynamic_cast<ProgramObject*>(object.get())) {
    p->program.stop();
    if (info[1].ToBoolean()) ThreadPool::instance().lose(p->program.at_work(), p->program.group());
  } else if (auto* task = dynamic_cast<IndexingThread*>(object.get())) {
    task->cancel();
  } else {
    fail(ErrorCode::INTERNAL, "this handle has no work to stop");
  }
  return info.Env().Undefined();
}

// report(handle, from, count): JSON: of a program ProgramReport, of a task IndexState, of a client of stores
// StoreState, of a data set DatasetReport with the samples [from, from + count).
Napi::Value report_fn(const Napi::CallbackInfo& info) {
  const auto object = Handles::instance().get<Object>(to_handle(info[0]));
  std::string json;
  if (auto* p = dynamic_cast<ProgramObject*>(object.get())) {
    json = p->program.report(0);
  } else if (auto* data = dynamic_cast<Dataset*>(object.get())) {
    json = data->report(to_int(info[1]), to_int(info[2]));
  } else if (auto* task = dynamic_cast<IndexingThread*>(object.get())) {
    json = task->report();
  } else if (auto* server = dynamic_cast<StoreServer*>(object.get())) {
    json = ObjectStore::instance().report(*server);
  } else {
    fail(ErrorCode::INTERNAL, "this handle has no report");
  }
  return Napi::String::New(info.Env(), json);
}

// trim(handle, bytesToKeep, inUse): returns memory to the system. A program returns its scratch memory. An execution
// queue returns that of its programs, and the unused results of all queues. Shared memory returns the pages from
// bytesToKeep on, which must be unused and read as zero afterwards, and with bytesToKeep 0 also its device memory.
// inUse says that the memory is in use. Returns the bytes freed, or -1 when the program is running, or when the memory
// is in use and a GPU may be reading it.
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
  } else if (auto* queue = dynamic_cast<ExecutionQueue*>(object.get())) {
    freed = static_cast<double>(queue->trim() + ArenaPool::instance().trim());
  } else {
    fail(ErrorCode::INTERNAL, "this handle has no memory to give back");
  }
  return Napi::Number::New(info.Env(), freed);
}

}  // namespace

void export_handles(Napi::Env env, Napi::Object exports) {
  EXPORT("open", open_fn);
  EXPORT("hugePages", huge_pages_fn);
  EXPORT("resize", resize_fn);
  EXPORT("pressure", pressure_fn);
  EXPORT("close", close_fn);
  EXPORT("stop", stop_fn);
  EXPORT("report", report_fn);
  EXPORT("trim", trim_fn);
}

}  // namespace penstock
