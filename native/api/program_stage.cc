// A stage that runs a program. See stage.h.
#include <algorithm>

#include "api/program_spec.h"
#include "api/stage.h"

namespace penstock::api {

std::unique_ptr<ProgramSpec> program_spec(Json program, const StageContext& context, const std::string& actor) {
  program["batchSize"] = context.batch_size;
  program["threads"] = context.threads;
  program["seed"] = context.seed;
  program["group"] = context.group;
  program["actor"] = actor;
  auto spec = std::make_unique<ProgramSpec>();
  parse_program(json_text(program), *spec);
  return spec;
}

ProgramStage::ProgramStage(const StageContext& context, const Json& plan, int workers)
    : Stage(context, plan.at("name")) {
  Json program = plan.at("program");
  if (plan.contains("gpu")) program["gpu"] = plan["gpu"];
  for (int i = 0; i < workers; ++i) {
    Part& part = parts_.emplace_back();
    part.program = std::make_unique<Program>(program_spec(program, context, name_));
  }
}

void ProgramStage::stop() {
  for (Part& part : parts_) part.program->stop();
}

std::vector<const Program*> ProgramStage::programs() const {
  std::vector<const Program*> list;
  for (const Part& part : parts_) list.push_back(part.program.get());
  return list;
}

ProgramStage::Input ProgramStage::combine(Items items) {
  const CombinedBatch batch = combine_batches(items);
  Input input;
  input.count = batch.count;
  input.flags = batch.flags;
  for (const Item& item : items) input.arenas.push_back(item.slot->ref());
  input.items = std::move(items);
  return input;
}

// One input batch becomes one output batch. Where samples were skipped, the batch is filled up from the next ones.
Item ProgramStage::make(int worker, Exchange::Turn& turn) {
  Part& part = parts_[static_cast<size_t>(worker)];
  if (!part.input) part.input = combine(std::move(turn.inputs));
  std::shared_ptr<Slot> slot = pool_->take();
  Program& program = *part.program;
  program.begin(turn.number);
  const int size = context_.batch_size;
  // Only a batch that should be full is filled up. A shorter one was made so by its source.
  const bool full =
      part.input->next > 0 || part.input->count == size || (part.input->flags & abi::batchFlags_holes) != 0;
  const int wanted = context_.refill && full ? size : 0;
  int good = 0;
  uint32_t flags = 0;
  for (int round = 0; round == 0 || (good < wanted && !flags); ++round) {
    if (!part.input) {
      auto more = context_.exchange.receive(ends_);
      if (!more) throw Stopped();
      part.input = combine(std::move(*more));
    }
    Input& input = *part.input;
    const int take = std::min(size - good, input.count - input.next), before = good;
    slot->ensure(program.setup(input.arenas, input.next, take));
    good = program.run(slot->ref());
    const uint8_t* first = input.items.front().slot->data();
    if (take) part.all_bad.note(good > before, arena_samples(first)[input.next].epoch);
    input.next += take;
    if (input.next < input.count) continue;
    flags = input.flags & ~static_cast<uint32_t>(abi::batchFlags_holes);
    part.input.reset();
  }
  program.finish(slot->data(), flags);
  return {std::move(slot), nullptr};
}

}  // namespace penstock::api
