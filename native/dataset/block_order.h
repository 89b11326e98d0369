// The order of shuffleBlocks, as src/readers/block-order.ts defines it: the two sides give equal numbers, which
// test/cpp/sampler.test.ts compares.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "dataset/order.h"

namespace penstock {

// Blocks, or the parts of blocks that a shard has, in the order in which they enter the window.
struct Pieces {
  std::vector<int32_t> from;       // the first sample of each
  std::vector<int32_t> starts{0};  // the number of samples of those before each, and of all
};

// `edges` are the first samples of the blocks, and the number of all samples. The pieces at the positions [begin, begin
// + length) of the permuted blocks, one after the other.
Pieces dealt_pieces(const std::vector<int32_t>& edges, int64_t begin, int64_t length, int64_t seed, int64_t epoch);
// The pieces of the samples [begin, begin + length), permuted: those that a shard has which keeps to its samples.
Pieces own_pieces(const std::vector<int32_t>& edges, int64_t begin, int64_t length, int64_t seed, int64_t epoch,
                  int64_t shard);

// At step t the window has the pieces t to t + window - 1. A piece gives each step in which it is in the window an
// equal part of its samples, drawn at random, and a step is a random order of what its pieces give.
class BlockOrder {
 public:
  BlockOrder(Pieces pieces, int64_t window, int64_t seed, int64_t epoch, int64_t begin);

  void seek(int64_t position);
  int64_t next();

 private:
  struct Within {
    int64_t piece = -1;
    std::optional<Permutation> order;
  };
  void enter(int64_t step);
  int64_t enters(int64_t k) const;
  int64_t turns(int64_t k) const;
  int64_t size(int64_t k) const;
  int64_t given(int64_t k, int64_t step) const;
  int64_t start_of(int64_t step) const;
  const Permutation& permutation(int64_t k);

  Pieces pieces_;
  int64_t window_, steps_, seed_, epoch_, begin_;
  std::vector<Within> within_;  // of the pieces in the window
  std::vector<int64_t> sums_;   // of the pieces of the step: the samples that those before each give, and all
  int64_t step_ = 0, position_ = 0, start_ = 0, end_ = 0;
  std::optional<Permutation> mixed_;
};

}  // namespace penstock
