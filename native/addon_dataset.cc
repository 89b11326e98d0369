// The functions for data sets: building one, on the calling thread or on a thread of its own, and reporting its
// content. A data set's handle belongs to the environment that asked for it; programs that are made from it share it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "addon_env.h"
#include "dataset/indexing.h"
#include "dataset/reader_op.h"
#include "program/sample_error.h"
#include "program/spec.h"

namespace penstock {
namespace {

// Builds a data set from a program whose only operator is the reader, with the arguments for index().
std::shared_ptr<Dataset> index_program(const std::string& json, const std::atomic<bool>& cancelled) {
  ProgramSpec spec;
  parse_program(json, spec);
  if (spec.ops.size() != 1) fail(ErrorCode::INTERNAL, "a data set is built for one reader");
  const OpNode& op = spec.ops.front();
  try {
    return index_dataset(op.op->name, op.args.data(), cancelled, nlohmann::json::parse(json).value("store", ""));
  } catch (const IndexingCancelled&) {
    throw;
  } catch (...) {
    throw SampleError(caught("not enough memory for the data set"), op.op->name, op.call_site, -1, "");
  }
}

// datasetIndex(json): builds a data set, and returns its handle. Blocks.
Napi::Value dataset_index_fn(const Napi::CallbackInfo& info) {
  const std::atomic<bool> never{false};
  return to_number(info.Env(), adopt(info.Env(), index_program(to_text(info[0]), never)));
}

// datasetStart(json, listener): the handle of a thread that builds a data set. The listener is called when
// datasetTake() returns without waiting.
Napi::Value dataset_start_fn(const Napi::CallbackInfo& info) {
  const auto listener = static_cast<uint32_t>(to_handle(info[1]));
  auto thread = std::make_shared<IndexingThread>(
      [json = to_text(info[0])](const std::atomic<bool>& cancelled) { return index_program(json, cancelled); },
      [listener] { wake_listener(listener); });
  return to_number(info.Env(), adopt(info.Env(), std::move(thread)));
}

// datasetCancel(thread): ends the thread soon; datasetTake() then throws ABORTED.
Napi::Value dataset_cancel_fn(const Napi::CallbackInfo& info) {
  Handles::instance().get<IndexingThread>(to_handle(info[0]))->cancel();
  return info.Env().Undefined();
}

// datasetTake(thread): the handle of the data set that the thread has built. Called once.
Napi::Value dataset_take_fn(const Napi::CallbackInfo& info) {
  return to_number(info.Env(), adopt(info.Env(), Handles::instance().get<IndexingThread>(to_handle(info[0]))->take()));
}

// datasetReport(dataset, from, count): DatasetReport of src/native.ts, as JSON.
Napi::Value dataset_report_fn(const Napi::CallbackInfo& info) {
  const auto data = Handles::instance().get<Dataset>(to_handle(info[0]));
  return Napi::String::New(info.Env(), data->report(to_int(info[1]), to_int(info[2])));
}

}  // namespace

void export_datasets(Napi::Env env, Napi::Object exports) {
#define EXPORT(name, fn) exports.Set(name, Napi::Function::New<guarded<fn>>(env, name))
  EXPORT("datasetIndex", dataset_index_fn);
  EXPORT("datasetStart", dataset_start_fn);
  EXPORT("datasetCancel", dataset_cancel_fn);
  EXPORT("datasetTake", dataset_take_fn);
  EXPORT("datasetReport", dataset_report_fn);
#undef EXPORT
}

}  // namespace penstock
