// The list of targets, to which each target's file adds itself, and how a target reports a wrong result.
#include <cstdarg>
#include <cstdio>

#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

std::vector<const Target*>& targets() {
  static std::vector<const Target*> all;
  return all;
}

Target::Target(const char* name, void (*run)(Input, Rng&), File (*make)(Rng&), void (*mutate)(File&, Rng&))
    : name(name), run(run), make(make), mutate(mutate) {
  targets().push_back(this);
}

void found(const char* kind, const char* format, ...) {
  char text[900];
  va_list args;
  va_start(args, format);
  std::vsnprintf(text, sizeof text, format, args);
  va_end(args);
  Finding finding;
  finding.kind = kind;
  finding.text = text;
  throw finding;
}

}  // namespace penstock::fuzz
