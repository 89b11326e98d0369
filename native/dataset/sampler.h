// Chooses the samples of the data set that a reader takes, batch by batch, for pipelines that no JavaScript drives:
// sharding, padding, shuffling, and batches that run over the end of an epoch. The next sample depends only on the
// options, the epoch and the position in the epoch. src/readers/sampler.ts is the same for JavaScript, with equal
// results (test/cpp/sampler.test.ts).
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dataset/block_order.h"
#include "dataset/order.h"

namespace penstock {

struct SamplerOptions {
  static constexpr int64_t kFixedSeed = 0x70656e73;

  int64_t size = 0;  // samples in the data set
  int64_t batch_size = 1;
  int64_t shard_id = 0, num_shards = 1;
  bool stick_to_shard = false;
  bool pad_last_batch = false;
  bool random_shuffle = false;
  int64_t initial_fill = 1024;
  bool shuffle_after_epoch = false;
  bool shuffle_blocks = false;
  int64_t block_window = 16;
  std::shared_ptr<const std::vector<int32_t>> edges;  // of the blocks: Dataset::edges()
  // Readers of different shards must have the same one.
  int64_t shuffle_after_epoch_seed = kFixedSeed;
  int64_t seed = 0;  // of the shuffle buffer only
};

// How batches end: continuous ones are always full and run over the end of an epoch.
enum class BatchMode : uint8_t { continuous, epoch };

struct SampleOrder {
  std::vector<int32_t> indices, epochs;  // one entry per sample
  int padded = 0;                        // samples at the end that repeat the last one of the epoch
  bool start_of_epoch = false, end_of_epoch = false;
};

class Sampler {
 public:
  // Throws INVALID_ARGUMENT.
  explicit Sampler(const SamplerOptions& options);

  SampleOrder next(BatchMode mode);
  // Jumps to a position of an epoch, in 0 .. epoch_length(). The end of an epoch is the start of the next one.
  void seek(int64_t epoch, int64_t position);

  int64_t epoch() const { return epoch_; }
  // Samples of this epoch for this reader, padding included.
  int64_t epoch_length() const { return length_ + padding_; }

 private:
  void begin(int64_t epoch);
  void begin_blocks(int64_t epoch, int64_t shard, int64_t first);

  SamplerOptions options_;
  std::optional<Permutation> read_order_;
  int64_t epoch_ = 0, position_ = 0, length_ = 0, padding_ = 0;
  int64_t last_ = 0;
  std::optional<EpochOrder> order_;  // one of the two
  std::optional<BlockOrder> blocks_;
};

}  // namespace penstock
