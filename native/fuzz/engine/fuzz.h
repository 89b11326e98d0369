// The definition of a fuzz target. Each file of native/fuzz is one target, whose Target object registers it under the
// file's name. native/fuzz/engine runs it in child processes, under a time and a memory limit, over mutated inputs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "core/rng.h"

namespace penstock::fuzz {

using File = std::vector<uint8_t>;

// The bytes of one input, in heap memory of exactly that size, so that AddressSanitizer sees every read beyond it.
struct Input {
  const uint8_t* data;
  size_t size;
};

struct Target {
  const char* name;
  // Runs one input. All other choices of the run are drawn from `draw`, which is keyed by the input's bytes, so a file
  // alone reproduces a run. Throws a Finding (see found()) for a wrong result, and nothing else: an error that is the
  // right answer is caught inside. A crash, a sanitizer's report, a leak and an exceeded limit are findings without it.
  void (*run)(Input, Rng& draw);
  // Makes a new valid input, beside those of the corpus. May be null.
  File (*make)(Rng&);
  // Changes an input in a way that reaches further than random bytes do. Null: the engine's general mutations.
  void (*mutate)(File&, Rng&);

  Target(const char* name, void (*run)(Input, Rng&), File (*make)(Rng&) = nullptr,
         void (*mutate)(File&, Rng&) = nullptr);
};

// All linked targets, in no particular order.
std::vector<const Target*>& targets();

// A wrong result. `kind` is a word or two, equal for the same defect; `text` has the numbers.
struct Finding : std::exception {
  std::string kind, text;
  const char* what() const noexcept override { return text.c_str(); }
};

[[noreturn, gnu::format(printf, 2, 3)]] void found(const char* kind, const char* format, ...);

inline bool one_in(Rng& rng, uint32_t n) { return rng.below(n) == 0; }
inline uint8_t any_byte(Rng& rng) { return static_cast<uint8_t>(rng.bits()); }

}  // namespace penstock::fuzz
