// The C++ API of penstock: a pipeline is defined by calls of operators (penstock/ops.h), or given as JSON, and gives
// batches. See docs/reference/cpp.md.
//   penstock::Pipeline pipe({.batch_size = 32, .seed = 1});
//   auto [files, labels] = penstock::ops::readers::file(pipe, {.file_root = "photos"});
//   pipe.SetOutputs({penstock::ops::decoders::image(files), labels});
//   pipe.Build();
//   pipe.Run();
//   penstock::Outputs out = pipe.ShareOutputs();
//   pipe.ReleaseOutputs();
// A pipeline belongs to one thread at a time; different pipelines may run on different threads. Only Close() and
// SetExternalInput() may be called while another thread is in ShareOutputs(). Every failure is a PipelineError.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "penstock/error.h"
#include "penstock/external_source.h"
#include "penstock/math.h"
#include "penstock/node.h"
#include "penstock/ops.h"
#include "penstock/outputs.h"
#include "penstock/policies.h"
#include "penstock/types.h"

namespace penstock {

namespace api {
class Recorder;
}

// Batches that may wait between two stages, for stages on the CPU and on the GPU: 1 to 64.
struct QueueDepth {
  int cpu = 2, gpu = 2;
  QueueDepth() = default;
  QueueDepth(int both) : cpu(both), gpu(both) {}
  QueueDepth(int cpu, int gpu) : cpu(cpu), gpu(gpu) {}
};

// What is not given has its default; for a pipeline from JSON, the value that stands there.
struct PipelineOptions {
  // Samples per batch, 1 to 65536. Required.
  std::optional<int> batch_size{};
  // Number of the GPU; without it all operators run on the CPU.
  std::optional<int> device_id{};
  // A batch ends where an epoch ends, and Outputs::end_of_epoch() tells. Default: batches are always full, and run over
  // the end of an epoch.
  bool epoch_batches = false;
  // Threads that work on this pipeline at once, 1 to 1024. Default: PENSTOCK_NUM_THREADS, else the number of cores that
  // the process may use.
  std::optional<int> num_threads{};
  // What happens to a sample for which an operator without an on_error of its own fails. Default: the run fails.
  std::optional<OnError> on_error{};
  std::optional<QueueDepth> prefetch_queue_depth{};
  // Seed of all random operators and shuffles, >= 0. Default: a new random seed for each pipeline.
  std::optional<int64_t> seed{};
};

// A value that the pipeline gives, with the name by which Outputs finds it.
struct PipelineOutput {
  Node node;
  std::string name;
  PipelineOutput(Node node, std::string name = {}) : node(std::move(node)), name(std::move(name)) {}
};

// A sample that failed and did not end the run.
struct BadSample {
  std::string source, reason, op;
  int64_t index = 0;
  int epoch = 0;
  ErrorCode code = ErrorCode::BAD_SAMPLE;
};

// DALI's reader_meta.
struct ReaderMeta {
  int64_t epoch_size = 0;         // samples in the data set, over all shards
  int64_t epoch_size_padded = 0;  // with pad_last_batch, a multiple of number_of_shards
  int64_t number_of_shards = 1, shard_id = 0;
  bool pad_last_batch = false, stick_to_shard = false;
};

class Pipeline {
 public:
  // Throws INVALID_ARGUMENT.
  explicit Pipeline(PipelineOptions options);
  // A pipeline from text: what serialize() of a pipeline gives, here or in JavaScript, or the plan that graph() gives
  // there. `options` override those of the text. Throws INVALID_ARGUMENT, and UNSUPPORTED for a function in JavaScript.
  static Pipeline FromJson(const std::string& text, PipelineOptions options = {});
  Pipeline(Pipeline&&) noexcept;
  Pipeline& operator=(Pipeline&&) noexcept;
  // Closes it.
  ~Pipeline();

  // Says what the pipeline gives. Called once, before Build() or Serialize().
  void SetOutputs(std::vector<PipelineOutput> outputs);
  // The definition and options as JSON, for FromJson() and for JavaScript's Pipeline.deserialize().
  std::string Serialize() const;

  // Lists the data sets and makes everything that runs. Throws what is wrong with the data.
  void Build();
  // Asks for a batch, which threads of the pipeline make. Up to prefetch_queue_depth batches may be asked for or shared
  // at once. Throws QUEUE_FULL beyond that, and INPUT_MISSING where an external source has no data for it.
  void Run();
  // Waits for the oldest batch that was asked for. It is valid until it is released. Throws NOTHING_SCHEDULED, and the
  // failure of the run, after the batches that were made before it.
  Outputs ShareOutputs();
  // Releases the batch that was shared longest ago. Throws NOTHING_SHARED.
  void ReleaseOutputs();

  // Gives an external source its next batch: a list of samples. Batches queue up. The data is copied, unless the
  // operator has no_copy. Throws INPUT_UNKNOWN and INVALID_INPUT; then nothing was set.
  void SetExternalInput(const std::string& name, const std::vector<InputTensor>& batch);
  // For a source with several outputs: one list per output.
  void SetExternalInput(const std::string& name, const std::vector<std::vector<InputTensor>>& outputs);

  // Names of the outputs; empty where one has none.
  std::vector<std::string> output_names() const;
  // The reader's name may be left out where there is one reader. Needs Build(). Throws INVALID_ARGUMENT.
  ReaderMeta reader_meta(const std::string& name = {}) const;
  // Samples that failed so far and did not end the run.
  std::vector<BadSample> bad_samples() const;

  // Ends all threads and releases all memory; outputs are released. A thread that waits in ShareOutputs() gets
  // PIPELINE_CLOSED. A second call does nothing.
  void Close();

 private:
  friend class api::Recorder;
  struct Impl;
  explicit Pipeline(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock
