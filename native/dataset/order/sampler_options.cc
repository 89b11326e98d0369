// See sampler_options.h.
#include "dataset/order/sampler_options.h"

#include <climits>
#include <utility>

#include "core/error.h"
#include "core/json.h"

namespace penstock {
namespace {

struct Range {
  int64_t min, max;
};

std::string shown(const Json& value) {
  if (value.is_string()) return "'" + value.get<std::string>() + "'";
  if (value.is_array()) return "an array of " + std::to_string(value.size());
  return value.is_object() ? "an object" : json_text(value);
}

[[noreturn]] void refuse_value(const std::string& what, const char* name, const Json& value, std::string hint) {
  throw Error(ErrorCode::INVALID_ARGUMENT, "Expected " + what + " for " + name + " but received " + shown(value),
              std::move(hint));
}

int64_t checked(const char* name, const Json& value, Range range, std::string hint = {}) {
  const bool whole = value.is_number_unsigned() ? value.get<uint64_t>() <= INT64_MAX : value.is_number_integer();
  if (whole && value.get<int64_t>() >= range.min && value.get<int64_t>() <= range.max) return value.get<int64_t>();
  std::string what = "an integer";
  if (range.max < INT64_MAX) what += " in " + std::to_string(range.min) + ".." + std::to_string(range.max);
  if (hint.empty()) hint = std::string("Give ") + name + " as " + what;
  refuse_value(what, name, value, std::move(hint));
}

int64_t integer(const Json& args, const char* name, int64_t otherwise, Range range, std::string hint = {}) {
  const auto found = args.find(name);
  return checked(name, found == args.end() ? Json(otherwise) : *found, range, std::move(hint));
}

bool flag(const Json& args, const char* name) {
  const auto found = args.find(name);
  if (found == args.end()) return false;
  if (!found->is_boolean()) refuse_value("a boolean", name, *found, std::string("Give ") + name + " as true or false");
  return found->get<bool>();
}

MixtureEnd end_of(const std::string& name) {
  if (name == "stop") return MixtureEnd::stop;
  return name == "drop" ? MixtureEnd::drop : MixtureEnd::repeat;
}

// The weights of all stretches stand one after the other.
MixtureWeights weights_of(const Json& args) {
  const auto weights = args.at("weights").get<std::vector<double>>();
  const auto from = args.at("weightsFrom").get<std::vector<int64_t>>();
  const size_t sources = from.empty() ? 0 : weights.size() / from.size();
  MixtureWeights out;
  for (size_t i = 0; i < from.size(); ++i) {
    const auto begin = weights.begin() + static_cast<ptrdiff_t>(i * sources);
    out.stretches.push_back({from[i], {begin, begin + static_cast<ptrdiff_t>(sources)}});
  }
  out.stretches_before = args.value("stretchesBefore", int64_t{0});
  out.counts_before = args.value("countsBefore", std::vector<int64_t>{});
  if (args.at("choice") == "random") out.draws = args.value("choiceSeed", SamplerOptions::kFixedSeed);
  return out;
}

// Reads what src/readers/reader-order.ts writes of a mixture, and the size of its epochs where it is not known yet.
std::shared_ptr<const MixtureOptions> mixture_of(const Json& args, int64_t& size) {
  auto mixture = std::make_shared<MixtureOptions>();
  mixture->weights = weights_of(args);
  mixture->end = end_of(args.at("onEnd").get<std::string>());
  for (Json source : args.at("sources")) {
    source["batchSize"] = 1;
    mixture->sources.push_back(SamplerOptions::of(source));
  }
  mixture->check();
  int64_t all = 0;
  for (const SamplerOptions& source : mixture->sources) all += source.size;
  if (all > INT_MAX) {
    throw Error(ErrorCode::INVALID_ARGUMENT,
                "Expected at most 2147483647 samples in all sources but received " + std::to_string(all),
                "Make two mixtures of them");
  }
  if (!size) size = mixture->choice().size();
  return mixture;
}

}  // namespace

void check_range(const char* name, int64_t value, int64_t min, int64_t max) { checked(name, value, {min, max}); }

void MixtureOptions::check() const {
  const size_t count = sources.size(), counts = weights.counts_before.size();
  const bool fits = count && !weights.stretches.empty() && weights.stretches.front().weights.size() == count;
  if (!fits || (counts && counts != count)) {
    throw Error(ErrorCode::INTERNAL, "a mixture has other weights than sources");
  }
}

Mixture MixtureOptions::choice() const {
  std::vector<int64_t> sizes;
  for (const SamplerOptions& source : sources) sizes.push_back(source.size);
  return {weights, std::move(sizes), end};
}

SamplerOptions SamplerOptions::of(const Json& args) {
  const Range positive{1, INT_MAX}, any{INT64_MIN, INT64_MAX};
  SamplerOptions o;
  if (args.contains("mixture")) {
    o.size = integer(args, "size", 0, {0, INT_MAX});
    o.mixture = mixture_of(args["mixture"], o.size);
  } else {
    o.size = integer(args, "size", 0, positive);
  }
  o.batch_size = integer(args, "batchSize", 0, positive);
  o.num_shards = integer(
      args, "numShards", 1, {1, o.size},
      "The data set has " + std::to_string(o.size) + " samples, and every shard needs at least one: lower numShards");
  o.shard_id = integer(args, "shardId", 0, {0, o.num_shards - 1}, "Shards count from 0 to numShards - 1");
  o.random_shuffle = flag(args, "randomShuffle");
  o.shuffle_after_epoch = flag(args, "shuffleAfterEpoch");
  o.stick_to_shard = flag(args, "stickToShard");
  o.pad_last_batch = flag(args, "padLastBatch");
  o.elastic = flag(args, "elastic") || o.mixture;
  o.shuffle_blocks = flag(args, "shuffleBlocks");
  // An option of a shuffle is checked only if that shuffle is on.
  if (o.random_shuffle) o.initial_fill = integer(args, "initialFill", 1024, positive);
  if (o.shuffle_blocks) {
    o.block_bytes = integer(args, "blockBytes", int64_t{1} << 23, positive);
    o.block_window = integer(args, "blockWindow", 16, {1, 4096});
  }
  o.seed = integer(args, "seed", 0, any);
  o.shuffle_after_epoch_seed = integer(args, "shuffleAfterEpochSeed", kFixedSeed, any);
  // shuffleAfterEpoch mixes all samples each epoch, so each reader keeps its part of the shuffled order.
  o.stick_to_shard = o.stick_to_shard || o.shuffle_after_epoch;
  if (args.contains("edges")) o.edges = std::make_shared<std::vector<int32_t>>(args["edges"]);
  return o;
}

MixtureWeights mixture_weights(std::string_view args) { return weights_of(parse_json(args)); }

SamplerOptions SamplerOptions::parse(std::string_view args) { return of(parse_json(args)); }

}  // namespace penstock
