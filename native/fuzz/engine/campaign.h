// Looks for inputs that break a target: those of the corpus first, then changed ones, and what reaches new code is
// changed further. Everything follows from the seed and the files, but for what threads of the target decide.
#pragma once
#include <string>

#include "fuzz/engine/child.h"

namespace penstock::fuzz {

struct Campaign {
  double seconds = 10;
  uint64_t runs = 0;  // 0: as many as there is time for
  uint64_t seed = 1;
  int most_findings = 5;  // then it stops
  double minimise_seconds = 10;
  Limits limits;
  std::string corpus, regressions;  // folders of the committed files; each holds one folder per target
  std::string kept;                 // where inputs that reach new code are kept; empty: only for this run
  std::string findings;             // where inputs that break something are written
};

// Returns the number of different findings, each of which is printed and written.
int run_campaign(const Target&, const Campaign&, Shared&);

// Of the files those that together reach all that they reach, small ones first, written to campaign.corpus.
int distil(const Target&, const Campaign&, const std::vector<std::string>& folders, Shared&);

// Runs each file, in a child of its own; returns how many break something, and prints those.
int replay(const Target&, const std::vector<std::string>& files, const Limits&, Shared&);

// A smaller input that breaks the target in the same way.
File minimise(const Target&, File, const std::string& kind, double seconds, const Limits&, Shared&);

}  // namespace penstock::fuzz
