// Runs a plan: makes its stages, connects them, and starts their threads. It belongs to one pipeline.
#pragma once
#include <condition_variable>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "api/shared_batch.h"
#include "api/stage.h"
#include "penstock/pipeline.h"

namespace penstock::api {

class Engine {
 public:
  // Lists the data sets and makes the programs; blocks. Throws what is wrong.
  Engine(const Json& plan, int threads, bool epoch_batches);
  ~Engine() { close(); }

  void run();
  std::shared_ptr<SharedBatch> share();
  void release();
  void set_input(const std::string& name, const std::vector<std::vector<InputTensor>>& outputs);
  // Ends the threads and releases what the user holds. A second call does nothing.
  void close();

  const ReaderStage& reader(const std::string& name) const;
  std::vector<BadSample> bad_samples() const;
  std::vector<std::string> output_names() const;

 private:
  // The end of the pipeline, where the user takes batches.
  class Sink : public Stage {
   public:
    using Stage::Stage;

   protected:
    bool takes_inputs(int) const override { return true; }
    Item make(int, Exchange::Turn&) override { return {}; }
  };

  std::unique_ptr<Stage> make_stage(const Json& plan, bool skips);
  void start();
  void check_open() const;

  Exchange exchange_;
  StageContext context_;
  std::vector<std::unique_ptr<Stage>> stages_;
  std::vector<SourceStage*> sources_;
  Stage* sink_ = nullptr;
  std::shared_ptr<const OutputPlaces> places_;
  int depth_ = 0;
  std::vector<std::thread> threads_;
  std::atomic<bool> closed_{false};
  int64_t runs_ = 0;
  int64_t scheduled_ = 0;  // runs whose batch was not shared yet
  std::deque<std::shared_ptr<SharedBatch>> shared_;
  std::exception_ptr failure_;
};

}  // namespace penstock::api
