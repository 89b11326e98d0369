// A place in the order of a reader's samples as JSON: sampler.h.
#include "core/json.h"
#include "dataset/order/sampler.h"

namespace penstock {

std::string reader_place(std::string_view text, ReaderPosition from, int64_t count, BatchMode mode) {
  const Json args = parse_json(text);
  Sampler sampler(SamplerOptions::of(args));
  const SamplerOptions& o = sampler.options();
  sampler.seek(from);
  const ReaderPosition at = sampler.after(sampler.position(), count, mode);
  const int64_t shards = o.num_shards, padded = o.pad_last_batch ? (o.size + shards - 1) / shards * shards : o.size;
  Json meta = {{"epochSize", o.size},   {"epochSizePadded", padded},        {"numberOfShards", shards},
               {"shardId", o.shard_id}, {"padLastBatch", o.pad_last_batch}, {"stickToShard", o.stick_to_shard}};
  if (o.elastic) meta["elastic"] = true;
  Json place = {{"epoch", at.epoch},
                {"position", at.position},
                {"step", sampler.step()},
                {"left", sampler.left_at(at)},
                {"length", sampler.length_of(at.epoch)},
                {"order", sampler.order_text()},
                {"meta", meta}};
  if (args.value("counted", false)) {
    place["counts"] = sampler.counts_before();
    for (const auto& stretch : o.mixture->weights.stretches) place["shares"].push_back(mixture_shares(stretch.weights));
  }
  return json_text(place);
}

}  // namespace penstock
