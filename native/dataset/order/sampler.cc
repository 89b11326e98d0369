// See sampler.h.
#include "dataset/order/sampler.h"

#include <algorithm>
#include <cinttypes>
#include <climits>
#include <cstdio>
#include <utility>

#include "core/error.h"
#include "core/fnv.h"

namespace penstock {
namespace {
constexpr uint32_t kStreamBuffer = 1, kStreamRead = 2, kStreamEpoch = 3;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// The order of all shards of elastic readers.
SamplerOptions for_all_shards(SamplerOptions all) {
  all.num_shards = 1;
  all.shard_id = 0;
  all.stick_to_shard = true;
  all.elastic = all.pad_last_batch = false;
  // All shards have this one, unlike `seed`.
  all.seed = all.shuffle_after_epoch_seed;
  return all;
}

}  // namespace

Sampler::Sampler(SamplerOptions options) : options_(std::move(options)) {
  if (options_.mixture) {
    mixture_.emplace(options_.mixture->choice());
    int64_t first = 0;
    for (const SamplerOptions& source : options_.mixture->sources) {
      sources_.push_back({std::make_unique<Sampler>(for_all_shards(source)), first});
      first += source.weights ? source.weights->samples() : source.size;
    }
  } else if (options_.elastic) {
    whole_ = std::make_unique<Sampler>(for_all_shards(options_));
  }
  if (options_.random_shuffle) read_order_.emplace(options_.size, SamplerOptions::kFixedSeed, 0, kStreamRead);
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
  if (options_.elastic) return dealt(0);
  const Extent e = extent(epoch);
  return e.length + e.padding;
}

void Sampler::begin(int64_t epoch) {
  at_ = {epoch, 0};
  extent_ = extent(epoch);
  left_ = kUnknown;
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
  if (whole_) return whole_->block_order(epoch);
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

void Sampler::set_weights(MixtureWeights weights) {
  if (!mixture_) throw Error(ErrorCode::INTERNAL, "a reader that is no mixture has no weights");
  auto mixture = std::make_shared<MixtureOptions>(*options_.mixture);
  mixture->weights = std::move(weights);
  mixture->check();
  mixture_.emplace(mixture->choice());
  options_.mixture = std::move(mixture);
}

const std::vector<int64_t>& Sampler::counts_before() {
  return mixture_->counts_before(at_.epoch * options_.size + at_.position);
}

SampleOrder Sampler::next(BatchMode mode) {
  SampleOrder out;
  const auto full = static_cast<size_t>(options_.batch_size);
  for (auto* list : {&out.indices, &out.epochs}) list->reserve(std::min<size_t>(full, 4096));
  if (options_.elastic) {
    deal(mode, out);
    return out;
  }
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

// The sample at any position of an epoch; quick where it is a little behind the one before.
int64_t Sampler::at(int64_t epoch, int64_t position) {
  if (epoch != at_.epoch || (!order_ && !blocks_)) {
    begin(epoch);
    arrive();
  }
  blocks_ ? blocks_->skip_to(position) : order_->skip_to(position);
  return draw();
}

Sampler::Named Sampler::of_all(int64_t epoch, int64_t position) {
  if (!mixture_) return {whole_->at(epoch, position), epoch};
  const Mixture::Sample chosen = mixture_->at(epoch, position);
  const Source& source = sources_[static_cast<size_t>(chosen.source)];
  return {source.first + source.order->at(chosen.epoch, chosen.position), chosen.epoch};
}

int64_t Sampler::dealt(int64_t position) const {
  const SamplerOptions& o = options_;
  const int64_t rest = o.size - position;
  if (o.pad_last_batch) return ceil_div(ceil_div(rest, o.num_shards), o.batch_size) * o.batch_size;
  return rest > o.shard_id ? ceil_div(rest - o.shard_id, o.num_shards) : 0;
}

void Sampler::deal(BatchMode mode, SampleOrder& out) {
  const SamplerOptions& o = options_;
  const bool together = ends_together(mode);
  const auto give = [&](int64_t epoch, int64_t position) {
    const Named sample = of_all(epoch, position);
    out.indices.push_back(static_cast<int32_t>(sample.index));
    out.epochs.push_back(static_cast<int32_t>(sample.epoch));
  };
  while (out.indices.size() < static_cast<size_t>(o.batch_size) && !(mode == BatchMode::epoch && out.end_of_epoch)) {
    const int64_t own = at_.position + o.shard_id;
    if (!together) {
      own < o.size ? give(at_.epoch, own) : give(at_.epoch + 1, own - o.size);
      at_.position += o.num_shards;
      if (at_.position >= o.size) at_ = {at_.epoch + 1, at_.position - o.size};
      continue;
    }
    if (left_ == kUnknown) left_ = dealt(at_.position);
    if (left_ > 0) {
      // Padding repeats the last sample of the epoch, whichever shard has given it.
      give(at_.epoch, std::min(own, o.size - 1));
      if (own >= o.size) ++out.padded;
      at_.position += o.num_shards;
      --left_;
    }
    if (left_ > 0) continue;
    out.end_of_epoch = true;
    begin(at_.epoch + 1);
  }
}

void Sampler::seek(ReaderPosition to) {
  const int64_t length = options_.elastic ? options_.size : length_of(to.epoch);
  check_range("epoch", to.epoch, 0, INT_MAX);
  check_range("position", to.position, 0, length);
  const bool end = to.position == length;
  begin(end ? to.epoch + 1 : to.epoch);
  if (!end) at_.position = to.position;
}

ReaderPosition Sampler::after(ReaderPosition from, int64_t count, BatchMode mode) const {
  const SamplerOptions& o = options_;
  if (o.elastic && !ends_together(mode)) {
    const int64_t given = from.position + count * o.num_shards;
    return {from.epoch + given / o.size, given % o.size};
  }
  if (o.elastic) {
    const int64_t rest = dealt(from.position), all = dealt(0);
    if (!count && from.position < o.size) return from;
    if (count >= rest) from = {from.epoch + 1 + (count - rest) / all, 0}, count = (count - rest) % all;
    const int64_t given = from.position + count * o.num_shards;
    // Nothing but padding is left.
    return given < o.size ? ReaderPosition{from.epoch, given} : ReaderPosition{from.epoch + 1, 0};
  }
  // Epochs are equally long, or the reader goes through all shards in turn.
  const bool equal = o.stick_to_shard || o.pad_last_batch;
  const int64_t cycle = equal ? length_of(from.epoch) : o.size, cycles = (from.position + count) / cycle;
  ReaderPosition to{from.epoch + cycles * (equal ? 1 : o.num_shards), from.position + count - cycles * cycle};
  while (to.position >= length_of(to.epoch)) to.position -= length_of(to.epoch++);
  return to;
}

// A checkpoint of many sources is small, so it has a number that follows from their orders.
std::string Sampler::mixture_text() const {
  const MixtureWeights& weights = options_.mixture->weights;
  std::string orders = weights.draws ? "draws " + std::to_string(*weights.draws) + ' ' : "";
  for (const MixtureWeights::Stretch& stretch : weights.stretches) {
    // Later weights have no say in what was given, so they may be others when a checkpoint goes on.
    if (stretch.from && stretch.from >= at_.epoch * options_.size + at_.position) break;
    if (stretch.from) orders += "from " + std::to_string(stretch.from) + ' ';
    for (const int64_t share : mixture_shares(stretch.weights)) orders += std::to_string(share) + ' ';
  }
  for (const Source& source : sources_) orders += source.order->order_text() + ';';
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016" PRIx64, fnv1a(orders));
  constexpr const char* kEnds[] = {"repeat", "stop", "drop"};
  return "a mixture of " + std::to_string(sources_.size()) + ", " + kEnds[static_cast<int>(options_.mixture->end)] +
         ", order " + digits + ", ";
}

std::string Sampler::order_text() const {
  const SamplerOptions& o = options_;
  const auto number = [](int64_t value) { return std::to_string(value); };
  std::string out = (mixture_ ? mixture_text() : "") + number(o.size) + " samples";
  out += o.elastic ? ", elastic" : ", shard " + number(o.shard_id) + "/" + number(o.num_shards);
  if (o.stick_to_shard && !o.elastic) out += " stick";
  // A batch of another size ends at a position too.
  if (o.pad_last_batch) out += o.elastic ? ", pad" : ", pad " + number(o.batch_size);
  if (o.random_shuffle) {
    out += ", buffer " + number(o.initial_fill) + " seed " + number(o.elastic ? o.shuffle_after_epoch_seed : o.seed);
  }
  if (o.shuffle_after_epoch) out += ", shuffle seed " + number(o.shuffle_after_epoch_seed);
  if (!o.shuffle_blocks) return out;
  return out + ", blocks of " + number(o.block_bytes) + ", " + number(o.block_window) + " mixed, seed " +
         number(o.shuffle_after_epoch_seed);
}

ComingBlocks::ComingBlocks(const Sampler& from, BatchMode mode)
    : from_(&from), together_(mode == BatchMode::epoch || from.options().pad_last_batch) {
  const ReaderPosition at = from.position();
  begin_ = from.options().elastic ? 0 : -at.position;
  dealt_ = at.position;
  enter(at.epoch);
  next();
}

void ComingBlocks::enter(int64_t epoch) {
  const SamplerOptions& o = from_->options();
  if (order_) {
    dealt_ = together_ ? 0 : dealt_ + length_ * o.num_shards - end_;
    begin_ += length_;
  }
  epoch_ = epoch;
  piece_ = 0;
  order_.emplace(from_->block_order(epoch));
  end_ = order_->piece(order_->count() - 1).last;
  length_ = !o.elastic ? from_->length_of(epoch) : together_ ? from_->dealt(dealt_) : own(end_);
}

// How many of an epoch's samples before a position this shard gives.
int64_t ComingBlocks::own(int64_t position) const {
  const SamplerOptions& o = from_->options();
  const int64_t dealt = position - dealt_ - o.shard_id;
  return dealt > 0 ? ceil_div(dealt, o.num_shards) : 0;
}

void ComingBlocks::next() {
  const bool elastic = from_->options().elastic;
  bool none;
  do {
    if (piece_ == order_->count()) enter(epoch_ + 1);
    due_ = order_->piece(piece_++);
    const bool ends = due_.last == end_;
    if (elastic) {
      due_.first = own(due_.first);
      due_.last = own(due_.last);
    }
    // Padding repeats the last sample, which may be of any block of the last window.
    none = elastic && due_.first == due_.last && !(ends && due_.last < length_);
    due_.first = std::max<int64_t>(0, begin_ + due_.first);
    due_.last = begin_ + (ends ? length_ : due_.last);
  } while (none || due_.last <= 0);
}

}  // namespace penstock
