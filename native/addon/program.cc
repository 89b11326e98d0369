// The functions for programs, which make the samples of batches.
#include <limits>

#include "addon/env.h"
#include "core/mailbox.h"
#include "dataset/set/dataset.h"
#include "eval/execution_queue.h"
#include "gpu_host/shared_memory.h"
#include "gpu_host/stream_object.h"
#include "program/handle.h"

namespace penstock {
namespace {

// programCreate(json, {dataset?, queue?, worker?, stream?}): the handle of a new program. A program for an execution
// queue shares the scratch memory of the queue's thread `worker`, and queues its GPU work on the stream.
Napi::Value program_create_fn(const Napi::CallbackInfo& info) {
  auto spec = std::make_unique<ProgramSpec>();
  parse_program(to_text(info[0]), *spec);
  const Handle dataset = handle_of(info[1], "dataset"), queue = handle_of(info[1], "queue");
  const Handle stream = handle_of(info[1], "stream");
  if (dataset) spec->dataset = Handles::instance().get<Dataset>(dataset);
  if (queue) spec->scratch = Handles::instance().get<ExecutionQueue>(queue)->scratch(to_int(field(info[1], "worker")));
  if (spec->scratch && spec->threads > static_cast<int>(spec->scratch->size())) {
    fail(ErrorCode::INTERNAL, "too many threads");
  }
  if (stream) spec->stream = Handles::instance().get<StreamObject>(stream)->stream;
  if (spec->account_block >= 0) {
    auto block = Handles::instance().get<Memory>(spec->account_block);
    spec->account = block->account(spec->account_offset);
    if (spec->device_account_offset) spec->device_account = block->account(spec->device_account_offset, "device");
    if (spec->pinned_account_offset) spec->pinned_account = block->account(spec->pinned_account_offset, "pinned");
  }
  return to_number(info.Env(), adopt(info.Env(), std::make_shared<ProgramObject>(std::move(spec))));
}

// What a caller says of memory: abi memory mayCome, or the most bytes that there can be.
MemoryOutlook outlook_of(const Napi::Value& most) {
  const int64_t bytes = to_int64(most);
  if (bytes == abi::memory_mayCome) return {true, std::numeric_limits<int64_t>::max()};
  return {false, bytes};
}

// Sets up samples of the inputs: an array of arena handles, or a Float64Array of (index, epoch, flags, ordinal) per
// sample. Returns the bytes that the output arena needs.
int64_t set_up(Program& program, const Napi::Value& inputs, int from, int count, const MemoryOutlook& memory) {
  if (!inputs.IsTypedArray()) {
    std::vector<ArenaRef> arenas;
    for (const Handle handle : to_handles(inputs)) arenas.push_back(Handles::instance().get<Memory>(handle)->ref());
    return program.setup(arenas, from, count, memory);
  }
  const auto* id = reinterpret_cast<const double*>(to_span(inputs).data) + 4 * from;
  std::vector<SampleId> samples(count);
  for (SampleId& sample : samples) {
    sample = {static_cast<int64_t>(id[0]), static_cast<int32_t>(id[1]), static_cast<uint32_t>(id[2]),
              static_cast<int64_t>(id[3])};
    id += 4;
  }
  return program.setup(samples.data(), count, memory);
}

// programSetup(program, batchIndex, inputs, from, count, most): starts a batch with samples of the inputs. Returns the
// bytes that the output arena needs. most: abi memory mayCome, and then a return value of memory refused asks for more;
// otherwise the most bytes that the arena can have, and samples that do not fit are bad.
Napi::Value program_setup_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  BusyGuard guard(*p);
  const int64_t batch = to_int64(info[1]);
  const int from = to_int(info[3]), count = to_int(info[4]);
  const MemoryOutlook memory = outlook_of(info[5]);
  p->program.begin(batch);
  return Napi::Number::New(info.Env(), static_cast<double>(set_up(p->program, info[2], from, count, memory)));
}

// programAppend(program, inputs, from, count, most): as programSetup(), but adds the samples to the current batch.
Napi::Value program_append_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  BusyGuard guard(*p);
  const int from = to_int(info[2]), count = to_int(info[3]);
  const MemoryOutlook memory = outlook_of(info[4]);
  return Napi::Number::New(info.Env(), static_cast<double>(set_up(p->program, info[1], from, count, memory)));
}

// programRun(program, arena, outlook): makes the samples that were set up; returns the number of samples in the batch
// so far. outlook: with abi memory mayCome a return value of memory refused says that the call must be repeated once
// the budget holds more; with willNotCome samples for which there is too little memory are bad.
Napi::Value program_run_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  auto arena = Handles::instance().get<Memory>(to_handle(info[1]));
  BusyGuard guard(*p);
  return Napi::Number::New(info.Env(), p->program.run(arena->ref(), {to_int(info[2]) == abi::memory_mayCome}));
}

// programFinish(program, arena, flags): completes the batch, whose header gets the flags.
Napi::Value program_finish_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  auto arena = Handles::instance().get<Memory>(to_handle(info[1]));
  BusyGuard guard(*p);
  p->program.finish(arena->data, static_cast<uint32_t>(to_int(info[2])));
  return info.Env().Undefined();
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

// programBad(program, index, epoch): JSON of one of the last bad samples; an empty text for any other.
Napi::Value program_bad_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  return Napi::String::New(info.Env(), p->program.bad_sample(info[1].As<Napi::Number>().Int64Value(), to_int(info[2])));
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

}  // namespace

void export_programs(Napi::Env env, Napi::Object exports) {
  EXPORT("programCreate", program_create_fn);
  EXPORT("programSetup", program_setup_fn);
  EXPORT("programAppend", program_append_fn);
  EXPORT("programRun", program_run_fn);
  EXPORT("programFinish", program_finish_fn);
  EXPORT("programStart", program_start_fn);
  EXPORT("programDone", program_done_fn);
  EXPORT("programSettle", program_settle_fn);
  EXPORT("programBad", program_bad_fn);
  EXPORT("programCalls", program_calls_fn);
}

}  // namespace penstock
