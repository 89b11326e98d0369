// The program of all fuzz targets: lists them, looks for findings, or runs given files. It runs in the repository's
// root.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz/engine/campaign.h"
#include "fuzz/engine/files.h"

namespace {

using namespace penstock::fuzz;

constexpr const char* kUsage = R"(usage: penstock_fuzz list
       penstock_fuzz run TARGET [--seconds N] [--runs N] [--seed N] [--keep FOLDER] [--minimise SECONDS]
       penstock_fuzz replay [TARGET [FILE...]]     without files: the regression files; without a target: of all
       penstock_fuzz distil TARGET FOLDER...       the files that reach all that they reach, to the corpus
)";

int usage() {
  std::fputs(kUsage, stderr);
  return 2;
}

const Target* find(const char* name) {
  for (const Target* t : targets()) {
    if (!std::strcmp(t->name, name)) return t;
  }
  std::fprintf(stderr, "no target %s; penstock_fuzz list names them\n", name);
  std::exit(2);
}

bool parse(Campaign& c, int argc, char** argv) {
  for (int i = 0; i < argc; i += 2) {
    if (i + 1 == argc) return false;
    const std::string option = argv[i];
    const char* value = argv[i + 1];
    if (option == "--seconds")
      c.seconds = std::atof(value);
    else if (option == "--runs")
      c.runs = std::strtoull(value, nullptr, 10), c.seconds = 1e9;
    else if (option == "--seed")
      c.seed = std::strtoull(value, nullptr, 10);
    else if (option == "--keep")
      c.kept = value;
    else if (option == "--minimise")
      c.minimise_seconds = std::atof(value);
    else
      return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  std::sort(targets().begin(), targets().end(),
            [](const Target* a, const Target* b) { return std::strcmp(a->name, b->name) < 0; });
  Campaign c;
  c.corpus = "test/fuzz/corpus";
  c.regressions = "test/fuzz/regressions";
  c.findings = "fuzz/findings";
  Shared& shared = make_shared_memory();
  if (command == "list") {
    for (const Target* t : targets()) std::puts(t->name);
    return 0;
  }
  if (command == "run" && argc > 2 && parse(c, argc - 3, argv + 3)) return run_campaign(*find(argv[2]), c, shared) != 0;
  if (command == "distil" && argc > 3) return distil(*find(argv[2]), c, {argv + 3, argv + argc}, shared);
  if (command == "replay") {
    int bad = 0;
    for (const Target* t : argc > 2 ? std::vector<const Target*>{find(argv[2])} : targets()) {
      std::vector<std::string> files(argv + std::min(argc, 3), argv + argc);
      if (argc < 4) files = files_of(c.regressions + "/" + t->name);
      bad += replay(*t, files, c.limits, shared);
      if (!files.empty()) std::printf("%-12s %zu files\n", t->name, files.size());
    }
    return bad != 0;
  }
  return usage();
}
