// See sample_at_hand.h.
#include "dataset/order/sample_at_hand.h"

namespace penstock {
namespace {

struct Hand {
  int64_t sample;
  const Extent* extent;
};
thread_local Hand hand{-1, nullptr};

}  // namespace

SampleAtHand::SampleAtHand(int64_t sample, const Extent& extent) { hand = {sample, &extent}; }
SampleAtHand::~SampleAtHand() { hand = {-1, nullptr}; }

const Extent* SampleAtHand::find(int64_t sample) {
  const Hand& mine = hand;
  return mine.sample == sample ? mine.extent : nullptr;
}

}  // namespace penstock
