// Chooses the samples of the data set that a reader takes, batch by batch: sharding, padding, shuffling, and batches
// that run over the end of an epoch. It is arithmetic without I/O: the next sample depends only on the options, the
// epoch and the position in the epoch.
//
// A shard is a part of each epoch's order, from one place to another one. With `elastic` there is one order, as for one
// shard, that is dealt: shard i of n takes every n-th sample, from the i-th on. What all shards have given is then the
// beginning of that order, so another number of shards can go on behind it. Epochs that end together, in batches that
// end with them or are padded, begin with shard 0 each; else the order goes on over their ends, so that shards which
// have given equally many samples always have given a beginning of it.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/order/block_order.h"
#include "dataset/order/mixture.h"
#include "dataset/order/order.h"
#include "dataset/order/sampler_options.h"

namespace penstock {

// How batches end: continuous ones are always full and run over the end of an epoch.
enum class BatchMode : uint8_t { continuous, epoch };

struct SampleOrder {
  std::vector<int32_t> indices, epochs;  // one entry per sample
  int padded = 0;                        // samples at the end that repeat the last one of the epoch
  bool end_of_epoch = false;             // the batch has the last sample of an epoch, padding included
};

struct ReaderPosition {
  int64_t epoch = 0;
  // Samples of the epoch that were given, padding included: by this reader, or, with `elastic`, by all shards.
  int64_t position = 0;
};

class Sampler {
 public:
  explicit Sampler(SamplerOptions options);

  const SamplerOptions& options() const { return options_; }
  SampleOrder next(BatchMode mode);
  // Jumps to a position of an epoch. The end of an epoch is the start of the next one. Throws INVALID_ARGUMENT.
  void seek(ReaderPosition to);
  ReaderPosition position() const { return at_; }
  // Gives a mixture whose sources repeat other weights; before seek() to a sample from their first one on.
  void set_weights(MixtureWeights weights);
  // How many samples each source of such a mixture gives before the stretch of weights that the position is in.
  const std::vector<int64_t>& counts_before();
  // The position `count` samples after another one, in batches of this mode. Its time does not depend on `count`.
  ReaderPosition after(ReaderPosition from, int64_t count, BatchMode mode) const;
  // By how much a position grows with each sample of this reader.
  int64_t step() const { return options_.elastic ? options_.num_shards : 1; }
  // Samples of an epoch for this reader, padding included.
  int64_t length_of(int64_t epoch) const;
  // How many samples this reader gives from a position to the end of its epoch.
  int64_t left_at(ReaderPosition at) const {
    return options_.elastic ? dealt(at.position) : length_of(at.epoch) - at.position;
  }
  // With `elastic`: how many samples this shard gives from a position to the end of an epoch that ends for all shards
  // together, padding included.
  int64_t dealt(int64_t position) const;
  // The options that define the order up to the position, as text. A position only fits a reader with an equal text
  // there; checkpoints hold it.
  std::string order_text() const;
  // The blocks that a shard reads; with `elastic`, all of them.
  BlockOrder block_order(int64_t epoch) const;

 private:
  // An epoch's part of the data set.
  struct Extent {
    int64_t shard, begin, length, padding;
  };
  Extent extent(int64_t epoch) const;
  void begin(int64_t epoch);
  void arrive();
  int64_t draw() {
    const int64_t place = blocks_ ? blocks_->next() : order_->next();
    return options_.weights ? options_.weights->at(at_.epoch, place) : place;
  }
  int64_t at(int64_t epoch, int64_t position);
  struct Named {
    int64_t index, epoch;
  };
  // The sample of all shards at a position.
  Named of_all(int64_t epoch, int64_t position);
  void deal(BatchMode mode, SampleOrder& out);
  std::string mixture_text() const;
  bool ends_together(BatchMode mode) const { return mode == BatchMode::epoch || options_.pad_last_batch; }

  SamplerOptions options_;
  // With `elastic`: the order of all shards, and how many samples this one has left in the epoch where that counts, or
  // kUnknown.
  static constexpr int64_t kUnknown = -1;
  std::unique_ptr<Sampler> whole_;
  // In place of that for a mixture: the choice, and for each source its order and the number of its first sample.
  std::optional<Mixture> mixture_;
  struct Source {
    std::unique_ptr<Sampler> order;
    int64_t first;
  };
  std::vector<Source> sources_;
  int64_t left_ = kUnknown;
  std::optional<Permutation> read_order_;
  ReaderPosition at_;
  Extent extent_{};
  int64_t last_ = 0;
  // One of the two, made when a sample is asked for.
  std::optional<EpochOrder> order_;
  std::optional<BlockOrder> blocks_;
};

// ReaderPlace of src/native/dataset.ts as JSON: the place `count` samples after another one, and facts of the order.
// `args`: as for SamplerOptions::parse().
std::string reader_place(std::string_view args, ReaderPosition from, int64_t count, BatchMode mode);

// The blocks that the samples from a place on need, as they come, over ends of epochs. Positions count from that place.
class ComingBlocks {
 public:
  ComingBlocks(const Sampler& from, BatchMode mode);
  const ComingBlock& due() const { return due_; }
  void next();

 private:
  void enter(int64_t epoch);

  const Sampler* from_;
  const bool together_;
  int64_t epoch_ = 0, piece_ = 0;
  int64_t own(int64_t position) const;
  int64_t begin_ = 0, end_ = 0, length_ = 0;  // of the epoch; `end_` is without padding, and counts from its start
  int64_t dealt_ = 0;                         // with `elastic`: the position from which on shards are dealt samples
  std::optional<BlockOrder> order_;
  ComingBlock due_{};
};

}  // namespace penstock
