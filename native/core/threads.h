// The only way to start a thread. The system may refuse one, which is reported as an Error.
#pragma once
#include <atomic>
#include <functional>
#include <thread>

namespace penstock {

// `name` is shown by system tools and has at most 15 characters. Throws THREADS_UNAVAILABLE when the system grants no
// thread.
std::thread start_thread(const char* name, std::function<void()> body);

// For tests: how many more threads may start; negative: no limit.
std::atomic<int>& granted_threads();

}  // namespace penstock
