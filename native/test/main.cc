// Runs the linked tests, or those whose names contain one of the arguments, without those that contain an argument
// given after a minus; the exit code is 1 when a test fails. Several processes take the tests in turn, one per core or
// `--jobs N`. This process has no other threads and watches them: it names a test that crashes or is stuck (for longer
// than `--limit SECONDS`), prints the stacks of a stuck one, and lets another process go on after it. `--jobs 0` runs
// everything in this process, for debuggers; `--times` prints each test's elapsed time and CPU time in milliseconds;
// `--misbehave` adds tests that hang and crash.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>

#include "test.h"

namespace penstock::test {
namespace {

constexpr int kMaxJobs = 64;
// What a process does outside of the tests, in place of a test's number.
constexpr int kStarts = -1, kExits = -2;

struct Options {
  int jobs = static_cast<int>(std::thread::hardware_concurrency());
  int limit = 60;
  bool times = false;
  std::vector<Case> chosen;
};

// Memory shared by this process and those that run the tests.
struct Board {
  std::atomic<int> next{0}, passed{0}, failed{0}, skipped{0};
  struct {
    std::atomic<int> test{kStarts};
    std::atomic<long long> since{0};
  } jobs[kMaxJobs];
};

long long now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

long long cpu_ms() { return std::clock() / (CLOCKS_PER_SEC / 1000); }

[[noreturn]] void wait_for_ever() {
  for (;;) pause();
}

bool is_chosen(const char* name, const std::vector<const char*>& parts) {
  bool any = false, found = false;
  for (const char* part : parts) {
    const bool minus = part[0] == '-';
    const bool has = std::strstr(name, part + minus) != nullptr;
    if (minus && has) return false;
    any |= !minus;
    found |= !minus && has;
  }
  return found || !any;
}

Options parse(int argc, char** argv) {
  Options options;
  std::vector<const char*> parts;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    const bool number = i + 1 < argc;
    if (arg == "--jobs" && number) {
      options.jobs = std::atoi(argv[++i]);
    } else if (arg == "--limit" && number) {
      options.limit = std::atoi(argv[++i]);
    } else if (arg == "--times") {
      options.times = true;
    } else if (arg == "--misbehave") {
      cases().insert(cases().begin(), {{"misbehave_hang", [] { wait_for_ever(); }}, {"misbehave_crash", std::abort}});
    } else if (arg.compare(0, 2, "--") == 0) {
      std::fprintf(stderr, "unknown option %s (known: --jobs N, --limit SECONDS, --times, --misbehave)\n", arg.c_str());
      std::exit(2);
    } else {
      parts.push_back(argv[i]);
    }
  }
  for (const Case& c : cases())
    if (is_chosen(c.name, parts)) options.chosen.push_back(c);
  options.jobs = std::min({options.jobs, kMaxJobs, static_cast<int>(options.chosen.size())});
  return options;
}

// Takes tests until none is left.
void run_tests(const Options& options, Board& board, int job) {
  auto& mine = board.jobs[job];
  for (;;) {
    const int test = board.next.fetch_add(1);
    if (test >= static_cast<int>(options.chosen.size())) break;
    const Case& c = options.chosen[test];
    const long long begin = now_ms(), cpu_begin = cpu_ms();
    mine.since = begin;
    mine.test = test;
    failures() = 0;
    std::string skipped;
    try {
      c.body();
    } catch (const Skipped& s) {
      skipped = s.why;
    } catch (const std::exception& e) {
      report(c.name, 0, std::string("threw ") + e.what());
    }
    if (failures()) std::fprintf(stderr, "FAILED %s (%d checks)\n", c.name, failures());
    if (!failures() && !skipped.empty()) std::printf("skipped %s: %s\n", c.name, skipped.c_str());
    (failures() ? board.failed : skipped.empty() ? board.passed : board.skipped)++;
    if (options.times) std::printf("%6lld ms, %6lld of CPU: %s\n", now_ms() - begin, cpu_ms() - cpu_begin, c.name);
  }
  mine.since = now_ms();
  mine.test = kExits;
}

pid_t start(const Options& options, Board& board, int job) {
  board.jobs[job].test = kStarts;
  board.jobs[job].since = now_ms();
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) {
    std::perror("fork");
    std::exit(1);
  }
  if (pid == 0) {
    run_tests(options, board, job);
    std::exit(0);
  }
  return pid;
}

// Starts the processes and waits for them; returns false when one ended badly.
bool watch(const Options& options, Board& board) {
  std::vector<pid_t> pids(options.jobs);
  for (int job = 0; job < options.jobs; ++job) pids[job] = start(options, board, job);
  bool well = true;
  auto name = [&](int test) {
    return test == kStarts  ? "a process that starts"
           : test == kExits ? "a process that exits"
                            : options.chosen[test].name;
  };
  for (int alive = options.jobs; alive > 0; std::this_thread::sleep_for(std::chrono::milliseconds(20))) {
    for (int job = 0; job < options.jobs; ++job) {
      if (!pids[job]) continue;
      auto& its = board.jobs[job];
      int status = 0;
      bool ended = waitpid(pids[job], &status, WNOHANG) == pids[job];
      const int test = its.test;
      if (!ended && now_ms() - its.since > options.limit * 1000LL) {
        std::fprintf(stderr, "STUCK %s (for more than %d s)\n", name(test), options.limit);
        const std::string command =
            "sh '" PENSTOCK_ROOT "/test/watch/stacks.sh' --end " + std::to_string(pids[job]) + " >&2";
        if (std::system(command.c_str()) != 0) std::fprintf(stderr, "no stacks: %s failed\n", command.c_str());
        kill(pids[job], SIGKILL);
        ended = waitpid(pids[job], &status, 0) == pids[job];
      } else if (ended && status != 0) {
        const bool killed = WIFSIGNALED(status);
        std::fprintf(stderr, "CRASHED %s (%s %d)\n", name(test), killed ? "signal" : "exit code",
                     killed ? WTERMSIG(status) : WEXITSTATUS(status));
      }
      if (!ended) continue;
      pids[job] = 0;
      --alive;
      if (status == 0) continue;
      well = false;
      if (test >= 0) {
        ++board.failed;
        pids[job] = start(options, board, job);
        ++alive;
      }
    }
  }
  return well;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  const Options options = parse(argc, argv);
  void* shared = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    std::perror("mmap");
    return 1;
  }
  Board& board = *new (shared) Board;
  bool well = true;
  if (options.jobs > 0) {
    well = watch(options, board);
  } else {
    run_tests(options, board, 0);
  }
  std::printf("%d passed, %d failed", board.passed.load(), board.failed.load());
  if (board.skipped) std::printf(", %d skipped", board.skipped.load());
  std::puts("");
  return well && board.failed == 0 ? 0 : 1;
}
