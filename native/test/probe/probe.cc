// Answers questions of tests in TypeScript about code that has a counterpart in JavaScript: each line of stdin is a
// request in JSON, and each line of stdout its answer.
//   {"sampler": options, "steps": [["continuous"], ["epoch"], ["seek", epoch, position]]}: the batches of a sampler
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/error.h"
#include "dataset/sampler.h"

namespace penstock {
namespace {

using Json = nlohmann::json;

Json sampler(const Json& request) {
  const Json& o = request.at("sampler");
  SamplerOptions options;
  options.size = o.at("size");
  options.batch_size = o.at("batchSize");
  options.shard_id = o.value("shardId", int64_t{0});
  options.num_shards = o.value("numShards", int64_t{1});
  options.stick_to_shard = o.value("stickToShard", false);
  options.pad_last_batch = o.value("padLastBatch", false);
  options.random_shuffle = o.value("randomShuffle", false);
  options.initial_fill = o.value("initialFill", int64_t{1024});
  options.shuffle_after_epoch = o.value("shuffleAfterEpoch", false);
  options.shuffle_after_epoch_seed = o.value("shuffleAfterEpochSeed", SamplerOptions::kFixedSeed);
  options.shuffle_blocks = o.value("shuffleBlocks", false);
  options.block_window = o.value("blockWindow", int64_t{16});
  if (o.contains("edges")) options.edges = std::make_shared<std::vector<int32_t>>(o["edges"]);
  options.seed = o.value("seed", int64_t{0});
  Sampler sampler(options);
  Json batches = Json::array();
  for (const Json& step : request.at("steps")) {
    if (step.at(0) == "seek") {
      sampler.seek(step.at(1), step.at(2));
      continue;
    }
    const SampleOrder order = sampler.next(step.at(0) == "epoch" ? BatchMode::epoch : BatchMode::continuous);
    batches.push_back({{"indices", order.indices},
                       {"epochs", order.epochs},
                       {"padded", order.padded},
                       {"startOfEpoch", order.start_of_epoch},
                       {"endOfEpoch", order.end_of_epoch}});
  }
  return batches;
}

Json answer(const std::string& line) {
  try {
    const Json request = Json::parse(line);
    return sampler(request);
  } catch (const Error& e) {
    return {{"code", kErrorNames[static_cast<int>(e.code)]}, {"message", e.message}, {"hint", e.hint}};
  }
}

}  // namespace
}  // namespace penstock

int main() {
  for (std::string line; std::getline(std::cin, line);) std::cout << penstock::answer(line).dump() << "\n";
}
