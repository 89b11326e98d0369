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

SamplerOptions with_edges(SamplerOptions options, const std::shared_ptr<const Dataset>& data) {
  if (data && options.shuffle_blocks) {
    options.edges = std::make_shared<std::vector<int32_t>>(data->edges(options.block_bytes));
  }
  return options;
}

}  // namespace

ReaderSource::ReaderSource(SamplerOptions options, Data data)
    : sampler_(with_edges(std::move(options), data.set)), data_(std::move(data.set)) {
  if (!data_) return;
  // Blocks are read where neighbours lie beside each other in files.
  blocks_ = sampler_.options().shuffle_blocks && data_->in_containers();
  if (blocks_ || data.disks || data_->remote()) {
    ahead_.emplace(data_, data.reads, blocks_ || data.disks, std::move(data.ring));
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
  if (blocks_ && !coming_) coming_.emplace(sampler_);
  if ((blocks_ || !ahead_) && drawn_.empty()) draw();
  if (ahead_) {
    ask(blocks_ ? drawn_.front().samples.back().ordinal : 0);
    if (!ahead_->ready(drawn_.front().samples.back().ordinal)) return std::nullopt;
  }
  Batch batch = std::move(drawn_.front());
  drawn_.pop_front();
  waiting_ -= static_cast<int64_t>(batch.samples.size());
  return batch;
}

void ReaderSource::done(int64_t ordinal) {
  if (!ahead_) return;
  ahead_->done(ordinal);
  while (!held_.empty() && held_.front() <= ordinal) held_.pop_front();
  ask(0);
}

void ReaderSource::seek(ReaderPosition to) {
  if (ahead_) ahead_->done(INT64_MAX);
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
    ahead_->plan(block);
    held_.push_back(block.last);
    coming_->next();
  }
}

void ReaderSource::plan_batches() {
  // The first batch alone shows where the files lie.
  if (per_batch_.samples == 0) plan(1);
  const auto below = [this](double share) {
    const double most = per_batch_.bytes > 0 ? kMaxSamples : kMaxIdleSamples;
    const auto bytes = static_cast<double>(ahead_->planned()), reads = static_cast<double>(ahead_->reads());
    return bytes < kMaxBytes * share && reads < kMaxReads * share && static_cast<double>(waiting_) < most * share;
  };
  // It waits until several batches can be asked for, because what is asked for together can be read together.
  if (!drawn_.empty() && !below(0.5)) return;
  while (drawn_.empty() || below(1)) plan(together());
}

// How many batches are asked for next: with neighbours among their samples as many as make a large read.
int64_t ReaderSource::together() const {
  if (per_batch_.bytes <= 0) return static_cast<int64_t>(kMinTogether);
  const double room = (kMaxReads - static_cast<double>(ahead_->reads())) / std::max(per_batch_.reads, 1e-9);
  const double most = std::min({kBytesTogether / per_batch_.bytes, kSamplesTogether / per_batch_.samples, room});
  return static_cast<int64_t>(std::max(kMinTogether, std::floor(most)));
}

// Draws so many batches, and asks for their samples.
void ReaderSource::plan(int64_t batches) {
  const int64_t bytes = ahead_->planned(), reads = ahead_->reads();
  std::vector<ComingSample> samples;
  for (int64_t i = 0; i < batches; ++i) {
    draw();
    for (const Sample& s : drawn_.back().samples) samples.push_back({s.index, s.ordinal});
  }
  ahead_->plan(samples);
  const auto share = [batches](int64_t all) { return static_cast<double>(all) / static_cast<double>(batches); };
  per_batch_ = {std::max(0.0, share(ahead_->planned() - bytes)), share(ahead_->reads() - reads),
                share(static_cast<int64_t>(samples.size()))};
}

}  // namespace penstock
