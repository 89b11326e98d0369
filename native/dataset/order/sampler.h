// Chooses the samples of the data set that a reader takes, batch by batch: sharding, padding, shuffling, and batches
// that run over the end of an epoch. It is arithmetic without I/O: the next sample depends only on the options, the
// epoch and the position in the epoch.
#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dataset/order/block_order.h"
#include "dataset/order/order.h"

namespace penstock {

struct SamplerOptions {
  int64_t size = 0;  // samples in the data set
  int64_t batch_size = 1;
  int64_t shard_id = 0, num_shards = 1;
  bool stick_to_shard = false;
  bool pad_last_batch = false;
  bool random_shuffle = false;
  int64_t initial_fill = 0;
  bool shuffle_after_epoch = false;
  bool shuffle_blocks = false;
  int64_t block_bytes = 0, block_window = 0;
  std::shared_ptr<const std::vector<int32_t>> edges;  // of the blocks: Dataset::edges(); positions do without
  // Readers of different shards must have the same one.
  int64_t shuffle_after_epoch_seed = 0;
  int64_t seed = 0;  // of the shuffle buffer only

  // The options among the arguments of a reader, with `size`, `batchSize` and perhaps `edges` beside them. Arguments
  // that exclude each other were refused by the reader's schema. Throws INVALID_ARGUMENT.
  static SamplerOptions of(const nlohmann::json& args);
};

// How batches end: continuous ones are always full and run over the end of an epoch.
enum class BatchMode : uint8_t { continuous, epoch };

struct SampleOrder {
  std::vector<int32_t> indices, epochs;  // one entry per sample
  int padded = 0;                        // samples at the end that repeat the last one of the epoch
  bool end_of_epoch = false;             // the batch has the last sample of an epoch, padding included
};

struct ReaderPosition {
  int64_t epoch = 0;
  int64_t position = 0;  // samples of the epoch that were given, padding included
};

class Sampler {
 public:
  explicit Sampler(SamplerOptions options);

  const SamplerOptions& options() const { return options_; }
  SampleOrder next(BatchMode mode);
  // Jumps to a position of an epoch. The end of an epoch is the start of the next one. Throws INVALID_ARGUMENT.
  void seek(ReaderPosition to);
  ReaderPosition position() const { return at_; }
  // The position `count` samples after another one. Its time does not depend on `count`.
  ReaderPosition after(ReaderPosition from, int64_t count) const;
  // Samples of an epoch for this reader, padding included.
  int64_t length_of(int64_t epoch) const;
  // The options that define the order, as text. A position only fits a reader with an equal text; checkpoints hold it.
  std::string order_text() const;
  BlockOrder block_order(int64_t epoch) const;

 private:
  // An epoch's part of the data set.
  struct Extent {
    int64_t shard, begin, length, padding;
  };
  Extent extent(int64_t epoch) const;
  void begin(int64_t epoch);
  void arrive();
  int64_t draw() { return blocks_ ? blocks_->next() : order_->next(); }

  const SamplerOptions options_;
  std::optional<Permutation> read_order_;
  ReaderPosition at_;
  Extent extent_{};
  int64_t last_ = 0;
  // One of the two, made when a sample is asked for.
  std::optional<EpochOrder> order_;
  std::optional<BlockOrder> blocks_;
};

// The blocks that the samples from a place on need, as they come, over ends of epochs. Positions count from that place.
class ComingBlocks {
 public:
  explicit ComingBlocks(const Sampler& from);
  const ComingBlock& due() const { return due_; }
  void next();

 private:
  void enter(int64_t epoch);

  const Sampler* from_;
  int64_t epoch_ = 0, piece_ = 0;
  int64_t begin_ = 0, end_ = 0, length_ = 0;  // of the epoch; `end_` is without padding, and counts from its start
  std::optional<BlockOrder> order_;
  ComingBlock due_{};
};

}  // namespace penstock
