// The one source of a reader's samples: which come next (sampler.h), and their bytes, which are read ahead from object
// stores and, where that is wanted, from disks (read_ahead.h). The reader's actor and the C++ API ask it for one batch
// after the other. One thread uses it.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/handles.h"
#include "dataset/order/read_ahead.h"
#include "dataset/order/sampler.h"

namespace penstock {

class ReaderSource : public Object {
 public:
  struct Sample {
    int64_t index, epoch;
    uint32_t flags;   // abi::sampleFlags
    int64_t ordinal;  // counts samples from 1, from the start or the last seek() on
  };
  struct Batch {
    std::vector<Sample> samples;
    bool end_of_epoch = false;
  };
  // The data that the samples are read from; without it samples are numbers alone.
  struct Data {
    std::shared_ptr<const Dataset> set;
    std::vector<const SampleReads*> reads;  // as for ReadAhead, for each of the data sets that it was joined from
    bool disks = false;                     // files on disks are read ahead too
    std::function<void()> ring;             // called, on any thread, when bytes have come that next() did not have
  };
  ReaderSource(SamplerOptions options, Data data);

  // The next samples, once their bytes are there; nothing before that.
  std::optional<Batch> next(BatchMode mode);
  // Gives up the bytes of the samples up to this ordinal, and reads further ones.
  void done(int64_t ordinal);
  // Goes on elsewhere: what was drawn and read ahead is dropped.
  void seek(ReaderPosition to);
  // Gives a mixture other weights: Sampler::set_weights(). seek() comes next.
  void set_weights(MixtureWeights weights) { sampler_.set_weights(std::move(weights)); }
  // Whether there are bytes to read ahead.
  bool reads_ahead() const { return reads_ahead_; }

 private:
  void draw();
  int64_t last_of_front() const;
  void ask(int64_t up_to);
  void plan_blocks(int64_t up_to);
  void plan_batches();
  void plan(int64_t batches);
  int64_t together() const;
  bool is_ready();
  void read(const std::vector<ComingSample>& samples);
  int64_t planned() const;
  int64_t reads() const;

  Sampler sampler_;
  std::shared_ptr<const Dataset> data_;
  // One, or one for each of the data sets that it was joined from; null where nothing is read ahead. They share the
  // limits.
  std::vector<std::unique_ptr<ReadAhead>> ahead_;
  bool reads_ahead_ = false;
  bool blocks_ = false;  // whole blocks are read ahead, not samples
  BatchMode mode_ = BatchMode::continuous;
  int64_t given_ = 0;
  std::deque<Batch> drawn_;  // drawn and not given
  int64_t waiting_ = 0;      // samples of these
  // Means over the batches that were asked for last. `samples` is 0 before the first batch.
  struct {
    double bytes = 0, reads = 0, samples = 0;
  } per_batch_;
  std::optional<ComingBlocks> coming_;
  std::deque<int64_t> held_;  // the ordinals of the last samples of the blocks that are held
};

}  // namespace penstock
