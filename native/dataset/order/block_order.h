// The order of shuffleBlocks: a window of blocks moves over the permuted blocks of the data set, one block at a time,
// and the samples of the blocks in the window are mixed. The order takes 8 bytes a block, and finds any position in
// time that does not depend on it. How it mixes is in docs/guides/epochs.md, why in docs/design/block-order.md.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "dataset/order/order.h"

namespace penstock {

// Blocks, or the parts of blocks that a shard has, in the order in which they enter the window.
struct Pieces {
  std::vector<int32_t> from;       // the first sample of each
  std::vector<int32_t> starts{0};  // the number of samples of those before each, and of all
};

// The samples [begin, end), which are needed between two positions: the first of them comes at `first` or later, the
// last before `last`.
struct ComingBlock {
  int64_t begin, end, first, last;
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
  // As seek(), and quicker for a position that is a little further on.
  void skip_to(int64_t position);
  int64_t next();

  // The number of pieces, and one of them. Its positions grow with `k`.
  int64_t count() const { return static_cast<int64_t>(pieces_.from.size()); }
  ComingBlock piece(int64_t k) const;

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
