// The part that all stages share, and the stage without data. See stage.h.
#include "api/stage.h"

#include <algorithm>
#include <cstring>

#include "api/convert.h"
#include "api/write_batch.h"

namespace penstock::api {

void AllBadGuard::note(bool good, int64_t epoch) {
  if (good)
    since_.reset();
  else if (!since_)
    since_ = epoch;
  if (!since_ || epoch < *since_ + 2) return;
  throw Error(ErrorCode::BAD_SAMPLE, "Every sample of a whole epoch was bad, so skipping them never fills a batch",
              "See the reasons in bad_samples(), or use OnError::fail");
}

Stage::Stage(const StageContext& context, std::string name) : context_(context), name_(std::move(name)) {}

void Stage::run(int worker) {
  Exchange& exchange = context_.exchange;
  while (auto turn = exchange.begin(ends_, !takes_inputs(worker))) {
    Item item;
    try {
      item = make(worker, *turn);
    } catch (const Stopped&) {
      return;
    } catch (...) {
      // A program that was stopped throws too.
      if (exchange.stopped()) return;
      item.error = std::make_exception_ptr(caught_error(name_));
    }
    const bool failed = static_cast<bool>(item.error);
    exchange.send(ends_, turn->number, std::move(item));
    if (failed) return;
  }
}

CombinedBatch combine_batches(const Items& items) {
  CombinedBatch out;
  out.count = INT32_MAX;
  for (const Item& item : items) {
    if (item.error) std::rethrow_exception(item.error);
    out.flags |= item.slot->header().flags;
    out.count = std::min(out.count, static_cast<int>(item.slot->header().batch_size));
  }
  if (out.flags) return out;
  for (const Item& item : items) {
    if (static_cast<int>(item.slot->header().batch_size) == out.count) continue;
    throw Error(ErrorCode::INVALID_INPUT,
                "Expected all inputs of a run to have one batch size but received " +
                    std::to_string(item.slot->header().batch_size) + " and " + std::to_string(out.count),
                "Set as many samples for an external source as the others give");
  }
  return out;
}

Item CounterStage::make(int, Exchange::Turn& turn) {
  const auto size = static_cast<size_t>(context_.batch_size);
  std::vector<SourceRecord> records(size);
  for (size_t i = 0; i < size; ++i) records[i].index = turn.number * context_.batch_size + static_cast<int64_t>(i);
  std::shared_ptr<Slot> slot = pool_->take();
  write_batch(*slot, turn.number, records, "", {});
  return {std::move(slot), nullptr};
}

}  // namespace penstock::api
