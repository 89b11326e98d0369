// See calls.h. Words are stored with release and loaded with acquire, so that a reader that sees a word of entry n also
// sees that n entries were written before; it then drops what such a word may have replaced.
#include "program/calls.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <new>

namespace penstock {
namespace {

int thread_number() {
  thread_local const int number = static_cast<int>(syscall(SYS_gettid));
  return number;
}

}  // namespace

void OpCalls::add(int op, int64_t sample, uint64_t begin, uint64_t end) {
  if (!memory_) {
    memory_.reset(new (std::nothrow) Word[kKept * kWords]());
    if (!memory_) return;
    entries_.store(memory_.get(), std::memory_order_release);
  }
  const uint64_t n = written_.load(std::memory_order_relaxed);
  Word* entry = memory_.get() + (n % kKept) * kWords;
  const uint64_t what = static_cast<uint64_t>(thread_number()) << 32 | static_cast<uint32_t>(op);
  entry[kBegin].store(begin, std::memory_order_release);
  entry[kEnd].store(end, std::memory_order_release);
  entry[kWhat].store(what, std::memory_order_release);
  entry[kSample].store(static_cast<uint64_t>(sample), std::memory_order_release);
  written_.store(n + 1, std::memory_order_release);
}

std::vector<OpCall> OpCalls::recent() const {
  const Word* entries = entries_.load(std::memory_order_acquire);
  if (!entries) return {};
  const uint64_t end = written_.load(std::memory_order_acquire);
  const uint64_t first = end > kKept ? end - kKept : 0;
  std::vector<OpCall> calls;
  calls.reserve(end - first);
  for (uint64_t n = first; n < end; ++n) {
    const Word* entry = entries + (n % kKept) * kWords;
    const auto word = [&](int w) { return entry[w].load(std::memory_order_acquire); };
    const uint64_t what = word(kWhat);
    calls.push_back({word(kBegin), word(kEnd), static_cast<int>(what >> 32), static_cast<int>(what & 0xffffffff),
                     static_cast<int64_t>(word(kSample))});
  }
  // Entry m replaces entry m - kKept. Entry `now` may be half written.
  const uint64_t now = written_.load(std::memory_order_acquire);
  const uint64_t good = now + 1 > kKept ? now + 1 - kKept : 0;
  if (good > first) calls.erase(calls.begin(), calls.begin() + static_cast<int64_t>(std::min(good, end) - first));
  return calls;
}

}  // namespace penstock
