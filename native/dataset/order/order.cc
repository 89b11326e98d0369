// See order.h.
#include "dataset/order/order.h"

#include <algorithm>
#include <cmath>

namespace penstock {
namespace {

// For small sizes the additional steps of a larger network cost little; a tiny one reaches few permutations.
constexpr int kMinBits = 8;

uint32_t low_word(int64_t seed) { return static_cast<uint32_t>(seed); }
uint32_t high_word(int64_t seed) { return static_cast<uint32_t>(static_cast<uint64_t>(seed) >> 32); }

// MurmurHash3's 32-bit finaliser.
uint32_t mix(uint32_t h) {
  h ^= h >> 16;
  h *= 0x85ebca6bU;
  h ^= h >> 13;
  h *= 0xc2b2ae35U;
  return h ^ (h >> 16);
}

int bits_of(uint32_t value) { return value ? 32 - __builtin_clz(value) : 0; }

}  // namespace

Permutation::Permutation(int64_t size, int64_t seed, int64_t epoch, uint32_t domain)
    : size_(static_cast<uint32_t>(size)) {
  const int bits = std::max(kMinBits, bits_of(size_ - 1));
  low_bits_ = static_cast<uint32_t>(bits / 2);
  low_mask_ = (1U << low_bits_) - 1;
  high_mask_ = (1U << (static_cast<uint32_t>(bits) - low_bits_)) - 1;
  for (uint32_t i = 0; i < kRounds; i += 4) {
    const PhiloxBlock block =
        philox({i / 4, static_cast<uint32_t>(epoch), size_, domain}, low_word(seed), high_word(seed));
    std::copy(block.begin(), block.end(), keys_.begin() + i);
  }
}

uint32_t Permutation::network(uint32_t value) const {
  uint32_t low = value & low_mask_, high = value >> low_bits_;
  for (int round = 0; round < kRounds; round += 2) {
    high ^= mix(low ^ keys_[round]) & high_mask_;
    low ^= mix(high ^ keys_[round + 1]) & low_mask_;
  }
  return high << low_bits_ | low;
}

int64_t Permutation::at(int64_t position) const {
  auto value = static_cast<uint32_t>(position);
  do {
    value = network(value);
  } while (value >= size_);
  return value;
}

NumberedDraws::NumberedDraws(int64_t seed, std::array<uint32_t, 3> stream)
    : k0_(low_word(seed)), k1_(high_word(seed)), stream_(stream) {}

int64_t NumberedDraws::below(int64_t t, int64_t n) {
  const int64_t block = t / 2;
  if (block != block_) {
    words_ = philox({static_cast<uint32_t>(block), stream_[0], stream_[1], stream_[2]}, k0_, k1_);
    block_ = block;
  }
  const int lane = static_cast<int>(t & 1) * 2;
  const double fraction = (words_[lane] * 0x1p21 + (words_[lane + 1] >> 11)) * 0x1p-53;
  return static_cast<int64_t>(std::floor(fraction * static_cast<double>(n)));
}

void EpochOrder::shuffle(int64_t size, int64_t fill, int64_t seed, std::array<uint32_t, 3> stream) {
  size_ = size;
  slots_.resize(static_cast<size_t>(std::min(fill, size)));
  draws_.emplace(seed, stream);
  seek_buffer(0);
}

void EpochOrder::seek(int64_t position) {
  if (draws_) {
    seek_buffer(position);
  } else {
    position_ = position;
  }
}

void EpochOrder::skip_to(int64_t position) {
  // seek() repeats some `fill * log(fill)` draws.
  const auto fill = static_cast<int64_t>(slots_.size());
  if (!draws_ || position < position_ || position - position_ > 8 * fill) return seek(position);
  while (position_ < position) take();
}

int64_t EpochOrder::next() { return value(draws_ ? take() : position_++); }

// Rebuilds the buffer as it is at `position`. Each slot holds the sample that its last draw put there, so the draws are
// repeated backwards until every slot is known: O(fill log fill) expected steps at any position.
void EpochOrder::seek_buffer(int64_t position) {
  const auto fill = static_cast<int64_t>(slots_.size());
  const int64_t start = std::min(position, size_ - fill);
  std::fill(slots_.begin(), slots_.end(), -1);
  int64_t unknown = fill;
  for (int64_t t = start - 1; t >= 0 && unknown > 0; --t) {
    int32_t& slot = slots_[static_cast<size_t>(draws_->below(t, fill))];
    if (slot >= 0) continue;
    slot = static_cast<int32_t>(fill + t);
    --unknown;
  }
  for (int64_t i = 0; i < fill; ++i) {
    if (slots_[static_cast<size_t>(i)] < 0) slots_[static_cast<size_t>(i)] = static_cast<int32_t>(i);
  }
  position_ = start;
  while (position_ < position) take();
}

// Takes one position out of the buffer and refills or shrinks it.
int64_t EpochOrder::take() {
  const auto fill = static_cast<int64_t>(slots_.size());
  const int64_t t = position_++;
  const int64_t waiting = std::min(fill, size_ - t), incoming = fill + t;
  int32_t& slot = slots_[static_cast<size_t>(draws_->below(t, waiting))];
  const int64_t rank = slot;
  slot = incoming < size_ ? static_cast<int32_t>(incoming) : slots_[static_cast<size_t>(waiting - 1)];
  return rank;
}

}  // namespace penstock
