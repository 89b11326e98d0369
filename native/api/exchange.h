// Passes batches from stage to stage: one queue per edge of the plan, and the order in which the threads of a stage
// take and send them. One lock guards all queues of a pipeline, because it is taken a few times per batch only.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "api/slot.h"

namespace penstock::api {

// A batch, or the failure that comes in its place.
struct Item {
  std::shared_ptr<Slot> slot;
  std::exception_ptr error;
};

// One batch from each input of a stage.
using Items = std::vector<Item>;

// The edges of a stage. Its members belong to the exchange.
struct Ends {
  std::vector<int> in, out;
  std::condition_variable wake;
  int64_t taken = 0, sent = 0;  // turns begun, and turns whose batch was sent
  bool over = false;            // a failure was sent, so no turn begins any more
};

class Exchange {
 public:
  // Edges and ends are added before any thread uses them.
  int add_edge(Ends& from, Ends& to, int capacity);

  struct Turn {
    int64_t number = 0;
    Items inputs;
  };
  // Waits for a batch on each input (unless `without_inputs`) and for room on each output, which it reserves. Returns
  // nothing when the pipeline stops, or the stage is over. Turns are numbered in the order in which they begin.
  std::optional<Turn> begin(Ends& ends, bool without_inputs = false);
  // Waits for one more batch on each input. Returns nothing when the pipeline stops.
  std::optional<Items> receive(Ends& ends);
  // Sends the batch of a turn, after those of the turns before it. An item with an error is the stage's last.
  void send(Ends& ends, int64_t number, Item item);
  // Adds a batch to all outputs whatever their capacity.
  void push(Ends& ends, Item item);

  void stop();
  bool stopped() const;

 private:
  struct Edge {
    Ends *from, *to;
    int capacity;
    int reserved = 0;
    std::deque<Item> items;
  };
  bool has_inputs(const Ends& ends) const;
  bool has_room(const Ends& ends) const;
  Items take(Ends& ends);
  void put(Ends& ends, const Item& item, bool reserved);

  mutable std::mutex mutex_;
  bool stopped_ = false;
  std::deque<Edge> edges_;
};

}  // namespace penstock::api
