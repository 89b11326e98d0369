// The floor of a hand-over between two processes, in C++ and with nothing around it: how long a process that sleeps
// takes to be woken through a futex and through a Unix socket, and how long one takes to receive a message that is
// there already, after a turn of reading 20 MB again and again, without and with an answer that wakes the other one.
// The suite `bridge` runs it between the rounds of Python's hand-over.
//   hand_over_floor BATCHES      prints JSON, times in microseconds
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace {

constexpr size_t kBatchBytes = 20'000'000;
// As long as the message for a batch.
constexpr size_t kMessageBytes = 90;
constexpr int64_t kPaceNs = 25'000'000;
constexpr int64_t kTurnNs = 30'000'000;
// The first ones touch pages for the first time.
constexpr int kFirst = 10;

int64_t now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1'000'000'000LL + t.tv_nsec;
}

void pause() {
  const timespec t{0, kPaceNs};
  nanosleep(&t, nullptr);
}

// What both processes see.
struct Shared {
  std::atomic<uint32_t> number;
  std::atomic<int64_t> stamp;
  int32_t batch[kBatchBytes / sizeof(int32_t)];
};

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

void print(const char* name, std::vector<double>& us, const char* end) {
  us.erase(us.begin(), us.begin() + std::min<size_t>(kFirst, us.size() - 1));
  us.erase(std::remove_if(us.begin(), us.end(), [](double one) { return one < 0; }), us.end());
  if (us.empty()) us.push_back(0);
  std::sort(us.begin(), us.end());
  std::printf("\"%sUs\": %.1f, \"%sP90Us\": %.1f%s", name, us[us.size() / 2], name, us[us.size() * 9 / 10], end);
}

// One process makes batches, the other takes them: `consume` gives the microseconds of one batch, or -1 for one that
// does not count.
template <typename Produce, typename Consume>
std::vector<double> run(int batches, Produce produce, Consume consume) {
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    for (int i = 0; i < batches; i++) produce(i);
    _exit(0);
  }
  std::vector<double> us;
  for (int i = 0; i < batches; i++) us.push_back(consume(i));
  int status;
  waitpid(child, &status, 0);
  return us;
}

std::vector<double> through_futex(Shared& shared, int batches) {
  shared.number = 0;
  auto* word = reinterpret_cast<uint32_t*>(&shared.number);
  return run(
      batches,
      [&](int i) {
        pause();
        shared.stamp = now();
        shared.number.store(static_cast<uint32_t>(i + 1));
        syscall(SYS_futex, word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
      },
      [&](int i) {
        while (shared.number.load() == static_cast<uint32_t>(i))
          syscall(SYS_futex, word, FUTEX_WAIT, i, nullptr, nullptr, 0);
        return (now() - shared.stamp.load()) / 1e3;
      });
}

// False: the message was not there yet.
bool receive(int socket) {
  char message[kMessageBytes];
  bool there = true;
  while (recv(socket, message, sizeof message, MSG_DONTWAIT) < 0) {
    there = false;
    pollfd waiting{socket, POLLIN, 0};
    poll(&waiting, 1, -1);
  }
  return there;
}

std::vector<double> through_socket(Shared& shared, int batches, const int* sockets) {
  return run(
      batches,
      [&](int) {
        const char message[kMessageBytes] = {};
        pause();
        shared.stamp = now();
        if (send(sockets[1], message, sizeof message, 0) < 0) fail("send");
      },
      [&](int) {
        receive(sockets[0]);
        return (now() - shared.stamp.load()) / 1e3;
      });
}

std::vector<double> when_ready(Shared& shared, int batches, const int* sockets, bool with_answer) {
  volatile int64_t sum = 0;
  return run(
      batches,
      [&](int) {
        char message[kMessageBytes] = {};
        if (send(sockets[1], message, sizeof message, 0) < 0) fail("send");
        // The next one is made when this one is taken. A process that sleeps in recv() is also woken when the other one
        // receives.
        pollfd waiting{sockets[1], POLLIN, 0};
        poll(&waiting, 1, -1);
        if (recv(sockets[1], message, 1, 0) < 0) fail("recv");
      },
      [&](int) {
        for (const int64_t end = now() + kTurnNs; now() < end;) {
          sum = sum + std::accumulate(std::begin(shared.batch), std::end(shared.batch), int64_t{0});
        }
        const int64_t began = now();
        const bool there = receive(sockets[0]);
        const int64_t received = now();
        if (send(sockets[0], "", 1, 0) < 0) fail("send");
        const int64_t answered = now();
        return there ? ((with_answer ? answered : received) - began) / 1e3 : -1;
      });
}

}  // namespace

int main(int argc, char** argv) {
  const int batches = argc > 1 ? std::atoi(argv[1]) : 60;
  void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("mmap");
  Shared& shared = *static_cast<Shared*>(memory);
  std::fill(std::begin(shared.batch), std::end(shared.batch), 1);
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets)) fail("socketpair");
  auto futex = through_futex(shared, batches);
  auto socket = through_socket(shared, batches, sockets);
  auto ready = when_ready(shared, batches, sockets, false);
  auto answered = when_ready(shared, batches, sockets, true);
  std::printf("{");
  print("futex", futex, ", ");
  print("socket", socket, ", ");
  print("ready", ready, ", ");
  print("answered", answered, "}\n");
}
