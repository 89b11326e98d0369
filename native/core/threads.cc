// See threads.h.
#include "core/threads.h"

#include <pthread.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "core/error.h"

namespace penstock {

std::atomic<int>& granted_threads() {
  static std::atomic<int> left{-1};
  return left;
}

std::thread start_thread(const char* name, std::function<void()> body) {
  try {
    std::atomic<int>& left = granted_threads();
    if (left.load() >= 0 && left.fetch_sub(1) <= 0) {
      left = 0;
      throw std::system_error(EAGAIN, std::generic_category());
    }
    std::thread thread(std::move(body));
    pthread_setname_np(thread.native_handle(), name);
    return thread;
  } catch (const std::system_error& e) {
    throw Error(ErrorCode::THREADS_UNAVAILABLE,
                "Expected the system to grant another thread but received: " + e.code().message(),
                "Use a smaller numThreads, or raise the limits of threads (ulimit -u) and of memory (ulimit -v)");
  }
}

}  // namespace penstock
