// Forks children and waits for them. The stderr of a child goes to a temporary file, from which a crash gets its name.
#include "fuzz/engine/child.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "core/fnv.h"

extern "C" [[gnu::weak]] int __lsan_do_recoverable_leak_check();

namespace penstock::fuzz {
namespace {

std::string read_all(std::FILE* file) {
  std::string text;
  char part[4096];
  std::rewind(file);
  while (const size_t n = std::fread(part, 1, sizeof part, file)) text.append(part, n);
  return text;
}

// The summary of a sanitizer's report, without addresses.
std::string crash_name(const std::string& report, int status) {
  size_t at = report.find("SUMMARY: ");
  if (at == std::string::npos) at = report.find("runtime error: ");
  if (at != std::string::npos) return "crash: " + report.substr(at, report.find('\n', at) - at);
  if (WIFSIGNALED(status)) return std::string("crash: ") + strsignal(WTERMSIG(status));
  return "crash: exit code " + std::to_string(WEXITSTATUS(status));
}

[[noreturn]] void give_up(Shared& shared, const char* kind, const char* text) {
  std::snprintf(shared.kind, sizeof shared.kind, "%s", kind);
  std::snprintf(shared.text, sizeof shared.text, "%s", text);
  _exit(kFound);
}

// CPU time of a child, in nanoseconds.
int64_t worked(pid_t child) {
  clockid_t clock;
  timespec t{};
  if (clock_getcpuclockid(child, &clock) || clock_gettime(clock, &t)) return 0;
  return t.tv_sec * int64_t{1000000000} + t.tv_nsec;
}

// Waits until the child has ended. A child that uses no CPU time for a minute is stuck in a wait, and is ended. (Idle
// time shows this on a busy machine too, where elapsed time does not.)
int wait_for(pid_t child, bool& stuck) {
  constexpr auto kIdle = std::chrono::seconds(60);
  int status = 0;
  int64_t last = 0;
  auto since = std::chrono::steady_clock::now();
  for (int pause = 1; waitpid(child, &status, WNOHANG) == 0; pause = std::min(pause * 2, 50)) {
    const int64_t work = worked(child);
    if (work > last + 1000000) last = work, since = std::chrono::steady_clock::now();
    if (std::chrono::steady_clock::now() - since > kIdle) {
      stuck = true;
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(pause));
  }
  return status;
}

}  // namespace

uint64_t hash_of(const File& file) { return fnv1a({reinterpret_cast<const char*>(file.data()), file.size()}); }

Shared& make_shared_memory() {
  void* p = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) {
    std::perror("mmap");
    std::exit(2);
  }
  return *static_cast<Shared*>(p);
}

void run_input(const Target& target, const File& file, Shared& shared, int draws) {
  std::copy(file.begin(), file.end(), shared.input);
  shared.size = file.size();
  // malloc(), because a block of zero bytes from it has an address of its own too.
  auto* exact = static_cast<uint8_t*>(std::malloc(file.size()));
  std::copy(file.begin(), file.end(), exact);
  const uint64_t key = hash_of(file);
  forget_blocks();
  for (int i = 0; i < draws; ++i) {
    Rng draw(key, 0, static_cast<uint32_t>(i), 0);
    begin_limits();
    try {
      target.run({exact, file.size()}, draw);
    } catch (const Finding& finding) {
      give_up(shared, finding.kind.c_str(), finding.text.c_str());
    } catch (const std::exception& e) {
      give_up(shared, "exception", e.what());
    }
    end_limits();
  }
  std::free(exact);
}

Verdict in_child(Shared& shared, const Limits& limits, const std::function<void()>& body) {
  std::FILE* report = std::tmpfile();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(fileno(report), STDERR_FILENO);
    watch(limits);
    body();
    if (__lsan_do_recoverable_leak_check && __lsan_do_recoverable_leak_check()) give_up(shared, "leak", "");
    _exit(0);
  }
  bool stuck = false;
  const int status = wait_for(child, stuck);
  Verdict v;
  v.report = read_all(report);
  std::fclose(report);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    v.good = true;
  } else if (stuck) {
    v.kind = "deadlock";
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == kFound) {
    v.kind = shared.kind;
    v.report = shared.text + ("\n" + v.report);
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == kTooSlow) {
    v.kind = "time";
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == kTooBig) {
    v.kind = "memory";
  } else {
    v.kind = crash_name(v.report, status);
  }
  return v;
}

Verdict try_input(const Target& target, const File& file, Shared& shared, const Limits& limits, int draws) {
  return in_child(shared, limits, [&] { run_input(target, file, shared, draws); });
}

}  // namespace penstock::fuzz
