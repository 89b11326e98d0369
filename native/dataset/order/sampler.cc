// See sampler.h.
#include "dataset/order/sampler.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "core/error.h"
#include "core/json.h"

namespace penstock {
namespace {
constexpr uint32_t kStreamBuffer = 1, kStreamRead = 2, kStreamEpoch = 3;
// All readers use this seed: shards are disjoint only if all readers shuffle the data set in the same way.
constexpr int64_t kFixedSeed = 0x70656e73;

struct Range {
  int64_t min, max;
};

std::string shown(const Json& value) {
  if (value.is_string()) return "'" + value.get<std::string>() + "'";
  if (value.is_array()) return "an array of " + std::to_string(value.size());
  return value.is_object() ? "an object" : json_text(value);
}

[[noreturn]] void refuse(const std::string& what, const char* name, const Json& value, std::string hint) {
  throw Error(ErrorCode::INVALID_ARGUMENT, "Expected " + what + " for " + name + " but received " + shown(value),
              std::move(hint));
}

int64_t checked(const char* name, const Json& value, Range range, std::string hint = {}) {
  const bool whole = value.is_number_unsigned() ? value.get<uint64_t>() <= INT64_MAX : value.is_number_integer();
  if (whole && value.get<int64_t>() >= range.min && value.get<int64_t>() <= range.max) return value.get<int64_t>();
  std::string what = "an integer";
  if (range.max < INT64_MAX) what += " in " + std::to_string(range.min) + ".." + std::to_string(range.max);
  if (hint.empty()) hint = std::string("Give ") + name + " as " + what;
  refuse(what, name, value, std::move(hint));
}

int64_t integer(const Json& args, const char* name, int64_t otherwise, Range range, std::string hint = {}) {
  const auto found = args.find(name);
  return checked(name, found == args.end() ? Json(otherwise) : *found, range, std::move(hint));
}

bool flag(const Json& args, const char* name) {
  const auto found = args.find(name);
  if (found == args.end()) return false;
  if (!found->is_boolean()) refuse("a boolean", name, *found, std::string("Give ") + name + " as true or false");
  return found->get<bool>();
}

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace

SamplerOptions SamplerOptions::of(const Json& args) {
  const Range positive{1, INT_MAX}, any{INT64_MIN, INT64_MAX};
  SamplerOptions o;
  o.size = integer(args, "size", 0, positive);
  o.batch_size = integer(args, "batchSize", 0, positive);
  o.num_shards = integer(
      args, "numShards", 1, {1, o.size},
      "The data set has " + std::to_string(o.size) + " samples, and every shard needs at least one: lower numShards");
  o.shard_id = integer(args, "shardId", 0, {0, o.num_shards - 1}, "Shards count from 0 to numShards - 1");
  o.random_shuffle = flag(args, "randomShuffle");
  o.shuffle_after_epoch = flag(args, "shuffleAfterEpoch");
  o.stick_to_shard = flag(args, "stickToShard");
  o.pad_last_batch = flag(args, "padLastBatch");
  o.shuffle_blocks = flag(args, "shuffleBlocks");
  // An option of a shuffle is checked only if that shuffle is on.
  if (o.random_shuffle) o.initial_fill = integer(args, "initialFill", 1024, positive);
  if (o.shuffle_blocks) {
    o.block_bytes = integer(args, "blockBytes", int64_t{1} << 23, positive);
    o.block_window = integer(args, "blockWindow", 16, {1, 4096});
  }
  o.seed = integer(args, "seed", 0, any);
  o.shuffle_after_epoch_seed = integer(args, "shuffleAfterEpochSeed", kFixedSeed, any);
  // shuffleAfterEpoch mixes all samples each epoch, so each reader keeps its part of the shuffled order.
  o.stick_to_shard = o.stick_to_shard || o.shuffle_after_epoch;
  if (args.contains("edges")) o.edges = std::make_shared<std::vector<int32_t>>(args["edges"]);
  return o;
}

Sampler::Sampler(SamplerOptions options) : options_(std::move(options)) {
  if (options_.random_shuffle) read_order_.emplace(options_.size, kFixedSeed, 0, kStreamRead);
  begin(0);
}

Sampler::Extent Sampler::extent(int64_t epoch) const {
  const SamplerOptions& o = options_;
  const int64_t shard = o.stick_to_shard ? o.shard_id : (o.shard_id + epoch) % o.num_shards;
  const int64_t begin = o.size * shard / o.num_shards;
  const int64_t length = o.size * (shard + 1) / o.num_shards - begin;
  // Every shard is padded to the number of full batches of the largest one, so that all take equally many steps.
  const int64_t steps = ceil_div(ceil_div(o.size, o.num_shards), o.batch_size);
  return {shard, begin, length, o.pad_last_batch ? steps * o.batch_size - length : 0};
}

int64_t Sampler::length_of(int64_t epoch) const {
  const Extent e = extent(epoch);
  return e.length + e.padding;
}

void Sampler::begin(int64_t epoch) {
  at_ = {epoch, 0};
  extent_ = extent(epoch);
  order_.reset();
  blocks_.reset();
}

// Makes the order of the epoch, and brings it to the position.
void Sampler::arrive() {
  const SamplerOptions& o = options_;
  if (o.shuffle_blocks) {
    blocks_.emplace(block_order(at_.epoch));
  } else {
    std::optional<Permutation> permutation = read_order_;
    if (o.shuffle_after_epoch) permutation.emplace(o.size, o.shuffle_after_epoch_seed, at_.epoch, kStreamEpoch);
    order_.emplace(extent_.begin, std::move(permutation));
    const auto epoch = static_cast<uint32_t>(at_.epoch), shard = static_cast<uint32_t>(extent_.shard);
    if (o.random_shuffle) order_->shuffle(extent_.length, o.initial_fill, o.seed, {epoch, shard, kStreamBuffer});
  }
  if (!at_.position) return;
  // The sample before the position is taken again, because padding may repeat it.
  const int64_t before = std::min(at_.position, extent_.length) - 1;
  blocks_ ? blocks_->seek(before) : order_->seek(before);
  last_ = draw();
}

// A shard that keeps to its samples permutes its own blocks; others share the blocks of all.
BlockOrder Sampler::block_order(int64_t epoch) const {
  const SamplerOptions& o = options_;
  if (!o.edges || o.edges->empty() || o.edges->front() != 0 || o.edges->back() != o.size) {
    throw Error(ErrorCode::INTERNAL, "the blocks are not those of the data set");
  }
  const Extent e = extent(epoch);
  const int64_t seed = o.shuffle_after_epoch_seed;
  Pieces pieces = o.stick_to_shard ? own_pieces(*o.edges, e.begin, e.length, seed, epoch, e.shard)
                                   : dealt_pieces(*o.edges, e.begin, e.length, seed, epoch);
  return BlockOrder(std::move(pieces), o.block_window, seed, epoch, e.begin);
}

SampleOrder Sampler::next(BatchMode mode) {
  SampleOrder out;
  const auto full = static_cast<size_t>(options_.batch_size);
  for (auto* list : {&out.indices, &out.epochs}) list->reserve(std::min<size_t>(full, 4096));
  while (out.indices.size() < full && !(mode == BatchMode::epoch && out.end_of_epoch)) {
    if (!order_ && !blocks_) arrive();
    if (at_.position < extent_.length) {
      last_ = draw();
    } else {
      ++out.padded;
    }
    out.indices.push_back(static_cast<int32_t>(last_));
    out.epochs.push_back(static_cast<int32_t>(at_.epoch));
    if (++at_.position == extent_.length + extent_.padding) {
      out.end_of_epoch = true;
      begin(at_.epoch + 1);
    }
  }
  return out;
}

void Sampler::seek(ReaderPosition to) {
  checked("epoch", to.epoch, {0, INT_MAX});
  checked("position", to.position, {0, length_of(to.epoch)});
  const bool end = to.position == length_of(to.epoch);
  begin(end ? to.epoch + 1 : to.epoch);
  if (!end) at_.position = to.position;
}

ReaderPosition Sampler::after(ReaderPosition from, int64_t count) const {
  const SamplerOptions& o = options_;
  // Epochs are equally long, or the reader goes through all shards in turn.
  const bool equal = o.stick_to_shard || o.pad_last_batch;
  const int64_t cycle = equal ? length_of(from.epoch) : o.size, cycles = (from.position + count) / cycle;
  ReaderPosition to{from.epoch + cycles * (equal ? 1 : o.num_shards), from.position + count - cycles * cycle};
  while (to.position >= length_of(to.epoch)) to.position -= length_of(to.epoch++);
  return to;
}

std::string Sampler::order_text() const {
  const SamplerOptions& o = options_;
  const auto number = [](int64_t value) { return std::to_string(value); };
  std::string out = number(o.size) + " samples, shard " + number(o.shard_id) + "/" + number(o.num_shards);
  if (o.stick_to_shard) out += " stick";
  if (o.pad_last_batch) out += ", pad " + number(o.batch_size);
  if (o.random_shuffle) out += ", buffer " + number(o.initial_fill) + " seed " + number(o.seed);
  if (o.shuffle_after_epoch) out += ", shuffle seed " + number(o.shuffle_after_epoch_seed);
  if (!o.shuffle_blocks) return out;
  return out + ", blocks of " + number(o.block_bytes) + ", " + number(o.block_window) + " mixed, seed " +
         number(o.shuffle_after_epoch_seed);
}

ComingBlocks::ComingBlocks(const Sampler& from) : from_(&from), begin_(-from.position().position) {
  enter(from.position().epoch);
  next();
}

void ComingBlocks::enter(int64_t epoch) {
  epoch_ = epoch;
  piece_ = 0;
  begin_ += length_;
  length_ = from_->length_of(epoch);
  order_.emplace(from_->block_order(epoch));
  end_ = order_->piece(order_->count() - 1).last;
}

void ComingBlocks::next() {
  do {
    if (piece_ == order_->count()) enter(epoch_ + 1);
    due_ = order_->piece(piece_++);
    due_.first = std::max<int64_t>(0, begin_ + due_.first);
    // Padding repeats the last sample, which may be of any block of the last window.
    due_.last = begin_ + (due_.last == end_ ? length_ : due_.last);
  } while (due_.last <= 0);
}

}  // namespace penstock
