// Which samples an epoch has where samples have weights. An epoch has places, as many as samples are wanted; a sample's
// share of them is its weight over the sum. The sample at a place is a function of the weights, the epoch and the
// place, so shards, shuffles and positions work on places as they do on samples.
//
// Evenly, places are points of a line with equal distances, on which each sample has a stretch as long as its weight
// (systematic sampling: Madow, "On the theory of systematic sampling, II", 1949). So in an epoch a sample comes as
// often as its share says, rounded down or up, and so do the samples of a class, whose stretches lie side by side.
// Where the points begin in an epoch is a van der Corput sequence, so the same holds for epochs together.
#pragma once
#include <cstdint>
#include <vector>

namespace penstock {

class SampleWeights {
 public:
  struct Rule {
    int64_t size = 0;     // places of an epoch; at least 1
    bool random = false;  // each place has a draw of its own
    bool once = false;    // no sample comes twice in an epoch; not with `random`
    int64_t seed = 0;
  };
  // The weights of all samples, of which one at least is above 0, and with `once` as many as there are places. `order`:
  // the samples as their stretches lie on the line; empty where that is their own order.
  SampleWeights(const std::vector<double>& weights, std::vector<int32_t> order, Rule rule);

  int64_t size() const { return rule_.size; }
  int64_t samples() const { return static_cast<int64_t>(ends_.size()); }
  int64_t at(int64_t epoch, int64_t place) const;
  int64_t bytes() const { return static_cast<int64_t>(ends_.size() * 8 + order_.size() * 4); }
  const Rule& rule() const { return rule_; }
  // Where the stretch of each sample ends, in 2^-32 of the distance of places.
  const std::vector<uint64_t>& ends() const { return ends_; }
  const std::vector<int32_t>& order() const { return order_; }

 private:
  const Rule rule_;
  uint64_t key_;
  std::vector<uint64_t> ends_;
  const std::vector<int32_t> order_;
};

}  // namespace penstock
