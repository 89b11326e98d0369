// A batch that the user holds. The views of penstock/outputs.h refer to it.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/exchange.h"
#include "core/tensor.h"

namespace penstock::api {

// The place of each output of a pipeline in the batches that reach its end, and its name.
struct OutputPlaces {
  struct Place {
    int mailbox, output;
    std::string name;  // may be empty
  };
  std::vector<Place> list;
};

struct SharedBatch {
  SharedBatch(std::shared_ptr<const OutputPlaces> places, Items items, int count, uint32_t flags)
      : places(std::move(places)), items_(std::move(items)), count(count), flags(flags) {}

  const std::shared_ptr<const OutputPlaces> places;

  // The slot in which an output lies. Throws OUTPUT_RELEASED.
  std::shared_ptr<Slot> slot(int output) const;
  std::shared_ptr<Slot> first() const { return slot_at(0); }
  // Throws INVALID_ARGUMENT for a number outside of 0 .. count - 1.
  void check_sample(int sample) const;
  void check_output(int output) const;
  const ArenaOutput& info(int output) const;
  TensorView tensor(int output, int sample) const;

  bool released() const { return released_.load(std::memory_order_acquire); }
  void release();

 private:
  std::shared_ptr<Slot> slot_at(size_t mailbox) const;

  Items items_;
  std::atomic<bool> released_{false};
  mutable std::mutex mutex_;  // guards items_: another thread may close the pipeline

 public:
  const int count;
  const uint32_t flags;
};

}  // namespace penstock::api
