// A reader. See stage.h.
#include "api/program_spec.h"
#include "api/stage.h"
#include "dataset/set/reader_op.h"
#include "program/sample_error.h"

namespace penstock::api {
namespace {

// The data set of a reader, whose index() takes the arguments that choose no samples.
std::shared_ptr<Dataset> index(const std::string& op, const Json& args, const std::string& call_site, int threads) {
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
  parse_program(json_text(program), spec);
  const OpNode& made = spec.ops.front();
  const std::atomic<bool> never{false};
  try {
    return index_dataset(made.op->name, made.args.data(), never,
                         {{}, nullptr, args.value("shuffleBlocks", false), Selection::of(args, args), threads});
  } catch (const Error& e) {
    throw SampleError(e, op, call_site, -1, "");
  }
}

SamplerOptions sampler_options(const Json& reader, int64_t size, const StageContext& context) {
  Json args = reader;
  args["size"] = size;
  args["batchSize"] = context.batch_size;
  if (!args.contains("seed")) args["seed"] = context.seed;
  return SamplerOptions::of(args);
}

}  // namespace

ReaderStage::ReaderStage(const StageContext& context, const Json& plan) : Stage(context, plan.at("name")) {
  const Json& program = plan.at("program");
  const std::string op = program.at("ops").at(0).at("op");
  const std::string call_site = program["ops"][0].value("callSite", "");
  std::shared_ptr<Dataset> data = index(op, plan.at("reader"), call_site, context.threads);
  try {
    options_ = sampler_options(plan["reader"], data->epoch_size(), context);
  } catch (const Error& e) {
    throw SampleError(e, op, call_site, -1, "");
  }
  auto spec = program_spec(program, context, name_);
  spec->dataset = data;
  program_ = std::make_unique<Program>(std::move(spec));
  const bool disks = plan["reader"].value("readAhead", false);
  source_.emplace(options_, ReaderSource::Data{std::move(data), program_->reads(), disks, {}});
}

// Nothing is waited for: requests to object stores fail at once, because no client serves a program in C++, and the
// system reads ahead from disks by itself.
ReaderStage::Drawn ReaderStage::draw() {
  std::optional<ReaderSource::Batch> batch =
      source_->next(context_.epoch_batches ? BatchMode::epoch : BatchMode::continuous);
  if (!batch) throw Error(ErrorCode::INTERNAL, "a reader waits for bytes");
  Drawn drawn;
  for (const auto& s : batch->samples)
    drawn.ids.push_back({s.index, static_cast<int32_t>(s.epoch), s.flags, s.ordinal});
  drawn.end_of_epoch = batch->end_of_epoch;
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
    source_->done(drawn_->ids.back().ordinal);
    drawn_.reset();
  }
  program_->finish(slot->data(), ended ? abi::batchFlags_endOfEpoch : 0);
  return {std::move(slot), nullptr};
}

}  // namespace penstock::api
