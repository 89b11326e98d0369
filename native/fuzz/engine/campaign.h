// Looks for inputs that break a target. It starts with the inputs of the corpus and mutates them; inputs that reach new
// code are mutated further. The seed and the files determine everything, except for effects of the target's threads.
#pragma once
#include <string>

#include "fuzz/engine/child.h"

namespace penstock::fuzz {

struct Campaign {
  double seconds = 10;
  uint64_t runs = 0;  // 0: no limit but the time
  uint64_t seed = 1;
  int most_findings = 5;  // the campaign stops after this many
  double minimise_seconds = 10;
  Limits limits;
  std::string corpus, regressions;  // folders of the committed files; each holds one folder per target
  std::string kept;                 // folder for inputs that reach new code; empty: a temporary one
  std::string findings;             // folder for inputs that break the target
};

// Returns the number of different findings, each of which is printed and written.
int run_campaign(const Target&, const Campaign&, Shared&);

// Writes to campaign.corpus those of the files that together reach all the code that they reach, small ones first.
int distil(const Target&, const Campaign&, const std::vector<std::string>& folders, Shared&);

// Runs each file in a child of its own; prints the files that break the target, and returns their number.
int replay(const Target&, const std::vector<std::string>& files, const Limits&, Shared&);

// Finds a smaller input that breaks the target in the same way.
File minimise(const Target&, File, const std::string& kind, double seconds, const Limits&, Shared&);

}  // namespace penstock::fuzz
