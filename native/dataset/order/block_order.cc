// See block_order.h.
#include "dataset/order/block_order.h"

#include <algorithm>

namespace penstock {
namespace {

constexpr uint32_t kStreamBlocks = 4, kStreamStep = 16, kStreamShard = 1U << 30, kStreamWithin = 1U << 31;

Pieces permuted(const std::vector<int32_t>& edges, int64_t begin, int64_t length, const Permutation& permutation) {
  Pieces pieces;
  const auto blocks = static_cast<int64_t>(edges.size()) - 1;
  int64_t at = 0;
  for (int64_t k = 0; k < blocks && at < begin + length; ++k) {
    const auto block = static_cast<size_t>(permutation.at(k));
    const int64_t size = edges[block + 1] - edges[block];
    const int64_t cut = std::max<int64_t>(0, begin - at), end = std::min(size, begin + length - at);
    at += size;
    if (cut >= end) continue;
    pieces.from.push_back(static_cast<int32_t>(edges[block] + cut));
    pieces.starts.push_back(static_cast<int32_t>(pieces.starts.back() + end - cut));
  }
  return pieces;
}

size_t block_of(const std::vector<int32_t>& edges, int64_t sample) {
  return static_cast<size_t>(std::upper_bound(edges.begin(), edges.end(), sample) - edges.begin() - 1);
}

}  // namespace

Pieces dealt_pieces(const std::vector<int32_t>& edges, int64_t begin, int64_t length, int64_t seed, int64_t epoch) {
  const auto blocks = static_cast<int64_t>(edges.size()) - 1;
  return permuted(edges, begin, length, Permutation(blocks, seed, epoch, kStreamBlocks));
}

Pieces own_pieces(const std::vector<int32_t>& edges, int64_t begin, int64_t length, int64_t seed, int64_t epoch,
                  int64_t shard) {
  const size_t first = block_of(edges, begin), last = block_of(edges, begin + length - 1);
  std::vector<int32_t> own;
  for (size_t k = first; k <= last + 1; ++k) {
    own.push_back(static_cast<int32_t>(std::clamp<int64_t>(edges[k], begin, begin + length)));
  }
  const auto blocks = static_cast<int64_t>(own.size()) - 1;
  return permuted(own, 0, length, Permutation(blocks, seed, epoch, kStreamShard + static_cast<uint32_t>(shard)));
}

BlockOrder::BlockOrder(Pieces pieces, int64_t window, int64_t seed, int64_t epoch, int64_t begin)
    : pieces_(std::move(pieces)), seed_(seed), epoch_(epoch), begin_(begin) {
  window_ = std::min(window, count());
  steps_ = count() - window_ + 1;
  within_.resize(static_cast<size_t>(window_));
  sums_.resize(static_cast<size_t>(window_) + 1);
  seek(0);
}

void BlockOrder::seek(int64_t position) {
  position_ = position;
  int64_t low = 0, high = steps_ - 1;
  while (low < high) {
    const int64_t middle = (low + high + 1) / 2;
    if (start_of(middle) <= position) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  enter(low);
}

void BlockOrder::skip_to(int64_t position) {
  if (position < position_ || position >= end_) return seek(position);
  position_ = position;
}

ComingBlock BlockOrder::piece(int64_t k) const {
  const int64_t begin = pieces_.from[static_cast<size_t>(k)], enter = enters(k);
  return {begin, begin + size(k), start_of(enter), start_of(enter + turns(k))};
}

int64_t BlockOrder::next() {
  while (position_ >= end_) enter(step_ + 1);
  const int64_t value = mixed_->at(position_++ - start_);
  const auto slot = std::upper_bound(sums_.begin(), sums_.end() - 1, value) - sums_.begin() - 1;
  const int64_t k = step_ + slot;
  const int64_t place = given(k, step_) + value - sums_[static_cast<size_t>(slot)];
  return pieces_.from[static_cast<size_t>(k)] + permutation(k).at(place);
}

void BlockOrder::enter(int64_t step) {
  step_ = step;
  start_ = start_of(step);
  for (int64_t slot = 0; slot < window_; ++slot) {
    const int64_t k = step + slot;
    sums_[static_cast<size_t>(slot) + 1] = sums_[static_cast<size_t>(slot)] + given(k, step + 1) - given(k, step);
  }
  end_ = start_ + sums_.back();
  mixed_.reset();
  if (sums_.back()) {
    mixed_.emplace(sums_.back(), seed_, epoch_, kStreamStep + static_cast<uint32_t>(begin_ + start_));
  }
}

// The first step in which a piece is in the window, and the number of steps in which it is.
int64_t BlockOrder::enters(int64_t k) const { return std::max<int64_t>(0, k - window_ + 1); }
int64_t BlockOrder::turns(int64_t k) const { return std::min(k, steps_ - 1) - enters(k) + 1; }

int64_t BlockOrder::size(int64_t k) const {
  return pieces_.starts[static_cast<size_t>(k) + 1] - pieces_.starts[static_cast<size_t>(k)];
}

// How many samples of a piece that is in the window the steps before `step` have.
int64_t BlockOrder::given(int64_t k, int64_t step) const { return size(k) * (step - enters(k)) / turns(k); }

// The position at which a step begins: what the pieces before it have, and a part of those in the window.
int64_t BlockOrder::start_of(int64_t step) const {
  if (step >= steps_) return pieces_.starts.back();
  int64_t at = pieces_.starts[static_cast<size_t>(step)];
  for (int64_t k = step; k < step + window_ - 1; ++k) at += given(k, step);
  return at;
}

const Permutation& BlockOrder::permutation(int64_t k) {
  Within& within = within_[static_cast<size_t>(k % window_)];
  if (within.piece != k) {
    within.piece = k;
    within.order.emplace(size(k), seed_, epoch_,
                         kStreamWithin + static_cast<uint32_t>(pieces_.from[static_cast<size_t>(k)]));
  }
  return *within.order;
}

}  // namespace penstock
