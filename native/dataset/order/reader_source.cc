// See reader_source.h. This is the policy of reading ahead: how much is asked for, and when.
#include "dataset/order/reader_source.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dataset/set/dataset.h"

namespace penstock {
namespace {

// Bytes that are asked for and not used yet. The batch that is made next is asked for whatever it takes.
constexpr double kMaxBytes = 1 << 27;
// Reads that are asked for and not used yet: enough for 64 requests at one time, and for many more to wait.
constexpr double kMaxReads = 1024;
// Samples that are drawn and not used yet: where they are read, so that small neighbours make large reads; and where
// nothing has to be read.
constexpr double kMaxSamples = 1 << 15, kMaxIdleSamples = 1024;
// Batches that are asked for together, at least; and the bytes and samples of which more gain nothing.
constexpr double kMinTogether = 4, kBytesTogether = 1 << 21, kSamplesTogether = 1 << 14;

std::shared_ptr<const std::vector<int32_t>> edges_of(const Dataset& data, const SamplerOptions& options) {
  return std::make_shared<std::vector<int32_t>>(data.edges(options.block_bytes));
}

// What the data set knows of the order beside its size.
void take_order(SamplerOptions& options, const Dataset& data) {
  if (options.shuffle_blocks) options.edges = edges_of(data, options);
  options.weights = data.weights();
}

SamplerOptions with_order(SamplerOptions options, const std::shared_ptr<const Dataset>& data) {
  if (!data) return options;
  take_order(options, *data);
  if (!options.mixture) return options;
  auto mixture = std::make_shared<MixtureOptions>(*options.mixture);
  for (size_t i = 0; i < mixture->sources.size(); ++i) take_order(mixture->sources[i], *data->joined().at(i));
  options.mixture = std::move(mixture);
  return options;
}

}  // namespace

ReaderSource::ReaderSource(SamplerOptions options, Data data)
    : sampler_(with_order(std::move(options), data.set)), data_(std::move(data.set)) {
  if (!data_) return;
  // Blocks are read where neighbours lie beside each other in files.
  blocks_ = sampler_.options().shuffle_blocks && data_->in_containers();
  const auto sets = data_->sources().empty() ? std::vector{data_} : data_->sources();
  for (size_t i = 0; i < sets.size(); ++i) {
    ahead_.emplace_back();
    if (!blocks_ && !data.disks && !sets[i]->remote()) continue;
    const SampleReads* reads = i < data.reads.size() ? data.reads[i] : nullptr;
    ahead_.back() = std::make_unique<ReadAhead>(sets[i], reads, blocks_ || data.disks, data.ring);
    reads_ahead_ = true;
  }
}

void ReaderSource::draw() {
  const SampleOrder order = sampler_.next(mode_);
  const size_t count = order.indices.size(), good = count - static_cast<size_t>(order.padded);
  Batch batch;
  batch.samples.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    // The last `padded` samples repeat another one.
    const uint32_t flags = i >= good ? abi::sampleFlags_padded : 0;
    batch.samples.push_back({order.indices[i], order.epochs[i], flags, ++given_});
  }
  batch.end_of_epoch = mode_ == BatchMode::epoch && order.end_of_epoch;
  drawn_.push_back(std::move(batch));
  waiting_ += static_cast<int64_t>(count);
}

std::optional<ReaderSource::Batch> ReaderSource::next(BatchMode mode) {
  mode_ = mode;
  // The blocks are those from the sampler's place on, which drawing changes.
  if (blocks_ && !coming_) coming_.emplace(sampler_, mode);
  if ((blocks_ || !reads_ahead_) && drawn_.empty()) draw();
  if (reads_ahead_) {
    ask(blocks_ ? last_of_front() : 0);
    if (!is_ready()) return std::nullopt;
  }
  Batch batch = std::move(drawn_.front());
  drawn_.pop_front();
  waiting_ -= static_cast<int64_t>(batch.samples.size());
  return batch;
}

// All are asked, because each rings for what it waits for.
bool ReaderSource::is_ready() {
  bool ready = true;
  for (const auto& ahead : ahead_) {
    if (ahead && !ahead->ready(last_of_front())) ready = false;
  }
  return ready;
}

void ReaderSource::read(const std::vector<ComingSample>& samples) {
  if (data_->sources().empty()) return ahead_.front()->plan(samples);
  std::vector<std::vector<ComingSample>> shares(ahead_.size());
  for (const ComingSample& s : samples) {
    const Dataset::Member of = data_->member(s.index);
    shares[of.source].push_back({of.index, s.ordinal});
  }
  for (size_t i = 0; i < shares.size(); ++i) {
    if (ahead_[i] && !shares[i].empty()) ahead_[i]->plan(shares[i]);
  }
}

int64_t ReaderSource::planned() const {
  int64_t sum = 0;
  for (const auto& ahead : ahead_) sum += ahead ? ahead->planned() : 0;
  return sum;
}

int64_t ReaderSource::reads() const {
  int64_t sum = 0;
  for (const auto& ahead : ahead_) sum += ahead ? ahead->reads() : 0;
  return sum;
}

// The end of an epoch may be a batch without samples.
int64_t ReaderSource::last_of_front() const {
  const std::vector<Sample>& samples = drawn_.front().samples;
  return samples.empty() ? 0 : samples.back().ordinal;
}

void ReaderSource::done(int64_t ordinal) {
  if (!reads_ahead_) return;
  for (const auto& ahead : ahead_) {
    if (ahead) ahead->done(ordinal);
  }
  while (!held_.empty() && held_.front() <= ordinal) held_.pop_front();
  ask(0);
}

void ReaderSource::seek(ReaderPosition to) {
  for (const auto& ahead : ahead_) {
    if (ahead) ahead->done(INT64_MAX);
  }
  drawn_.clear();
  held_.clear();
  coming_.reset();
  waiting_ = given_ = 0;
  sampler_.seek(to);
}

// Asks for what the next samples need, until enough is asked for; of blocks for those of samples up to an ordinal.
void ReaderSource::ask(int64_t up_to) {
  if (blocks_) {
    plan_blocks(up_to);
  } else {
    plan_batches();
  }
}

// The blocks of the window are there when they are needed, and half as many again.
void ReaderSource::plan_blocks(int64_t up_to) {
  if (!coming_) return;
  const int64_t window = sampler_.options().block_window;
  const auto most = static_cast<size_t>(window + std::max<int64_t>(4, (window + 1) / 2));
  while (coming_->due().first < up_to || held_.size() < most) {
    ComingBlock block = coming_->due();
    ++block.first;  // the first sample has the ordinal 1
    ahead_.front()->plan(block);
    held_.push_back(block.last);
    coming_->next();
  }
}

void ReaderSource::plan_batches() {
  // The first batch alone shows where the files lie.
  if (per_batch_.samples == 0) plan(1);
  const auto below = [this](double share) {
    const double most = per_batch_.bytes > 0 ? kMaxSamples : kMaxIdleSamples;
    const auto bytes = static_cast<double>(planned()), count = static_cast<double>(reads());
    return bytes < kMaxBytes * share && count < kMaxReads * share && static_cast<double>(waiting_) < most * share;
  };
  // It waits until several batches can be asked for, because what is asked for together can be read together.
  if (!drawn_.empty() && !below(0.5)) return;
  while (drawn_.empty() || below(1)) plan(together());
}

// How many batches are asked for next: with neighbours among their samples as many as make a large read.
int64_t ReaderSource::together() const {
  if (per_batch_.bytes <= 0) return static_cast<int64_t>(kMinTogether);
  const double room = (kMaxReads - static_cast<double>(reads())) / std::max(per_batch_.reads, 1e-9);
  const double most = std::min({kBytesTogether / per_batch_.bytes, kSamplesTogether / per_batch_.samples, room});
  return static_cast<int64_t>(std::max(kMinTogether, std::floor(most)));
}

// Draws so many batches, and asks for their samples.
void ReaderSource::plan(int64_t batches) {
  const int64_t bytes = planned(), reads_before = reads();
  std::vector<ComingSample> samples;
  for (int64_t i = 0; i < batches; ++i) {
    draw();
    for (const Sample& s : drawn_.back().samples) samples.push_back({s.index, s.ordinal});
  }
  read(samples);
  const auto share = [batches](int64_t all) { return static_cast<double>(all) / static_cast<double>(batches); };
  per_batch_ = {std::max(0.0, share(planned() - bytes)), share(reads() - reads_before),
                share(static_cast<int64_t>(samples.size()))};
}

}  // namespace penstock
