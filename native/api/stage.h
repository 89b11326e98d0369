// The stages of a pipeline, each with its own threads. src/actors/stages has the same for JavaScript.
#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/exchange.h"
#include "api/graph.h"
#include "dataset/order/reader_source.h"
#include "dataset/set/dataset.h"
#include "penstock/external_source.h"
#include "program/program.h"

namespace penstock::api {

// What all stages of a pipeline share.
struct StageContext {
  Exchange& exchange;
  int batch_size = 1;
  int threads = 1;
  int group = 0;  // programs of one group share the threads
  int64_t seed = 0;
  bool epoch_batches = false;
  bool refill = false;  // batches from which samples were dropped are filled up
};

// Thrown where a stage finds out that the pipeline stops.
struct Stopped {};

// Ends a run with OnError::skip in which no sample is good, because it would read the data set for ever.
class AllBadGuard {
 public:
  // Notes whether one of the samples just tried was good, and their epoch. Throws BAD_SAMPLE after a whole bad epoch.
  void note(bool good, int64_t epoch);

 private:
  std::optional<int64_t> since_;
};

class Stage {
 public:
  Stage(const StageContext& context, std::string name);
  virtual ~Stage() = default;

  const std::string& name() const { return name_; }
  Ends& ends() { return ends_; }
  // Threads that call run(), each with a number from 0.
  virtual int workers() const { return 0; }
  // Makes batches until the pipeline stops or the stage fails. A failure is sent in place of a batch.
  void run(int worker);
  // Makes the calls that work on samples end soon. Any thread may call it.
  virtual void stop() {}
  virtual std::vector<const Program*> programs() const { return {}; }

 protected:
  virtual bool takes_inputs(int worker) const = 0;
  // Makes the batch of a turn. Throws Stopped, or the failure.
  virtual Item make(int worker, Exchange::Turn& turn) = 0;

  const StageContext& context_;
  const std::string name_;
  const std::shared_ptr<SlotPool> pool_ = std::make_shared<SlotPool>();
  Ends ends_;
};

// Reads the samples of a data set that its source gives.
class ReaderStage : public Stage {
 public:
  // Builds the data set; blocks. Throws what is wrong with the data.
  ReaderStage(const StageContext& context, const Json& plan);

  int workers() const override { return 1; }
  void stop() override { program_->stop(); }
  std::vector<const Program*> programs() const override { return {program_.get()}; }
  const SamplerOptions& options() const { return options_; }

 protected:
  bool takes_inputs(int) const override { return false; }
  Item make(int worker, Exchange::Turn& turn) override;

 private:
  struct Drawn {
    std::vector<SampleId> ids;
    size_t next = 0;
    bool end_of_epoch = false;
  };
  Drawn draw();

  SamplerOptions options_;
  std::unique_ptr<Program> program_;
  std::optional<ReaderSource> source_;
  std::optional<Drawn> drawn_;
  AllBadGuard all_bad_;
};

// Runs a program over the samples of its input batches. Each worker has a program of its own and works on a batch of
// its own; the order of batches is kept.
class ProgramStage : public Stage {
 public:
  ProgramStage(const StageContext& context, const Json& plan, int workers);

  int workers() const override { return static_cast<int>(parts_.size()); }
  void stop() override;
  std::vector<const Program*> programs() const override;

 protected:
  bool takes_inputs(int worker) const override { return !parts_[static_cast<size_t>(worker)].input; }
  Item make(int worker, Exchange::Turn& turn) override;

 private:
  // The input batch whose samples come next.
  struct Input {
    Items items;
    std::vector<ArenaRef> arenas;
    int next = 0, count = 0;
    uint32_t flags = 0;
  };
  struct Part {
    std::unique_ptr<Program> program;
    std::optional<Input> input;
    AllBadGuard all_bad;
  };
  static Input combine(Items items);

  std::deque<Part> parts_;
};

// Gives batches without data to a graph that has no inputs.
class CounterStage : public Stage {
 public:
  using Stage::Stage;
  int workers() const override { return 1; }

 protected:
  bool takes_inputs(int) const override { return false; }
  Item make(int worker, Exchange::Turn& turn) override;
};

// An external source: what the user sets goes to its consumers at once. It has no thread.
class SourceStage : public Stage {
 public:
  SourceStage(const StageContext& context, const Json& plan);

  // Checks and queues a batch: one list per output. Throws INVALID_INPUT, and then queues nothing.
  void set(const std::vector<std::vector<InputTensor>>& outputs);
  // Called for the run with this number, from 0. Queues the last data again where that is asked for. Throws
  // INPUT_MISSING.
  void expect(int64_t run);

 protected:
  bool takes_inputs(int) const override { return false; }
  Item make(int, Exchange::Turn&) override { return {}; }

 private:
  struct Declared {
    std::optional<DType> dtype;
    std::optional<int64_t> ndim;
    std::string layout;
  };
  std::vector<std::vector<InputTensor>> checked(const std::vector<std::vector<InputTensor>>& outputs) const;
  InputTensor checked(const InputTensor& sample, const Declared& declared) const;
  [[noreturn]] void refuse(const std::string& message) const;

  std::vector<Declared> declared_;
  bool blocking_ = false, no_copy_ = false, repeat_last_ = false;
  std::mutex mutex_;  // set() and expect() may come from two threads
  int64_t fed_ = 0, position_ = 0;
  std::shared_ptr<Slot> last_;  // with repeat_last
};

// The number of samples of a batch of several inputs, which is that of the shortest one where an epoch ends, and their
// flags. Throws a failure from upstream, and INVALID_INPUT for batches of different sizes.
struct CombinedBatch {
  int count = 0;
  uint32_t flags = 0;
};
CombinedBatch combine_batches(const Items& items);

}  // namespace penstock::api
