// Samples with weights: how often they come in an epoch, and in epochs together.
#include "dataset/set/sample_weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "test.h"

namespace penstock {
namespace {

std::vector<int64_t> counts_of(const SampleWeights& weights, int64_t first_epoch, int64_t epochs) {
  std::vector<int64_t> counts(static_cast<size_t>(weights.samples()));
  for (int64_t epoch = first_epoch; epoch < first_epoch + epochs; ++epoch) {
    for (int64_t place = 0; place < weights.size(); ++place) {
      ++counts.at(static_cast<size_t>(weights.at(epoch, place)));
    }
  }
  return counts;
}

// Some weights are 0, some equal, and some very unequal.
std::vector<double> drawn_weights(std::mt19937& random, size_t count) {
  std::vector<double> weights;
  const auto kind = random() % 3;
  for (size_t i = 0; i < count; ++i) {
    const double drawn = static_cast<double>(random() % 1000) / 100;
    weights.push_back(kind == 0 ? static_cast<double>(random() % 2) : kind == 1 ? drawn : std::exp(drawn * 7));
  }
  weights[random() % count] = 1;
  return weights;
}

bool near(int64_t count, double expected) { return std::abs(static_cast<double>(count) - expected) < 1 + 1e-6; }

TEST(samples_come_as_often_as_their_weights_say_in_each_epoch_and_in_epochs_together) {
  std::mt19937 random(3);
  for (int round = 0; round < test::rounds(2000, 200); ++round) {
    const std::vector<double> weights = drawn_weights(random, 1 + random() % 60);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    const auto places = static_cast<int64_t>(1 + random() % 200), epochs = int64_t{1} << random() % 5;
    std::vector<int32_t> order;
    if (random() % 2) {
      order.resize(weights.size());
      std::iota(order.begin(), order.end(), 0);
      std::shuffle(order.begin(), order.end(), random);
    }
    const SampleWeights made(weights, order, {places, false, false, static_cast<int64_t>(random())});
    const std::vector<int64_t> one = counts_of(made, static_cast<int64_t>(random() % 9), 1),
                               all = counts_of(made, 0, epochs);
    for (size_t i = 0; i < weights.size(); ++i) {
      const double expected = weights[i] / sum * static_cast<double>(places);
      CHECK(near(one[i], expected));
      CHECK(near(all[i], expected * static_cast<double>(epochs)));
      if (weights[i] == 0) CHECK(all[i] == 0);
    }
  }
}

TEST(neighbours_on_the_line_come_together_as_often_as_their_weights_say) {
  std::mt19937 random(4);
  for (int round = 0; round < test::rounds(2000, 200); ++round) {
    const std::vector<double> weights = drawn_weights(random, 2 + random() % 60);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    const SampleWeights made(weights, {}, {static_cast<int64_t>(1 + random() % 200), false, false, 0});
    const std::vector<int64_t> counts = counts_of(made, static_cast<int64_t>(random() % 9), 1);
    const auto begin = static_cast<ptrdiff_t>(random() % weights.size());
    const double share = std::accumulate(weights.begin() + begin, weights.end(), 0.0) / sum;
    CHECK(near(std::accumulate(counts.begin() + begin, counts.end(), int64_t{0}),
               share * static_cast<double>(made.size())));
  }
}

TEST(without_replacement_no_sample_comes_twice_in_an_epoch_and_light_ones_keep_their_shares) {
  std::mt19937 random(5);
  for (int round = 0; round < test::rounds(2000, 200); ++round) {
    const std::vector<double> weights = drawn_weights(random, 1 + random() % 60);
    const auto heavy = std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0; });
    const SampleWeights made(weights, {}, {1 + static_cast<int64_t>(random()) % heavy, false, true, 1});
    constexpr int64_t kEpochs = 64;
    std::vector<int64_t> all(weights.size());
    for (int64_t epoch = 0; epoch < kEpochs; ++epoch) {
      const std::vector<int64_t> counts = counts_of(made, epoch, 1);
      CHECK(*std::max_element(counts.begin(), counts.end()) == 1);
      for (size_t i = 0; i < all.size(); ++i) all[i] += counts[i];
    }
    // Of two samples that are not in every epoch, the counts are as their weights.
    for (size_t i = 1; i < all.size(); ++i) {
      if (all[i] == kEpochs || all[i - 1] == kEpochs || weights[i] == 0) continue;
      const double ratio = weights[i - 1] / weights[i];
      CHECK(std::abs(static_cast<double>(all[i - 1]) - ratio * static_cast<double>(all[i])) < 2 + 2 * ratio);
    }
  }
}

TEST(weights_of_any_size_have_places) {
  for (const double scale : {1e-300, 1.0, 1e307}) {
    const SampleWeights made({scale, 3 * scale, 0}, {}, {4, false, false, 9});
    CHECK(counts_of(made, 0, 1) == (std::vector<int64_t>{1, 3, 0}));
  }
  const SampleWeights one({0, 5e-324}, {}, {3, false, false, 0});
  CHECK(counts_of(one, 7, 1) == (std::vector<int64_t>{0, 3}));
  const SampleWeights most({1, 1}, {}, {INT32_MAX, false, false, 0});
  CHECK(most.at(5, 0) == 0);
  CHECK(most.at(5, INT32_MAX - 1) == 1);
}

TEST(random_places_follow_the_weights_and_differ_by_place_epoch_and_seed) {
  const std::vector<double> weights{1, 2, 0, 5};
  const SampleWeights made(weights, {}, {80000, true, false, 11}), other(weights, {}, {80000, true, false, 12});
  const std::vector<int64_t> counts = counts_of(made, 2, 1);
  double chi_square = 0;
  for (const size_t i : {0, 1, 3}) {
    const double expected = weights[i] * 10000, off = static_cast<double>(counts[i]) - expected;
    chi_square += off * off / expected;
  }
  CHECK(counts[2] == 0);
  CHECK(chi_square < 18);  // 1e-4 of 2 degrees of freedom
  int64_t same_epoch = 0, same_seed = 0;
  for (int64_t place = 0; place < made.size(); ++place) {
    same_epoch += made.at(2, place) == made.at(3, place);
    same_seed += made.at(2, place) == other.at(2, place);
  }
  // Of independent draws 30 of 64 are equal.
  for (const int64_t same : {same_epoch, same_seed})
    CHECK(std::abs(static_cast<double>(same) / 80000 - 30.0 / 64) < 0.01);
}

}  // namespace
}  // namespace penstock
