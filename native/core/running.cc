// See running.h.
#include "core/running.h"

#include <unistd.h>

#include <chrono>
#include <set>
#include <system_error>
#include <thread>

namespace penstock {
namespace {

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

void Running::begin(int64_t index, std::string_view source, uint64_t now) {
  std::unique_lock lock(mutex_, std::defer_lock);
  if (!source.empty() || !source_.empty()) {
    lock.lock();
    source_ = source;
  }
  index_.store(index, std::memory_order_relaxed);
  op_.store(-1, std::memory_order_relaxed);
  since_.store(now, std::memory_order_relaxed);
}

void Running::end() {
  std::unique_lock lock(mutex_, std::defer_lock);
  if (!source_.empty()) {
    lock.lock();
    source_ = {};
  }
  since_.store(0, std::memory_order_relaxed);
}

double Running::seconds() const {
  const uint64_t since = since_.load(std::memory_order_relaxed), now = now_ns();
  return since && now > since ? static_cast<double>(now - since) * 1e-9 : 0;
}

bool Running::look(Work& work) const {
  std::lock_guard lock(mutex_);
  if (!since_.load(std::memory_order_relaxed)) return false;
  work = {index_.load(std::memory_order_relaxed), std::string(source_), op_.load(std::memory_order_relaxed), seconds()};
  return true;
}

bool Running::any_longer_than(double seconds) {
  std::lock_guard lock(all().mutex);
  for (const Running* record : all().records) {
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
