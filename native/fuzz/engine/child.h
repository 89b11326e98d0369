// Runs a target in a child process, which may crash, hang or use too much memory without harm. Parent and child share
// memory that holds the input in progress, the code that was reached, and the finding.
#pragma once
#include <atomic>
#include <functional>
#include <string>

#include "fuzz/engine/coverage.h"
#include "fuzz/engine/fuzz.h"
#include "fuzz/engine/guard.h"

namespace penstock::fuzz {

inline constexpr size_t kMaxInput = size_t{1} << 20;

struct Shared {
  std::atomic<uint64_t> runs;
  std::atomic<uint64_t> size;
  uint8_t input[kMaxInput];
  char kind[64], text[1000];  // of the Finding
  uint8_t seen[kBlocks];
};

// FNV-1a of the input: the key of its draws, and its name as a file.
uint64_t hash_of(const File&);

// Zeroed memory that lives as long as the process.
Shared& make_shared_memory();

struct Verdict {
  bool good = false;
  std::string kind;    // equal for the same defect: "window", "crash: SUMMARY: ...", "leak", "time", "memory"
  std::string report;  // the child's stderr, or the Finding's text
};

// In a child process: runs the target over the input, with one or several draws. A Finding ends the process.
void run_input(const Target&, const File&, Shared&, int draws = 1);

// Forks, calls `body` in the child and waits for its end. The parent must have one thread. A child that waits forever
// is ended, because that is a deadlock.
Verdict in_child(Shared&, const Limits&, const std::function<void()>& body);

// Runs one input in a child of its own.
Verdict try_input(const Target&, const File&, Shared&, const Limits&, int draws = 1);

}  // namespace penstock::fuzz
