// The order in which one epoch visits the samples of one shard. It depends on its arguments alone: next() returns its
// values one by one, seek() jumps to any position. The order of shuffleBlocks is in block_order.h.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rng.h"

namespace penstock {

// A keyed permutation of 0..size-1 with O(1) memory and O(1) access to any position: an alternating Feistel network
// over the next power of two, applied again until the value is below the size.
class Permutation {
 public:
  Permutation(int64_t size, int64_t seed, int64_t epoch, uint32_t domain);
  int64_t at(int64_t position) const;

 private:
  static constexpr int kRounds = 8;
  uint32_t network(uint32_t value) const;

  uint32_t size_, low_bits_, low_mask_, high_mask_;
  std::array<uint32_t, kRounds> keys_;
};

// Uniform draws that are addressed by their number: below(t, n) is draw t and does not depend on other draws.
class NumberedDraws {
 public:
  NumberedDraws(int64_t seed, std::array<uint32_t, 3> stream);
  // Draw t as an integer in [0, n).
  int64_t below(int64_t t, int64_t n);

 private:
  uint32_t k0_, k1_;
  std::array<uint32_t, 3> stream_;
  int64_t block_ = -1;
  PhiloxBlock words_{};
};

// Visits the samples begin, begin + 1, ... of the data set, or a permutation's values at these positions. With
// `shuffle()` they pass through a buffer: `fill` samples wait, a random one leaves, and the next one in reading order
// takes its place; at the end of the shard the buffer drains.
class EpochOrder {
 public:
  EpochOrder(int64_t begin, std::optional<Permutation> permutation)
      : begin_(begin), permutation_(std::move(permutation)) {}
  void shuffle(int64_t size, int64_t fill, int64_t seed, std::array<uint32_t, 3> stream);

  void seek(int64_t position);
  // As seek(), and quicker for a position that is a little further on.
  void skip_to(int64_t position);
  int64_t next();

 private:
  int64_t value(int64_t position) const {
    return permutation_ ? permutation_->at(begin_ + position) : begin_ + position;
  }
  int64_t take();
  void seek_buffer(int64_t position);

  int64_t begin_, position_ = 0;
  std::optional<Permutation> permutation_;
  int64_t size_ = 0;
  std::vector<int32_t> slots_;  // empty without a buffer
  std::optional<NumberedDraws> draws_;
};

}  // namespace penstock
