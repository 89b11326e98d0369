// See running.h.
#include "core/running.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <set>
#include <system_error>
#include <thread>

namespace penstock {
namespace {

int64_t now_ns() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

struct All {
  std::mutex mutex;
  std::set<const Running*> records;
};

std::atomic<bool> g_ends{false};

All& all() {
  static All* list = new All();  // leaked: a stuck thread outlives static destructors
  return *list;
}

}  // namespace

Running::Running() {
  std::lock_guard lock(all().mutex);
  all().records.insert(this);
}

Running::~Running() {
  std::lock_guard lock(all().mutex);
  all().records.erase(this);
}

void Running::begin(int64_t index, std::string_view source) {
  std::lock_guard lock(mutex_);
  since_ = now_ns();
  index_ = index;
  source_ = source;
  op_ = -1;
}

void Running::at(int op) {
  std::lock_guard lock(mutex_);
  op_ = op;
}

void Running::end() {
  std::lock_guard lock(mutex_);
  since_ = 0;
  source_ = {};
}

double Running::seconds() const { return since_ ? static_cast<double>(now_ns() - since_) * 1e-9 : 0; }

bool Running::look(Work& work) const {
  std::lock_guard lock(mutex_);
  if (!since_) return false;
  work = {index_, std::string(source_), op_, seconds()};
  return true;
}

bool Running::any_longer_than(double seconds) {
  std::lock_guard lock(all().mutex);
  for (const Running* record : all().records) {
    std::lock_guard own(record->mutex_);
    if (record->seconds() > seconds) return true;
  }
  return false;
}

bool process_ends() { return g_ends.load(std::memory_order_relaxed); }

void end_process(int code, double grace) {
  if (g_ends.exchange(true)) return;
  try {
    std::thread([code, grace] {
      std::this_thread::sleep_for(std::chrono::duration<double>(grace));
      while (!Running::any_longer_than(grace)) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      _exit(code);
    }).detach();
  } catch (const std::system_error&) {
    // Where the system grants no thread, the process ends as it would without this watch.
  }
}

}  // namespace penstock
