// The functions for data sets: building one, on the calling thread or on a thread of its own, reporting its content,
// and writing the indexes of containers. A data set's handle belongs to the environment that asked for it; programs
// that are made from it share it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "addon_env.h"
#include "dataset/data_format.h"
#include "dataset/index_file.h"
#include "dataset/indexing.h"
#include "dataset/paths.h"
#include "dataset/reader_op.h"
#include "dataset/signed_url.h"
#include "program/sample_error.h"
#include "program/spec.h"

namespace penstock {
namespace {

// Builds a data set from a program whose only operator is the reader, with the arguments for index().
std::shared_ptr<Dataset> index_program(const std::string& json, const std::atomic<bool>& cancelled,
                                       const std::shared_ptr<IndexProgress>& progress = nullptr) {
  ProgramSpec spec;
  parse_program(json, spec);
  if (spec.ops.size() != 1) fail(ErrorCode::INTERNAL, "a data set is built for one reader");
  const OpNode& op = spec.ops.front();
  const auto given = nlohmann::json::parse(json);
  try {
    return index_dataset(op.op->name, op.args.data(), cancelled,
                         {given.value("store", ""), progress, given.value("blocks", false)});
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

// What a thread does: writes the index of a container, { container, to }; recognises files, { look }; lists a folder of
// a store, { list, all }; says how data is read, { read, paths, folder, first }; or builds a data set, by a program.
// All but the first take { store }.
IndexingThread::Work work_of(std::string json) {
  const auto given = nlohmann::json::parse(json);
  const auto store = given.value("store", "");
  if (given.contains("container")) {
    return [path = given.at("container").get<std::string>(), to = given.at("to").get<std::string>()](
               const auto& cancelled, const auto& progress) {
      return write_container_index(path, to, cancelled, progress);
    };
  }
  if (given.contains("look")) {
    return [paths = given.at("look").get<std::vector<std::string>>(), store](const auto& cancelled, const auto&) {
      return recognise_files(paths, cancelled, store);
    };
  }
  if (given.contains("list")) {
    return [folder = given.at("list").get<std::string>(), all = given.at("all").get<bool>(), store](
               const auto& cancelled, const auto&) { return names_in(folder, all, cancelled, store); };
  }
  if (given.contains("read")) {
    DataSource source{given.at("paths").get<std::vector<std::string>>(), given.at("folder").get<bool>(),
                      given.at("first").get<std::string>()};
    return [reader = given.at("read").get<std::string>(), source = std::move(source), store](
               const auto& cancelled, const auto&) { return reading_of(reader, source, cancelled, store); };
  }
  return [json = std::move(json)](const auto& cancelled, const auto& progress) {
    return index_program(json, cancelled, progress);
  };
}

// datasetStart(json, listener, watched): the handle of a thread that does what work_of() says. The listener is called
// when datasetTake() returns without waiting. `watched`: datasetProgress() will be called.
Napi::Value dataset_start_fn(const Napi::CallbackInfo& info) {
  const auto listener = static_cast<uint32_t>(to_handle(info[1]));
  auto thread = std::make_shared<IndexingThread>(
      work_of(to_text(info[0])), [listener] { wake_listener(listener); }, info[2].ToBoolean());
  return to_number(info.Env(), adopt(info.Env(), std::move(thread)));
}

// datasetProgress(thread): IndexState of src/native.ts, as JSON.
Napi::Value dataset_progress_fn(const Napi::CallbackInfo& info) {
  const auto state = Handles::instance().get<IndexingThread>(to_handle(info[0]))->progress();
  nlohmann::json out = {{"file", state.file},   {"filesDone", state.files_done},
                        {"files", state.files}, {"bytesDone", state.bytes_done},
                        {"bytes", nullptr},     {"samples", state.samples}};
  if (state.sized) out["bytes"] = state.bytes;
  return Napi::String::New(info.Env(), out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

// expandPaths(path): the paths that one with braces stands for.
Napi::Value expand_paths_fn(const Napi::CallbackInfo& info) {
  const std::string text = to_text(info[0]);
  const std::string_view path = text;
  const std::vector<std::string> paths = expand_paths("path", {&path, 1});
  Napi::Array out = Napi::Array::New(info.Env(), paths.size());
  for (size_t i = 0; i < paths.size(); ++i) out.Set(static_cast<uint32_t>(i), paths[i]);
  return out;
}

// datasetCancel(thread): ends the thread soon; datasetTake() then throws ABORTED.
Napi::Value dataset_cancel_fn(const Napi::CallbackInfo& info) {
  Handles::instance().get<IndexingThread>(to_handle(info[0]))->cancel();
  return info.Env().Undefined();
}

// datasetTake(thread): the handle of the data set that the thread has built, or what else it has made, as JSON. It is
// called once.
Napi::Value dataset_take_fn(const Napi::CallbackInfo& info) {
  auto made = Handles::instance().get<IndexingThread>(to_handle(info[0]))->take();
  if (const auto found = std::dynamic_pointer_cast<FoundData>(made)) {
    return Napi::String::New(info.Env(), found->json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  const auto index = std::dynamic_pointer_cast<ContainerIndex>(made);
  if (!index) return to_number(info.Env(), adopt(info.Env(), std::move(made)));
  const nlohmann::json out = {{"format", index->format}, {"samples", index->samples}};
  return Napi::String::New(info.Env(), out.dump());
}

// unsignedUrl(path): the path without what signs it.
Napi::Value unsigned_url_fn(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), unsigned_url(to_text(info[0])));
}

// dataFormats(): DataFormatInfo of src/native.ts of all formats, as JSON.
Napi::Value data_formats_fn(const Napi::CallbackInfo& info) {
  return Napi::String::New(info.Env(), data_formats().dump());
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
  EXPORT("datasetProgress", dataset_progress_fn);
  EXPORT("datasetCancel", dataset_cancel_fn);
  EXPORT("datasetTake", dataset_take_fn);
  EXPORT("datasetReport", dataset_report_fn);
  EXPORT("expandPaths", expand_paths_fn);
  EXPORT("dataFormats", data_formats_fn);
  EXPORT("unsignedUrl", unsigned_url_fn);
#undef EXPORT
}

}  // namespace penstock
