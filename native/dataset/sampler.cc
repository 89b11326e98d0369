// See sampler.h.
#include "dataset/sampler.h"

#include <algorithm>
#include <climits>
#include <string>

#include "core/error.h"

namespace penstock {
namespace {

constexpr uint32_t kStreamBuffer = 1, kStreamRead = 2, kStreamEpoch = 3;

void check(const char* name, int64_t value, int64_t min, int64_t max, std::string hint = {}) {
  if (value >= min && value <= max) return;
  const std::string range = std::to_string(min) + ".." + std::to_string(max);
  if (hint.empty()) hint = std::string("Give ") + name + " as an integer in " + range;
  throw Error(ErrorCode::INVALID_ARGUMENT,
              "Expected an integer in " + range + " for " + name + " but received " + std::to_string(value),
              std::move(hint));
}

void check_alone(const SamplerOptions& o) {
  if (!o.shuffle_after_epoch || (!o.random_shuffle && !o.stick_to_shard)) return;
  const std::string other = o.random_shuffle ? "randomShuffle" : "stickToShard";
  throw Error(ErrorCode::INVALID_ARGUMENT, "Expected shuffleAfterEpoch or " + other + " but received both",
              "Leave " + other + " out: shuffleAfterEpoch shuffles the whole data set each epoch");
}

void check_blocks(const SamplerOptions& o) {
  if (!o.shuffle_blocks) return;
  check("blockWindow", o.block_window, 1, 4096);
  if (o.shuffle_after_epoch || o.random_shuffle) {
    const std::string other = o.shuffle_after_epoch ? "shuffleAfterEpoch" : "randomShuffle";
    throw Error(ErrorCode::INVALID_ARGUMENT, "Expected shuffleBlocks or " + other + " but received both",
                "Choose one of the shuffles");
  }
  if (o.edges && o.edges->front() == 0 && o.edges->back() == o.size) return;
  throw Error(ErrorCode::INTERNAL, "the blocks are not those of the data set");
}

SamplerOptions checked(SamplerOptions o) {
  check("size", o.size, 1, INT_MAX);
  check("batchSize", o.batch_size, 1, INT_MAX);
  check("numShards", o.num_shards, 1, o.size,
        "The data set has " + std::to_string(o.size) + " samples, and every shard needs at least one: lower numShards");
  check("shardId", o.shard_id, 0, o.num_shards - 1, "Shards count from 0 to numShards - 1");
  if (o.random_shuffle) check("initialFill", o.initial_fill, 1, INT_MAX);
  check_blocks(o);
  check_alone(o);
  // shuffleAfterEpoch mixes all samples each epoch, so each reader keeps its part of the shuffled order.
  o.stick_to_shard = o.stick_to_shard || o.shuffle_after_epoch;
  return o;
}

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace

Sampler::Sampler(const SamplerOptions& options) : options_(checked(options)) {
  if (options_.random_shuffle) read_order_.emplace(options_.size, SamplerOptions::kFixedSeed, 0, kStreamRead);
  begin(0);
}

// Sets up an epoch: its shard, its length, its order.
void Sampler::begin(int64_t epoch) {
  const SamplerOptions& o = options_;
  const int64_t shard = o.stick_to_shard ? o.shard_id : (o.shard_id + epoch) % o.num_shards;
  const int64_t first = o.size * shard / o.num_shards;
  epoch_ = epoch;
  position_ = 0;
  length_ = o.size * (shard + 1) / o.num_shards - first;
  // Every shard is padded to the number of full batches of the largest one, so that all take equally many steps.
  const int64_t steps = ceil_div(ceil_div(o.size, o.num_shards), o.batch_size);
  padding_ = o.pad_last_batch ? steps * o.batch_size - length_ : 0;
  if (o.shuffle_blocks) return begin_blocks(epoch, shard, first);
  std::optional<Permutation> permutation = read_order_;
  if (o.shuffle_after_epoch) permutation.emplace(o.size, o.shuffle_after_epoch_seed, epoch, kStreamEpoch);
  order_.emplace(first, std::move(permutation));
  if (!o.random_shuffle) return;
  order_->shuffle(length_, o.initial_fill, o.seed,
                  {static_cast<uint32_t>(epoch), static_cast<uint32_t>(shard), kStreamBuffer});
}

// A shard that keeps to its samples permutes its own blocks; others share the blocks of all.
void Sampler::begin_blocks(int64_t epoch, int64_t shard, int64_t first) {
  const SamplerOptions& o = options_;
  const int64_t seed = o.shuffle_after_epoch_seed;
  Pieces pieces = o.stick_to_shard ? own_pieces(*o.edges, first, length_, seed, epoch, shard)
                                   : dealt_pieces(*o.edges, first, length_, seed, epoch);
  blocks_.emplace(std::move(pieces), o.block_window, seed, epoch, first);
}

SampleOrder Sampler::next(BatchMode mode) {
  SampleOrder out;
  const auto full = static_cast<size_t>(options_.batch_size);
  while (out.indices.size() < full && !(mode == BatchMode::epoch && out.end_of_epoch)) {
    out.start_of_epoch = out.start_of_epoch || position_ == 0;
    if (position_ < length_) {
      last_ = blocks_ ? blocks_->next() : order_->next();
    } else {
      ++out.padded;
    }
    out.indices.push_back(static_cast<int32_t>(last_));
    out.epochs.push_back(static_cast<int32_t>(epoch_));
    if (++position_ == epoch_length()) {
      out.end_of_epoch = true;
      begin(epoch_ + 1);
    }
  }
  return out;
}

void Sampler::seek(int64_t epoch, int64_t position) {
  check("epoch", epoch, 0, INT_MAX);
  begin(epoch);
  check("position", position, 0, epoch_length());
  if (position == 0) return;
  if (position == epoch_length()) return begin(epoch + 1);
  // The sample before the position is taken again, because padding may repeat it.
  const int64_t before = std::min(position, length_) - 1;
  if (blocks_) {
    blocks_->seek(before);
    last_ = blocks_->next();
  } else {
    order_->seek(before);
    last_ = order_->next();
  }
  position_ = position;
}

}  // namespace penstock
