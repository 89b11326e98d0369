// What a Sampler is made with, and how it is read from the arguments of a reader. The order itself, which is asked for
// each sample, is in sampler.cc and knows no JSON.
#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "dataset/order/mixture.h"
#include "dataset/set/sample_weights.h"

namespace penstock {

struct MixtureOptions;

struct SamplerOptions {
  int64_t size = 0;  // samples in the data set; of a mixture, in an epoch
  int64_t batch_size = 1;
  int64_t shard_id = 0, num_shards = 1;
  bool stick_to_shard = false;
  bool pad_last_batch = false;
  bool elastic = false;
  bool random_shuffle = false;
  int64_t initial_fill = 0;
  bool shuffle_after_epoch = false;
  bool shuffle_blocks = false;
  int64_t block_bytes = 0, block_window = 0;
  std::shared_ptr<const std::vector<int32_t>> edges;  // of the blocks: Dataset::edges(); positions do without
  // The samples at the places of an epoch, of which there are `size`, where samples have weights; null otherwise.
  // Positions do without.
  std::shared_ptr<const SampleWeights> weights;
  // Readers of different shards must have the same one.
  int64_t shuffle_after_epoch_seed = 0;
  int64_t seed = 0;                               // of the shuffle buffer only
  std::shared_ptr<const MixtureOptions> mixture;  // null: the reader has one data set

  // All readers have this one unless it is given: shards are disjoint only if all readers shuffle the data set in the
  // same way.
  static constexpr int64_t kFixedSeed = 0x70656e73;

  // The options among the arguments of a reader, with `size`, `batchSize` and perhaps `edges` beside them. Arguments
  // that exclude each other were refused by the reader's schema. Throws INVALID_ARGUMENT.
  static SamplerOptions of(const nlohmann::json& args);
  // The same of a text.
  static SamplerOptions parse(std::string_view args);
};

// The sources of a mixture, whose samples are numbered one source after the other. A mixture is always elastic.
struct MixtureOptions {
  std::vector<SamplerOptions> sources;  // each with its size, and with the shuffles of its reader
  MixtureWeights weights;
  MixtureEnd end = MixtureEnd::repeat;

  Mixture choice() const;
  // Throws where the weights are not those of so many sources.
  void check() const;
};

// The weights among the arguments of a mixture, as JSON.
MixtureWeights mixture_weights(std::string_view args);

// Refuses a value that is not in min..max. Throws INVALID_ARGUMENT, which names the option.
void check_range(const char* name, int64_t value, int64_t min, int64_t max);

}  // namespace penstock
