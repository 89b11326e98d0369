// The one way to start a thread: the system may refuse, and that is an error like any other.
#pragma once
#include <atomic>
#include <functional>
#include <thread>

namespace penstock {

// `name` is what tools show, of at most 15 letters. Throws THREADS_UNAVAILABLE where the system grants no thread;
// nothing has started then.
std::thread start_thread(const char* name, std::function<void()> body);

// For tests: threads that the system still grants; negative: as many as it likes.
std::atomic<int>& granted_threads();

}  // namespace penstock
