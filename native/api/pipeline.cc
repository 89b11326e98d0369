// The facade of the C++ API. See penstock/pipeline.h.
#include "penstock/pipeline.h"

#include <cstdlib>
#include <random>

#include "api/check.h"
#include "api/conform.h"
#include "api/convert.h"
#include "api/engine.h"
#include "api/lower.h"
#include "api/recorder.h"
#include "api/validate.h"
#include "core/thread_pool.h"

namespace penstock {
namespace {

using api::guarded;

[[noreturn]] void option_error(const std::string& message, const std::string& hint = {}) {
  throw PipelineError({ErrorCode::INVALID_ARGUMENT, message, "pipeline", "", "", {}, hint});
}

void check_range(const char* name, int64_t value, int64_t min, int64_t max) {
  if (value >= min && value <= max) return;
  option_error("Expected an integer from " + std::to_string(min) + " to " + std::to_string(max) + " for " + name +
               " but received " + std::to_string(value));
}

void check(const PipelineOptions& o) {
  if (o.batch_size) check_range("batch_size", *o.batch_size, 1, 65536);
  if (o.device_id) check_range("device_id", *o.device_id, 0, INT32_MAX);
  if (o.num_threads) check_range("num_threads", *o.num_threads, 1, 1024);
  if (o.seed) check_range("seed", *o.seed, -1, (int64_t{1} << 53) - 1);
  if (!o.prefetch_queue_depth) return;
  check_range("prefetch_queue_depth", o.prefetch_queue_depth->cpu, 1, abi::maxDepth);
  check_range("prefetch_queue_depth", o.prefetch_queue_depth->gpu, 1, abi::maxDepth);
}

int64_t random_seed() { return std::random_device()(); }

int threads_of(const PipelineOptions& o) {
  if (o.num_threads) return *o.num_threads;
  for (const char* name : {"PENSTOCK_NUM_THREADS", "DALI_NUM_THREADS"}) {
    const char* text = std::getenv(name);
    if (!text || !*text) continue;
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (*end || value < 1 || value > 1024) {
      option_error(std::string("Expected an integer from 1 to 1024 for ") + name + " but received '" + text + "'");
    }
    return static_cast<int>(value);
  }
  return cpu_budget().usable;
}

// The options of a pipeline in JavaScript. Those without a counterpart here that change what the pipeline gives are
// refused.
PipelineOptions options_of(const Json& j) {
  PipelineOptions o;
  const auto number = [&](const char* name, auto& to) {
    if (j.contains(name) && !j[name].is_null()) to = j[name].get<int64_t>();
  };
  number("batchSize", o.batch_size);
  number("deviceId", o.device_id);
  number("numThreads", o.num_threads);
  number("seed", o.seed);
  if (j.contains("onError")) o.on_error = api::on_error_of(j["onError"]);
  if (j.contains("prefetchQueueDepth")) {
    const Json& depth = j["prefetchQueueDepth"];
    QueueDepth& d = o.prefetch_queue_depth.emplace();
    if (depth.is_number()) {
      d = QueueDepth(depth.get<int>());
    } else if (depth.is_array()) {
      d = QueueDepth(depth.at(0).get<int>(), depth.at(1).get<int>());
    } else {
      d.cpu = depth.value("cpu", depth.value("cpuSize", 2));
      d.gpu = depth.value("gpu", depth.value("gpuSize", 2));
    }
  }
  for (const char* name : {"memoryBudget", "checkpoint"}) {
    if (!j.contains(name) || j[name].is_null() || j[name].empty()) continue;
    throw Error(ErrorCode::UNSUPPORTED, std::string("The C++ API has no option ") + name,
                "Serialize the pipeline without it");
  }
  return o;
}

PipelineOptions merged(PipelineOptions base, const PipelineOptions& over) {
  const auto take = [](auto& to, const auto& from) {
    if (from) to = from;
  };
  take(base.batch_size, over.batch_size);
  take(base.device_id, over.device_id);
  take(base.num_threads, over.num_threads);
  take(base.on_error, over.on_error);
  take(base.prefetch_queue_depth, over.prefetch_queue_depth);
  take(base.seed, over.seed);
  base.epoch_batches = over.epoch_batches;
  return base;
}

Json options_json(const PipelineOptions& o) {
  Json j = Json::object();
  if (o.batch_size) j["batchSize"] = *o.batch_size;
  if (o.device_id) j["deviceId"] = *o.device_id;
  if (o.num_threads) j["numThreads"] = *o.num_threads;
  if (o.on_error) j["onError"] = api::on_error_name(*o.on_error);
  if (o.prefetch_queue_depth) {
    const QueueDepth& d = *o.prefetch_queue_depth;
    j["prefetchQueueDepth"] = d.cpu == d.gpu ? Json(d.cpu) : Json({{"cpu", d.cpu}, {"gpu", d.gpu}});
  }
  if (o.seed) j["seed"] = *o.seed;
  return j;
}

}  // namespace

struct Pipeline::Impl {
  PipelineOptions options;
  std::shared_ptr<api::Recorder> recorder = std::make_shared<api::Recorder>();
  std::optional<api::Graph> graph;  // once the outputs are known
  std::optional<Json> plan;         // of a pipeline that was given as a plan
  std::unique_ptr<api::Engine> engine;

  api::Engine& running() const {
    if (engine) return *engine;
    throw Error(ErrorCode::INVALID_ARGUMENT, "Expected Build() before the pipeline is used");
  }

  const api::Graph& known_graph() const {
    if (graph) return *graph;
    throw Error(ErrorCode::INVALID_ARGUMENT, "Expected SetOutputs() before this call",
                "A pipeline that was made from a plan cannot be serialized");
  }

  Json lowered() const {
    if (plan) return *plan;
    api::PlanOptions o;
    o.batch_size = *options.batch_size;
    o.device_id = options.device_id;
    o.seed = options.seed.value_or(-1) == -1 ? random_seed() : *options.seed;
    const QueueDepth depth = options.prefetch_queue_depth.value_or(QueueDepth());
    o.depth_cpu = depth.cpu;
    o.depth_gpu = depth.gpu;
    o.on_error = options.on_error.value_or(OnError::fail);
    return lower(known_graph(), o);
  }
};

namespace api {

std::shared_ptr<Recorder> Recorder::of(Pipeline& pipeline) {
  return guarded([&] {
    if (pipeline.impl_->graph || pipeline.impl_->plan) {
      throw Error(ErrorCode::INVALID_ARGUMENT, "Expected operators to be called before SetOutputs()");
    }
    return pipeline.impl_->recorder;
  });
}

}  // namespace api

Pipeline::Pipeline(PipelineOptions options) : impl_(std::make_unique<Impl>()) {
  check(options);
  if (!options.batch_size) option_error("Expected an integer from 1 to 65536 for batch_size but received none");
  impl_->options = options;
}

Pipeline::Pipeline(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Pipeline::Pipeline(Pipeline&&) noexcept = default;
Pipeline& Pipeline::operator=(Pipeline&&) noexcept = default;
Pipeline::~Pipeline() = default;

Pipeline Pipeline::FromJson(const std::string& text, PipelineOptions options) {
  return guarded([&] {
    check(options);
    const Json json = json_or_discarded(text);
    api::check_nesting(json);
    auto impl = std::make_unique<Impl>();
    try {
      if (json.is_object() && json.contains("penstock")) {
        api::check_format(json);
        impl->options = merged(options_of(json.value("options", Json::object())), options);
        impl->graph = api::parse_graph(json.at("graph"));
        api::validate(*impl->graph);
        if (!impl->options.batch_size) option_error("Expected batch_size in the text or in the options");
        check(impl->options);
      } else if (json.is_object() && json.contains("stages") && json.contains("mailboxes")) {
        if (options.batch_size || options.seed || options.prefetch_queue_depth || options.on_error ||
            options.device_id) {
          option_error("Expected only num_threads and epoch_batches along with a plan, which holds all other options");
        }
        impl->options = options;
        impl->plan = json;
      } else {
        throw Error(ErrorCode::INVALID_ARGUMENT,
                    "Expected the text of serialize() or of graph() but received other text");
      }
    } catch (const Json::exception& e) {
      throw Error(ErrorCode::INVALID_ARGUMENT,
                  std::string("Expected the text of serialize() or of graph() but received other JSON: ") + e.what());
    }
    return Pipeline(std::move(impl));
  });
}

void Pipeline::SetOutputs(std::vector<PipelineOutput> outputs) {
  guarded([&] {
    if (impl_->graph || impl_->plan) throw Error(ErrorCode::INVALID_ARGUMENT, "Expected one call of SetOutputs()");
    impl_->graph = impl_->recorder->finish(outputs);
  });
}

std::string Pipeline::Serialize() const {
  return guarded([&] {
    const Json json = {
        {"penstock", 1}, {"graph", api::graph_json(impl_->known_graph())}, {"options", options_json(impl_->options)}};
    return json_text(json);
  });
}

void Pipeline::Build() {
  guarded([&] {
    if (impl_->engine) return;
    try {
      impl_->engine =
          std::make_unique<api::Engine>(impl_->lowered(), threads_of(impl_->options), impl_->options.epoch_batches);
    } catch (const Json::exception& e) {
      throw Error(ErrorCode::INVALID_ARGUMENT, std::string("Expected a plan but received other JSON: ") + e.what());
    }
  });
}

void Pipeline::Run() {
  guarded([&] { impl_->running().run(); });
}

Outputs Pipeline::ShareOutputs() {
  return guarded([&] { return Outputs(impl_->running().share()); });
}

void Pipeline::ReleaseOutputs() {
  guarded([&] { impl_->running().release(); });
}

void Pipeline::SetExternalInput(const std::string& name, const std::vector<InputTensor>& batch) {
  SetExternalInput(name, std::vector<std::vector<InputTensor>>{batch});
}

void Pipeline::SetExternalInput(const std::string& name, const std::vector<std::vector<InputTensor>>& outputs) {
  guarded([&] { impl_->running().set_input(name, outputs); });
}

std::vector<std::string> Pipeline::output_names() const {
  return guarded([&] { return impl_->running().output_names(); });
}

ReaderMeta Pipeline::reader_meta(const std::string& name) const {
  return guarded([&] {
    const SamplerOptions& o = impl_->running().reader(name).options();
    ReaderMeta meta;
    meta.epoch_size = o.size;
    meta.number_of_shards = o.num_shards;
    meta.shard_id = o.shard_id;
    meta.pad_last_batch = o.pad_last_batch;
    meta.stick_to_shard = o.stick_to_shard || o.shuffle_after_epoch;
    const int64_t rounded = (o.size + o.num_shards - 1) / o.num_shards * o.num_shards;
    meta.epoch_size_padded = o.pad_last_batch ? rounded : o.size;
    return meta;
  });
}

std::vector<BadSample> Pipeline::bad_samples() const {
  return guarded([&] { return impl_->running().bad_samples(); });
}

void Pipeline::Close() {
  if (!impl_) return;
  if (impl_->engine) impl_->engine->close();
}

}  // namespace penstock
