// Chooses, for each sample of a mixture, the source that gives it, and how many samples that source has given before.
// Sample k is a function of the shares and k alone: sampler.h asks for any k, and quickly for one that is a little
// further on.
//
// The choice is a Pfair schedule (Baruah et al., "Proportionate progress", 1996): sample j of a source may come from
// place floor(j / share) on and has to come before place ceil((j + 1) / share). The one whose last place is the
// earliest comes first, and of those the first source. Two heaps find it, in a time that grows with the logarithm of
// the number of sources. So the count of a source is never one sample or more away from its share of k. Shares are
// whole numbers, and the choice repeats itself after their sum, so that any place is found in at most that many steps.
//
// With independent draws each sample has a draw of its own, and the count of a source follows from all draws before: a
// place is found in as many steps as there are samples before it, of some 8 ns.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace penstock {

// What happens where a source has given all of its samples: it begins again; the epoch ends; or the others go on.
enum class MixtureEnd : uint8_t { repeat, stop, drop };

// The sum of shares that stand for weights which are no whole numbers of small sum, nor decimals: a weight is then
// rounded to so many parts of the sum, and to one part at least.
inline constexpr int64_t kMixtureParts = int64_t{1} << 22;

// How the sources are chosen.
struct MixtureWeights {
  // A stretch of samples with the same weights, one for each source. A source with the weight 0 gives nothing in it.
  struct Stretch {
    int64_t from = 0;  // its first sample
    std::vector<double> weights;
  };
  std::vector<Stretch> stretches;  // more than one with `repeat` alone
  // Where the first one does not begin at 0, as in a checkpoint of weights that were set: how many stretches were
  // before it, and how many samples each source has given in them. Else 0 and nothing.
  int64_t stretches_before = 0;
  std::vector<int64_t> counts_before;
  std::optional<int64_t> draws;  // the seed of independent draws; nothing: even
};

// The shares of weights, which are 0 or more; one at least is above 0.
std::vector<int64_t> mixture_shares(const std::vector<double>& weights);

// Draws of sources by their shares, which are addressed by their number.
class SourceDraws {
 public:
  // Draws of other streams are independent of these.
  SourceDraws(const std::vector<int64_t>& shares, int64_t seed, uint32_t stream);
  int at(int64_t k) const;

 private:
  // Columns of equal weight, of which each has the rest of its source's weight from another source (alias method:
  // Walker, 1974; Vose, 1991), to 2^-32.
  struct Column {
    uint32_t below;
    int source, other;
  };
  std::vector<Column> columns_;
  uint64_t key_;
};

class MixtureChoice {
 public:
  struct Given {
    int source = 0;
    int64_t count = 0;  // samples that the source has given before
  };

  // A source with the share 0 gives nothing. `draws` is the seed of independent draws, and the stretch tells them from
  // those of others.
  MixtureChoice(std::vector<int64_t> shares, std::optional<int64_t> draws, uint32_t stretch);

  Given at(int64_t k);
  // At which k a source gives its sample `count`, which the source has.
  struct Place {
    int source = 0;
    int64_t k = 0;
  };
  // Which source is the first to give the last one of its samples, of which source i has sizes[i], and where.
  Place first_end(const std::vector<int64_t>& sizes);
  // How many samples source i gives before k; k is the last that was asked for, plus one.
  int64_t given(int source) const { return round_ * shares_[source] + given_[source]; }

 private:
  // A source by the place where its next sample may come first, or has to come: both order by place, then by source.
  using Due = uint64_t;
  static Due due(int64_t place, int source) {
    return static_cast<uint64_t>(place) << 32 | static_cast<uint32_t>(source);
  }
  static int64_t place_of(Due due) { return static_cast<int64_t>(due >> 32); }
  static int source_of(Due due) { return static_cast<int>(due & UINT32_MAX); }

  void begin(int64_t round);
  void step();
  Due deadline(int source) const;

  std::vector<int64_t> shares_;
  std::optional<SourceDraws> draws_;
  int64_t sum_ = 0;
  int64_t round_ = 0, step_ = 0;  // of the next sample: it is k = round * sum + step
  int last_ = 0;                  // the source of the sample before
  std::vector<int64_t> given_;    // samples of each source, within the round
  // Heaps, the least in front: the sources whose next sample may come, by where it has to; and those whose next sample
  // may not come yet, by where it may. A source that has given its share of the round is in neither.
  std::vector<Due> ready_, waiting_;
};

// The order of one epoch of a mixture of sources of known sizes.
class Mixture {
 public:
  Mixture(MixtureWeights weights, std::vector<int64_t> sizes, MixtureEnd end);

  // Samples of an epoch. With `repeat` it is as many as the sources have together, and sources begin again as they end.
  int64_t size() const { return size_; }

  struct Sample {
    int source = 0;
    int64_t epoch = 0, position = 0;  // of the source
  };
  Sample at(int64_t epoch, int64_t position);
  // With `repeat`: how many samples each source gives before the stretch that sample k is in.
  const std::vector<int64_t>& counts_before(int64_t k);

 private:
  // A part of an epoch, or with `repeat` of all epochs, in which the same sources give samples by the same shares.
  struct Part {
    int64_t begin = 0;
    std::vector<int64_t> shares, before;  // `before`: what each source has given before this part
  };
  int64_t divide(std::vector<int64_t> shares);
  void find_parts(int64_t k);
  size_t part_of(int64_t k) const;
  MixtureChoice choice_in(size_t part) const;

  const MixtureWeights weights_;
  const std::vector<int64_t> sizes_;
  const MixtureEnd end_;
  std::vector<Part> parts_;  // with `repeat` up to the last place that was asked for
  int64_t size_ = 0;
  size_t part_ = 0;
  std::optional<MixtureChoice> choice_;  // of that part
};

}  // namespace penstock
