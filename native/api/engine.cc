// See engine.h.
#include "api/engine.h"

#include <algorithm>
#include <cstdlib>

#include "api/convert.h"
#include "core/error.h"
#include "core/thread_pool.h"
#include "gpu_host/plugin_loader.h"

namespace penstock::api {
namespace {

// A stage on the CPU works on two batches at once: threads that find no more samples in the first one begin with the
// second.
constexpr int kCpuBatches = 2;

// Whether samples are skipped anywhere in the plan. Then batches are filled up from later ones, and each stage has one
// worker.
bool any_skips(const Json& stages) {
  for (const Json& stage : stages) {
    if (stage.value("onError", "") == "skip") return true;
    if (!stage.contains("program")) continue;
    for (const Json& op : stage["program"].at("ops")) {
      if (op.value("onError", "") == "skip") return true;
    }
  }
  return false;
}

// Finds the GPU plugin by PENSTOCK_CUDA_PLUGIN, or as the system finds a shared library. Throws CUDA_UNAVAILABLE.
void open_gpus(const Json& stages) {
  static std::once_flag named;
  std::call_once(named, [] {
    const char* path = std::getenv("PENSTOCK_CUDA_PLUGIN");
    if (path && *path) gpu::set_plugin_path(path);
  });
  for (const Json& stage : stages) {
    if (stage.contains("gpu")) gpu::open_gpu(stage["gpu"]);
  }
}

std::shared_ptr<OutputPlaces> places_of(const Json& plan) {
  auto places = std::make_shared<OutputPlaces>();
  const Json& inputs = plan.at("stages").back().at("inputs");
  for (size_t o = 0; o < inputs.size(); ++o) {
    places->list.push_back(
        {inputs[o].at("mailbox"), inputs[o].at("output"), plan.at("outputs").at(o).value("name", "")});
  }
  return places;
}

}  // namespace

Engine::Engine(const Json& plan, int threads, bool epoch_batches)
    : context_{exchange_, plan.at("batchSize"), threads, ThreadPool::new_group(), plan.at("seed"), epoch_batches} {
  const Json& stages = plan.at("stages");
  const bool skips = any_skips(stages);
  open_gpus(stages);
  ThreadPool::instance().reserve(threads);
  context_.refill = std::none_of(stages.begin(), stages.end(), [](const Json& stage) {
    return stage.at("kind") == "source" && stage.at("node").get<int>() >= 0;
  });
  for (const Json& stage : stages) stages_.push_back(make_stage(stage, skips));
  for (const Json& box : plan.at("mailboxes")) {
    Stage& from = *stages_.at(box.at("from").get<size_t>());
    Stage& to = *stages_.at(box.at("to").get<size_t>());
    exchange_.add_edge(from.ends(), to.ends(), box.at("capacity"));
    if (&to == sink_) depth_ = box["capacity"];
  }
  places_ = places_of(plan);
}

std::unique_ptr<Stage> Engine::make_stage(const Json& plan, bool skips) {
  const std::string kind = plan.at("kind"), name = plan.at("name");
  if (kind == "reader") return std::make_unique<ReaderStage>(context_, plan);
  if (kind == "cpu") return std::make_unique<ProgramStage>(context_, plan, skips ? 1 : kCpuBatches);
  if (kind == "mixed") return std::make_unique<ProgramStage>(context_, plan, plan.value("workers", 1));
  if (kind == "gpu") return std::make_unique<ProgramStage>(context_, plan, 1);
  if (kind == "source") {
    if (plan.at("node").get<int>() < 0) return std::make_unique<CounterStage>(context_, name);
    auto source = std::make_unique<SourceStage>(context_, plan);
    sources_.push_back(source.get());
    return source;
  }
  if (kind == "sink") {
    auto sink = std::make_unique<Sink>(context_, name);
    sink_ = sink.get();
    return sink;
  }
  if (kind != "js") fail(ErrorCode::INVALID_ARGUMENT, "Expected a stage of a plan but received '%s'", kind.c_str());
  throw Error(ErrorCode::UNSUPPORTED, "A function in JavaScript (" + name + ") cannot run in a pipeline of C++");
}

void Engine::start() {
  for (const auto& stage : stages_) {
    for (int worker = 0; worker < stage->workers(); ++worker) {
      threads_.emplace_back([own = stage.get(), worker] { own->run(worker); });
    }
  }
}

void Engine::check_open() const {
  if (closed_.load()) throw Error(ErrorCode::PIPELINE_CLOSED, "The pipeline was closed");
}

void Engine::run() {
  check_open();
  if (failure_) std::rethrow_exception(failure_);
  while (!shared_.empty() && shared_.front()->released()) shared_.pop_front();
  const auto held = std::count_if(shared_.begin(), shared_.end(), [](const auto& batch) { return !batch->released(); });
  if (scheduled_ + held >= depth_) {
    throw Error(
        ErrorCode::QUEUE_FULL,
        std::to_string(depth_) + " batches are asked for or shared already, as many as prefetch_queue_depth allows",
        "Call ShareOutputs() and ReleaseOutputs() first, or raise prefetch_queue_depth");
  }
  for (SourceStage* source : sources_) source->expect(runs_);
  ++runs_;
  ++scheduled_;
  if (threads_.empty()) start();
}

std::shared_ptr<SharedBatch> Engine::share() {
  check_open();
  if (scheduled_ == 0) {
    throw Error(ErrorCode::NOTHING_SCHEDULED,
                "ShareOutputs() was called, but no batch was asked for that was not shared yet", "Call Run() first");
  }
  --scheduled_;
  if (failure_) std::rethrow_exception(failure_);
  auto items = exchange_.receive(sink_->ends());
  if (!items) throw Error(ErrorCode::PIPELINE_CLOSED, "The pipeline was closed during the call");
  try {
    const CombinedBatch batch = combine_batches(*items);
    for (const Item& item : *items) {
      if (const auto device = item.slot->side().device()) device->sync();
    }
    return shared_.emplace_back(std::make_shared<SharedBatch>(places_, std::move(*items), batch.count, batch.flags));
  } catch (...) {
    failure_ = std::make_exception_ptr(caught_error(sink_->name()));
    std::rethrow_exception(failure_);
  }
}

void Engine::release() {
  while (!shared_.empty() && shared_.front()->released()) shared_.pop_front();
  if (shared_.empty()) {
    throw Error(ErrorCode::NOTHING_SHARED, "ReleaseOutputs() was called, but no outputs are shared",
                "Call ShareOutputs() first; each call of it goes with one ReleaseOutputs()");
  }
  shared_.front()->release();
  shared_.pop_front();
}

void Engine::set_input(const std::string& name, const std::vector<std::vector<InputTensor>>& outputs) {
  check_open();
  std::string known;
  for (SourceStage* source : sources_) {
    if (source->name() == name) return source->set(outputs);
    known += (known.empty() ? "" : ", ") + source->name();
  }
  throw Error(ErrorCode::INPUT_UNKNOWN, "Expected the name of an external source but received '" + name + "'",
              known.empty() ? "The pipeline has no external_source" : "Its inputs are: " + known);
}

void Engine::close() {
  if (closed_.exchange(true)) return;
  exchange_.stop();
  for (const auto& stage : stages_) stage->stop();
  for (std::thread& thread : threads_) thread.join();
  for (const auto& batch : shared_) batch->release();
}

const ReaderStage& Engine::reader(const std::string& name) const {
  const ReaderStage* found = nullptr;
  int readers = 0;
  for (const auto& stage : stages_) {
    const auto* reader = dynamic_cast<const ReaderStage*>(stage.get());
    if (!reader) continue;
    ++readers;
    if (name.empty() || stage->name() == name) found = reader;
  }
  if (found && (readers == 1 || !name.empty())) return *found;
  throw Error(ErrorCode::INVALID_ARGUMENT, "Expected the name of a reader but received '" + name + "'");
}

std::vector<BadSample> Engine::bad_samples() const {
  std::vector<BadSample> list;
  for (const auto& stage : stages_) {
    for (const Program* program : stage->programs()) {
      const Json report = parse_json(program->report(0));
      for (const Json& bad : report.at("bad")) {
        BadSample& out = list.emplace_back();
        out.source = bad.at("path");
        out.reason = bad.at("reason");
        out.op = bad.at("op");
        out.index = bad.at("index");
        out.epoch = bad.at("epoch");
        const std::string code = bad.at("code");
        for (int c = 0; c <= static_cast<int>(ErrorCode::INTERNAL); ++c) {
          if (code == kErrorNames[c]) out.code = static_cast<ErrorCode>(c);
        }
      }
    }
  }
  return list;
}

std::vector<std::string> Engine::output_names() const {
  std::vector<std::string> names;
  for (const auto& place : places_->list) names.push_back(place.name);
  return names;
}

}  // namespace penstock::api
