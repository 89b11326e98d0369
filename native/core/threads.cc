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

namespace {

// musl gives a thread a stack of 128 KB, which decoders may need more than; glibc gives as much as the limit of the
// first thread, 8 MB by default. Only touched pages of a stack take memory. Holds for threads of libraries, too.
void prefer_large_stacks() {
#if !defined(__GLIBC__)
  static const int done = [] {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return 0;
    pthread_attr_setstacksize(&attributes, size_t{8} << 20);
    pthread_setattr_default_np(&attributes);
    return pthread_attr_destroy(&attributes);
  }();
  (void)done;
#endif
}

}  // namespace

std::thread start_thread(const char* name, std::function<void()> body) {
  prefer_large_stacks();
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
