// A reader. See stage.h.
#include "api/program_spec.h"
#include "api/stage.h"
#include "dataset/reader_op.h"
#include "program/sample_error.h"

namespace penstock::api {
namespace {

constexpr int64_t kBlockBytes = int64_t{1} << 23;  // where blockBytes is left out

// The data set of a reader, whose index() takes the arguments that choose no samples.
std::shared_ptr<Dataset> index(const std::string& op, const Json& args, const std::string& call_site) {
  const Json& known = schema_of(op, call_site).at("args");
  Json own = Json::object();
  for (const auto& [name, value] : args.items()) {
    if (known.contains(name) && known[name].value("for", "") != "sampler") own[name] = value;
  }
  const Json node = {{"op", op},
                     {"id", 0},
                     {"inputs", Json::array()},
                     {"outputs", Json::array()},
                     {"args", own},
                     {"argInputs", Json::object()}};
  const Json program = {{"batchSize", 1},          {"threads", 1},  {"seed", 0},
                        {"inputs", Json::array()}, {"ops", {node}}, {"outputs", Json::array()}};
  ProgramSpec spec;
  parse_program(program.dump(), spec);
  const OpNode& made = spec.ops.front();
  const std::atomic<bool> never{false};
  try {
    return index_dataset(made.op->name, made.args.data(), never, {{}, nullptr, args.value("shuffleBlocks", false)});
  } catch (const Error& e) {
    throw SampleError(e, op, call_site, -1, "");
  }
}

SamplerOptions sampler_options(const Json& a, const Dataset& data, const StageContext& context) {
  SamplerOptions o;
  o.size = data.count();
  o.batch_size = context.batch_size;
  o.shard_id = a.value("shardId", o.shard_id);
  o.num_shards = a.value("numShards", o.num_shards);
  o.stick_to_shard = a.value("stickToShard", o.stick_to_shard);
  o.pad_last_batch = a.value("padLastBatch", o.pad_last_batch);
  o.random_shuffle = a.value("randomShuffle", o.random_shuffle);
  o.initial_fill = a.value("initialFill", o.initial_fill);
  o.shuffle_after_epoch = a.value("shuffleAfterEpoch", o.shuffle_after_epoch);
  o.shuffle_after_epoch_seed = a.value("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  o.shuffle_blocks = a.value("shuffleBlocks", false);
  o.block_window = a.value("blockWindow", o.block_window);
  if (o.shuffle_blocks) {
    o.edges = std::make_shared<std::vector<int32_t>>(data.edges(a.value("blockBytes", kBlockBytes)));
  }
  o.seed = a.value("seed", context.seed);
  return o;
}

}  // namespace

ReaderStage::ReaderStage(const StageContext& context, const Json& plan) : Stage(context, plan.at("name")) {
  const Json& program = plan.at("program");
  const std::string op = program.at("ops").at(0).at("op");
  const std::string call_site = program["ops"][0].value("callSite", "");
  std::shared_ptr<Dataset> data = index(op, plan.at("reader"), call_site);
  options_ = sampler_options(plan["reader"], *data, context);
  try {
    sampler_.emplace(options_);
  } catch (const Error& e) {
    throw SampleError(e, op, call_site, -1, "");
  }
  auto spec = program_spec(program, context, name_);
  spec->dataset = std::move(data);
  program_ = std::make_unique<Program>(std::move(spec));
}

ReaderStage::Drawn ReaderStage::draw() {
  const SampleOrder order = sampler_->next(context_.epoch_batches ? BatchMode::epoch : BatchMode::continuous);
  Drawn drawn;
  const auto count = static_cast<int>(order.indices.size());
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<size_t>(i);
    // The last `padded` samples repeat another one.
    const uint32_t flags = i >= count - order.padded ? abi::sampleFlags_padded : 0;
    drawn.ids.push_back({order.indices[k], order.epochs[k], flags, ++given_});
  }
  drawn.end_of_epoch = context_.epoch_batches && order.end_of_epoch;
  return drawn;
}

Item ReaderStage::make(int, Exchange::Turn& turn) {
  std::shared_ptr<Slot> slot = pool_->take();
  int good = 0;
  bool ended = false;
  // There is one round, unless unreadable files are skipped: then further samples fill the gaps.
  for (int round = 0; good < context_.batch_size && !ended; ++round) {
    if (!drawn_) drawn_ = draw();
    const int left = static_cast<int>(drawn_->ids.size() - drawn_->next);
    const int take = std::min(context_.batch_size - good, left), before = good;
    if (round == 0) program_->begin(turn.number);
    const SampleId* ids = drawn_->ids.data() + drawn_->next;
    slot->ensure(program_->setup(ids, take));
    good = program_->run(slot->ref());
    all_bad_.note(good > before, ids->epoch);
    drawn_->next += static_cast<size_t>(take);
    if (drawn_->next < drawn_->ids.size()) continue;
    ended = drawn_->end_of_epoch;
    drawn_.reset();
  }
  program_->finish(slot->data(), ended ? abi::batchFlags_endOfEpoch : 0);
  return {std::move(slot), nullptr};
}

}  // namespace penstock::api
