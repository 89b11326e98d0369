// batchPermutation: each thread draws the permutation of a batch once, and gives each sample its place.
#include <numeric>
#include <vector>

#include "core/op.h"
#include "generated/ops/batch_permutation.h"

namespace penstock::ops {
namespace {

// The places of the last batch that the thread has seen.
struct Places : ThreadLocalState {
  Rng::Key key{};
  std::vector<int32_t> list;
};

struct PlaceState {
  int32_t place;
};

void draw(const BatchPermutationArgs& a, Rng rng, std::vector<int32_t>& list) {
  const auto n = static_cast<uint32_t>(list.size());
  std::iota(list.begin(), list.end(), 0);
  if (a.allow_repetitions) {
    for (uint32_t i = 0; i < n; ++i) {
      if (!a.no_fixed_points || n < 2) {
        list[i] = static_cast<int32_t>(rng.below(n));
      } else {
        const uint32_t other = rng.below(n - 1);
        list[i] = static_cast<int32_t>(other < i ? other : other + 1);
      }
    }
    return;
  }
  // Exchanges with an earlier place only, never the same one, give a single cycle, which has no fixed point.
  for (uint32_t i = n; i-- > 1;) std::swap(list[i], list[rng.below(a.no_fixed_points ? i : i + 1)]);
}

void setup(const BatchPermutationArgs& a, SampleSetup& s, PlaceState& st) {
  const Rng rng = s.batch_rng();
  const auto count = static_cast<size_t>(s.batch->count());
  auto& places = s.local<Places>();
  if (places.list.size() != count || !(places.key == rng.key())) {
    places.list.resize(count);
    draw(a, rng, places.list);
    places.key = rng.key();
  }
  st.place = places.list[static_cast<size_t>(s.position)];
  s.out[0].dtype = DType::int32;
}

void run(const BatchPermutationArgs&, SampleRun& s, PlaceState& st) { *s.out[0].as<int32_t>() = st.place; }

}  // namespace

PENSTOCK_CPU_OP(batch_permutation, BatchPermutationArgs, PlaceState, setup, run, kNone)

}  // namespace penstock::ops
