// The functions for object stores: the HTTP client in JavaScript takes requests and hands answers over, and a reader's
// actor asks for what its sampler will need.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "addon_env.h"
#include "core/mailbox.h"
#include "dataset/object_store.h"
#include "gpu/shared_memory.h"
#include "program/handle.h"

namespace penstock {
namespace {

// storeOpen(): the handle of a client. Requests wait for it from now on.
Napi::Value store_open_fn(const Napi::CallbackInfo& info) {
  return to_number(info.Env(), adopt(info.Env(), ObjectStore::instance().serve()));
}

// storeTake(server, listener): JSON with the requests that have come since the last call. The listener, of the same
// environment, is called when there are more; 0 takes none, and only says whether the store is idle.
Napi::Value store_take_fn(const Napi::CallbackInfo& info) {
  ObjectStore& store = ObjectStore::instance();
  const auto listener = static_cast<uint32_t>(to_handle(info[1]));
  if (!listener) return Napi::Boolean::New(info.Env(), store.idle());
  const auto server = Handles::instance().get<StoreServer>(to_handle(info[0]));
  const bool first = store.listen(*server, [listener] { wake_listener(listener); });
  // It goes with this thread's environment.
  if (first) adopt(info.Env(), std::make_shared<StoreThread>(server));
  return Napi::String::New(info.Env(), store.take(*server));
}

// storeEnd(server, cause): the client has failed. Its requests fail with the cause, unless another client takes them.
Napi::Value store_end_fn(const Napi::CallbackInfo& info) {
  const auto server = Handles::instance().get<StoreServer>(to_handle(info[0]));
  ObjectStore::instance().close(server.get(), to_text(info[1]));
  return info.Env().Undefined();
}

// storeGive(id, bytes: Uint8Array | null, expected, end | null): adds bytes to the answer, or ends it with a JSON text.
Napi::Value store_give_fn(const Napi::CallbackInfo& info) {
  ObjectStore& store = ObjectStore::instance();
  const int64_t number = info[0].As<Napi::Number>().Int64Value();
  if (info[1].IsTypedArray()) {
    const Span bytes = to_span(info[1]);
    store.give(number, bytes.data, bytes.size, static_cast<size_t>(info[2].As<Napi::Number>().Int64Value()));
  }
  if (!info[3].IsString()) return info.Env().Undefined();
  const auto end = nlohmann::json::parse(to_text(info[3]), nullptr, false);
  if (!end.is_object()) fail(ErrorCode::INTERNAL, "expected the end of an answer");
  FetchEnd made{end.value("total", int64_t{-1}), end.value("tag", ""),        end.value("message", ""),
                end.value("hint", ""),           end.value("missing", false), false};
  for (const auto& part : end.value("kept", nlohmann::json::array())) {
    made.kept.push_back({part.value("path", ""), part.value("from", int64_t{0}), part.value("at", int64_t{0}),
                         part.value("size", int64_t{0})});
  }
  store.end(number, std::move(made));
  return info.Env().Undefined();
}

// What a program reads ahead with, which rings a bell when something has come.
ReadAhead& ahead_of(ProgramObject& p, bool disks, const Napi::CallbackInfo& info, int block_at) {
  if (!p.ahead) {
    const auto block = Handles::instance().get<Memory>(to_handle(info[block_at]));
    Bell& bell = *reinterpret_cast<Bell*>(block->at(to_int(info[block_at + 1]), sizeof(Bell)));
    p.ahead =
        std::make_unique<ReadAhead>(p.program.dataset(), p.program.reads(), disks, [block, &bell] { ring_bell(bell); });
  }
  return *p.ahead;
}

// programAhead(program, ids | null, upTo, block, bell). With ids it asks for what these samples need, and returns the
// bytes that are asked for and not given up, or -1 where there is nothing to ask for: no file of the data set is in a
// store, and `upTo` is not 1, which stands for files on disks too. Without ids it returns
// 1 when all has come that samples up to the ordinal `upTo` need, else 0; for bell -1 it gives that up, and returns
// the bytes that are left; and for bell -2 it returns how many reads these bytes are. The bell is rung when something
// has come.
Napi::Value program_ahead_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  const auto& data = p->program.dataset();
  const auto answer = [&](double value) { return Napi::Number::New(info.Env(), value); };
  const int64_t up_to = info[2].As<Napi::Number>().Int64Value();
  const bool disks = info[1].IsTypedArray() && up_to == 1;
  if (!data || !(data->remote() || disks || p->ahead)) return answer(-1);
  const int bell_at = to_int(info[4]);
  if (!info[1].IsTypedArray()) {
    if (!p->ahead) return answer(1);
    if (bell_at >= 0) return answer(p->ahead->ready(up_to));
    if (bell_at == -2) return answer(static_cast<double>(p->ahead->reads()));
    p->ahead->done(up_to);
    return answer(static_cast<double>(p->ahead->planned()));
  }
  ReadAhead& ahead = ahead_of(*p, disks, info, 3);
  const Span in = to_span(info[1]);
  const auto* ids = reinterpret_cast<const double*>(in.data);
  std::vector<ComingSample> samples(in.size / (4 * sizeof(double)));
  for (size_t i = 0; i < samples.size(); ++i) {
    samples[i] = {static_cast<int64_t>(ids[4 * i]), static_cast<int64_t>(ids[4 * i + 3])};
  }
  ahead.plan(samples);
  return answer(static_cast<double>(ahead.planned()));
}

// programEdges(program, blockBytes): the edges of the blocks of its data set, as an Int32Array.
Napi::Value program_edges_fn(const Napi::CallbackInfo& info) {
  const auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  const std::vector<int32_t> edges = p->program.dataset()->edges(info[1].As<Napi::Number>().Int64Value());
  auto array = Napi::Int32Array::New(info.Env(), edges.size());
  std::copy(edges.begin(), edges.end(), array.Data());
  return array;
}

// programAheadBlock(program, begin, end, first, last, block, bell): asks for the samples [begin, end) as a whole, from
// stores and disks; programAhead() says when they have come, and gives them up. Returns false, and asks for nothing,
// where samples do not lie beside each other in files.
Napi::Value program_ahead_block_fn(const Napi::CallbackInfo& info) {
  auto p = Handles::instance().get<ProgramObject>(to_handle(info[0]));
  const auto& data = p->program.dataset();
  if (!data || !data->in_containers()) return Napi::Boolean::New(info.Env(), false);
  const auto number = [&](int at) { return info[static_cast<size_t>(at)].As<Napi::Number>().Int64Value(); };
  ahead_of(*p, true, info, 5).plan(ComingBlock{number(1), number(2), number(3), number(4)});
  return Napi::Boolean::New(info.Env(), true);
}

}  // namespace

void export_stores(Napi::Env env, Napi::Object exports) {
#define EXPORT(name, fn) exports.Set(name, Napi::Function::New<guarded<fn>>(env, name))
  EXPORT("storeOpen", store_open_fn);
  EXPORT("storeTake", store_take_fn);
  EXPORT("storeEnd", store_end_fn);
  EXPORT("storeGive", store_give_fn);
  EXPORT("programAhead", program_ahead_fn);
  EXPORT("programEdges", program_edges_fn);
  EXPORT("programAheadBlock", program_ahead_block_fn);
#undef EXPORT
}

}  // namespace penstock
