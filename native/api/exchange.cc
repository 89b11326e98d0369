// See exchange.h. All private functions are called with the lock held.
#include "api/exchange.h"

#include <algorithm>

namespace penstock::api {

int Exchange::add_edge(Ends& from, Ends& to, int capacity) {
  const auto edge = static_cast<int>(edges_.size());
  edges_.push_back({&from, &to, capacity, 0, {}});
  from.out.push_back(edge);
  to.in.push_back(edge);
  return edge;
}

bool Exchange::has_inputs(const Ends& ends) const {
  return std::all_of(ends.in.begin(), ends.in.end(),
                     [&](int e) { return !edges_[static_cast<size_t>(e)].items.empty(); });
}

bool Exchange::has_room(const Ends& ends) const {
  return std::all_of(ends.out.begin(), ends.out.end(), [&](int e) {
    const Edge& edge = edges_[static_cast<size_t>(e)];
    return static_cast<int>(edge.items.size()) + edge.reserved < edge.capacity;
  });
}

Items Exchange::take(Ends& ends) {
  Items items;
  for (const int e : ends.in) {
    Edge& edge = edges_[static_cast<size_t>(e)];
    items.push_back(std::move(edge.items.front()));
    edge.items.pop_front();
    edge.from->wake.notify_all();
  }
  return items;
}

void Exchange::put(Ends& ends, const Item& item, bool reserved) {
  for (const int e : ends.out) {
    Edge& edge = edges_[static_cast<size_t>(e)];
    edge.reserved -= reserved;
    edge.items.push_back(item);
    edge.to->wake.notify_all();
  }
}

std::optional<Exchange::Turn> Exchange::begin(Ends& ends, bool without_inputs) {
  std::unique_lock lock(mutex_);
  ends.wake.wait(lock,
                 [&] { return stopped_ || ends.over || ((without_inputs || has_inputs(ends)) && has_room(ends)); });
  if (stopped_ || ends.over) return std::nullopt;
  Turn turn;
  turn.number = ends.taken++;
  if (!without_inputs) turn.inputs = take(ends);
  for (const int e : ends.out) ++edges_[static_cast<size_t>(e)].reserved;
  return turn;
}

std::optional<Items> Exchange::receive(Ends& ends) {
  std::unique_lock lock(mutex_);
  ends.wake.wait(lock, [&] { return stopped_ || has_inputs(ends); });
  if (stopped_) return std::nullopt;
  return take(ends);
}

void Exchange::send(Ends& ends, int64_t number, Item item) {
  std::unique_lock lock(mutex_);
  ends.wake.wait(lock, [&] { return stopped_ || ends.sent == number; });
  if (stopped_) return;
  put(ends, item, true);
  ++ends.sent;
  ends.over = ends.over || item.error;
  ends.wake.notify_all();
}

void Exchange::push(Ends& ends, Item item) {
  std::lock_guard lock(mutex_);
  put(ends, item, false);
}

void Exchange::stop() {
  std::lock_guard lock(mutex_);
  stopped_ = true;
  for (const Edge& edge : edges_) {
    edge.from->wake.notify_all();
    edge.to->wake.notify_all();
  }
}

bool Exchange::stopped() const {
  std::lock_guard lock(mutex_);
  return stopped_;
}

}  // namespace penstock::api
